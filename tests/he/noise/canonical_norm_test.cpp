// SPDX-License-Identifier: Apache-2.0
//
// Canonical norms by their definition, and that rounding never makes them smaller.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "base/seeded_values.hpp"
#include "he/noise/embedding.hpp"

namespace lath::testing {
namespace {

TEST(CanonicalNorm, IsTheLargestValueAtTheRoots) {
  SeededValues values(6);
  for (std::size_t n = 2; n <= 64; n *= 2) {
    std::vector<std::int64_t> a(n);
    for (std::int64_t& c : a) c = static_cast<std::int64_t>(values.below(2001)) - 1000;
    double expected = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double angle =
          std::numbers::pi * static_cast<double>(2 * j + 1) / static_cast<double>(n);
      const std::complex<double> z = std::polar(1.0, angle);
      std::complex<double> value = 0;
      for (std::size_t i = n; i-- > 0;) value = value * z + static_cast<double>(a[i]);
      expected = std::max(expected, std::norm(value));
    }
    EXPECT_NEAR(he::squared_canonical_norm(a, CyclotomicIndex::create(2 * n)) / expected, 1, 1e-9)
        << n;
  }
}

// Products with them cost no noise beyond their size, however often they are taken.
TEST(CanonicalNorm, OfMonomialsAndIntegersIsExact) {
  for (const std::uint64_t m : {64U, 45U, 4096U, 21845U}) {
    const auto index = CyclotomicIndex::create(m);
    for (const std::int64_t c : {std::int64_t{1}, std::int64_t{-3}, -(std::int64_t{1} << 59)}) {
      for (const std::size_t place : {std::size_t{0}, index.degree() - 1}) {
        std::vector<std::int64_t> a(index.degree());
        a[place] = c;
        const double expected = static_cast<double>(c) * static_cast<double>(c);
        EXPECT_EQ(he::squared_canonical_norm(a, index), expected) << m << ' ' << c;
      }
    }
  }
}

// Rounding never makes the norm less than the value of 1 - x at the root next to -1.
TEST(CanonicalNorm, IsNotLessThanAKnownValue) {
  for (std::size_t n = 2; n <= 65536; n *= 2) {
    std::vector<std::int64_t> a(n);
    a[0] = 1, a[1] = -1;
    const double half_angle = std::numbers::pi / 2 * (1 - 1 / static_cast<double>(n));
    const double largest = 4 * std::sin(half_angle) * std::sin(half_angle);
    const double found = he::squared_canonical_norm(a, CyclotomicIndex::create(2 * n));
    EXPECT_GE(found, largest) << n;
    EXPECT_LE(found, largest * (1 + 0x1p-32)) << n;
  }
}

// The norm of residues is no less than the norm of their integers, and not far above it.
TEST(CanonicalNorm, OfResiduesIsNotLess) {
  for (const std::uint64_t m : {2U << 4, 2U << 10, 2U << 16, 2U << 17, 4369U}) {
    const auto index = CyclotomicIndex::create(m);
    for (const std::uint64_t t : {std::uint64_t{3}, std::uint64_t{65537}, std::uint64_t{1} << 39,
                                  (std::uint64_t{1} << 40) + 1}) {
      SeededValues values(m + t);
      std::vector<std::uint64_t> residues(index.degree());
      std::vector<std::int64_t> integers(index.degree());
      const auto expect_norms = [&] {
        for (std::size_t i = 0; i < residues.size(); ++i) {
          integers[i] = static_cast<std::int64_t>(residues[i]) -
                        static_cast<std::int64_t>(residues[i] > t / 2 ? t : 0);
        }
        const double exact = he::squared_canonical_norm(integers, index);
        const double found = he::squared_canonical_norm(residues, t, index);
        EXPECT_GE(found, exact * (1 - 0x1p-33)) << m << ' ' << t;
        EXPECT_LE(found, exact * (1 + 0x1p-6)) << m << ' ' << t;
      };
      for (auto& residue : residues) residue = values.below(t);
      expect_norms();
      std::ranges::fill(residues, t / 2);
      expect_norms();
      // Integers and monomials have their magnitude.
      std::ranges::fill(residues, 0);
      residues.back() = t - 1;
      EXPECT_EQ(he::squared_canonical_norm(residues, t, index), 1);
      residues.back() = 0;
      EXPECT_EQ(he::squared_canonical_norm(residues, t, index), 0);
    }
  }
}

}  // namespace
}  // namespace lath::testing
