// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/definition.hpp"
#include "kernels/plan_cases.hpp"

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
    plan.add(out.data(), o.a.data(), o.b.data());
    ASSERT_EQ(out, o.sum);
    plan.subtract(out.data(), o.a.data(), o.b.data());
    ASSERT_EQ(out, o.difference);
    plan.multiply(out.data(), o.a.data(), o.b.data());
    ASSERT_EQ(out, o.product);
    plan.negate(out.data(), o.a.data());
    ASSERT_EQ(out, o.negative);
  });
}

TYPED_TEST(Pointwise, ResultsMayReplaceTheFirstOperand) {
  using Word = TypeParam;
  this->for_each_case([](const NttPlan<Word>& plan, const Operands<Word>& o) {
    auto out = o.a;
    plan.add(out.data(), out.data(), o.b.data());
    ASSERT_EQ(out, o.sum);
    out = o.a;
    plan.subtract(out.data(), out.data(), o.b.data());
    ASSERT_EQ(out, o.difference);
    out = o.a;
    plan.multiply(out.data(), out.data(), o.b.data());
    ASSERT_EQ(out, o.product);
    out = o.a;
    plan.negate(out.data(), out.data());
    ASSERT_EQ(out, o.negative);
  });
}

TYPED_TEST(Pointwise, ResultsMayReplaceTheSecondOperand) {
  using Word = TypeParam;
  this->for_each_case([](const NttPlan<Word>& plan, const Operands<Word>& o) {
    auto out = o.b;
    plan.add(out.data(), o.a.data(), out.data());
    ASSERT_EQ(out, o.sum);
    out = o.b;
    plan.subtract(out.data(), o.a.data(), out.data());
    ASSERT_EQ(out, o.difference);
    out = o.b;
    plan.multiply(out.data(), o.a.data(), out.data());
    ASSERT_EQ(out, o.product);
  });
}

TYPED_TEST(Pointwise, OneVectorMayBeEverything) {
  using Word = TypeParam;
  this->for_each_case([](const NttPlan<Word>& plan, const Operands<Word>& o) {
    auto out = o.a;
    plan.subtract(out.data(), out.data(), out.data());
    ASSERT_EQ(out, std::vector<Word>(o.a.size(), 0));
    out = o.a;
    plan.multiply(out.data(), out.data(), out.data());
    for (std::size_t i = 0; i < out.size(); ++i) {
      ASSERT_EQ(out[i], testing::multiply_by_division(o.a[i], o.a[i], plan.modulus()));
    }
  });
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
    plan.multiply(out.data(), a.data(), b.data());
    for (unsigned i = 0; i < kDegree; ++i) ASSERT_EQ(out[i], a[i] * b[i] % 257);
  }
}

}  // namespace
}  // namespace lath
