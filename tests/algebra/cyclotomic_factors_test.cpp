// SPDX-License-Identifier: Apache-2.0
//
// How Phi_m splits modulo t, against NTL's factors.
#include "algebra/cyclotomic_factors.hpp"

#include <NTL/GF2XFactoring.h>
#include <NTL/ZZ_pXFactoring.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "algebra/ntl_polynomials.hpp"

namespace lath::detail {
namespace {

using testing::for_coprime;
using testing::from_words;
using testing::kLargeModuli;
using testing::kSmallModuli;
using testing::name;
using testing::Words;

// The irreducible factors modulo a prime, sorted.
std::vector<Words> factors_by_ntl(std::uint64_t m, std::uint64_t p) {
  std::vector<Words> factors;
  testing::set_modulus(p);
  const NTL::ZZ_pX phi = testing::cyclotomic(m);
  if (p == 2) {
    const auto found = NTL::CanZass(NTL::conv<NTL::GF2X>(NTL::conv<NTL::ZZX>(phi)));
    for (long i = 0; i < found.length(); ++i) {
      factors.emplace_back();
      for (long k = 0; k <= NTL::deg(found[i].a); ++k) {
        factors.back().push_back(NTL::IsOne(NTL::coeff(found[i].a, k)) ? 1 : 0);
      }
    }
  } else {
    const auto found = NTL::CanZass(phi);
    for (long i = 0; i < found.length(); ++i) {
      const auto size = static_cast<std::size_t>(NTL::deg(found[i].a) + 1);
      factors.push_back(testing::to_words(found[i].a, size));
    }
  }
  std::ranges::sort(factors);
  return factors;
}

// -f_(d-1), ..., -f_0 modulo p.
Words order_key(const Words& f, std::uint64_t p) {
  Words key;
  for (std::size_t i = f.size() - 1; i-- > 0;) key.push_back((p - f[i] % p) % p);
  return key;
}

std::vector<Words> factors_of(std::uint64_t m, std::uint64_t t) {
  const auto powers = prime_powers(t);
  return coset_factors(UnitQuotient(m, powers), powers);
}

TEST(CosetFactors, AreThoseOfNtlModuloPrimes) {
  const Words primes{2, 3, 5, 7, 17, 257, 65537, 1152921504606846883};
  for_coprime(3, 130, primes, [](std::uint64_t m, std::uint64_t p) {
    SCOPED_TRACE(name(m, p));
    auto factors = factors_of(m, p);
    const Words first = factors[0];
    for (const Words& f : factors) EXPECT_LE(order_key(first, p), order_key(f, p));
    std::ranges::sort(factors);
    EXPECT_EQ(factors, factors_by_ntl(m, p));
  });
}

// Modulo powers and products they multiply to Phi_m, and vanish at the powers of a root of the
// first one.
void expect_factors(std::uint64_t m, std::uint64_t t) {
  SCOPED_TRACE(name(m, t));
  testing::set_modulus(t);
  const auto powers = prime_powers(t);
  const UnitQuotient units(m, powers);
  const auto factors = coset_factors(units, powers);
  ASSERT_EQ(factors.size(), units.representatives().size());
  const NTL::ZZ_pXModulus first(from_words(factors[0]));
  NTL::ZZ_pX product(1);
  for (std::size_t s = 0; s < factors.size(); ++s) {
    ASSERT_EQ(factors[s].size(), units.subgroup().size() + 1);
    EXPECT_EQ(factors[s].back(), 1);
    const NTL::ZZ_pX f = from_words(factors[s]);
    product *= f;
    const NTL::ZZ_pX value = testing::substituted(f, units.representatives()[s], m) % first;
    EXPECT_TRUE(NTL::IsZero(value)) << "coset " << s;
  }
  EXPECT_EQ(product, testing::cyclotomic(m));
}

TEST(CosetFactors, MultiplyToTheCyclotomicPolynomialModuloAnyNumber) {
  for_coprime(3, 130, kSmallModuli, expect_factors);
}
TEST(CosetFactors, MultiplyToTheCyclotomicPolynomialModuloLargeNumbers) {
  for_coprime(3, 60, kLargeModuli, expect_factors);
}

TEST(CosetFactors, AreLeastModuloThePrimeOfAPower) {
  for_coprime(3, 60, {4, 27, 625}, [](std::uint64_t m, std::uint64_t t) {
    SCOPED_TRACE(name(m, t));
    const std::uint64_t p = t % 2 == 0 ? 2 : t % 3 == 0 ? 3 : 5;
    const auto of_power = factors_of(m, t), of_prime = factors_of(m, p);
    for (std::size_t s = 0; s < of_prime.size(); ++s) {
      for (std::size_t i = 0; i < of_prime[s].size(); ++i) {
        EXPECT_EQ(of_power[s][i] % p, of_prime[s][i]);
      }
    }
  });
}

// Numbers that the literature states.
TEST(CosetFactors, HaveKnownNumbersAndDegrees) {
  struct Known {
    std::uint64_t m;
    std::size_t count, degree;
  };
  for (const auto& [m, count, degree] :
       {Known{4095, 144, 12}, Known{2783, 22, 110}, Known{13981, 600, 20}, Known{21845, 1024, 16},
        Known{65535, 2048, 16}, Known{43691, 1285, 34}}) {
    SCOPED_TRACE(name(m, 2));
    const auto factors = factors_of(m, 2);
    EXPECT_EQ(factors.size(), count);
    for (const Words& f : factors) EXPECT_EQ(f.size(), degree + 1);
  }
}

}  // namespace
}  // namespace lath::detail
