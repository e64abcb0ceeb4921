// SPDX-License-Identifier: Apache-2.0
//
// Transforms from other memory, and forward transforms from residues modulo another number and from
// small integers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "ntt/plan_cases.hpp"

namespace lath {
namespace {

using testing::SeededValues;

// A transform that defines nothing but forward and inverse, by those of a plan. Its operands are to
// be canonical.
template <class Word>
class OwnTransform final : public Transform<Word> {
 public:
  explicit OwnTransform(const NttPlan<Word>& plan)
      : Transform<Word>(plan.slots(), plan.root(), plan.arithmetic()), plan_(plan) {}

  void forward(Word* a) const noexcept override {
    EXPECT_LT(*std::max_element(a, a + this->degree()), plan_.modulus());
    plan_.forward(a);
  }
  void inverse(Word* a) const noexcept override { plan_.inverse(a); }

 private:
  NttPlan<Word> plan_;
};

// The moduli of residues under test: far below p, next to it, and up to 2p; odd and even ones. Some
// of them for long vectors.
std::set<std::uint64_t> moduli_under_test(std::size_t n, std::uint64_t p) {
  if (n > 1024) return {p / 2 + 1, p, 2 * p - 1, 2 * p};
  return {1, 2, 3, p / 2 + 1, p - 1, p, p + 1, p + 2, 2 * p - 1, 2 * p};
}

// Residues modulo q: the last one that stands for a positive number, the first one that stands for
// a negative one, the others at the ends, and random ones between; for short vectors also all of
// one kind.
template <class Word>
std::vector<std::vector<Word>> residues_under_test(std::size_t n, std::uint64_t q,
                                                   SeededValues& random) {
  const std::array<std::uint64_t, 4> ends{0, q / 2, std::min(q / 2 + 1, q - 1), q - 1};
  std::vector<std::vector<Word>> all(n > 1024 ? 1 : 3, std::vector<Word>(n));
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t choice = random.below(8);
    all[0][i] = static_cast<Word>(choice < 4 ? ends[choice] : random.below(q));
  }
  for (std::size_t kind = 1; kind < all.size(); ++kind) {
    std::fill(all[kind].begin(), all[kind].end(), static_cast<Word>(ends[kind]));
  }
  return all;
}

// The centered representatives of residues modulo q, modulo p.
template <class Word>
std::vector<Word> centered(const std::vector<Word>& words, std::uint64_t q, std::uint64_t p) {
  std::vector<Word> result;
  for (const std::uint64_t x : words) {
    const bool negative = x > q / 2;
    const std::uint64_t magnitude = (negative ? q - x : x) % p;
    result.push_back(static_cast<Word>(negative ? (p - magnitude) % p : magnitude));
  }
  return result;
}

// `transform` from other memory is that in place. It takes a plan and one or two vectors.
template <class Word, class TransformOf>
void check_out_of_place(const NttPlan<Word>& plan, const std::vector<Word>& input,
                        const TransformOf& transform) {
  auto expected = input;
  transform(plan, expected.data());
  const auto in = input;
  std::vector<Word> out(in.size(), static_cast<Word>(~Word{0}));
  transform(plan, out.data(), in.data());
  ASSERT_EQ(out, expected);
  ASSERT_EQ(in, input);
  out = in;
  transform(plan, out.data(), out.data());
  ASSERT_EQ(out, expected) << "in place";
}
const auto forward = [](const auto& plan, auto*... words) { plan.forward(words...); };
const auto inverse = [](const auto& plan, auto*... words) { plan.inverse(words...); };

// What forward_between() and forward_centered_doubles() leave.
template <class Word>
std::vector<Word> words_of(const NttPlan<Word>& plan, const std::vector<Word>& doubles) {
  const auto p = static_cast<std::int64_t>(plan.modulus());
  std::vector<Word> words;
  for (const Word word : doubles) {
    const double x = std::bit_cast<double>(static_cast<std::uint64_t>(word));
    EXPECT_LT(std::abs(x), static_cast<double>(p));
    const auto integer = static_cast<std::int64_t>(x);
    EXPECT_EQ(static_cast<double>(integer), x);
    words.push_back(static_cast<Word>(integer < 0 ? integer + p : integer));
  }
  return words;
}

// From and to doubles, in (-p, p), where a plan takes them.
template <class Word>
void check_doubles(const NttPlan<Word>& plan, const std::vector<Word>& input,
                   SeededValues& random) {
  if (!plan.takes_doubles()) return;
  const std::uint64_t p = plan.modulus();
  auto expected = input, doubles = input;
  plan.forward(expected.data());
  for (Word& x : doubles) {
    const auto value = static_cast<double>(x);
    const bool below = x != 0 && random.below(2) == 1;
    const double number = below ? value - static_cast<double>(p) : value;
    x = static_cast<Word>(std::bit_cast<std::uint64_t>(number));
  }
  std::vector<Word> out(input.size(), static_cast<Word>(~Word{0}));
  plan.forward_between(out.data(), NumberForm::doubles, input.data(), NumberForm::words);
  ASSERT_EQ(words_of(plan, out), expected);
  out = doubles;
  plan.forward_between(out.data(), NumberForm::doubles, out.data(), NumberForm::doubles);
  ASSERT_EQ(words_of(plan, out), expected) << "from doubles";
  out = doubles;
  plan.forward_between(out.data(), NumberForm::words, out.data(), NumberForm::doubles);
  ASSERT_EQ(out, expected) << "from doubles to words";
}

template <class Word>
void check_centered(const NttPlan<Word>& plan, const std::vector<Word>& input, std::uint64_t q) {
  auto expected = centered(input, q, plan.modulus());
  plan.forward(expected.data());
  const auto in = input;
  std::vector<Word> out(in.size(), static_cast<Word>(~Word{0}));
  plan.forward_centered(out.data(), in.data(), static_cast<Word>(q));
  ASSERT_EQ(out, expected) << "q = " << q;
  ASSERT_EQ(in, input) << "q = " << q;
  out = in;
  plan.forward_centered(out.data(), out.data(), static_cast<Word>(q));
  ASSERT_EQ(out, expected) << "in place, q = " << q;
  if (!plan.takes_doubles()) return;
  plan.forward_centered_doubles(out.data(), in.data(), static_cast<Word>(q));
  ASSERT_EQ(words_of(plan, out), expected) << "to doubles, q = " << q;
}

template <class Word>
void check_all_moduli(const NttPlan<Word>& plan, SeededValues& random) {
  for (const std::uint64_t q : moduli_under_test(plan.degree(), plan.modulus())) {
    for (const auto& input : residues_under_test<Word>(plan.degree(), q, random)) {
      check_centered(plan, input, q);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

// Random integers of a byte, and the extremes of both signs.
std::vector<std::int8_t> bytes_under_test(std::size_t n, SeededValues& random) {
  constexpr std::array<std::int8_t, 6> kEnds{-128, -127, -1, 0, 1, 127};
  std::vector<std::int8_t> bytes(n);
  for (std::int8_t& byte : bytes) {
    const std::uint64_t choice = random.below(2 * kEnds.size());
    byte = choice < kEnds.size() ? kEnds[choice] : static_cast<std::int8_t>(random.below(256));
  }
  return bytes;
}

template <class Word>
void check_small(const NttPlan<Word>& plan, SeededValues& random) {
  const auto in = bytes_under_test(plan.degree(), random);
  std::vector<Word> expected;
  const Modulus modulus(plan.modulus());
  for (const std::int8_t x : in) expected.push_back(static_cast<Word>(modulus.reduce_signed(x)));
  plan.forward(expected.data());
  std::vector<Word> out(in.size(), static_cast<Word>(~Word{0}));
  plan.forward(out.data(), in.data());
  ASSERT_EQ(out, expected);
}

template <class Word>
class OutOfPlace : public ::testing::Test {
 protected:
  static constexpr std::size_t kLargest = sizeof(Word) == 2 ? 2048 : 16384;
};
TYPED_TEST_SUITE(OutOfPlace, testing::PlanWords);

TYPED_TEST(OutOfPlace, IsThatInPlace) {
  using Word = TypeParam;
  for (std::size_t n = 2; n <= this->kLargest; n *= 2) {
    const std::size_t plans = testing::for_each_shaped_plan<Word>(n, [&](const auto& plan) {
      SeededValues random(n);
      SCOPED_TRACE(random.label());
      const auto words = testing::random_words<Word>(n, plan.modulus(), random);
      check_out_of_place(plan, words, forward);
      check_out_of_place(plan, words, inverse);
      check_doubles(plan, words, random);
      check_doubles(plan, std::vector<Word>(n, static_cast<Word>(plan.modulus() - 1)), random);
    });
    ASSERT_GE(plans, 2U) << n;
  }
}

TYPED_TEST(OutOfPlace, ForwardOfResiduesModuloAnotherNumberIsThatOfTheirRepresentatives) {
  using Word = TypeParam;
  for (std::size_t n = 2; n <= this->kLargest; n *= 2) {
    const std::size_t plans = testing::for_each_shaped_plan<Word>(n, [&](const auto& plan) {
      SeededValues random(n + 1);
      SCOPED_TRACE(random.label());
      check_all_moduli(plan, random);
    });
    ASSERT_GE(plans, 2U) << n;
  }
}

TYPED_TEST(OutOfPlace, ForwardOfSmallIntegersIsThatOfTheirResidues) {
  using Word = TypeParam;
  for (std::size_t n = 2; n <= this->kLargest; n *= 2) {
    const std::size_t plans = testing::for_each_shaped_plan<Word>(n, [&](const auto& plan) {
      SeededValues random(n + 3);
      SCOPED_TRACE(random.label());
      check_small(plan, random);
    });
    ASSERT_GE(plans, 2U) << n;
  }
}

// Primes that an integer of a byte may exceed, and the next ones.
TYPED_TEST(OutOfPlace, SmallIntegersMayExceedThePrime) {
  using Word = TypeParam;
  for (const std::size_t n : {std::size_t{2}, std::size_t{32}, std::size_t{64}}) {
    for (const std::uint64_t p : {5U, 13U, 97U, 113U, 193U, 257U}) {
      if ((p - 1) % n != 0) continue;
      for (const Kernel kernel : available_kernels<Word>(p)) {
        const auto plan = NttPlan<Word>::create(n, p, kernel, {Convolution::cyclic, 0});
        SeededValues random(n + p);
        SCOPED_TRACE(random.label());
        check_small(plan, random);
      }
    }
  }
}

TYPED_TEST(OutOfPlace, TransformsOfAProgramNeedForwardAndInverseOnly) {
  using Word = TypeParam;
  for (const std::size_t n : {std::size_t{2}, std::size_t{64}}) {
    testing::for_each_plan<Word>(n, [&](const NttPlan<Word>& plan) {
      SeededValues random(n + 2);
      SCOPED_TRACE(random.label());
      const NttPlan<Word> own(std::make_shared<OwnTransform<Word>>(plan));
      const auto words = testing::random_words<Word>(n, plan.modulus(), random);
      check_out_of_place(own, words, forward);
      check_out_of_place(own, words, inverse);
      check_all_moduli(own, random);
      check_small(own, random);
    });
  }
}

}  // namespace
}  // namespace lath
