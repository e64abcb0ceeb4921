// SPDX-License-Identifier: Apache-2.0
//
// What FV-NFLlib tests, with its parameters: a binary tree of products with t = 379 and q of 248
// bits, and products modulo (t, x^n + 1). They are compared with products of integers by GMP.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "he/scheme_keys.hpp"

namespace lath {
namespace {

using testing::SeededValues, testing::FewKeys;
using Coefficients = std::vector<std::uint64_t>;

constexpr std::size_t kDegree = 4096;
constexpr std::uint64_t kT = 379;
constexpr std::size_t kDepth = 6;

mpz_class integer_of(const Coefficients& a) {
  const std::vector<std::uint32_t> digits(a.begin(), a.end());
  mpz_class result;
  mpz_import(result.get_mpz_t(), digits.size(), -1, sizeof digits[0], 0, 0, digits.data());
  return result;
}
// a b modulo (t, x^n + 1): the digits of a(2^32) b(2^32), which are at most 4096 378^2 < 2^30.
Coefficients product(const Coefficients& a, const Coefficients& b) {
  const mpz_class all = integer_of(a) * integer_of(b);
  std::vector<std::uint32_t> digits(2 * kDegree);
  mpz_export(digits.data(), nullptr, -1, sizeof digits[0], 0, 0, all.get_mpz_t());
  Coefficients result(kDegree);
  for (std::size_t i = 0; i < kDegree; ++i) {
    result[i] = (digits[i] % kT + kT - digits[kDegree + i] % kT) % kT;
  }
  return result;
}

class ProductTree : public ::testing::Test {
 protected:
  struct Value {
    he::Ciphertext encrypted;
    Coefficients plain;
  };

  Value fresh() {
    Coefficients m(kDegree);
    for (std::uint64_t& c : m) c = values.below(kT);
    return {keys.encryptor.encrypt({keys.parameters, m}, keys.generator), m};
  }
  Value tree(std::size_t depth) {
    if (depth == 0) return fresh();
    const Value a = tree(depth - 1), b = tree(depth - 1);
    return {keys.multiply(a.encrypted, b.encrypted), product(a.plain, b.plain)};
  }
  void expect(const Value& value) const {
    EXPECT_EQ(keys.decrypt(value.encrypted), value.plain) << values.label();
    EXPECT_LE(he::debug::log2_noise(keys.parameters, keys.secret, value.encrypted),
              value.encrypted.noise().log2_bound());
  }

  SeededValues values{379};
  FewKeys<testing::Bfv> keys{{.degree = kDegree,
                              .plaintext_modulus = kT,
                              .prime_bits = {50, 50, 49, 49, 50},
                              .special_prime_bits = {50}}};
};

TEST_F(ProductTree, OfDepthSixIsRight) { expect(tree(kDepth)); }

TEST_F(ProductTree, ProductsAreThoseOfPolynomials) {
  for (int i = 0; i < 4; ++i) expect(tree(1));
  // The largest coefficients, and x^(n-1) x^(n-1) = -x^(n-2).
  const Coefficients largest(kDegree, kT - 1);
  Coefficients last(kDegree);
  last.back() = 1;
  for (const Coefficients& m : {largest, last}) {
    const he::Ciphertext c = keys.encryptor.encrypt({keys.parameters, m}, keys.generator);
    expect({keys.multiply(c, c), product(m, m)});
  }
}

}  // namespace
}  // namespace lath
