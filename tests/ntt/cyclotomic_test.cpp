// SPDX-License-Identifier: Apache-2.0
//
// The transforms of rings of every index, against their definition.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/ntt/cyclotomic_index.hpp"
#include "lath/ntt/ntt_plan.hpp"

namespace lath {
namespace {

using Plan = NttPlan<std::uint64_t>;
using Words = std::vector<std::uint64_t>;

// The largest primes of these lengths: every family of kernels serves some of them.
std::vector<std::uint64_t> primes(const CyclotomicIndex& index) {
  std::vector<std::uint64_t> result;
  for (const int bits : {30, 49, 50, 61}) result.push_back(ntt_primes(bits, index, 1).front());
  return result;
}

// Slot s: sum_i c_i psi^(power(i) exponent(s)).
Words by_definition(const CyclotomicIndex& index, const Plan& plan, const Words& c) {
  const Modulus p(plan.modulus());
  Words powers(index.value(), 1), values(c.size());
  for (std::size_t i = 1; i < powers.size(); ++i) {
    powers[i] = p.multiply(powers[i - 1], plan.root());
  }
  for (std::size_t s = 0; s < c.size(); ++s) {
    const std::uint64_t exponent = index.slots().exponent(s);
    for (std::size_t i = 0; i < c.size(); ++i) {
      const std::uint64_t power = powers[index.power(i) * exponent % index.value()];
      values[s] = p.add(values[s], p.multiply(c[i], power));
    }
  }
  return values;
}

void expect_definition(const CyclotomicIndex& index, std::uint64_t prime, Kernel kernel,
                       std::uint64_t seed) {
  const auto plan = Plan::create(index, prime, kernel);
  ASSERT_EQ(plan.degree(), index.degree());
  testing::SeededValues random(seed);
  Words c(index.degree());
  for (auto& x : c) x = random.below(prime);
  auto values = c;
  plan.forward(values.data());
  ASSERT_EQ(values, by_definition(index, plan, c)) << "modulus " << prime;
  plan.inverse(values.data());
  ASSERT_EQ(values, c) << "modulus " << prime;
}

TEST(CyclotomicTransform, HasASlotForEveryUnit) {
  for (std::uint64_t m = 3; m <= 300; ++m) {
    const auto index = CyclotomicIndex::create(m);
    std::set<std::uint64_t> units, exponents;
    for (std::uint64_t j = 1; j < m; ++j) {
      if (std::gcd(j, m) == 1) units.insert(j);
    }
    for (std::size_t s = 0; s < index.degree(); ++s) exponents.insert(index.slots().exponent(s));
    ASSERT_EQ(exponents, units) << "index " << m;
    ASSERT_EQ(units.size(), index.degree());
  }
}

TEST(CyclotomicTransform, IsItsDefinitionForEveryIndexUpTo300) {
  for (std::uint64_t m = 3; m <= 300; ++m) {
    SCOPED_TRACE("index " + std::to_string(m));
    const auto index = CyclotomicIndex::create(m);
    for (const std::uint64_t prime : primes(index)) {
      for (const Kernel kernel : available_kernels<std::uint64_t>(prime)) {
        expect_definition(index, prime, kernel, m);
      }
    }
  }
}

}  // namespace
}  // namespace lath
