// SPDX-License-Identifier: Apache-2.0
#include "ml_kem/quadratic_products.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/isas.hpp"
#include "base/seeded_values.hpp"

namespace lath::detail {
namespace {

using Words = std::vector<std::uint16_t>;

// The product by definition: x^n = -1.
Words negacyclic_product(const Words& a, const Words& b, std::uint64_t p) {
  const std::size_t n = a.size();
  std::vector<std::uint64_t> sums(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) sums[i + j] += std::uint64_t{a[i]} * b[j];
  }
  Words product(n);
  for (std::size_t i = 0; i < n; ++i) {
    product[i] = static_cast<std::uint16_t>((sums[i] % p + p - sums[i + n] % p) % p);
  }
  return product;
}

Words residues(std::size_t count, std::uint64_t p, testing::SeededValues& random) {
  Words words(count);
  for (auto& word : words) word = static_cast<std::uint16_t>(random.below(p));
  return words;
}

TEST(QuadraticProducts, AreProductsOfPolynomials) {
  testing::SeededValues random(1);
  SCOPED_TRACE(random.label());
  // 3329 = 13 * 256 + 1, 2113 = 33 * 64 + 1, 4049 = 253 * 16 + 1.
  const std::array<std::array<std::size_t, 2>, 3> cases = {{{256, 3329}, {64, 2113}, {16, 4049}}};
  for (const auto& [degree, p] : cases) {
    for (const Isa isa : testing::isas({Isa::avx2, Isa::avx512})) {
      const auto plan =
          NttPlan<std::uint16_t>::create(degree, p, NttShape{Convolution::negacyclic, 1});
      const QuadraticProducts products(isa, plan);
      for (std::size_t rank = 1; rank <= QuadraticProducts::kMaxRank; ++rank) {
        // Two polynomials apart, to see that the stride is heeded.
        Words a(2 * rank * degree), prepared(rank * products.prepared_words()), sum(degree);
        for (std::size_t k = 0; k < rank; ++k) {
          Words x = residues(degree, p, random), y = residues(degree, p, random);
          const Words product = negacyclic_product(x, y, p);
          for (std::size_t i = 0; i < degree; ++i) {
            sum[i] = static_cast<std::uint16_t>((sum[i] + product[i]) % p);
          }
          plan.forward(x.data());
          plan.forward(y.data());
          std::copy(x.begin(), x.end(), &a[2 * k * degree]);
          products.prepare(&prepared[k * products.prepared_words()], y.data());
        }
        Words out(degree);
        products.inner_product(out.data(), a.data(), 2 * degree, prepared.data(), rank);
        plan.inverse(out.data());
        ASSERT_EQ(out, sum) << isa_name(isa) << " degree " << degree << " rank " << rank;
      }
    }
  }
}

// Where sums are largest: every word p - 1, and words that prepared are largest in magnitude.
TEST(QuadraticProducts, HaveRoomForTheLargestSums) {
  const auto plan = NttPlan<std::uint16_t>::create(256, 3329, NttShape{Convolution::negacyclic, 1});
  std::vector<QuadraticProducts> all;  // the first is the reference
  for (const Isa isa : testing::isas({Isa::avx2, Isa::avx512})) all.emplace_back(isa, plan);
  constexpr std::size_t kRank = QuadraticProducts::kMaxRank;
  const Words a(kRank * 256, 3328);
  for (std::uint16_t value = 0; value < 3329; ++value) {
    const Words b(256, value);
    Words expected;
    for (const QuadraticProducts& products : all) {
      Words prepared(kRank * products.prepared_words());
      for (std::size_t k = 0; k < kRank; ++k) {
        products.prepare(&prepared[k * products.prepared_words()], b.data());
      }
      Words out(256);
      products.inner_product(out.data(), a.data(), 256, prepared.data(), kRank);
      if (expected.empty()) expected = out;
      ASSERT_EQ(out, expected) << value;
      ASSERT_LT(*std::max_element(out.begin(), out.end()), 3329);
    }
  }
}

}  // namespace
}  // namespace lath::detail
