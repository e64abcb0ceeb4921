// SPDX-License-Identifier: Apache-2.0
//
// A plaintext space that the library does not have, of integers modulo a number of 100 bits, made
// by one class: all that both schemes do with it, against GMP.
#include "he/plaintexts/wide_plaintexts.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/scheme_keys.hpp"

namespace lath::testing {
namespace {

// Polynomials modulo x^n + 1 and t.
using Coefficients = std::vector<mpz_class>;

template <class Scheme>
class WidePlaintextSpace : public ::testing::Test {
 protected:
  // A prime of 100 bits.
  const mpz_class t_ = next_prime(mpz_class(1) << 99);
  const he::Literal literal_{.degree = 32,
                             .plaintext_modulus = 257,
                             .prime_bits = std::vector<unsigned>(12, 58),
                             .special_prime_bits = {59, 59},
                             .digit_primes = 2};
  // Keys of a key space that was made with another t.
  SchemeKeys<Scheme> keys_{literal_};
  typename Scheme::Parameters parameters_ =
      keys_.parameters.with_plaintexts(WidePlaintexts::space(t_));
  const WidePlaintexts& tables_ = dynamic_cast<const WidePlaintexts&>(*parameters_.plaintexts());
  he::Encryptor encryptor_{parameters_, keys_.public_key};
  he::Decryptor decryptor_{parameters_, keys_.secret};
  typename Scheme::Session session_ = typename Scheme::Evaluator(parameters_).session(keys_.relin);
  SeededValues values_{100};

  static mpz_class next_prime(const mpz_class& x) {
    mpz_class p;
    mpz_nextprime(p.get_mpz_t(), x.get_mpz_t());
    return p;
  }
  Coefficients draw() {
    Coefficients m(literal_.degree);
    for (mpz_class& x : m) {
      const std::vector<std::uint64_t> words{values_.below(~std::uint64_t{0}),
                                             values_.below(~std::uint64_t{0})};
      x = modulo(integer_of(words), t_);
    }
    return m;
  }
  he::Plaintext plaintext(const Coefficients& m) const {
    std::vector<std::uint64_t> words(m.size() * tables_.words());
    for (std::size_t i = 0; i < m.size(); ++i) tables_.write(words, i, m[i]);
    return {parameters_, words};
  }
  he::Ciphertext encrypt(const Coefficients& m) {
    return encryptor_.encrypt(plaintext(m), keys_.generator);
  }
  template <class Operand>
  void expect(const Operand& c, const Coefficients& m) const {
    const he::Plaintext found = decryptor_.decrypt(c);
    for (std::size_t i = 0; i < m.size(); ++i) {
      EXPECT_EQ(tables_.coefficient(found.words(), i), m[i]) << i;
    }
    EXPECT_LE(he::debug::log2_noise(parameters_, keys_.secret, c), c.noise().log2_bound());
  }

  Coefficients sum(const Coefficients& a, const Coefficients& b) const {
    Coefficients c(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) c[i] = modulo(a[i] + b[i], t_);
    return c;
  }
  Coefficients product(const Coefficients& a, const Coefficients& b) const {
    const std::size_t n = a.size();
    Coefficients c(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (i + j < n) {
          c[i + j] += a[i] * b[j];
        } else {
          c[i + j - n] -= a[i] * b[j];
        }
      }
    }
    for (mpz_class& x : c) x = modulo(x, t_);
    return c;
  }
};
TYPED_TEST_SUITE(WidePlaintextSpace, BothSchemes);

TYPED_TEST(WidePlaintextSpace, IsComputedWith) {
  auto& e = this->session_;
  const auto m = this->draw(), k = this->draw();
  const auto a = this->encrypt(m), b = this->encrypt(k);
  this->expect(a, m);
  const auto product = e.multiply(a, b);
  this->expect(product, this->product(m, k));
  const auto c = e.relinearize(product);
  this->expect(c, this->product(m, k));
  // In BGV a switch changes the factor, and a product squares it.
  const std::size_t level = c.level() - 1;
  const auto low_a = e.mod_switch(a, level), low_b = e.mod_switch(b, level);
  const auto low = e.relinearize(e.multiply(low_a, low_b));
  this->expect(low, this->product(m, k));
  this->expect(e.mod_switch(c, level), this->product(m, k));
  const auto sum = e.add(low, low_a);
  this->expect(sum, this->sum(this->product(m, k), m));
  this->expect(e.add_plain(sum, this->plaintext(k)),
               this->sum(this->sum(this->product(m, k), m), k));
  this->expect(e.multiply_plain(low_a, this->plaintext(k)), this->product(m, k));
  Coefficients scaled(m), shifted(m);
  for (mpz_class& x : scaled) x = modulo(-7 * x, this->t_);
  this->expect(e.multiply_plain(low_a, -7), scaled);
  shifted[0] = modulo(shifted[0] + 12345, this->t_);
  this->expect(e.add_plain(low_a, 12345), shifted);
  if constexpr (std::is_same_v<TypeParam, Bgv>) {
    EXPECT_NE(low.scale_factor(), low_a.scale_factor());
    EXPECT_GT(low.scale_factor().bits(), 64U);
  }
}

TYPED_TEST(WidePlaintextSpace, IsWrittenAndRead) {
  const auto m = this->draw();
  const auto a = this->session_.mod_switch(this->encrypt(m), 11);
  const auto bytes = he::to_bytes(a);
  EXPECT_EQ(bytes.size(), he::ciphertext_bytes(this->parameters_, 11));
  this->expect(he::ciphertext_from_bytes(this->parameters_, bytes.span()), m);
  const auto of_plaintext = he::to_bytes(this->plaintext(m));
  EXPECT_EQ(of_plaintext.size(), 48 + 32 * 100U / 8);
  const auto read = he::plaintext_from_bytes(this->parameters_, of_plaintext.span());
  this->expect(this->encryptor_.encrypt(read, this->keys_.generator), m);
}

TYPED_TEST(WidePlaintextSpace, IsNotMixedWithAnother) {
  const auto a = this->encrypt(this->draw());
  const auto of_words = this->keys_.encrypt(this->keys_.constant(1));
  expect_error([&] { (void)this->session_.add(a, of_words); }, ErrorCode::mismatch,
               {"t = 257", "t of 100 bits"});
  expect_error([&] { (void)this->keys_.decryptor.decrypt(a); }, ErrorCode::mismatch,
               {"t = 257", "t of 100 bits"});
}

}  // namespace
}  // namespace lath::testing
