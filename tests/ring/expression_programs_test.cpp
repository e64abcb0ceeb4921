// SPDX-License-Identifier: Apache-2.0
//
// Random programs: each statement replaces a random register by an expression of random shape over
// random registers, the same ones often. Compared with the same operations one after the other.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "lath/ring/poly.hpp"
#include "ntt/definition.hpp"
#include "ring/property_rings.hpp"

namespace lath {
namespace {

using testing::SeededValues;

// The words of a polynomial in evaluation form and the prime of each, with operations that are done
// at once.
struct Steps {
  std::vector<std::uint64_t> words, primes;

  template <class Operation>
  Steps with(const Steps& other, const Operation& operation) const {
    Steps result = *this;
    for (std::size_t i = 0; i < words.size(); ++i) {
      result.words[i] = operation(words[i], other.words[i], primes[i]);
    }
    return result;
  }
  friend Steps operator+(const Steps& a, const Steps& b) {
    return a.with(b, [](auto x, auto y, auto p) { return (x + y) % p; });
  }
  friend Steps operator-(const Steps& a, const Steps& b) {
    return a.with(b, [](auto x, auto y, auto p) { return (x + p - y) % p; });
  }
  friend Steps operator*(const Steps& a, const Steps& b) {
    return a.with(b, testing::multiply_by_division);
  }
  friend Steps operator-(const Steps& a) {
    return a.with(a, [](auto x, auto, auto p) { return (p - x) % p; });
  }
  Steps& operator+=(const Steps& other) { return *this = *this + other; }
  Steps& operator-=(const Steps& other) { return *this = *this - other; }
  Steps& operator*=(const Steps& other) { return *this = *this * other; }
};

// Sums on either side of products, products of sums, depth on either side, and operands that are
// read again after the first words of the result are known.
constexpr auto kShapes = std::tuple(
    [](const auto& a, const auto& b, const auto&) { return a + b; },
    [](const auto& a, const auto& b, const auto&) { return a - b; },
    [](const auto& a, const auto&, const auto&) { return -a; },
    [](const auto& a, const auto& b, const auto&) { return a * b; },
    [](const auto& a, const auto& b, const auto& c) { return a * b + c; },
    [](const auto& a, const auto& b, const auto& c) { return c + a * b; },
    [](const auto& a, const auto& b, const auto& c) { return a * b - c; },
    [](const auto& a, const auto& b, const auto& c) { return c - a * b; },
    [](const auto& a, const auto& b, const auto& c) { return a * b + c * a; },
    [](const auto& a, const auto& b, const auto& c) { return a * b + b * c + c * a; },
    [](const auto& a, const auto& b, const auto& c) { return a * b - c * b; },
    [](const auto& a, const auto& b, const auto& c) { return (a - b) * c; },
    [](const auto& a, const auto& b, const auto& c) { return -(a * b) - (-c) * a; },
    [](const auto& a, const auto& b, const auto& c) { return (a + b) * (a - c); },
    [](const auto& a, const auto& b, const auto& c) { return (a - b) * (b - c) * (c - a); },
    [](const auto& a, const auto& b, const auto& c) { return a * (b + (c - a * b) * b) - c; },
    [](const auto& a, const auto& b, const auto& c) { return ((a * b + c) * a + b) * c + a; },
    [](const auto& a, const auto& b, const auto& c) {
      return ((a + b) * c - a) * ((b - c) * a + b) - (a * b + c) * (a * c + b);
    });
constexpr std::size_t kShapeCount = std::tuple_size_v<decltype(kShapes)>;

// target = shape(a, b, c), or +=, -=, *=.
enum class Assignments { plain, all };
// The ring, secrecy and the kind of assignment have nothing to do with each other, and this
// compiles long: all kinds are tried with one kind of polynomial, plain assignments with the
// others.
template <class P>
inline constexpr auto kKindsOf =
    std::is_same_v<P, Poly<DynamicRing, Eval>> ? Assignments::all : Assignments::plain;

template <Assignments kKinds, std::size_t kShape, class T>
void assign(std::uint64_t kind, T& target, const T& a, const T& b, const T& c) {
  const auto& shape = std::get<kShape>(kShapes);
  if constexpr (kKinds == Assignments::all) {
    if (kind == 0) target += shape(a, b, c);
    if (kind == 1) target -= shape(a, b, c);
    if (kind == 2) target *= shape(a, b, c);
  }
  if (kind > 2) target = shape(a, b, c);
}

template <class T>
using Statement = void (*)(std::uint64_t, T&, const T&, const T&, const T&);
template <Assignments kKinds, class T, std::size_t... kShape>
constexpr std::array<Statement<T>, kShapeCount> statements(std::index_sequence<kShape...>) {
  return {assign<kKinds, kShape, T>...};
}

template <Ring R>
std::vector<std::uint64_t> primes_of_words(const R& ring) {
  std::vector<std::uint64_t> primes(ring.limbs() * ring.degree());
  for (std::size_t i = 0; i < primes.size(); ++i) {
    primes[i] = ring.modulus(i / ring.degree()).value();
  }
  return primes;
}

template <class R, class Storage>
void check_program(const R& ring, SeededValues& random) {
  using P = Poly<R, Eval, Storage>;
  constexpr auto kKinds = kKindsOf<P>;
  constexpr auto kForPolys = statements<kKinds, P>(std::make_index_sequence<kShapeCount>());
  constexpr auto kForSteps =
      statements<Assignments::all, Steps>(std::make_index_sequence<kShapeCount>());
  std::vector<P> registers;
  std::vector<Steps> expected;
  for (int i = 0; i < 4; ++i) {
    const auto words = testing::words_of(ring, random);
    registers.push_back(P::from_words(ring, words));
    expected.push_back({{words.begin(), words.end()}, primes_of_words(ring)});
  }
  for (int statement = 0; statement < 8; ++statement) {
    const std::size_t shape = random.below(kShapeCount);
    const std::size_t target = random.below(4), a = random.below(4), b = random.below(4);
    const std::size_t c = random.below(4);
    const std::uint64_t kind = kKinds == Assignments::all ? random.below(6) : 3;
    kForPolys[shape](kind, registers[target], registers[a], registers[b], registers[c]);
    kForSteps[shape](kind, expected[target], expected[a], expected[b], expected[c]);
    const auto words = testing::copy_of_words(registers[target]);
    ASSERT_EQ(std::vector<std::uint64_t>(words.begin(), words.end()), expected[target].words)
        << "statement " << statement << ": shape " << shape << ", assignment " << kind << " to "
        << target << " of " << a << ", " << b << ", " << c;
  }
  // What was no target is as it was; what was one has been compared.
  for (std::size_t i = 0; i < registers.size(); ++i) {
    const auto words = testing::copy_of_words(registers[i]);
    ASSERT_EQ(std::vector<std::uint64_t>(words.begin(), words.end()), expected[i].words) << i;
  }
}

template <class R>
class ExpressionPrograms : public ::testing::Test {};
TYPED_TEST_SUITE(ExpressionPrograms, testing::PropertyRings);

TYPED_TEST(ExpressionPrograms, ComputeWhatTheirStepsDo) {
  using R = TypeParam;
  testing::for_each_seed<R>(
      50, [](const R& ring, SeededValues& random) { check_program<R, Public>(ring, random); });
}

TEST(ExpressionPrograms, ComputeTheSameInSecret) {
  using R = DynamicRing;
  testing::for_each_seed<R>(
      50, [](const R& ring, SeededValues& random) { check_program<R, Secret>(ring, random); });
}

// Vectors of several blocks.
TEST(ExpressionPrograms, ComputeWhatTheirStepsDoBlockAfterBlock) {
  const auto ring = testing::ring_of(2048, 2);
  for (std::uint64_t seed = 1; seed <= testing::seeds(500) / 50; ++seed) {
    SeededValues random(seed);
    SCOPED_TRACE(random.label());
    check_program<DynamicRing, Public>(ring, random);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace lath
