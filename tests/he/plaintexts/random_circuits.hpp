// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/seeded_values.hpp"
#include "he/scheme_keys.hpp"

namespace lath::testing {

/// Random circuits over any plaintexts. `Plaintexts` computes with them in the clear: it has a type
/// Value; draw(), sum(), difference(), product(), multiple() by a small integer, constant();
/// plaintext() of a value, and value() of a plaintext. Every result is decrypted and compared, and
/// its noise with the bound. Where a level, a factor or the noise forbids an operation, the library
/// says so, and the circuit goes on.
template <class Scheme, class Plaintexts>
class RandomCircuits {
 public:
  using Value = typename Plaintexts::Value;

  RandomCircuits(const SchemeKeys<Scheme>& keys, const typename Scheme::Parameters& parameters,
                 const Plaintexts& plaintexts, std::uint64_t seed)
      : keys_(keys),
        parameters_(parameters),
        plaintexts_(plaintexts),
        values_(seed),
        generator_(Generator::from_seed(Seed{}, "random circuits")),
        encryptor_(parameters, keys.public_key),
        symmetric_(parameters, keys.secret),
        decryptor_(parameters, keys.secret),
        session_(typename Scheme::Evaluator(parameters, {.automatic_levels = true})
                     .session({keys.relin, keys.galois})) {}

  /// Runs a circuit of so many operations.
  void run(std::size_t operations) {
    SCOPED_TRACE(values_.label());
    pool_.clear();
    for (int i = 0; i < 3; ++i) encrypt(i == 2);
    for (std::size_t i = 0; i < operations && !::testing::Test::HasFatalFailure(); ++i) {
      try {
        apply(values_.below(10));
      } catch (const Error& error) {
        ++refused_[std::string(error_code_name(error.code()))];
        const bool expected =
            error.code() == ErrorCode::invalid_argument || error.code() == ErrorCode::mismatch;
        ASSERT_TRUE(expected) << error.what();
      }
    }
  }

  /// The number of results that were compared, of products among them, and the refusals.
  [[nodiscard]] std::size_t results() const { return results_; }
  [[nodiscard]] std::size_t products() const { return products_; }
  [[nodiscard]] const std::map<std::string, std::size_t>& refused() const { return refused_; }

 private:
  struct Entry {
    he::Ciphertext c;
    Value m;
  };

  void encrypt(bool with_secret_key) {
    Value m = plaintexts_.draw(values_);
    const he::Plaintext plain = plaintexts_.plaintext(parameters_, m);
    keep(with_secret_key ? symmetric_.encrypt(plain, generator_)
                         : encryptor_.encrypt(plain, generator_),
         std::move(m));
  }
  void keep(he::Ciphertext c, Value m) {
    expect(c, m);
    if (pool_.size() < 6) {
      pool_.push_back({std::move(c), std::move(m)});
    } else {
      pool_[values_.below(6)] = {std::move(c), std::move(m)};
    }
  }
  template <class Operand>
  void expect(const Operand& c, const Value& m) {
    ++results_;
    ASSERT_EQ(plaintexts_.value(decryptor_.decrypt(c)), m);
    ASSERT_LE(he::debug::log2_noise(parameters_, keys_.secret, c), c.noise().log2_bound());
  }
  const Entry& any() { return pool_[values_.below(pool_.size())]; }

  void apply(std::uint64_t operation) {
    const Entry a = any(), b = any();
    const Value k = plaintexts_.draw(values_);
    const auto small = static_cast<std::int64_t>(values_.below(2001)) - 1000;
    switch (operation) {
      case 0:
        return keep(session_.add(a.c, b.c), plaintexts_.sum(a.m, b.m));
      case 1:
        return keep(session_.sub(a.c, b.c), plaintexts_.difference(a.m, b.m));
      case 2:
      case 3:
        return multiply(a, b);
      case 4:
        return keep(session_.add_plain(a.c, plaintexts_.plaintext(parameters_, k)),
                    plaintexts_.sum(a.m, k));
      case 5:
        return keep(session_.multiply_plain(a.c, plaintexts_.plaintext(parameters_, k)),
                    plaintexts_.product(a.m, k));
      case 6:
        return keep(session_.sub_plain(a.c, small),
                    plaintexts_.difference(a.m, plaintexts_.constant(small)));
      case 7:
        return keep(session_.multiply_plain(a.c, small), plaintexts_.multiple(a.m, small));
      case 8:
        if (a.c.level() == 1) return;
        return keep(session_.mod_switch(a.c, 1 + values_.below(a.c.level() - 1)), a.m);
      default:
        return encrypt(values_.below(2) == 0);
    }
  }
  // A product, or a sum of two.
  void multiply(const Entry& a, const Entry& b) {
    const Entry c = any(), d = any();
    const bool sums = values_.below(2) == 0;
    const std::vector<he::Ciphertext> x{a.c, c.c}, y{b.c, d.c};
    const auto product = sums ? session_.dot_product(x, y) : session_.multiply(a.c, b.c);
    const Value m =
        sums ? plaintexts_.sum(plaintexts_.product(a.m, b.m), plaintexts_.product(c.m, d.m))
             : plaintexts_.product(a.m, b.m);
    expect(product, m);
    ++products_;
    keep(session_.relinearize(product), m);
  }

  const SchemeKeys<Scheme>& keys_;
  typename Scheme::Parameters parameters_;
  const Plaintexts& plaintexts_;
  SeededValues values_;
  Generator generator_;
  he::Encryptor encryptor_;
  he::SymmetricEncryptor symmetric_;
  he::Decryptor decryptor_;
  typename Scheme::Session session_;
  std::vector<Entry> pool_;
  std::size_t results_ = 0, products_ = 0;
  std::map<std::string, std::size_t> refused_;
};

}  // namespace lath::testing
