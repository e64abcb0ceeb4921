// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/arith/primes.hpp"
#include "lath/ntt/ntt_plan.hpp"

/// The plans and inputs that every kernel is tested with.
namespace lath::testing {

using PlanWords = ::testing::Types<std::uint16_t, std::uint32_t, std::uint64_t>;

/// The largest prime below 2^bits that is 1 mod 2 degree, where there is one.
inline void add_largest(std::set<std::uint64_t>& primes, int bits, std::size_t degree) {
  const std::uint64_t step = 2 * degree, limit = std::uint64_t{1} << bits;
  if (limit <= step) return;
  for (std::uint64_t p = (limit - 2) / step * step + 1; p > 1; p -= step) {
    if (!is_prime(p)) continue;
    primes.insert(p);
    return;
  }
}

/// The extreme primes of every family with words of this type, and some between.
template <ResidueWord Word>
std::set<std::uint64_t> primes_under_test(std::size_t degree) {
  std::set<std::uint64_t> primes;
  add_largest(primes, kModulusBits<Word>, degree);
  // All primes are small here, so that the least is found by walking up.
  for (std::uint64_t p = 2 * degree + 1; bit_length(p) <= kModulusBits<Word>; p += 2 * degree) {
    if (!is_prime(p)) continue;
    primes.insert(p);
    break;
  }
  if constexpr (sizeof(Word) == 8) {
    for (const int bits : {30, 49, 50, 51}) add_largest(primes, bits, degree);
    add_largest(primes, 62, std::size_t{1} << 31);  // 1 mod 2^32, for which u64 has other products
  }
  return primes;
}

template <ResidueWord Word>
std::string describe(const NttPlan<Word>& plan) {
  return "degree " + std::to_string(plan.degree()) + ", p = " + std::to_string(plan.modulus()) +
         ", kernel " + std::string(family_name(plan.kernel().family)) + "/" +
         std::string(isa_name(plan.kernel().isa)) +
         (plan.shape().convolution == Convolution::cyclic ? ", cyclic" : "") +
         (plan.shape().skipped_layers == 0
              ? ""
              : ", " + std::to_string(plan.shape().skipped_layers) + " layers skipped");
}

/// Calls action(plan) for every kernel and every prime under test of the degree; returns how often.
template <ResidueWord Word, class Action>
std::size_t for_each_plan(std::size_t degree, const Action& action) {
  std::size_t count = 0;
  for (const std::uint64_t p : primes_under_test<Word>(degree)) {
    for (const Kernel kernel : available_kernels<Word>(p)) {
      const auto plan = NttPlan<Word>::create(degree, p, kernel);
      SCOPED_TRACE(describe(plan));
      action(plan);
      ++count;
      if (::testing::Test::HasFatalFailure()) return count;
    }
  }
  return count;
}

/// Every shape of a transform; the usual one is the first.
inline std::vector<NttShape> all_shapes() {
  std::vector<NttShape> shapes;
  for (unsigned skipped = 0; skipped <= kMaxSkippedLayers; ++skipped) {
    shapes.push_back({Convolution::negacyclic, skipped});
    shapes.push_back({Convolution::cyclic, skipped});
  }
  return shapes;
}

/// The least degree that transforms of a shape have.
constexpr std::size_t least_degree(NttShape shape) {
  return shape.skipped_layers == 2 ? 16 : std::size_t{2} << shape.skipped_layers;
}

/// Calls action(plan) for every kernel, every shape, and every prime under test of a degree;
/// returns how often.
template <ResidueWord Word, class Action>
std::size_t for_each_shaped_plan(std::size_t degree, const Action& action) {
  std::size_t count = 0;
  for (const NttShape shape : all_shapes()) {
    if (degree < least_degree(shape)) continue;
    const std::size_t factors = degree >> shape.skipped_layers;
    // The roots that a cyclic transform needs are those of a negacyclic one of half its degree.
    const bool cyclic = shape.convolution == Convolution::cyclic;
    for (const std::uint64_t p : primes_under_test<Word>(cyclic ? factors / 2 : factors)) {
      for (const Kernel kernel : available_kernels<Word>(p)) {
        const auto plan = NttPlan<Word>::create(degree, p, kernel, shape);
        SCOPED_TRACE(describe(plan));
        action(plan);
        ++count;
        if (::testing::Test::HasFatalFailure()) return count;
      }
    }
  }
  return count;
}

/// The largest power-of-two degree from which on no prime of the word exists.
template <ResidueWord Word>
constexpr std::size_t kLargestTestedDegree = sizeof(Word) == 2 ? 2048 : std::size_t{1} << 15;

template <class Word>
std::vector<Word> random_words(std::size_t size, std::uint64_t p, SeededValues& random) {
  std::vector<Word> words(size);
  for (Word& word : words) word = static_cast<Word>(random.below(p));
  return words;
}

/// All zero, all p - 1, alternating, monomials, all near p - 1, and random: what drives ranges to
/// their ends.
template <class Word>
std::vector<std::vector<Word>> vectors_under_test(std::size_t size, std::uint64_t p,
                                                  SeededValues& random) {
  const auto last = static_cast<Word>(p - 1);
  std::vector<std::vector<Word>> all(10, std::vector<Word>(size, 0));
  std::fill(all[1].begin(), all[1].end(), last);
  for (std::size_t i = 0; i < size; ++i) {
    all[2 + i % 2][i] = last;
    all[4][i] = i < size / 2 ? last : 0;
  }
  all[5][0] = last;
  all[6][size - 1] = 1;
  all[7][size / 2] = static_cast<Word>(p / 2);
  // Near p, with low bits that a sum must not lose: multiples of p - 1 are even, too even to show
  // it.
  for (Word& word : all[8]) word = static_cast<Word>(p - 1 - random.below(p < 4 ? 1 : 3));
  all[9] = random_words<Word>(size, p, random);
  return all;
}

template <class Word>
void expect_canonical(const std::vector<Word>& words, std::uint64_t p) {
  ASSERT_LT(*std::max_element(words.begin(), words.end()), p);
}

}  // namespace lath::testing
