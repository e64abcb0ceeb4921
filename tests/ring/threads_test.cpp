// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "lath/base/threads.hpp"
#include "lath/ring/automorphism.hpp"
#include "lath/ring/batch.hpp"
#include "lath/ring/limbs.hpp"
#include "lath/ring/monomial.hpp"
#include "lath/ring/poly.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::copy_of_words;
using testing::from_integers;

// Transforms, expressions and moves with enough words for threads, and with too few.
TEST(Threads, DoNotChangeResults) {
  for (const std::size_t degree : {std::size_t{64}, std::size_t{16384}}) {
    const auto ring = testing::ring_of(degree, 8);
    testing::SeededValues random(degree);
    const auto a = from_integers<Coeff>(ring, random), b = from_integers<Coeff>(ring, random);
    std::vector<std::vector<std::uint64_t>> results;
    for (const std::size_t threads : {1U, 2U, 3U, 7U}) {
      set_threads(threads);
      const auto x = ntt(a), y = ntt(b);
      const Poly<DynamicRing, Eval> z = (x + y) * (x - y) + x;
      std::vector<std::uint64_t> words;
      const auto append = [&](const auto& polynomial) {
        const auto copy = testing::copy_of_words(polynomial);
        words.insert(words.end(), copy.begin(), copy.end());
      };
      append(intt(z));
      append(apply_automorphism(a, 3));
      append(apply_automorphism(x, 3));
      append(multiply_by_monomial(a, 5));
      append(drop_limbs(b, ring.prefix(5)));
      results.push_back(words);
      EXPECT_TRUE(results.back() == results.front()) << threads << " threads";
    }
  }
}

// A batch spreads limbs of several polynomials, also where one alone would have too few words.
TEST(Threads, DoNotChangeResultsOfBatches) {
  for (const std::size_t degree : {std::size_t{64}, std::size_t{4096}}) {
    testing::SeededValues random(degree);
    std::vector<Poly<DynamicRing, Coeff>> a, b;
    for (const std::size_t limbs : {3U, 1U, 4U, 2U}) {
      const auto ring = testing::ring_of(degree, limbs);
      a.push_back(from_integers<Coeff>(ring, random));
      b.push_back(from_integers<Coeff>(ring, random));
    }
    std::vector<std::vector<std::uint64_t>> results;
    for (const std::size_t threads : {1U, 2U, 3U, 7U}) {
      set_threads(threads);
      std::vector<std::uint64_t> words;
      const auto append = [&](const auto& batch) {
        for (const auto& polynomial : batch) {
          const auto copy = testing::copy_of_words(polynomial);
          words.insert(words.end(), copy.begin(), copy.end());
        }
      };
      append(ntt(a));
      append(intt(ntt(b)));
      append(convolve(a, b));
      results.push_back(words);
      EXPECT_TRUE(results.back() == results.front()) << threads << " threads";
    }
  }
}

// Several threads of a program's own, each of which would like more.
TEST(Threads, OfTheCallerShareARing) {
  const auto ring = testing::ring_of(16384, 4);
  testing::SeededValues random(1);
  const auto a = from_integers<Eval>(ring, random), b = from_integers<Eval>(ring, random);
  set_threads(2);
  const Poly<DynamicRing, Eval> expected = a * b + a;
  std::vector<int> equal(3, 0);
  std::vector<std::thread> callers;
  for (int& result : equal) {
    callers.emplace_back([&] {
      const Poly<DynamicRing, Eval> product = a * b + a;
      result = product == expected ? 1 : 0;
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(equal, std::vector<int>(3, 1));
}

}  // namespace
}  // namespace lath
