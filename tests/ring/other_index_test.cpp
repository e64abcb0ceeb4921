// SPDX-License-Identifier: Apache-2.0
//
// A ring whose index is no power of two: Z_Q[x]/(x^6 + x^3 + 1), of index 9, with a transform by
// the definition. Polynomials use it like any other.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/expect_error.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/arith/primes.hpp"
#include "lath/ring/automorphism.hpp"
#include "lath/ring/batch.hpp"
#include "lath/ring/scalar.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::expect_error;
using testing::from_integers;
using testing::SeededValues;

constexpr std::size_t kDegree = 6;
constexpr std::uint64_t kIndex = 9;
// The units modulo 9, in an order of their own.
constexpr std::array<std::uint32_t, kDegree> kExponents{1, 2, 4, 8, 7, 5};

// A root of unity of order 9.
std::uint64_t primitive_root(const Modulus& p) {
  for (std::uint64_t x = 2;; ++x) {
    const std::uint64_t root = p.pow_vartime(x, (p.value() - 1) / kIndex);
    if (p.pow_vartime(root, 3) != 1) return root;
  }
}

// Values at the primitive ninth roots of unity, and interpolation by the inverse matrix, which
// Gauss elimination finds.
class Schoolbook final : public Transform<std::uint64_t> {
  using Matrix = std::array<std::array<std::uint64_t, kDegree>, kDegree>;

 public:
  explicit Schoolbook(std::uint64_t p)
      : Transform(SlotMap::listed(kIndex, {kExponents.begin(), kExponents.end()}),
                  primitive_root(Modulus(p)), VectorArithmetic<std::uint64_t>::create(p)),
        p_(p) {
    for (std::size_t j = 0; j < kDegree; ++j) {
      for (std::size_t i = 0; i < kDegree; ++i) {
        values_[j][i] = p_.pow_vartime(root(), kExponents[j] * i);
      }
    }
    interpolation_ = inverse_of(values_);
  }
  void forward(std::uint64_t* a) const noexcept override { apply(values_, a); }
  void inverse(std::uint64_t* a) const noexcept override { apply(interpolation_, a); }

 private:
  void apply(const Matrix& matrix, std::uint64_t* a) const noexcept {
    std::array<std::uint64_t, kDegree> out{};
    for (std::size_t j = 0; j < kDegree; ++j) {
      for (std::size_t i = 0; i < kDegree; ++i) {
        out[j] = p_.add(out[j], p_.multiply(matrix[j][i], a[i]));
      }
    }
    std::copy(out.begin(), out.end(), a);
  }
  Matrix inverse_of(Matrix m) const {
    Matrix result{};
    for (std::size_t i = 0; i < kDegree; ++i) result[i][i] = 1;
    for (std::size_t c = 0; c < kDegree; ++c) {
      std::size_t pivot = c;
      while (m[pivot][c] == 0) ++pivot;
      std::swap(m[pivot], m[c]);
      std::swap(result[pivot], result[c]);
      const std::uint64_t scale = p_.inverse_vartime(m[c][c]);
      for (std::size_t i = 0; i < kDegree; ++i) {
        m[c][i] = p_.multiply(m[c][i], scale);
        result[c][i] = p_.multiply(result[c][i], scale);
      }
      for (std::size_t r = 0; r < kDegree; ++r) {
        if (r == c) continue;
        const std::uint64_t factor = m[r][c];
        for (std::size_t i = 0; i < kDegree; ++i) {
          m[r][i] = p_.subtract(m[r][i], p_.multiply(factor, m[c][i]));
          result[r][i] = p_.subtract(result[r][i], p_.multiply(factor, result[c][i]));
        }
      }
    }
    return result;
  }

  Modulus p_;
  Matrix values_{}, interpolation_{};
};

// Primes that are 1 mod 9, of three sizes.
std::vector<std::uint64_t> primes() {
  std::vector<std::uint64_t> result;
  for (std::uint64_t p : {std::uint64_t{1} << 49, std::uint64_t{1} << 61, std::uint64_t{1} << 29}) {
    p -= p % kIndex;
    while (!is_prime(p + 1)) p -= kIndex;
    result.push_back(p + 1);
  }
  return result;
}

DynamicRing ring() {
  std::vector<NttPlan<std::uint64_t>> plans;
  for (const std::uint64_t p : primes()) plans.emplace_back(std::make_shared<Schoolbook>(p));
  return DynamicRing::create(plans);
}

// sum_i c_i x^i modulo x^9 - 1, then modulo x^6 + x^3 + 1: x^6 = -x^3 - 1.
std::array<std::uint64_t, kDegree> reduced(std::array<std::uint64_t, kIndex> c, const Modulus& p) {
  std::array<std::uint64_t, kDegree> result;
  for (std::size_t i = 0; i < kDegree; ++i) result[i] = p.subtract(c[i], c[6 + i % 3]);
  return result;
}

template <class Term>
testing::CoeffPoly by_definition(const DynamicRing& ring, const Term& term) {
  testing::CoeffPoly result(ring);
  for (std::size_t limb = 0; limb < ring.limbs(); ++limb) {
    std::array<std::uint64_t, kIndex> sum{};
    term(limb, ring.modulus(limb), sum);
    const auto words = reduced(sum, ring.modulus(limb));
    std::copy(words.begin(), words.end(), result.limb(limb).begin());
  }
  return result;
}

TEST(RingOfIndexNine, AddsMultipliesAndScales) {
  const auto r = ring();
  ASSERT_EQ(r.degree(), kDegree);
  SeededValues random(9);
  SCOPED_TRACE(random.label());
  for (int run = 0; run < 50; ++run) {
    const auto a = from_integers<Coeff>(r, random), b = from_integers<Coeff>(r, random);
    const auto product = by_definition(
        r, [&](std::size_t limb, const Modulus& p, std::array<std::uint64_t, kIndex>& sum) {
          for (std::size_t i = 0; i < kDegree; ++i) {
            for (std::size_t j = 0; j < kDegree; ++j) {
              auto& c = sum[(i + j) % kIndex];
              c = p.add(c, p.multiply(a.limb(limb)[i], b.limb(limb)[j]));
            }
          }
        });
    ASSERT_TRUE(intt(ntt(a) * ntt(b)) == product);
    ASSERT_TRUE(intt(ntt(a) * ntt(b) + ntt(a)) == product + a);
    ASSERT_TRUE(convolve(a, b) == product);
    ASSERT_TRUE(3 * a - a == a + a);
    ASSERT_TRUE(intt(ntt(a)) == a);
  }
}

TEST(RingOfIndexNine, Rotates) {
  const auto r = ring();
  SeededValues random(10);
  SCOPED_TRACE(random.label());
  const auto a = from_integers<Coeff>(r, random);
  for (std::uint64_t g = 1; g < kIndex; ++g) {
    if (g % 3 == 0) {
      expect_error([&] { (void)Automorphism::create(r.slots(), g); }, ErrorCode::invalid_argument,
                   {"x^" + std::to_string(g), "inverse modulo 9"});
      continue;
    }
    const auto by = Automorphism::create(r.slots(), g);
    const auto expected = by_definition(
        r, [&](std::size_t limb, const Modulus& p, std::array<std::uint64_t, kIndex>& sum) {
          for (std::size_t i = 0; i < kDegree; ++i) {
            auto& c = sum[i * g % kIndex];
            c = p.add(c, a.limb(limb)[i]);
          }
        });
    ASSERT_TRUE(intt(apply_automorphism(ntt(a), by)) == expected) << g;
    expect_error([&] { (void)apply_automorphism(a, by); }, ErrorCode::unsupported,
                 {"coefficient form"});
  }
}

TEST(RingOfIndexNine, IsItsTransforms) {
  const auto r = ring();
  EXPECT_TRUE(r == ring());
  EXPECT_FALSE(r == r.prefix(2));
  EXPECT_TRUE(r.prefix(2) == ring().prefix(2));
  expect_error([&] { (void)r.extended({12289}); }, ErrorCode::unsupported, {"transforms"});
  const auto plan = r.plan(0);
  expect_error([&] { (void)DynamicRing::create(std::vector{plan, plan}); },
               ErrorCode::invalid_argument, {"twice"});
  const auto other = NttPlan<std::uint64_t>::create(8, 12289);
  expect_error([&] { (void)DynamicRing::create(std::vector{plan, other}); },
               ErrorCode::invalid_argument, {"different orders", "9", "16"});
  expect_error([] { NttPlan<std::uint64_t>(nullptr); }, ErrorCode::invalid_argument,
               {"no transform"});
}

}  // namespace
}  // namespace lath
