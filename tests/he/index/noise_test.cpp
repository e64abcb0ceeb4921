// SPDX-License-Identifier: Apache-2.0
//
// What noise bounds count on in rings of every index: canonical norms, the variance of errors, and
// how large coefficients of the powerful basis are for given values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include "base/seeded_values.hpp"
#include "he/context.hpp"
#include "he/core/errors.hpp"
#include "he/noise/embedding.hpp"
#include "he/scheme_keys.hpp"
#include "lath/he/noise/noise_model.hpp"
#include "lath/ntt/powerful_basis.hpp"

namespace lath::testing {
namespace {

using Complex = std::complex<double>;

// The values at the roots of Phi_m, slot after slot.
std::vector<Complex> values_of(const CyclotomicIndex& index, const std::vector<std::int64_t>& a) {
  const std::uint64_t m = index.value();
  std::vector<Complex> roots(m), values(a.size());
  for (std::uint64_t k = 0; k < m; ++k) {
    roots[k] =
        std::polar(1.0, 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(m));
  }
  for (std::size_t s = 0; s < a.size(); ++s) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      values[s] +=
          static_cast<double>(a[i]) * roots[index.power(i) * index.slots().exponent(s) % m];
    }
  }
  return values;
}

TEST(SquaredValues, AreThoseAtTheRoots) {
  for (std::uint64_t m = 3; m <= 250; ++m) {
    const auto index = CyclotomicIndex::create(m);
    SeededValues random(m);
    for (const std::uint64_t most : {std::uint64_t{3}, std::uint64_t{1} << 59}) {
      std::vector<std::int64_t> a(index.degree());
      for (auto& x : a) {
        x = static_cast<std::int64_t>(random.below(most)) - static_cast<std::int64_t>(most / 2);
      }
      double largest = 0, sum = 0;
      for (const Complex& value : values_of(index, a)) {
        largest = std::max(largest, std::norm(value));
        sum += std::norm(value);
      }
      const auto found = he::squared_values(a, index);
      if (largest == 0) continue;
      EXPECT_NEAR(found.largest / largest, 1, 1e-9) << "index " << m;
      EXPECT_NEAR(found.mean * static_cast<double>(a.size()) / sum, 1, 1e-9) << "index " << m;
    }
  }
}

// Large rings, and a prime: one product of x^k has the values of magnitude 1.
TEST(SquaredValues, OfLargeRings) {
  for (const std::uint64_t m : {2783U, 15015U, 65535U, 65537U, 131101U}) {
    const auto index = CyclotomicIndex::create(m);
    std::vector<std::int64_t> a(index.degree());
    a[a.size() / 3] = -1000;
    EXPECT_NEAR(he::squared_values(a, index).largest / 1e6, 1, 1e-9) << m;
    EXPECT_NEAR(he::squared_values(a, index).mean / 1e6, 1, 1e-9) << m;
  }
}

he::Literal literal_of(std::uint64_t m, he::ErrorDistribution errors) {
  return {.index = m,
          .plaintext_modulus = 2,
          .prime_bits = {40},
          .special_prime_bits = {40},
          .errors = errors};
}

// Values of errors have the mean square M v at every root, and coefficients the variance 2^k v.
TEST(ErrorsOfIndices, HaveTheVarianceOfTheBounds) {
  Generator generator = Generator::from_seed(Seed{}, "errors of indices");
  for (const std::uint64_t m : {9U, 15U, 20U, 42U, 105U}) {
    for (const auto errors :
         {he::ErrorDistribution::centered_binomial, he::ErrorDistribution::discrete_gaussian,
          he::ErrorDistribution::wide_gaussian}) {
      SCOPED_TRACE("index " + std::to_string(m));
      const auto parameters = he::bfv::Parameters::create_insecure(literal_of(m, errors));
      const he::Context& context = *parameters.context();
      const Modulus& q = context.keys->chain.modulus(0);
      const std::size_t n = context.degree();
      const he::RingGeometry& geometry = context.noise.geometry();
      const double variance = context.noise.error_variance() / geometry.terms;
      if (errors == he::ErrorDistribution::wide_gaussian) {
        EXPECT_NEAR(variance, 3.2 * 3.2 * geometry.powers, 1e-9);
      }
      std::vector<double> coefficients(n), values(n);
      constexpr int kDraws = 4000;
      for (int draw = 0; draw < kDraws; ++draw) {
        std::vector<std::uint64_t> residues(n);
        he::ErrorCoefficients(context.keys->errors, generator).residues(residues, q);
        std::vector<std::int64_t> e(n);
        for (std::size_t i = 0; i < n; ++i) {
          e[i] = static_cast<std::int64_t>(residues[i] > q.value() / 2 ? residues[i] - q.value()
                                                                       : residues[i]);
          coefficients[i] += static_cast<double>(e[i] * e[i]) / kDraws;
        }
        const auto at_roots = values_of(context.keys->index, e);
        for (std::size_t s = 0; s < n; ++s) values[s] += std::norm(at_roots[s]) / kDraws;
      }
      // Six deviations of 4000 squares, of real and of complex Gaussian numbers.
      for (std::size_t i = 0; i < n; ++i) {
        EXPECT_NEAR(coefficients[i] / (geometry.terms * variance), 1, 0.135) << i;
        EXPECT_NEAR(values[i] / (geometry.powers * variance), 1, 0.095) << i;
      }
    }
  }
}

// A coefficient is a linear form of the values. The sums of its squares are 2^k / M, those of its
// magnitudes at most 2^k; docs/noise.md counts on both.
TEST(PowerfulCoefficients, AreBoundedByValues) {
  for (std::uint64_t m = 3; m <= 130; ++m) {
    const auto index = CyclotomicIndex::create(m);
    const auto geometry = he::RingGeometry::of_index(m);
    if (!index.is_power_of_two()) {
      const auto basis = PowerfulBasis::create(index);
      EXPECT_EQ(geometry.powers, static_cast<double>(basis.powers())) << m;
      EXPECT_EQ(geometry.terms, static_cast<double>(basis.terms())) << m;
    }
    const std::size_t n = index.degree();
    // The columns of the inverse of the matrix of values, one prime power after another.
    for (std::size_t place = 0; place < n; ++place) {
      double squares = 1, magnitudes = 1;
      std::size_t rest = place;
      const auto axes = index.axes();
      for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
        const auto i = static_cast<double>(rest % axis->degree),
                   q = static_cast<double>(axis->value);
        rest /= axis->degree;
        const double length = q / static_cast<double>(axis->prime);
        const double outside = std::fmod(i, length) + q - length;
        double sum_of_squares = 0, sum_of_magnitudes = 0;
        for (std::uint64_t j = 1; j < axis->value; ++j) {
          if (j % axis->prime == 0) continue;
          const double turn = 2 * std::numbers::pi * static_cast<double>(j) / q;
          const Complex form =
              axis->prime == 2
                  ? std::polar(2 / q, -turn * i)
                  : (std::polar(1.0, -turn * i) - std::polar(1.0, -turn * outside)) / q;
          sum_of_squares += std::norm(form);
          sum_of_magnitudes += std::abs(form);
        }
        squares *= sum_of_squares;
        magnitudes *= sum_of_magnitudes;
      }
      ASSERT_NEAR(squares, geometry.terms / geometry.powers, 1e-9) << m << ", place " << place;
      ASSERT_LE(magnitudes, geometry.terms + 1e-9) << m << ", place " << place;
    }
  }
}

// Products of messages at their worst in BGV, where they are part of the noise: all coefficients
// t/2, and powers of it that are not switched.
template <class Scheme>
class IndexNoise : public ::testing::Test {};
TYPED_TEST_SUITE(IndexNoise, BothSchemes);

TYPED_TEST(IndexNoise, PowersStayBelowTheirBound) {
  for (const std::uint64_t m : {15U, 45U, 63U, 105U, 210U, 1155U}) {
    SchemeKeys<TypeParam> keys({.index = m,
                                .plaintext_modulus = 257,
                                .prime_bits = std::vector<unsigned>(8, 45),
                                .special_prime_bits = {47}});
    for (std::uint64_t seed = 0; seed < seeds(4); ++seed) {
      SCOPED_TRACE("index " + std::to_string(m) + ", seed " + std::to_string(seed));
      SeededValues values(seed);
      auto w = seed == 0 ? keys.filled(128) : seed == 1 ? keys.constant(-128) : keys.draw(values);
      auto c = keys.encrypt(w);
      for (int depth = 1; depth <= 3; ++depth) {
        c = keys.multiply(c, c);
        w = w * w;
        keys.expect(c, w, 8.0 * (1 << depth) + 10);
      }
    }
  }
}

}  // namespace
}  // namespace lath::testing
