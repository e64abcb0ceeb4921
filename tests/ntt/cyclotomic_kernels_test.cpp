// SPDX-License-Identifier: Apache-2.0
//
// Every kernel gives the words of the scalar reference for rings of every index, in every function
// of a plan, also where words drive the sums to the ends of their ranges.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/ntt/ntt_plan.hpp"
#include "ntt/cyclotomic_cases.hpp"
#include "ntt/plan_cases.hpp"

namespace lath {
namespace {

using testing::SeededValues;
using CyclotomicPlan = NttPlan<std::uint64_t>;
using WordVector = std::vector<std::uint64_t>;

CyclotomicPlan judge_of(const CyclotomicIndex& index, std::uint64_t p) {
  return CyclotomicPlan::create(index, p, {Family::u64, Isa::scalar});
}

// Boundary words and random ones; fewer of them for long vectors.
std::vector<WordVector> inputs_of(const CyclotomicIndex& index, std::uint64_t p,
                                  SeededValues& random) {
  auto all = testing::vectors_under_test<std::uint64_t>(index.degree(), p, random);
  if (index.degree() <= 512) return all;
  if (index.degree() <= 8192) return {all[1], all[2], all[8], all[9]};
  return {all[2], all[9]};
}

// The kernels to compare; for long vectors only those with transforms of their own, without the
// emulation of i52 where the CPU has the instructions.
std::vector<Kernel> kernels_of(const CyclotomicIndex& index, std::uint64_t p) {
  auto kernels = available_kernels<std::uint64_t>(p);
  if (index.degree() <= 512) return kernels;
  const bool emulates = index.degree() <= 4096 || kernels.back().isa != Isa::avx512ifma;
  std::erase_if(kernels, [=](const Kernel& kernel) {
    if (kernel.family == Family::f64) return false;
    return kernel.family != Family::i52 || (!emulates && kernel.isa == Isa::avx2);
  });
  return kernels;
}

void expect_transforms(const CyclotomicPlan& plan, const CyclotomicPlan& judge,
                       const WordVector& input) {
  auto expected = input;
  judge.forward(expected.data());
  WordVector values(input.size(), ~std::uint64_t{0}), back = values;
  plan.forward(values.data(), input.data());
  ASSERT_EQ(values, expected) << "out of place";
  plan.inverse(back.data(), values.data());
  ASSERT_EQ(back, input) << "out of place";
  ASSERT_EQ(values, expected) << "the operand of an inverse transform";
  plan.inverse(values.data());
  ASSERT_EQ(values, input) << "in place";
  plan.forward(values.data());
  ASSERT_EQ(values, expected) << "in place";
  plan.forward_lazy(back.data());
  plan.arithmetic().reduce(back.data(), back.data(), back.size());
  ASSERT_EQ(back, expected) << "lazy";
  // The words are as good as values of another polynomial.
  plan.inverse(values.data(), input.data());
  judge.inverse(back.data(), input.data());
  ASSERT_EQ(values, back) << "inverse";
}

void expect_other_entries(const CyclotomicPlan& plan, const CyclotomicPlan& judge,
                          SeededValues& random) {
  const std::size_t n = plan.degree();
  const std::uint64_t p = plan.modulus();
  std::vector<std::int8_t> small(n);
  for (auto& x : small) x = static_cast<std::int8_t>(random.next());
  WordVector values(n), expected(n);
  plan.forward(values.data(), small.data());
  judge.forward(expected.data(), small.data());
  ASSERT_EQ(values, expected) << "small integers";
  for (const std::uint64_t q : {2 * p, p - 1, std::uint64_t{12289}}) {
    if (q > 2 * p) continue;
    const auto digits = testing::random_words<std::uint64_t>(n, q, random);
    plan.forward_centered(values.data(), digits.data(), q);
    judge.forward_centered(expected.data(), digits.data(), q);
    ASSERT_EQ(values, expected) << "centered modulo " << q;
  }
  const auto a = testing::random_words<std::uint64_t>(n, p, random);
  const WordVector b(n, p - 1);
  for (const bool square : {false, true}) {
    auto x = a, y = square ? a : b, u = x, v = y;
    plan.convolve(x.data(), square ? x.data() : y.data());
    judge.convolve(u.data(), v.data());
    ASSERT_EQ(x, u) << "convolve";
  }
  auto x = a, y = b, u = a, v = b;
  judge.forward(y.data());
  plan.convolve_transformed(x.data(), y.data());
  judge.convolve(u.data(), v.data());
  ASSERT_EQ(x, u) << "convolve_transformed";
}

void expect_words_of_the_reference(std::uint64_t m, std::initializer_list<int> lengths) {
  const auto index = CyclotomicIndex::create(m);
  for (const std::uint64_t p : testing::primes_of(index, lengths)) {
    SeededValues random(m + p);
    SCOPED_TRACE("index " + std::to_string(m) + ", modulus " + std::to_string(p) + ", " +
                 random.label());
    const auto judge = judge_of(index, p);
    const auto inputs = inputs_of(index, p, random);
    for (const Kernel kernel : kernels_of(index, p)) {
      SCOPED_TRACE(std::string(family_name(kernel.family)) + "/" +
                   std::string(isa_name(kernel.isa)));
      const auto plan = CyclotomicPlan::create(index, p, kernel);
      for (const auto& input : inputs) {
        ASSERT_NO_FATAL_FAILURE(expect_transforms(plan, judge, input));
      }
      ASSERT_NO_FATAL_FAILURE(expect_other_entries(plan, judge, random));
    }
  }
}

TEST(CyclotomicKernels, AgreeForEveryIndexUpTo200) {
  for (std::uint64_t m = 3; m <= 200; ++m) {
    ASSERT_NO_FATAL_FAILURE(expect_words_of_the_reference(m, {20, 30, 40, 48, 49, 50, 61}));
  }
}

TEST(CyclotomicKernels, AgreeForNamedIndices) {
  for (const std::uint64_t m : testing::kNamedIndices) {
    ASSERT_NO_FATAL_FAILURE(expect_words_of_the_reference(m, {20, 30, 40, 49, 50}));
  }
}

TEST(CyclotomicKernels, AgreeForRandomIndices) {
  for (const std::uint64_t m : testing::random_indices(6)) {
    ASSERT_NO_FATAL_FAILURE(expect_words_of_the_reference(m, {50}));
  }
}

TEST(CyclotomicKernels, AgreeForProductsOfTwoThreeAndFive) {
  for (const std::uint64_t m : testing::smooth_indices(16)) {
    ASSERT_NO_FATAL_FAILURE(expect_words_of_the_reference(m, {50}));
  }
}

// Powers of primes whose stages are of each kind, in the middle of an index, too.
TEST(CyclotomicKernels, AgreeForPowersAndLongPrimes) {
  for (const std::uint64_t m :
       {27U,   81U,   243U,  125U,   625U,   343U,  1331U, 961U,  29791U, 289U,  4913U,  1369U,
        1849U, 2209U, 1517U, 66049U, 32768U, 1031U, 2062U, 8209U, 16418U, 9973U, 131U,   17161U,
        544U,  8224U, 63U,   3969U,  11025U, 2310U, 1048U, 257U,  25700U, 769U,  12288U, 12289U}) {
    ASSERT_NO_FATAL_FAILURE(expect_words_of_the_reference(m, {49, 50}));
  }
}

// 17 alone and with 3 and 5 before it, whose columns are whole lines of the cache or not, of words
// at the ends of their range and in its middle.
TEST(CyclotomicKernels, AgreeForUnitsOfSeveralPrimes) {
  for (const std::uint64_t m : {323U, 969U, 1088U, 1615U, 2261U, 4845U, 8160U, 14535U}) {
    ASSERT_NO_FATAL_FAILURE(expect_words_of_the_reference(m, {30, 49, 50}));
    const auto index = CyclotomicIndex::create(m);
    const std::uint64_t p = ntt_primes(50, index, 1).front();
    const std::array<std::uint64_t, 4> ends{0, p - 1, p / 2, p / 2 + 1};
    SeededValues random(m);
    for (const Kernel kernel : kernels_of(index, p)) {
      const auto plan = CyclotomicPlan::create(index, p, kernel);
      for (std::uint64_t kinds = 2; kinds <= ends.size(); ++kinds) {
        WordVector words(index.degree());
        for (auto& word : words) word = ends[random.below(kinds)];
        ASSERT_NO_FATAL_FAILURE(expect_transforms(plan, judge_of(index, p), words))
            << "index " << m << ", " << random.label();
      }
    }
  }
}

// Words for which the sums of a prime grow as far as they can: halves of the same sign as those of
// the factors, of the cosines or the sines of one row, as large as halves are.
class ExtremeWords {
 public:
  ExtremeWords(std::uint64_t prime, std::uint64_t p, std::uint64_t root, std::uint64_t scale)
      : prime_(prime), p_(p), root_(root), scale_(scale), bits_(bit_length(p) / 2) {}

  // x_i for i = 1, ..., prime - 1.
  [[nodiscard]] WordVector of_row(std::uint64_t j, bool sines, std::uint64_t which) const {
    WordVector words(prime_, 0);
    for (std::uint64_t i = 1; i <= (prime_ - 1) / 2; ++i) {
      const auto [low, high] = halves(factor(i * j, sines));
      const std::int64_t guide = which == 0 ? low : which == 1 ? high : low + high;
      const std::int64_t word = guide < 0 ? -largest() : largest();
      words[i] = p_.reduce_signed(word);
    }
    return words;
  }

  // The sum of the magnitudes of both halves together, for one row.
  [[nodiscard]] std::int64_t weight_of_row(std::uint64_t j, bool sines) const {
    std::int64_t sum = 0;
    for (std::uint64_t i = 1; i <= (prime_ - 1) / 2; ++i) {
      const auto [low, high] = halves(factor(i * j, sines));
      sum += std::abs(low + high);
    }
    return sum;
  }

 private:
  std::array<std::int64_t, 2> halves(std::uint64_t x) const {
    const auto p = static_cast<std::int64_t>(p_.value()), word = static_cast<std::int64_t>(x);
    const std::int64_t centered = word > p / 2 ? word - p : word, unit = std::int64_t{1} << bits_;
    const std::int64_t high = std::llround(std::ldexp(static_cast<double>(centered), -bits_));
    return {centered - high * unit, high};
  }
  // Both halves are as large as they are together.
  std::int64_t largest() const {
    const auto half = static_cast<std::int64_t>(p_.value() / 2);
    const std::int64_t unit = std::int64_t{1} << bits_;
    const std::int64_t word = half / unit * unit + unit / 2 - 1;
    return word > half ? word - unit : word;
  }
  std::uint64_t factor(std::uint64_t exponent, bool sines) const {
    const std::uint64_t power = p_.pow_vartime(root_, exponent),
                        inverse = p_.inverse_vartime(power);
    const std::uint64_t sum = sines ? p_.subtract(power, inverse) : p_.add(power, inverse);
    return p_.multiply(p_.multiply(sum, (p_.value() + 1) / 2), scale_);
  }

  std::uint64_t prime_;
  Modulus p_;
  std::uint64_t root_, scale_;
  int bits_;  // of the lower half
};

TEST(CyclotomicKernels, AreExactWhereSumsAreLargest) {
  for (const std::uint64_t prime : std::initializer_list<std::uint64_t>{7, 19, 23, 29, 31}) {
    const auto index = CyclotomicIndex::create(prime);
    for (const std::uint64_t p : testing::primes_of(index, {47, 48, 49, 50})) {
      const auto judge = judge_of(index, p);
      const Modulus modulus(p);
      const ExtremeWords forward(prime, p, judge.root(), 1),
          backward(prime, p, modulus.inverse_vartime(judge.root()), modulus.inverse_vartime(prime));
      for (const Kernel kernel : available_kernels<std::uint64_t>(p)) {
        const auto plan = CyclotomicPlan::create(index, p, kernel);
        for (std::uint64_t test = 0; test < 6 * (prime - 1); ++test) {
          const std::uint64_t j = 1 + test / 6;
          const auto coefficients = forward.of_row(j, test % 2 == 1, test / 2 % 3);
          const auto values = backward.of_row(j, test % 2 == 1, test / 2 % 3);
          WordVector x(coefficients.begin(), coefficients.end() - 1), y = x;
          plan.forward(x.data());
          judge.forward(y.data());
          ASSERT_EQ(x, y) << "prime " << prime << ", modulus " << p << ", row " << j;
          for (std::size_t s = 0; s < x.size(); ++s) x[s] = values[index.slots().exponent(s)];
          y = x;
          plan.inverse(x.data());
          judge.inverse(y.data());
          ASSERT_EQ(x, y) << "prime " << prime << ", modulus " << p << ", row " << j;
        }
      }
    }
  }
}

// Two primes whose rows of 31 have fifteen products of sums of halves that are above 2^53 together:
// one prime in five hundred is such.
TEST(CyclotomicKernels, AreExactWhereSumsNeedTwoParts) {
  const auto index = CyclotomicIndex::create(31);
  for (const std::uint64_t p : {1125899906390923U, 1125899904210197U}) {
    const bool sines = p == 1125899904210197U;
    const auto judge = judge_of(index, p);
    const ExtremeWords words(31, p, judge.root(), 1);
    ASSERT_GE(words.weight_of_row(1, sines), 1 << 28);
    for (const Kernel kernel : available_kernels<std::uint64_t>(p)) {
      const auto plan = CyclotomicPlan::create(index, p, kernel);
      for (std::uint64_t test = 0; test < 15 * 16; ++test) {
        const auto coefficients = words.of_row(1 + test % 15, sines, 2);
        WordVector x(coefficients.begin(), coefficients.end() - 1);
        // Some words a bit nearer to zero, so that sums are odd and even.
        for (std::size_t i = 1; i <= test / 15; ++i) {
          if (x[i] > 1) x[i] += x[i] < p / 2 ? -std::uint64_t{1} : 1;
        }
        WordVector y = x;
        plan.forward(x.data());
        judge.forward(y.data());
        ASSERT_EQ(x, y) << "modulus " << p << ", row " << 1 + test % 15;
      }
    }
  }
}

// Primes that are 1 modulo the index and have no roots for convolutions.
TEST(CyclotomicKernels, AgreeForPrimesWithoutTheRoots) {
  for (const std::uint64_t m : {67U, 101U, 134U, 202U, 303U, 1313U, 13981U}) {
    const auto index = CyclotomicIndex::create(m);
    for (const int bits : {30, 49, 50, 61}) {
      const std::uint64_t p = testing::slow_prime(index, bits);
      SeededValues random(p);
      SCOPED_TRACE("index " + std::to_string(m) + ", modulus " + std::to_string(p));
      const auto judge = judge_of(index, p);
      for (const Kernel kernel : available_kernels<std::uint64_t>(p)) {
        const auto plan = CyclotomicPlan::create(index, p, kernel);
        const auto input = testing::random_words<std::uint64_t>(plan.degree(), p, random);
        ASSERT_NO_FATAL_FAILURE(expect_transforms(plan, judge, input));
      }
    }
  }
}

// More threads than there are areas of scratch memory.
TEST(CyclotomicKernels, ServeSeveralThreadsAtATime) {
  for (const std::uint64_t m : {2783U, 4095U, 65537U}) {
    const auto index = CyclotomicIndex::create(m);
    const std::uint64_t p = ntt_primes(50, index, 1).front();
    const auto plan = CyclotomicPlan::create(index, p);
    SeededValues random(m);
    std::array<WordVector, 6> inputs, expected, results;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      inputs[i] = testing::random_words<std::uint64_t>(plan.degree(), p, random);
      expected[i] = inputs[i];
      plan.forward(expected[i].data());
      results[i].resize(plan.degree());
    }
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      threads.emplace_back([&, i] {
        for (int run = 0; run < 10; ++run) {
          plan.forward(results[i].data(), inputs[i].data());
          plan.inverse(results[i].data());
        }
        plan.forward(results[i].data());
      });
    }
    for (auto& thread : threads) thread.join();
    for (std::size_t i = 0; i < inputs.size(); ++i) EXPECT_EQ(results[i], expected[i]) << m;
  }
}

}  // namespace
}  // namespace lath
