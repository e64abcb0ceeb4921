// SPDX-License-Identifier: Apache-2.0
//
// Integers over Z by many moduli, against GMP.
#include "lath/he/crt/integers.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "he/plaintexts/wide_plaintexts.hpp"
#include "he/scheme_keys.hpp"
#include "lath/arith/primes.hpp"

namespace lath::testing {
namespace {

namespace crt = he::crt;
using Integers = std::vector<mpz_class>;

template <class Scheme>
class CrtIntegers : public ::testing::Test {
 protected:
  const he::Literal literal_{.degree = 32,
                             .plaintext_modulus = 257,
                             .prime_bits = std::vector<unsigned>(6, 49),
                             .special_prime_bits = {49, 49},
                             .digit_primes = 2};
  SchemeKeys<Scheme> keys_{literal_};
  SeededValues values_{7};

  // Integers of so many bits with signs, the extremes among them.
  Integers draw(std::size_t bits) {
    Integers result(literal_.degree);
    for (std::size_t i = 0; i < result.size(); ++i) {
      mpz_class& x = result[i];
      for (std::size_t b = 0; b < bits; ++b) {
        x = 2 * x + static_cast<unsigned long>(i < 2 ? 1 : values_.below(2));
      }
      if (i % 2 == 1) x = -x;
    }
    return result;
  }
  // Two's complements.
  static he::WideValues values_of(const Integers& x, std::size_t words) {
    he::WideValues result(x.size(), words);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const mpz_class residue = modulo(x[i], mpz_class(1) << (64 * words));
      mpz_export(result[i].data(), nullptr, -1, 8, 0, 0, residue.get_mpz_t());
    }
    return result;
  }
  static mpz_class signed_integer(std::span<const std::uint64_t> words) {
    return centered(integer_of(words), mpz_class(1) << (64 * words.size()));
  }
};
TYPED_TEST_SUITE(CrtIntegers, BothSchemes);

TYPED_TEST(CrtIntegers, AreComputedWith) {
  const std::size_t bits = 300;
  const auto x = this->draw(bits), y = this->draw(bits);
  // x y + x has 601 bits.
  const auto moduli = crt::Moduli::create(this->keys_.parameters.key_space(), 2 * bits + 2, 40);
  EXPECT_GE(moduli.bits(), 2 * bits + 2);
  EXPECT_EQ(moduli.size(), 16U);
  const auto of_x = this->values_of(x, 5), of_y = this->values_of(y, 6);
  crt::Residues residues(moduli);
  std::size_t parts = 0, reported = 0;
  Work work;
  work.progress = [&](std::uint64_t done) { reported = done; };
  crt::for_each_modulus(
      this->keys_.parameters, moduli,
      [&](const auto& part) {
        ++parts;
        const auto& parameters = part.parameters();
        const he::Encryptor encryptor(parameters, this->keys_.public_key);
        auto session = typename TypeParam::Evaluator(parameters).session(this->keys_.relin);
        const auto a = encryptor.encrypt(part.encode(of_x, Representative::centered),
                                         this->keys_.generator),
                   b = encryptor.encrypt(part.encode(of_y, Representative::centered),
                                         this->keys_.generator);
        const auto result = session.add(session.relinearize(session.multiply(a, b)), a);
        residues.take(part, he::Decryptor(parameters, this->keys_.secret).decrypt(result));
      },
      work);
  EXPECT_EQ(parts, moduli.size());
  EXPECT_EQ(reported, moduli.size());
  const he::WideValues found = residues.integers(Representative::centered);
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(this->signed_integer(found[i]), x[i] * y[i] + x[i]) << i;
  }
}

TYPED_TEST(CrtIntegers, TeachByTheirErrors) {
  const he::KeySpace keys = this->keys_.parameters.key_space();
  const auto refused = [](const auto& action, std::initializer_list<std::string_view> parts) {
    expect_error(action, ErrorCode::invalid_argument, parts);
  };
  refused([&] { (void)crt::Moduli::create(keys, 100, 19); }, {"19 bits", "20 to 59"});
  refused([&] { (void)crt::Moduli::create(keys, 100, 60); }, {"60 bits"});
  refused([&] { (void)crt::Moduli::create(keys, 0, 40); }, {"0 bits", "2^20"});
  refused([&] { (void)crt::Moduli::create(keys, (1U << 20) + 1, 40); }, {"2^20"});
  refused([&] { (void)crt::Moduli::create(keys, 1U << 20, 20); },
          {"results of 1048576 bits", "20 bits", "longer moduli"});
  const auto moduli = crt::Moduli::create(keys, 100, 49);
  for (const Modulus& q : moduli.basis().moduli()) {
    for (std::size_t l = 0; l < 6; ++l) {
      EXPECT_NE(q.value(), this->keys_.parameters.ring(6).modulus(l).value());
    }
  }
  const crt::Part<TypeParam> part(this->keys_.parameters, moduli, 0);
  expect_error([&] { (void)part.encode(he::WideValues(33, 1), Representative::nonnegative); },
               ErrorCode::mismatch, {"33 integers", "32"});
  crt::Residues residues(moduli);
  residues.take(part, part.encode(he::WideValues(1, 1), Representative::nonnegative));
  refused([&] { (void)residues.integers(Representative::nonnegative); },
          {"modulus 1", std::to_string(moduli[1]), "all 3 moduli"});
  expect_error(
      [&] {
        residues.take(part, crt::Part<TypeParam>(this->keys_.parameters, moduli, 1)
                                .encode(he::WideValues(1, 1), Representative::nonnegative));
      },
      ErrorCode::mismatch, {"plaintext of other parameters"});
  std::stop_source stop;
  stop.request_stop();
  Work stopped;
  stopped.cancellation = stop.get_token();
  std::size_t parts = 0;
  expect_error(
      [&] {
        crt::for_each_modulus(
            this->keys_.parameters, moduli, [&](const auto&) { ++parts; }, stopped);
      },
      ErrorCode::cancelled, {});
  EXPECT_EQ(parts, 0U);
}

}  // namespace
}  // namespace lath::testing
