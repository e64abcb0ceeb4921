// SPDX-License-Identifier: Apache-2.0
//
// The entries beside the plain ones, in every shape: lazy transforms, prepared operands, sums of
// products, and parts of vectors.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ntt/definition.hpp"
#include "ntt/plan_cases.hpp"

namespace lath {
namespace {

using testing::SeededValues;

struct Part {
  std::size_t first, count;
};

template <class Word>
class PlanKernels : public ::testing::Test {
 protected:
  template <class Check>
  static void for_each_plan_of(std::initializer_list<std::size_t> degrees, const Check& check) {
    for (const std::size_t n : degrees) {
      const std::size_t plans = testing::for_each_shaped_plan<Word>(n, [&](const auto& plan) {
        SeededValues random(n);
        SCOPED_TRACE(random.label());
        check(plan, random);
      });
      ASSERT_GE(plans, 2U) << n;
    }
  }
};
TYPED_TEST_SUITE(PlanKernels, testing::PlanWords);

TYPED_TEST(PlanKernels, LazyTransformsStayBelowFourTimesThePrimeAndReduceToTheOthers) {
  using Word = TypeParam;
  this->for_each_plan_of(
      {2, 4, 8, 16, 32, 64, 128, 1024}, [](const NttPlan<Word>& plan, SeededValues& random) {
        const std::uint64_t p = plan.modulus();
        for (const auto& input : testing::vectors_under_test<Word>(plan.degree(), p, random)) {
          auto lazy = input, expected = input;
          plan.forward(expected.data());
          plan.forward_lazy(lazy.data());
          for (std::size_t i = 0; i < lazy.size(); ++i) {
            ASSERT_LT(lazy[i], 4 * p) << "word " << i;
            ASSERT_EQ(lazy[i] % p, expected[i]) << "word " << i;
          }
          plan.arithmetic().reduce(lazy.data(), lazy.data(), plan.degree());
          ASSERT_EQ(lazy, expected);
        }
      });
}

TYPED_TEST(PlanKernels, ReduceTakesWordsUpToFourTimesThePrime) {
  using Word = TypeParam;
  this->for_each_plan_of({2, 16, 256}, [](const NttPlan<Word>& plan, SeededValues& random) {
    const std::uint64_t p = plan.modulus(), n = plan.degree();
    std::vector<std::uint64_t> edges;
    for (std::uint64_t k = 0; k < 4; ++k) {
      for (const std::uint64_t edge : {k * p, k * p + 1, k * p + p / 2, k * p + p - 1}) {
        edges.push_back(edge);
      }
    }
    for (std::size_t shift = 0; shift < edges.size(); ++shift) {
      std::vector<Word> words(n), reduced(n);
      for (std::size_t i = 0; i < n; ++i) {
        const bool is_edge = i < edges.size();
        words[i] =
            static_cast<Word>(is_edge ? edges[(i + shift) % edges.size()] : random.below(4 * p));
      }
      plan.arithmetic().reduce(reduced.data(), words.data(), plan.degree());
      for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(reduced[i], words[i] % p) << words[i];
    }
  });
}

TYPED_TEST(PlanKernels, PreparedProductsAreTheProducts) {
  using Word = TypeParam;
  this->for_each_plan_of({2, 4, 16, 64, 512}, [](const NttPlan<Word>& plan, SeededValues& random) {
    const std::size_t n = plan.degree();
    for (int round = 0; round < 3; ++round) {
      const auto inputs = testing::vectors_under_test<Word>(n, plan.modulus(), random);
      for (const std::size_t i : {std::size_t{1}, std::size_t{2}, std::size_t{8}, std::size_t{9}}) {
        const auto &b = inputs[i], &a = inputs[i == 1 ? 1 : 9];
        std::vector<Word> quotients(n), expected(n), product(n);
        plan.arithmetic().prepare(quotients.data(), b.data(), plan.degree());
        plan.arithmetic().multiply(expected.data(), a.data(), b.data(), plan.degree());
        plan.arithmetic().multiply_prepared(product.data(), a.data(), b.data(), quotients.data(),
                                            plan.degree());
        ASSERT_EQ(product, expected);
        product = a;
        plan.arithmetic().multiply_prepared(product.data(), product.data(), b.data(),
                                            quotients.data(), plan.degree());
        ASSERT_EQ(product, expected) << "in place";
      }
    }
  });
}

// A quotient that is one too small still gives the right product, so that only this test sees it.
TYPED_TEST(PlanKernels, QuotientsOfTheIntegerFamiliesAreExact) {
  using Word = TypeParam;
  this->for_each_plan_of({2, 16, 512}, [](const NttPlan<Word>& plan, SeededValues& random) {
    if (plan.kernel().family == Family::f64) return;
    const std::uint64_t p = plan.modulus();
    const int bits = plan.kernel().family == Family::i52 ? 52 : kWordBits<Word>;
    for (const auto& b : testing::vectors_under_test<Word>(plan.degree(), p, random)) {
      std::vector<Word> quotients(b.size());
      plan.arithmetic().prepare(quotients.data(), b.data(), plan.degree());
      for (std::size_t i = 0; i < b.size(); ++i) {
        const auto expected = static_cast<Word>((uint128{b[i]} << bits) / p);
        ASSERT_EQ(quotients[i], expected) << b[i];
      }
    }
  });
}

// A product with a sum, and its steps one after the other.
template <class Word>
struct Fused {
  using Vector = std::vector<Word>;
  using Operands = std::array<Vector, 4>;

  const char* name;
  void (*apply)(const NttPlan<Word>&, Word* out, const std::array<const Word*, 4>& x, Part part);
  Vector (*steps)(const NttPlan<Word>&, const Operands& x);

  static Vector product(const NttPlan<Word>& plan, const Vector& a, const Vector& b) {
    return with(
        a, [&](Word* out) { plan.arithmetic().multiply(out, a.data(), b.data(), plan.degree()); });
  }
  static Vector sum(const NttPlan<Word>& plan, const Vector& a, const Vector& b) {
    return with(a,
                [&](Word* out) { plan.arithmetic().add(out, a.data(), b.data(), plan.degree()); });
  }
  static Vector difference(const NttPlan<Word>& plan, const Vector& a, const Vector& b) {
    return with(
        a, [&](Word* out) { plan.arithmetic().subtract(out, a.data(), b.data(), plan.degree()); });
  }

 private:
  template <class Apply>
  static Vector with(const Vector& a, const Apply& apply) {
    Vector out(a.size());
    apply(out.data());
    return out;
  }
};

template <class Word>
std::vector<Fused<Word>> fused_kernels() {
  using F = Fused<Word>;
  using Plan = NttPlan<Word>;
  using Pointers = std::array<const Word*, 4>;
  using Operands = typename F::Operands;
  return {
      {"multiply_add",
       [](const Plan& plan, Word* out, const Pointers& x, Part part) {
         plan.arithmetic().multiply_add(out, x[0], x[1], x[2], part.count, part.first);
       },
       [](const Plan& p, const Operands& x) { return F::sum(p, F::product(p, x[0], x[1]), x[2]); }},
      {"multiply_subtract",
       [](const Plan& plan, Word* out, const Pointers& x, Part part) {
         plan.arithmetic().apply(Operation::multiply_subtract, out, {x[0], x[1], x[2]}, part.count,
                                 part.first);
       },
       [](const Plan& p, const Operands& x) {
         return F::difference(p, F::product(p, x[0], x[1]), x[2]);
       }},
      {"subtract_product",
       [](const Plan& plan, Word* out, const Pointers& x, Part part) {
         plan.arithmetic().apply(Operation::subtract_product, out, {x[0], x[1], x[2]}, part.count,
                                 part.first);
       },
       [](const Plan& p, const Operands& x) {
         return F::difference(p, x[2], F::product(p, x[0], x[1]));
       }},
      {"add_products",
       [](const Plan& plan, Word* out, const Pointers& x, Part part) {
         plan.arithmetic().apply(Operation::add_products, out, {x[0], x[1], x[2], x[3]}, part.count,
                                 part.first);
       },
       [](const Plan& p, const Operands& x) {
         return F::sum(p, F::product(p, x[0], x[1]), F::product(p, x[2], x[3]));
       }},
      {"multiply_sum",
       [](const Plan& plan, Word* out, const Pointers& x, Part part) {
         plan.arithmetic().apply(Operation::multiply_sum, out, {x[0], x[1], x[2]}, part.count,
                                 part.first);
       },
       [](const Plan& p, const Operands& x) { return F::product(p, F::sum(p, x[0], x[1]), x[2]); }},
      {"multiply_difference",
       [](const Plan& plan, Word* out, const Pointers& x, Part part) {
         plan.arithmetic().apply(Operation::multiply_difference, out, {x[0], x[1], x[2]},
                                 part.count, part.first);
       },
       [](const Plan& p, const Operands& x) {
         return F::product(p, F::difference(p, x[0], x[1]), x[2]);
       }},
  };
}

template <class Word>
std::array<const Word*, 4> pointers(const std::array<std::vector<Word>, 4>& x) {
  return {x[0].data(), x[1].data(), x[2].data(), x[3].data()};
}

TYPED_TEST(PlanKernels, ProductsWithSumsAreTheirStepsWhateverTheResultReplaces) {
  using Word = TypeParam;
  this->for_each_plan_of({2, 4, 16, 64, 512}, [](const NttPlan<Word>& plan, SeededValues& random) {
    const auto inputs = testing::vectors_under_test<Word>(plan.degree(), plan.modulus(), random);
    const Part whole{0, plan.degree()};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const std::size_t next = (i + 1) % inputs.size();
      const std::array operands{inputs[1], inputs[9], inputs[i], inputs[next]};
      for (const auto& entry : fused_kernels<Word>()) {
        SCOPED_TRACE(entry.name);
        const auto expected = entry.steps(plan, operands);
        std::vector<Word> out(plan.degree());
        entry.apply(plan, out.data(), pointers(operands), whole);
        ASSERT_EQ(out, expected);
        for (std::size_t replaced = 0; replaced < 4; ++replaced) {
          auto x = operands;
          entry.apply(plan, x[replaced].data(), pointers(x), whole);
          ASSERT_EQ(x[replaced], expected) << "in place of operand " << replaced;
        }
      }
    }
  });
}

// All operands and the result are one vector.
TYPED_TEST(PlanKernels, ProductsWithSumsOfOneVectorMayReplaceIt) {
  using Word = TypeParam;
  this->for_each_plan_of({4, 64, 512}, [](const NttPlan<Word>& plan, SeededValues& random) {
    const auto a = testing::random_words<Word>(plan.degree(), plan.modulus(), random);
    for (const auto& entry : fused_kernels<Word>()) {
      auto out = a;
      entry.apply(plan, out.data(), {out.data(), out.data(), out.data(), out.data()},
                  {0, plan.degree()});
      ASSERT_EQ(out, entry.steps(plan, {a, a, a, a})) << entry.name;
    }
  });
}

// Every entry that takes a part, applied to a vector part by part, gives what it gives for the
// whole and touches nothing else.
TYPED_TEST(PlanKernels, PartsMakeUpTheWhole) {
  using Word = TypeParam;
  this->for_each_plan_of({256, 1024}, [](const NttPlan<Word>& plan, SeededValues& random) {
    const std::size_t n = plan.degree();
    const auto a = testing::random_words<Word>(n, plan.modulus(), random);
    const auto b = testing::random_words<Word>(n, plan.modulus(), random);
    const auto c = testing::random_words<Word>(n, plan.modulus(), random);
    std::vector<Word> quotients(n);
    plan.arithmetic().prepare(quotients.data(), b.data(), plan.degree());
    const auto check = [&](const char* name, const auto& apply) {
      std::vector<Word> whole(n);
      apply(whole.data(), Part{0, n});
      const auto untouched = static_cast<Word>(plan.modulus());
      for (const auto& [first, count] : {Part{0, 64}, Part{64, 128}, Part{n - 64, 64}}) {
        std::vector<Word> expected(n, untouched), out(n, untouched);
        std::copy_n(whole.begin() + static_cast<std::ptrdiff_t>(first), count,
                    expected.begin() + static_cast<std::ptrdiff_t>(first));
        apply(out.data() + first, Part{first, count});
        ASSERT_EQ(out, expected) << name << ", words from " << first;
      }
    };
    const auto from = [](const std::vector<Word>& v, Part part) { return v.data() + part.first; };
    check("multiply", [&](Word* out, Part part) {
      plan.arithmetic().multiply(out, from(a, part), from(b, part), part.count, part.first);
    });
    for (const auto& entry : fused_kernels<Word>()) {
      check(entry.name, [&](Word* out, Part part) {
        entry.apply(plan, out, {from(a, part), from(b, part), from(c, part), from(a, part)}, part);
      });
    }
    check("multiply_prepared", [&](Word* out, Part part) {
      plan.arithmetic().multiply_prepared(out, from(a, part), from(b, part), from(quotients, part),
                                          part.count, part.first);
    });
    check("add", [&](Word* out, Part part) {
      plan.arithmetic().add(out, from(a, part), from(b, part), part.count);
    });
    check("subtract", [&](Word* out, Part part) {
      plan.arithmetic().subtract(out, from(a, part), from(b, part), part.count);
    });
    check("negate",
          [&](Word* out, Part part) { plan.arithmetic().negate(out, from(a, part), part.count); });
  });
}

}  // namespace
}  // namespace lath
