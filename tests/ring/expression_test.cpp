// SPDX-License-Identifier: Apache-2.0
//
// Expressions of random shape, as the compiler sees them: each shape is a type, drawn from a seed
// at compile time, and is compared with the same operations one after the other on the words.
#include "lath/ring/expression.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "lath/base/buffer.hpp"
#include "lath/ring/poly.hpp"
#include "lath/ring/prepared.hpp"
#include "ntt/definition.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::from_integers;
using testing::ring_of;
using testing::SeededValues;

using PublicPoly = Poly<DynamicRing, Eval>;
using SecretPoly = Poly<DynamicRing, Eval, Secret>;
using Words = std::vector<std::uint64_t>;

constexpr std::size_t kOperands = 3;

constexpr std::uint64_t mix(std::uint64_t seed) {
  seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9;
  seed = (seed ^ (seed >> 27)) * 0x94d049bb133111eb;
  return seed ^ (seed >> 31);
}

// The root of the program of a seed: a leaf, the more likely the deeper, or an operation.
struct Root {
  bool leaf;
  std::uint64_t operation;
  std::size_t operand;
  std::uint64_t first, second;  // the seeds below an operation

  constexpr Root(std::uint64_t seed, int depth) : first(mix(seed + 1)), second(mix(seed + 2)) {
    const std::uint64_t draw = mix(seed * 2 + 0x9e3779b97f4a7c15);
    leaf = depth == 0 || draw % 8 == 0;
    operation = draw / 8 % 7;
    operand = draw / 64 % kOperands;
  }
};

template <std::uint64_t kSeed, int kDepth, class P>
decltype(auto) expression(const std::array<P, kOperands>& operands) {
  constexpr Root kRoot(kSeed, kDepth);
  if constexpr (kRoot.leaf) {
    return (operands[kRoot.operand]);
  } else if constexpr (kRoot.operation == 0) {
    return -expression<kRoot.first, kDepth - 1>(operands);
  } else if constexpr (kRoot.operation <= 2) {
    return expression<kRoot.first, kDepth - 1>(operands) +
           expression<kRoot.second, kDepth - 1>(operands);
  } else if constexpr (kRoot.operation <= 4) {
    return expression<kRoot.first, kDepth - 1>(operands) -
           expression<kRoot.second, kDepth - 1>(operands);
  } else {
    return expression<kRoot.first, kDepth - 1>(operands) *
           expression<kRoot.second, kDepth - 1>(operands);
  }
}

// One operation after the other, each into words of its own.
Words by_steps(std::uint64_t seed, int depth, const DynamicRing& ring,
               const std::array<Words, kOperands>& operands) {
  const Root root(seed, depth);
  if (root.leaf) return operands[root.operand];
  const Words x = by_steps(root.first, depth - 1, ring, operands);
  const Words y = by_steps(root.second, depth - 1, ring, operands);
  Words result(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::uint64_t p = ring.modulus(i / ring.degree()).value();
    if (root.operation == 0) {
      result[i] = (p - x[i]) % p;
    } else if (root.operation <= 2) {
      result[i] = (x[i] + y[i]) % p;
    } else if (root.operation <= 4) {
      result[i] = (x[i] + p - y[i]) % p;
    } else {
      result[i] = testing::multiply_by_division(x[i], y[i], p);
    }
  }
  return result;
}

template <class P>
Words words_of_poly(const P& poly) {
  return testing::copy_of_words(poly);
}

// The program of a seed in a ring, into a fresh polynomial, over each operand, and with += -= *=.
template <std::uint64_t kSeed, class P>
void check_program(const DynamicRing& ring) {
  constexpr int kDepth = 6;
  SeededValues random(kSeed);
  std::array<Words, kOperands> words;
  for (Words& w : words) w = testing::words_of(ring, random);
  const std::array<P, kOperands> operands{
      P::from_words(ring, words[0]), P::from_words(ring, words[1]), P::from_words(ring, words[2])};
  const Words expected = by_steps(kSeed, kDepth, ring, words);
  const P fresh = expression<kSeed, kDepth>(operands);
  ASSERT_EQ(words_of_poly(fresh), expected);
  for (std::size_t target = 0; target < kOperands; ++target) {
    auto aliased = operands;
    aliased[target] = expression<kSeed, kDepth>(aliased);
    ASSERT_EQ(words_of_poly(aliased[target]), expected) << "over operand " << target;
    // The shape and the kind of assignment have nothing to do with each other, and this compiles
    // long.
    if constexpr (kSeed % 4 != 1) continue;
    aliased = operands;
    aliased[target] += expression<kSeed, kDepth>(aliased);
    ASSERT_EQ(words_of_poly(aliased[target]), words_of_poly(P(operands[target] + fresh)));
    aliased = operands;
    aliased[target] -= expression<kSeed, kDepth>(aliased);
    ASSERT_EQ(words_of_poly(aliased[target]), words_of_poly(P(operands[target] - fresh)));
    aliased = operands;
    aliased[target] *= expression<kSeed, kDepth>(aliased);
    ASSERT_EQ(words_of_poly(aliased[target]), words_of_poly(P(operands[target] * fresh)));
  }
}

// kCount programs from kFirst on, in rings of one to three limbs, of one block and of several.
template <std::uint64_t kFirst, std::uint64_t... kOffsets>
void check_programs(std::integer_sequence<std::uint64_t, kOffsets...>) {
  for (const std::size_t degree : {4U, 256U, 1024U}) {
    for (const std::size_t limbs : {1U, 2U, 3U}) {
      const auto ring = ring_of(degree, limbs);
      SCOPED_TRACE("degree " + std::to_string(degree) + ", limbs " + std::to_string(limbs));
      const auto check = [&]<std::uint64_t kSeed>() {
        SCOPED_TRACE("seed " + std::to_string(kSeed));
        check_program<kSeed, PublicPoly>(ring);
        if constexpr (kSeed % 4 == 0) check_program<kSeed, SecretPoly>(ring);
      };
      (check.template operator()<kFirst + kOffsets>(), ...);
    }
  }
}

TEST(Expressions, OfRandomShapeEqualTheirStepsOneAfterTheOther) {
  check_programs<1>(std::make_integer_sequence<std::uint64_t, 24>());
}

template <class E>
inline constexpr std::size_t kStepsOf = 0;
template <class Tree>
inline constexpr std::size_t kStepsOf<Expression<Tree>> = Tree::kSteps;

// A product with a sum before or after it is one operation.
TEST(Expressions, OfAProductAndASumAreOneKernel) {
  using P = const PublicPoly&;
  const auto steps = []<class Shape>(Shape) {
    return kStepsOf<std::invoke_result_t<Shape, P, P, P, P>>;
  };
  EXPECT_EQ(steps([](P a, P b, P c, P) { return a * b + c; }), 1U);
  EXPECT_EQ(steps([](P a, P b, P c, P) { return c + a * b; }), 1U);
  EXPECT_EQ(steps([](P a, P b, P c, P) { return a * b - c; }), 1U);
  EXPECT_EQ(steps([](P a, P b, P c, P) { return c - a * b; }), 1U);
  EXPECT_EQ(steps([](P a, P b, P c, P d) { return a * b + c * d; }), 1U);
  EXPECT_EQ(steps([](P a, P b, P c, P) { return (a + b) * c; }), 1U);
  EXPECT_EQ(steps([](P a, P b, P c, P) { return c * (a + b); }), 1U);
  EXPECT_EQ(steps([](P a, P b, P c, P) { return (a - b) * c; }), 1U);
  EXPECT_EQ(steps([](P a, P b, P c, P) { return c * (a - b); }), 1U);
  EXPECT_EQ(steps([](P a, P b, P c, P d) { return (a + b) * (c - d); }), 2U);
  EXPECT_EQ(steps([](P a, P b, P, P) { return 2 * a + b; }), 1U);
  EXPECT_EQ(steps([](P a, P b, P, P) { return b - a * 2; }), 1U);
  EXPECT_EQ(steps([](P a, P b, P, P) { return (a - b) * 2; }), 1U);
  EXPECT_EQ(steps([](P a, P b, P c, P) { return 2 * (a - b) + c; }), 1U);
}

// The shapes in which an operand is needed after the first words of the result are known.
TEST(Expressions, MayReplaceAnOperandThatTheyReadTwice) {
  SeededValues random(1);
  const auto ring = ring_of(1024, 2);
  const auto a = from_integers<Eval>(ring, random), b = from_integers<Eval>(ring, random);
  const PublicPoly square = a * a, product = a * b;
  auto c = a;
  c = c * c + c;
  EXPECT_TRUE(c == PublicPoly(square + a));
  c = a;
  c = (c + b) * (c - b);
  EXPECT_TRUE(c == PublicPoly(square - b * b));
  c = a;
  c = b - c * b;
  EXPECT_TRUE(c == PublicPoly(b - product));
  c = a;
  c = (c * b) * (b + c) - c;
  EXPECT_TRUE(c == PublicPoly(product * b + product * a - a));
}

TEST(Expressions, AssignedToAPolynomialOfAnotherRingReplaceIt) {
  SeededValues random(2);
  const auto ring = ring_of(64, 2);
  const auto a = from_integers<Eval>(ring, random), b = from_integers<Eval>(ring, random);
  auto c = from_integers<Eval>(ring_of(16, 3), random);
  c = a * b + a;
  EXPECT_TRUE(c.ring() == ring);
  EXPECT_TRUE(c == PublicPoly(a * b + a));
}

TEST(Expressions, OfDifferentRingsThrowAndLeaveTheTargetAsItWas) {
  SeededValues random(3);
  const auto ring = ring_of(64, 2);
  const auto a = from_integers<Eval>(ring, random), b = from_integers<Eval>(ring, random);
  const auto other = from_integers<Eval>(ring_of(64, 1), random);
  auto c = a;
  const auto refuses = [&](const char* name, const auto& action) {
    testing::expect_error(
        action, ErrorCode::mismatch,
        {"operator " + std::string(name), "degree 64 with 2 limbs", "degree 64 with 1 limbs"});
    EXPECT_TRUE(c == a);
  };
  refuses("+", [&] { c = a * b + other; });
  refuses("*", [&] { c = (a + b) * other; });
  refuses("*", [&] { c = a - b * other; });
  refuses("-", [&] { c = (a * b + b) * (a - other); });
  refuses("+", [&] { c += other * other; });
  refuses("-", [&] { c -= -other; });
  refuses("*", [&] { c *= other + other; });
}

// Every operand is a temporary that is released at the end of the statement.
TEST(Expressions, MayHaveTemporariesAsOperands) {
  SeededValues random(4);
  for (const std::size_t degree : {16U, 2048U}) {
    const auto ring = ring_of(degree, 2);
    const auto a = from_integers<Coeff>(ring, random), b = from_integers<Coeff>(ring, random);
    const auto x = ntt(a), y = ntt(b);
    const PublicPoly expected = x * y + x, squares = x * x - y * y;
    PublicPoly c = ntt(a) * ntt(b) + ntt(a);
    EXPECT_TRUE(c == expected);
    c = PublicPoly(x) * PublicPoly(y) + PublicPoly(x);
    EXPECT_TRUE(c == expected);
    c = (ntt(a) + ntt(b)) * (ntt(a) - ntt(b));
    EXPECT_TRUE(c == squares);
    c = -ntt(a) * prepare(ntt(b));
    EXPECT_TRUE(c == PublicPoly(-(x * y)));
    c = ntt(a);
    c += ntt(a + b) * PublicPoly(x - y);
    EXPECT_TRUE(c == PublicPoly(squares + x));
    c = std::move(c) * ntt(b) - std::move(c);  // an expression moves nothing
    EXPECT_TRUE(c == PublicPoly((squares + x) * y - (squares + x)));
    EXPECT_TRUE(intt(ntt(a) * ntt(b) + ntt(a)) == intt(expected));
    EXPECT_TRUE(ntt(a) * ntt(b) == ntt(b) * ntt(a));
  }
}

PublicPoly named(const PublicPoly& a, const PublicPoly& b) { return a * b; }
auto handed_on(const PublicPoly& a, const PublicPoly& b) { return a * b; }

TEST(Expressions, MayComeFromFunctionsOfReferences) {
  SeededValues random(5);
  const auto ring = ring_of(64, 2);
  const std::vector<PublicPoly> a{from_integers<Eval>(ring, random),
                                  from_integers<Eval>(ring, random)};
  std::vector<PublicPoly> products(2, PublicPoly(ring));
  std::transform(a.begin(), a.end(), a.rbegin(), products.begin(), std::multiplies<>());
  const PublicPoly product = a[0] * a[1];
  EXPECT_TRUE(products[0] == product && products[1] == product);
  EXPECT_TRUE(std::accumulate(a.begin(), a.end(), product, std::plus<>()) ==
              PublicPoly(product + a[0] + a[1]));
  EXPECT_TRUE(named(PublicPoly(a[0]), PublicPoly(a[1])) == product);
  const PublicPoly c = handed_on(PublicPoly(a[0]), a[1]) + handed_on(a[0], a[1]);
  EXPECT_TRUE(c == PublicPoly(product + product));
}

// Evaluates on a thread whose stack is memory of this test, and returns how often the word stands
// in that memory afterwards.
std::size_t copies_left_on_the_stack(std::uint64_t word, void* (*evaluate)(void*), void* operands) {
  constexpr std::size_t kBytes = std::size_t{1} << 18;
  const Buffer<std::uint64_t> stack(2 * kBytes / 8);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  // Buffer is aligned to a cache line, which is what a stack needs here.
  auto* memory = const_cast<std::uint64_t*>(stack.data());
  if (pthread_attr_setstack(&attributes, memory, 2 * kBytes) != 0) return SIZE_MAX;
  pthread_t thread;
  if (pthread_create(&thread, &attributes, evaluate, operands) != 0) return SIZE_MAX;
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  std::size_t count = 0;
  for (std::size_t i = 0; i < stack.size(); ++i) {
    count += static_cast<volatile std::uint64_t*>(memory)[i] == word ? 1 : 0;
  }
  return count;
}

template <class P>
struct ScratchCase {
  P a, b, out;

  static void* evaluate(void* argument) {
    auto& self = *static_cast<ScratchCase*>(argument);
    self.out = -(self.a + self.b);
    return nullptr;
  }
};

// a + b is one constant, kept in scratch memory until its negative is known.
template <class P>
std::size_t copies_of_the_sum() {
  const auto ring = ring_of(512, 1);
  const Words first(512, 0x1badd00c), second(512, 1);
  ScratchCase<P> operands{P::from_words(ring, first), P::from_words(ring, second), P(ring)};
  return copies_left_on_the_stack(0x1badd00d, ScratchCase<P>::evaluate, &operands);
}

TEST(Expressions, LeaveNoSecretsInScratchMemory) {
  // A register that held a word may be saved there; a block of 512 may not stay.
  EXPECT_LT(copies_of_the_sum<SecretPoly>(), 16U);
}

#if !defined(__clang__)
// The same with public operands, whose scratch memory is left: the search does find it.
TEST(Expressions, ScratchMemoryIsWhereTheTestLooks) {
  EXPECT_GE(copies_of_the_sum<PublicPoly>(), 512U);
}
#endif

}  // namespace
}  // namespace lath
