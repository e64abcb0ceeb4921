// SPDX-License-Identifier: Apache-2.0
//
// Values at complex roots of unity: on every instruction set the ones of the definition, bit by bit
// the ones of the scalar code up to their order, and back.
#include "ntt/complex/complex_transform.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include "base/isas.hpp"
#include "base/seeded_values.hpp"
#include "lath/arith/word.hpp"

namespace lath::detail {
namespace {

using namespace lath::testing;
using Pair = std::pair<double, double>;

ComplexWords drawn(std::size_t size, SeededValues& random) {
  ComplexWords a(size);
  for (std::size_t i = 0; i < size; ++i) {
    a.re()[i] = static_cast<double>(random.below(2001)) - 1000;
    a.im()[i] = static_cast<double>(random.below(2001)) - 1000;
  }
  return a;
}

std::vector<Pair> sorted(ComplexWords& a) {
  std::vector<Pair> all;
  for (std::size_t i = 0; i < a.size(); ++i) all.emplace_back(a.re()[i], a.im()[i]);
  std::ranges::sort(all);
  return all;
}

TEST(ComplexTransform, GivesTheValuesAtTheRoots) {
  for (std::size_t size = 1; size <= 256; size *= 2) {
    SeededValues random(size);
    ComplexWords a = drawn(size, random);
    std::vector<std::complex<double>> expected;
    for (std::size_t j = 0; j < size; ++j) {
      const double turns = (static_cast<double>(j) + 0.25) / static_cast<double>(size);
      const auto z = std::polar(1.0, 2 * std::numbers::pi * turns);
      std::complex<double> value = 0;
      for (std::size_t i = size; i-- > 0;) value = value * z + std::complex(a.re()[i], a.im()[i]);
      expected.push_back(value);
    }
    complex_transform(Isa::scalar, a, *roots_of_transform<double>(size));
    for (const auto& value : expected) {
      double nearest = 1e9;
      for (std::size_t i = 0; i < size; ++i) {
        nearest = std::min(nearest, std::abs(value - std::complex(a.re()[i], a.im()[i])));
      }
      EXPECT_LT(nearest, 1e-8) << size;
    }
  }
}

TEST(ComplexTransform, DoesNotDependOnTheInstructionSet) {
  for (const Isa isa : isas({Isa::avx2, Isa::avx512})) {
    for (std::size_t size = 1; size <= 4096; size *= 2) {
      SeededValues random(size), again(size);
      ComplexWords a = drawn(size, random), b = drawn(size, again);
      const auto roots = roots_of_transform<double>(size);
      complex_transform(isa, a, *roots);
      complex_transform(Isa::scalar, b, *roots);
      EXPECT_EQ(sorted(a), sorted(b)) << size;
      std::vector<std::int64_t> integers(2 * size);
      for (auto& x : integers) x = static_cast<std::int64_t>(random.below(2001)) - 1000;
      EXPECT_EQ(largest_squared_value(isa, integers), largest_squared_value(Isa::scalar, integers));
    }
  }
}

TEST(LargeIntegers, AreRoundedOnce) {
  const std::int64_t largest = (std::int64_t{1} << 62) - 1;
  for (const Isa isa : isas({Isa::scalar, Isa::avx2, Isa::avx512})) {
    for (const std::size_t size : {1U, 7U, 8U, 101U, 1024U}) {
      SeededValues random(size);
      std::vector<std::int64_t> integers(size, -largest);
      for (auto& x : integers) x += static_cast<std::int64_t>(random.next() >> 2);
      integers[0] = largest;
      uint128 sum = 0;
      for (const std::int64_t x : integers) sum += static_cast<std::uint64_t>(x < 0 ? -x : x);
      EXPECT_EQ(sum_of_magnitudes(isa, integers), static_cast<double>(sum)) << size;
      if (size % 2 != 0) continue;
      ComplexWords a = words_of(isa, integers);
      for (std::size_t i = 0; i < size / 2; ++i) {
        ASSERT_EQ(a.re()[i], static_cast<double>(integers[i]));
        ASSERT_EQ(a.im()[i], static_cast<double>(integers[i + size / 2]));
      }
    }
  }
}

// Residues modulo t of coefficients next to zero.
std::vector<std::uint64_t> residues_of(std::span<const std::int64_t> integers, std::uint64_t t) {
  std::vector<std::uint64_t> residues;
  for (const std::int64_t x : integers) {
    residues.push_back(x < 0 ? t + static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x));
  }
  return residues;
}

TEST(ShortNorms, DoNotDependOnTheInstructionSet) {
  for (const std::uint64_t t : {2ULL, 3ULL, 65537ULL, (1ULL << 40) - 1}) {
    for (std::size_t n = 2; n <= 8192; n *= 2) {
      SeededValues random(n + t);
      std::vector<std::int64_t> integers(n);
      const std::uint64_t half = t / 2, least = (t - 1) / 2;
      std::uint64_t sum = 0;
      for (auto& x : integers) {
        x = static_cast<std::int64_t>(random.below(t)) - static_cast<std::int64_t>(least);
      }
      integers[0] = static_cast<std::int64_t>(half);
      integers[1] = -static_cast<std::int64_t>(least);
      for (const auto x : integers) sum += static_cast<std::uint64_t>(std::abs(x));
      const auto residues = residues_of(integers, t);
      const ShortNorms expected = short_norms(Isa::scalar, residues, t);
      EXPECT_EQ(expected.sum, static_cast<double>(sum)) << t << ' ' << n;
      for (const Isa isa : isas({Isa::avx2, Isa::avx512})) {
        const ShortNorms norms = short_norms(isa, residues, t);
        EXPECT_EQ(norms.largest, expected.largest) << t << ' ' << n;
        EXPECT_EQ(norms.sum, expected.sum) << t << ' ' << n;
      }
    }
  }
}

// Polynomials with one large value, with equal ones, with few and with all coefficients: rounding
// stays below a tenth of its bound.
TEST(ShortNorms, AreNextToTheOnesInDoublePrecision) {
  constexpr std::uint64_t kT = (1ULL << 40) - 87;
  constexpr double kLargest = static_cast<double>(kT / 2);
  for (std::size_t n = 2; n <= 65536; n *= 4) {
    SeededValues random(n);
    const auto size = static_cast<double>(n);
    const double bound = (std::log2(size) + 1) * 0x1p-21 * std::sqrt(size);
    const std::vector<std::function<double(std::size_t)>> polynomials{
        [&](std::size_t) { return kLargest - static_cast<double>(random.below(kT - 1)); },
        [&](std::size_t) { return random.below(2) == 0 ? kLargest : -kLargest; },
        [&](std::size_t) { return kLargest; },
        [&](std::size_t i) { return i % 2 == 0 ? kLargest : -kLargest; },
        [&](std::size_t i) { return i + 1 == n ? kLargest : 0.0; },
        [&](std::size_t i) {
          const auto k = static_cast<double>(i);
          return kLargest * std::cos(std::numbers::pi * k * 3 / size);
        },
        [&](std::size_t i) {
          const auto k = static_cast<double>(i);
          return kLargest * std::cos(std::numbers::pi * k * k / (2 * size));
        },
        [&](std::size_t i) { return i < 2 ? 1 - 2 * static_cast<double>(i) : 0.0; }};
    for (std::size_t f = 0; f < polynomials.size(); ++f) {
      std::vector<std::int64_t> integers(n);
      for (std::size_t i = 0; i < n; ++i) {
        integers[i] = static_cast<std::int64_t>(polynomials[f](i));
      }
      const double expected = std::sqrt(largest_squared_value(active_isa(), integers));
      const ShortNorms norms = short_norms(active_isa(), residues_of(integers, kT), kT);
      EXPECT_NEAR(std::sqrt(norms.largest) / expected, 1, bound / 10) << n << ' ' << f;
    }
  }
}

TEST(ComplexTransform, IsInverted) {
  for (const Isa isa : isas({Isa::avx2, Isa::avx512})) {
    for (std::size_t size = 1; size <= 16384; size *= 2) {
      SeededValues random(size), again(size);
      ComplexWords a = drawn(size, random), b = drawn(size, again);
      const auto roots = roots_of_transform<double>(size);
      complex_transform(isa, a, *roots);
      inverse_complex_transform(isa, a, *roots);
      const double scale = 1 / static_cast<double>(size);
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_NEAR(a.re()[i] * scale, b.re()[i], 1e-8) << size << ' ' << i;
        ASSERT_NEAR(a.im()[i] * scale, b.im()[i], 1e-8) << size << ' ' << i;
      }
    }
  }
}

TEST(ComplexRoots, AreExactToTheLastBits) {
  const auto roots = ComplexRoots::create(std::size_t{1} << 18);
  for (std::size_t j = 0; j < roots->size(); j += 977) {
    long double turns = 0, weight = 0.25L;
    for (std::size_t bits = j; bits != 0; bits >>= 1, weight /= 2) turns += (bits & 1) * weight;
    const long double angle = 2 * std::numbers::pi_v<long double> * turns;
    ASSERT_LT(std::abs(roots->re()[j] - std::cos(angle)), 0x1p-51L) << j;
    ASSERT_LT(std::abs(roots->im()[j] - std::sin(angle)), 0x1p-51L) << j;
  }
}

// Up to transforms of 2^16 values, the largest of keys of degree 2^17, tables are kept.
TEST(ComplexRoots, AreKeptForLaterCalls) {
  const auto longest = roots_of_transform<double>(std::size_t{1} << 16);
  EXPECT_EQ(roots_of_transform<double>(std::size_t{1} << 16), longest);
  EXPECT_EQ(roots_of_transform<double>(1024), longest);
  EXPECT_NE(roots_of_transform<double>(std::size_t{1} << 17), longest);
}

}  // namespace
}  // namespace lath::detail
