// SPDX-License-Identifier: Apache-2.0
//
// Powers of x in the powerful basis, by their values at roots of unity.
#include "lath/ntt/powerful_basis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "lath/ntt/ntt_plan.hpp"

namespace lath {
namespace {

using testing::expect_error, testing::SeededValues;
using Words = std::vector<std::uint64_t>;

// Indices with one prime to four, with prime powers, with 2 and 4 and without them.
std::vector<std::uint64_t> indices() {
  std::vector<std::uint64_t> result;
  for (std::uint64_t m = 3; m <= 130; ++m) result.push_back(m);
  for (const std::uint64_t m : {210U, 243U, 420U, 1155U, 2310U, 2783U, 4095U}) result.push_back(m);
  return result;
}

struct Ring {
  explicit Ring(std::uint64_t m) : index(CyclotomicIndex::create(m)) {}

  CyclotomicIndex index;
  PowerfulBasis basis = PowerfulBasis::create(index);
  NttPlan<std::uint64_t> plan =
      NttPlan<std::uint64_t>::create(index, ntt_primes(40, index, 1).front());
  Modulus p{plan.modulus()};

  [[nodiscard]] Words values(Words coefficients) const {
    plan.forward(coefficients.data());
    return coefficients;
  }
  // a(psi^j) for all slots.
  [[nodiscard]] Words by_definition(const Words& a) const {
    Words result(index.degree());
    for (std::size_t s = 0; s < result.size(); ++s) {
      const std::uint64_t x = p.pow_vartime(plan.root(), index.slots().exponent(s));
      for (std::size_t i = a.size(); i-- > 0;) result[s] = p.add(p.multiply(result[s], x), a[i]);
    }
    return result;
  }
};

TEST(PowerfulBasis, HasPolynomialsOfAnyLength) {
  for (const std::uint64_t m : indices()) {
    SCOPED_TRACE("index " + std::to_string(m));
    const Ring ring(m);
    SeededValues random(m);
    const std::size_t n = ring.index.degree();
    for (const std::size_t length :
         {std::size_t{0}, n, static_cast<std::size_t>(m), 2 * static_cast<std::size_t>(m) + 1}) {
      Words a(length), found(n), back(n);
      for (auto& x : a) x = random.below(ring.p.value());
      ring.basis.from_polynomial(found, a, ring.p);
      ASSERT_EQ(ring.values(found), ring.by_definition(a)) << length << " words";
      ring.basis.to_polynomial(back, found, ring.p);
      if (length == n) {
        ASSERT_EQ(back, a);
      }
      ASSERT_EQ(ring.by_definition(back), ring.by_definition(a)) << length << " words";
    }
  }
}

TEST(PowerfulBasis, ReducesSmallIntegers) {
  for (const std::uint64_t m : indices()) {
    SCOPED_TRACE("index " + std::to_string(m));
    const Ring ring(m);
    SeededValues random(m);
    const std::size_t powers = ring.basis.powers();
    EXPECT_EQ(powers, m % 2 == 0 ? m / 2 : m);
    std::vector<std::int8_t> a(powers);
    std::vector<std::int64_t> found(ring.index.degree());
    Words residues(powers), expected(found.size());
    for (const int largest : {44, 1}) {
      for (std::size_t k = 0; k < powers; ++k) {
        const int x = static_cast<int>(random.below(2 * static_cast<unsigned>(largest) + 1));
        a[k] = static_cast<std::int8_t>(x - largest);
        residues[k] = ring.p.reduce_signed(a[k]);
      }
      ring.basis.reduce(found, a);
      // The same, from wider integers, 2^40 times as large.
      std::vector<std::int64_t> wide(a.begin(), a.end()), of_wide(found.size());
      for (auto& x : wide) x *= std::int64_t{1} << 40;
      ring.basis.reduce(of_wide, wide);
      for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(of_wide[i], found[i] * (std::int64_t{1} << 40)) << i;
      }
      ring.basis.from_polynomial(expected, residues, ring.p);
      for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(ring.p.reduce_signed(found[i]), expected[i]) << i;
        ASSERT_LE(std::abs(found[i]), largest * static_cast<std::int64_t>(ring.basis.terms())) << i;
      }
    }
  }
}

TEST(PowerfulBasis, HasPolynomialsModuloTwoInTheBitsOfWords) {
  const Modulus two(2);
  for (const std::uint64_t m : indices()) {
    SCOPED_TRACE("index " + std::to_string(m));
    const auto index = CyclotomicIndex::create(m);
    const auto basis = PowerfulBasis::create(index);
    SeededValues random(m);
    Words a(basis.powers()), found(index.degree()), bits(a.size()), expected(found.size());
    for (auto& x : a) x = random.next();
    basis.from_bits(found, a);
    for (const unsigned bit : {0U, 1U, 63U}) {
      for (std::size_t k = 0; k < a.size(); ++k) bits[k] = a[k] >> bit & 1;
      basis.from_polynomial(expected, bits, two);
      for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(found[i] >> bit & 1, expected[i]) << "bit " << bit << " of word " << i;
      }
    }
  }
}

// The largest sums that there are: 2^6 draws.
TEST(PowerfulBasis, SumsAreAsLargeAsItSays) {
  const auto index = CyclotomicIndex::create(std::uint64_t{3} * 5 * 7 * 11 * 13 * 17);
  const auto basis = PowerfulBasis::create(index);
  EXPECT_EQ(basis.terms(), 64U);
  // x^k to the place of 1: x^0, and those that stand outside along some axes.
  std::vector<std::int8_t> a(basis.powers());
  std::vector<std::int64_t> c(index.degree());
  std::int64_t largest = 0;
  SeededValues random(1);
  for (auto& x : a) x = random.below(2) == 0 ? 127 : -128;
  basis.reduce(c, a);
  for (const std::int64_t x : c) largest = std::max(largest, std::abs(x));
  EXPECT_LE(largest, 64 * 128);
  EXPECT_GE(largest, 20 * 128);
}

TEST(PowerfulBasis, RefusesOtherSizes) {
  const Ring ring(15);
  Words eight(8), nine(9);
  std::vector<std::int64_t> sums(8);
  const std::vector<std::int8_t> few(14);
  const auto refused = [](const auto& action, const char* found) {
    expect_error(action, ErrorCode::mismatch, {found});
  };
  refused([&] { ring.basis.from_polynomial(nine, eight, ring.p); }, "9 words");
  refused([&] { ring.basis.to_polynomial(nine, eight, ring.p); }, "9 words");
  refused([&] { ring.basis.to_polynomial(eight, nine, ring.p); }, "9 words");
  refused([&] { ring.basis.reduce(sums, few); }, "14 words");
  refused([&] { ring.basis.from_bits(eight, nine); }, "9 words");
  refused([&] { ring.basis.from_bits(nine, Words(15)); }, "9 words");
}

}  // namespace
}  // namespace lath
