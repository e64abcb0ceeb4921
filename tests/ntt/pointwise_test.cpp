// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ntt/definition.hpp"
#include "ntt/plan_cases.hpp"

namespace lath {
namespace {

template <class Word>
struct Operands {
  std::vector<Word> a, b, sum, difference, product, negative;
};

// Every pair of 0, 1, p/2, p-2, p-1 occurs where n is large enough; the rest is random.
template <class Word>
Operands<Word> operands(std::size_t n, std::uint64_t p, std::uint64_t seed) {
  testing::SeededValues random(seed);
  const std::uint64_t edges[] = {0, 1, p / 2, p - 2, p - 1};
  Operands<Word> o;
  for (std::size_t i = 0; i < n; ++i) {
    // A permutation of the pairs by the seed lets short vectors see all of them in time.
    const std::size_t pair = (i + seed * n) % 50;
    const std::uint64_t a = pair < 25 ? edges[pair / 5] : random.below(p);
    const std::uint64_t b = pair < 25 ? edges[pair % 5] : random.below(p);
    o.a.push_back(static_cast<Word>(a));
    o.b.push_back(static_cast<Word>(b));
    o.sum.push_back(static_cast<Word>((a + b) % p));
    o.difference.push_back(static_cast<Word>((a + p - b) % p));
    o.product.push_back(static_cast<Word>(testing::multiply_by_division(a, b, p)));
    o.negative.push_back(static_cast<Word>((p - a) % p));
  }
  return o;
}

template <class Word>
class Pointwise : public ::testing::Test {
 protected:
  template <class Check>
  static void for_each_case(const Check& check) {
    for (const std::size_t n : {2U, 4U, 8U, 16U, 32U, 64U, 1024U}) {
      testing::for_each_plan<Word>(n, [&](const NttPlan<Word>& plan) {
        for (std::uint64_t seed = 0; seed < 25; ++seed) {
          SCOPED_TRACE("seed " + std::to_string(seed));
          check(plan, operands<Word>(n, plan.modulus(), seed));
          if (::testing::Test::HasFatalFailure()) return;
        }
      });
    }
  }
};
TYPED_TEST_SUITE(Pointwise, testing::PlanWords);

TYPED_TEST(Pointwise, OperationsAreThoseOfTheIntegersModuloP) {
  using Word = TypeParam;
  this->for_each_case([](const NttPlan<Word>& plan, const Operands<Word>& o) {
    std::vector<Word> out(o.a.size());
    plan.arithmetic().add(out.data(), o.a.data(), o.b.data(), plan.degree());
    ASSERT_EQ(out, o.sum);
    plan.arithmetic().subtract(out.data(), o.a.data(), o.b.data(), plan.degree());
    ASSERT_EQ(out, o.difference);
    plan.arithmetic().multiply(out.data(), o.a.data(), o.b.data(), plan.degree());
    ASSERT_EQ(out, o.product);
    plan.arithmetic().negate(out.data(), o.a.data(), plan.degree());
    ASSERT_EQ(out, o.negative);
  });
}

TYPED_TEST(Pointwise, ResultsMayReplaceTheFirstOperand) {
  using Word = TypeParam;
  this->for_each_case([](const NttPlan<Word>& plan, const Operands<Word>& o) {
    auto out = o.a;
    plan.arithmetic().add(out.data(), out.data(), o.b.data(), plan.degree());
    ASSERT_EQ(out, o.sum);
    out = o.a;
    plan.arithmetic().subtract(out.data(), out.data(), o.b.data(), plan.degree());
    ASSERT_EQ(out, o.difference);
    out = o.a;
    plan.arithmetic().multiply(out.data(), out.data(), o.b.data(), plan.degree());
    ASSERT_EQ(out, o.product);
    out = o.a;
    plan.arithmetic().negate(out.data(), out.data(), plan.degree());
    ASSERT_EQ(out, o.negative);
  });
}

TYPED_TEST(Pointwise, ResultsMayReplaceTheSecondOperand) {
  using Word = TypeParam;
  this->for_each_case([](const NttPlan<Word>& plan, const Operands<Word>& o) {
    auto out = o.b;
    plan.arithmetic().add(out.data(), o.a.data(), out.data(), plan.degree());
    ASSERT_EQ(out, o.sum);
    out = o.b;
    plan.arithmetic().subtract(out.data(), o.a.data(), out.data(), plan.degree());
    ASSERT_EQ(out, o.difference);
    out = o.b;
    plan.arithmetic().multiply(out.data(), o.a.data(), out.data(), plan.degree());
    ASSERT_EQ(out, o.product);
  });
}

TYPED_TEST(Pointwise, OneVectorMayBeEverything) {
  using Word = TypeParam;
  this->for_each_case([](const NttPlan<Word>& plan, const Operands<Word>& o) {
    auto out = o.a;
    plan.arithmetic().subtract(out.data(), out.data(), out.data(), plan.degree());
    ASSERT_EQ(out, std::vector<Word>(o.a.size(), 0));
    out = o.a;
    plan.arithmetic().multiply(out.data(), out.data(), out.data(), plan.degree());
    for (std::size_t i = 0; i < out.size(); ++i) {
      ASSERT_EQ(out[i], testing::multiply_by_division(o.a[i], o.a[i], plan.modulus()));
    }
  });
}

// Every four of 0, 1, p/2, p-2, p-1 occur over the seeds; the rest is random.
template <class Word>
std::array<std::vector<Word>, 4> four_operands(std::size_t n, std::uint64_t p, std::uint64_t seed) {
  testing::SeededValues random(seed);
  const std::uint64_t edges[] = {0, 1, p / 2, p - 2, p - 1};
  std::array<std::vector<Word>, 4> x;
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t choice = (i + seed * n) % 1000;
    const bool is_edge = choice < 625;
    for (auto& words : x) {
      words.push_back(static_cast<Word>(is_edge ? edges[choice % 5] : random.below(p)));
      choice /= 5;
    }
  }
  return x;
}

TYPED_TEST(Pointwise, ProductsWithSumsAreThoseOfTheIntegersModuloP) {
  using Word = TypeParam;
  for (const std::size_t n : {2U, 16U, 64U, 1024U}) {
    testing::for_each_plan<Word>(n, [&](const NttPlan<Word>& plan) {
      const std::uint64_t p = plan.modulus();
      for (std::uint64_t seed = 0; seed < 10; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const auto [a, b, c, d] = four_operands<Word>(n, p, seed);
        std::vector<Word> add(n), subtract(n), from(n), products(n), sum(n), difference(n);
        plan.arithmetic().multiply_add(add.data(), a.data(), b.data(), c.data(), plan.degree());
        plan.arithmetic().apply(Operation::multiply_subtract, subtract.data(),
                                {a.data(), b.data(), c.data()}, plan.degree());
        plan.arithmetic().apply(Operation::subtract_product, from.data(),
                                {a.data(), b.data(), c.data()}, plan.degree());
        plan.arithmetic().apply(Operation::add_products, products.data(),
                                {a.data(), b.data(), c.data(), d.data()}, plan.degree());
        plan.arithmetic().apply(Operation::multiply_sum, sum.data(), {a.data(), b.data(), c.data()},
                                plan.degree());
        plan.arithmetic().apply(Operation::multiply_difference, difference.data(),
                                {a.data(), b.data(), c.data()}, plan.degree());
        for (std::size_t i = 0; i < n; ++i) {
          const std::uint64_t x = a[i], y = b[i], z = c[i];
          const std::uint64_t ab = testing::multiply_by_division(x, y, p);
          const std::uint64_t cd = testing::multiply_by_division(z, d[i], p);
          ASSERT_EQ(add[i], (ab + z) % p) << x << " * " << y << " + " << z;
          ASSERT_EQ(subtract[i], (ab + p - z) % p) << x << " * " << y << " - " << z;
          ASSERT_EQ(from[i], (z + p - ab) % p) << z << " - " << x << " * " << y;
          ASSERT_EQ(products[i], (ab + cd) % p) << x << " * " << y << " + " << z << " * " << +d[i];
          ASSERT_EQ(sum[i], testing::multiply_by_division((x + y) % p, z, p))
              << "(" << x << " + " << y << ") * " << z;
          ASSERT_EQ(difference[i], testing::multiply_by_division((x + p - y) % p, z, p))
              << "(" << x << " - " << y << ") * " << z;
        }
      }
    });
  }
}

// The largest product of the smallest and the largest moduli, for all residues of a small one.
TEST(Pointwise16, ProductsModulo257AreExhaustivelyRight) {
  constexpr std::size_t kDegree = 128;
  const auto plan = NttPlan<std::uint16_t>::create(kDegree, 257);
  std::vector<std::uint16_t> a(kDegree), b(kDegree), out(kDegree);
  for (unsigned pair = 0; pair < 257 * 257; pair += kDegree) {
    for (unsigned i = 0; i < kDegree; ++i) {
      a[i] = static_cast<std::uint16_t>((pair + i) / 257 % 257);
      b[i] = static_cast<std::uint16_t>((pair + i) % 257);
    }
    plan.arithmetic().multiply(out.data(), a.data(), b.data(), plan.degree());
    for (unsigned i = 0; i < kDegree; ++i) ASSERT_EQ(out[i], a[i] * b[i] % 257);
  }
}

}  // namespace
}  // namespace lath
