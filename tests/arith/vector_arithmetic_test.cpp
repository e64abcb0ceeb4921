// SPDX-License-Identifier: Apache-2.0
//
// The operations on vectors of any length, compared with their definition in integers of 128 bits.
#include "lath/arith/vector_arithmetic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "lath/arith/primes.hpp"

namespace lath {
namespace {

using testing::SeededValues;

// What an operation is, on integers: a, b, c, d and the scalar w below p.
struct Definition {
  Operation operation;
  std::size_t vectors;
  bool scalar;
  uint128 (*value)(const std::array<uint128, 4>& x, uint128 w, uint128 p);
};

using Values = std::array<uint128, 4>;
constexpr Definition kDefinitions[] = {
    {Operation::add, 2, false, [](const Values& x, uint128, uint128) { return x[0] + x[1]; }},
    {Operation::subtract, 2, false,
     [](const Values& x, uint128, uint128 p) { return x[0] + p - x[1]; }},
    {Operation::negate, 1, false, [](const Values& x, uint128, uint128 p) { return p - x[0]; }},
    {Operation::reduce, 1, false, [](const Values& x, uint128, uint128) { return x[0]; }},
    {Operation::scale, 1, true, [](const Values& x, uint128 w, uint128) { return x[0] * w; }},
    {Operation::scale_add, 2, true,
     [](const Values& x, uint128 w, uint128) { return x[0] * w + x[1]; }},
    {Operation::subtract_scaled, 2, true,
     [](const Values& x, uint128 w, uint128 p) { return x[1] + (p - x[0]) * w; }},
    {Operation::scale_difference, 2, true,
     [](const Values& x, uint128 w, uint128 p) { return (x[0] + p - x[1]) * w; }},
    {Operation::scale_difference_add, 3, true,
     [](const Values& x, uint128 w, uint128 p) { return (x[0] + p - x[1]) * w + x[2]; }},
    {Operation::multiply, 2, false, [](const Values& x, uint128, uint128) { return x[0] * x[1]; }},
    {Operation::multiply_add, 3, false,
     [](const Values& x, uint128, uint128) { return x[0] * x[1] + x[2]; }},
    {Operation::multiply_subtract, 3, false,
     [](const Values& x, uint128, uint128 p) { return x[0] * x[1] + p - x[2]; }},
    {Operation::subtract_product, 3, false,
     [](const Values& x, uint128, uint128 p) { return x[2] + (p - x[0]) * x[1]; }},
    {Operation::add_products, 4, false,
     [](const Values& x, uint128, uint128) { return x[0] * x[1] + x[2] * x[3]; }},
    {Operation::multiply_sum, 3, false,
     [](const Values& x, uint128, uint128) { return (x[0] + x[1]) * x[2]; }},
    {Operation::multiply_difference, 3, false,
     [](const Values& x, uint128, uint128 p) { return (x[0] + p - x[1]) * x[2]; }},
};

// Every length up to some vectors, a degree that is no power of two, and one that is.
constexpr std::size_t kCounts[] = {1, 2, 3, 7, 8, 9, 15, 16, 31, 33, 63, 100, 2420, 4096};

template <class Word>
std::vector<std::uint64_t> moduli() {
  constexpr int kBits = kModulusBits<Word>;
  std::vector<std::uint64_t> result{2, 3, 4, 193, (std::uint64_t{1} << kBits) - 1};
  // The reciprocals of powers of two are the largest of their size.
  for (const int bits : {10, 28, 49, 61}) {
    if (bits < kBits) result.push_back(std::uint64_t{1} << bits);
  }
  for (const int bits : {14, 30, 48, 50, 51, 62}) {
    if (bits <= kBits) result.push_back(ntt_primes(bits, 64, 1).front());
  }
  return result;
}

// A vector that begins with the boundary values.
template <class Word>
std::vector<Word> words(std::size_t count, std::uint64_t bound, SeededValues& random) {
  std::vector<Word> result(count);
  for (Word& word : result) word = static_cast<Word>(random.below(bound));
  const std::uint64_t boundary[] = {bound - 1, 0, 1 % bound, bound / 2};
  for (std::size_t i = 0; i < count; ++i) {
    if (random.below(4) == 0) result[i] = static_cast<Word>(boundary[random.below(4)]);
  }
  return result;
}

template <class Word>
class Vectors : public ::testing::Test {
 protected:
  template <class Check>
  static void for_each_arithmetic(const Check& check) {
    for (const std::uint64_t p : moduli<Word>()) {
      for (const Kernel kernel : available_kernels<Word>(p)) {
        SeededValues random(p);
        SCOPED_TRACE(random.label() + ", p = " + std::to_string(p) + ", " +
                     std::string(family_name(kernel.family)) + "/" +
                     std::string(isa_name(kernel.isa)));
        check(VectorArithmetic<Word>::create(p, kernel), random);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }

  // Compares an operation with its definition; `out` is operand `same`, or apart if there is none.
  static void compare(const VectorArithmetic<Word>& arithmetic, const Definition& definition,
                      std::size_t count, std::size_t same, SeededValues& random) {
    const std::uint64_t p = arithmetic.modulus();
    const std::uint64_t bound = definition.operation == Operation::reduce ? 4 * p : p;
    std::array<std::vector<Word>, 4> x;
    for (auto& vector : x) vector = words<Word>(count, bound, random);
    const Scalar<Word> w = arithmetic.scalar(words<Word>(1, p, random)[0]);
    std::vector<Word> expected(count), out(count + 1, Word{77});
    for (std::size_t i = 0; i < count; ++i) {
      const Values values{x[0][i], x[1][i], x[2][i], x[3][i]};
      expected[i] = static_cast<Word>(definition.value(values, w.value, p) % p);
    }
    std::array<const Word*, 5> operands{x[0].data(), x[1].data(), x[2].data(), x[3].data()};
    if (same < definition.vectors) {
      std::copy(x[same].begin(), x[same].end(), out.begin());
      operands[same] = out.data();
    }
    if (definition.scalar) operands[definition.vectors] = &w.value;
    arithmetic.apply(definition.operation, out.data(), operands.data(), count);
    ASSERT_EQ(out.back(), 77) << "writes beyond the end";
    out.pop_back();
    ASSERT_EQ(out, expected) << "operation " << static_cast<int>(definition.operation) << ", "
                             << count << " words, result in operand " << same;
  }
};
using ArithmeticWords = ::testing::Types<std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(Vectors, ArithmeticWords);

TYPED_TEST(Vectors, OfAnyLengthFollowTheDefinitionOfEveryOperation) {
  static_assert(std::size(kDefinitions) == kOperations - 2, "all but the two with quotients");
  this->for_each_arithmetic([&](const auto& arithmetic, SeededValues& random) {
    for (const Definition& definition : kDefinitions) {
      for (const std::size_t count : kCounts) {
        for (const std::size_t same : {std::size_t{4}, random.below(definition.vectors)}) {
          this->compare(arithmetic, definition, count, same, random);
          if (::testing::Test::HasFatalFailure()) return;
        }
      }
    }
  });
}

TYPED_TEST(Vectors, WithPreparedFactorsGiveTheSameProducts) {
  using Word = TypeParam;
  this->for_each_arithmetic([&](const auto& arithmetic, SeededValues& random) {
    for (const std::size_t count : kCounts) {
      const auto a = words<Word>(count, arithmetic.modulus(), random);
      const auto b = words<Word>(count, arithmetic.modulus(), random);
      std::vector<Word> quotients(count), product(count), expected(count);
      arithmetic.multiply(expected.data(), a.data(), b.data(), count);
      arithmetic.prepare(quotients.data(), b.data(), count);
      arithmetic.multiply_prepared(product.data(), a.data(), b.data(), quotients.data(), count);
      ASSERT_EQ(product, expected) << count;
    }
  });
}

// Products of large words modulo the primes of 50 bits whose quotients by the 52-bit multiply-add
// lack the most, and of those that lack just less than one besides the fraction.
TEST(VectorArithmetic, HasProductsWhereQuotientsLackTheMost) {
  constexpr double kPower = 0x1p100;
  const auto lacks = [](std::uint64_t p) {
    const auto rest = static_cast<std::uint64_t>((uint128{1} << 100) % p);
    return 0x1p48 / static_cast<double>(p) +
           static_cast<double>(rest) * static_cast<double>(p) / kPower;
  };
  // Those next to 2^50 have nothing to lack.
  std::vector<std::uint64_t> primes;
  for (std::uint64_t p = (std::uint64_t{1} << 50) - (std::uint64_t{1} << 43) + 1;
       primes.size() < 200; p += 64) {
    if (is_prime(p)) primes.push_back(p);
  }
  std::ranges::sort(primes, {}, lacks);
  const auto last = std::ranges::upper_bound(primes, 1.0, {}, lacks);
  ASSERT_NE(last, primes.begin());
  EXPECT_GT(lacks(last[-1]), 0.99);
  EXPECT_GT(lacks(primes.back()), 1.2);
  for (const std::uint64_t p : {last[-2], last[-1], primes.end()[-2], primes.back()}) {
    SeededValues random(p);
    std::vector<std::uint64_t> a(4096), b(a.size()), product(a.size()), sum(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      a[i] = p - 1 - random.below(p >> 6);
      b[i] = p - 1 - random.below(p >> 6);
    }
    for (const Kernel kernel : available_kernels<std::uint64_t>(p)) {
      SCOPED_TRACE(random.label() + ", p = " + std::to_string(p) + ", " +
                   std::string(family_name(kernel.family)));
      const auto arithmetic = VectorArithmetic<std::uint64_t>::create(p, kernel);
      arithmetic.multiply(product.data(), a.data(), b.data(), a.size());
      arithmetic.multiply_add(sum.data(), a.data(), b.data(), a.data(), a.size());
      for (std::size_t i = 0; i < a.size(); ++i) {
        const uint128 x = uint128{a[i]} * b[i];
        ASSERT_EQ(product[i], x % p) << a[i] << " times " << b[i];
        ASSERT_EQ(sum[i], (x + a[i]) % p) << a[i] << " times " << b[i];
      }
    }
  }
}

TYPED_TEST(Vectors, OfNoWordsAreLeftAlone) {
  using Word = TypeParam;
  const auto arithmetic = VectorArithmetic<Word>::create(193);
  Word word = 5;
  arithmetic.add(&word, &word, &word, 0);
  EXPECT_EQ(word, 5);
}

TEST(VectorArithmetic, RefusesModuliAndKernelsThatItDoesNotServe) {
  using Arithmetic = VectorArithmetic<std::uint64_t>;
  testing::expect_error([] { Arithmetic::create(1); }, ErrorCode::invalid_argument, {"modulus 1"});
  testing::expect_error([] { Arithmetic::create(std::uint64_t{1} << 62); },
                        ErrorCode::invalid_argument, {"need 2 to 2^62 - 1"});
  testing::expect_error([] { VectorArithmetic<std::uint16_t>::create(16384); },
                        ErrorCode::invalid_argument, {"wider word"});
  testing::expect_error(
      [] { Arithmetic::create(std::uint64_t{1} << 55, {Family::f64, Isa::avx2}); },
      ErrorCode::unsupported, {"need one of u64/scalar"});
}

}  // namespace
}  // namespace lath
