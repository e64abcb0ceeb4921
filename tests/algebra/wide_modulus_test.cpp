// SPDX-License-Identifier: Apache-2.0
#include "algebra/wide/wide_modulus.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "algebra/gmp_numbers.hpp"
#include "algebra/wide/prime_transform.hpp"
#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"

namespace lath::testing {
namespace {

using namespace lath::detail;
using Words = std::vector<std::uint64_t>;

// Elements with GMP's numbers beside them.
struct Elements {
  const WideModulus& modulus;
  std::vector<mpz_class> numbers;
  Words words;

  explicit Elements(const WideModulus& of) : modulus(of) {}
  void push_back(const mpz_class& x) {
    numbers.push_back(x);
    words.resize(words.size() + modulus.words());
    write(std::span(words).last(modulus.words()), x);
  }
};

// Pairs of elements modulo p, and what operations give.
struct Operands {
  mpz_class p;
  WideModulus modulus;
  std::size_t n, count;
  mpz_class radix, inverse;  // R and 1/R
  Elements a, b;
  const std::vector<mpz_class>&x = a.numbers, &y = b.numbers;

  Operands(SeededValues& random, const mpz_class& of)
      : p(of), modulus(natural_of(p)), n(modulus.words()), count(45), a(modulus), b(modulus) {
    radix = (mpz_class(1) << (64 * n)) % p;
    mpz_invert(inverse.get_mpz_t(), radix.get_mpz_t(), p.get_mpz_t());
    const std::vector<mpz_class> hard{0, 1, p - 1, p / 2, (mpz_class(1) << (64 * n - 1)) % p};
    for (const mpz_class& first : hard) {
      for (const mpz_class& second : hard) a.push_back(first), b.push_back(second);
    }
    while (x.size() < count) {
      a.push_back(number_below(random, p));
      b.push_back(number_below(random, p));
    }
  }
  Operands(const Operands&) = delete;
  Operands& operator=(const Operands&) = delete;

  // Expects the residues of these numbers.
  void expect(const Words& found, const auto& expected) const {
    for (std::size_t i = 0; i < found.size() / n; ++i) {
      const mpz_class wanted = expected(i);
      ASSERT_EQ(number_of(std::span(found).subspan(i * n, n)), mpz_class((wanted % p + p) % p))
          << i;
    }
  }
};

using Result = mpz_class;

void compare_sums(const Operands& of) {
  const auto& x = of.x;
  const auto& y = of.y;
  const Words &a = of.a.words, &b = of.b.words;
  Words out(a.size());
  of.modulus.add(out.data(), a.data(), b.data(), of.count);
  of.expect(out, [&](std::size_t i) -> Result { return x[i] + y[i]; });
  of.modulus.subtract(out.data(), a.data(), b.data(), of.count);
  of.expect(out, [&](std::size_t i) -> Result { return x[i] - y[i]; });
  of.modulus.negate(out.data(), a.data(), of.count);
  of.expect(out, [&](std::size_t i) -> Result { return -x[i]; });
  out = a;
  of.modulus.subtract(out.data(), b.data(), out.data(), of.count);
  of.expect(out, [&](std::size_t i) -> Result { return y[i] - x[i]; });
  out = a;
  of.modulus.add(out.data(), out.data(), out.data(), of.count);
  of.expect(out, [&](std::size_t i) -> Result { return 2 * x[i]; });
}

void compare_products(const Operands& of) {
  const auto& x = of.x;
  const auto& y = of.y;
  const Words &a = of.a.words, &b = of.b.words;
  Words out(a.size());
  of.modulus.multiply(out.data(), a.data(), b.data(), of.count);
  of.expect(out, [&](std::size_t i) -> Result { return x[i] * y[i] * of.inverse; });
  out = a;
  of.modulus.multiply(out.data(), out.data(), out.data(), of.count);
  of.expect(out, [&](std::size_t i) -> Result { return x[i] * x[i] * of.inverse; });
  of.modulus.scale(out.data(), a.data(), &b[2 * of.n], of.count);
  of.expect(out, [&](std::size_t i) -> Result { return x[i] * y[2] * of.inverse; });
  of.modulus.to_montgomery(out.data(), a.data(), of.count);
  of.expect(out, [&](std::size_t i) -> Result { return x[i] * of.radix; });
  of.modulus.from_montgomery(out.data(), out.data(), of.count);
  EXPECT_EQ(out, a);
  EXPECT_EQ(number_of(std::span(of.modulus.one(), of.n)), of.radix);
  of.expect(of.modulus.montgomery_vartime(natural_of(of.p * of.p + y.back())),
            [&](std::size_t) -> Result { return y.back() * of.radix; });
}

void compare_inner_products(const Operands& of) {
  Result sum = 0;
  for (std::size_t i = 0; i < of.count; ++i) sum += of.x[i] * of.y[i];
  Words out(of.n);
  of.modulus.inner_product(out.data(), of.a.words.data(), of.b.words.data(), of.count);
  of.expect(out, [&](std::size_t) -> Result { return sum * of.inverse; });
  Elements largest(of.modulus);
  for (std::size_t i = 0; i < of.count; ++i) largest.push_back(of.p - 1);
  of.modulus.inner_product(out.data(), largest.words.data(), largest.words.data(), of.count);
  of.expect(out, [&](std::size_t) -> Result { return of.count * of.inverse; });
}

void compare_butterflies(const Operands& of) {
  const auto& x = of.x;
  const auto& y = of.y;
  const std::uint64_t* r = &of.a.words[(of.count - 1) * of.n];
  const Result root = x.back() * of.inverse;
  Words u = of.a.words, v = of.b.words;
  of.modulus.butterflies(u.data(), v.data(), r, of.count);
  of.expect(u, [&](std::size_t i) -> Result { return x[i] + y[i] * root; });
  of.expect(v, [&](std::size_t i) -> Result { return x[i] - y[i] * root; });
  u = of.a.words, v = of.b.words;
  of.modulus.inverse_butterflies(u.data(), v.data(), r, of.count);
  of.expect(u, [&](std::size_t i) -> Result { return x[i] + y[i]; });
  of.expect(v, [&](std::size_t i) -> Result { return (x[i] - y[i]) * root; });
}

TEST(WideModulus, IsTheArithmeticOfGmp) {
  SeededValues random(41);
  SCOPED_TRACE(random.label());
  for (const std::size_t bits : {2U,   3U,   20U,  63U,  64U,  65U,  127U,  128U,  129U,  192U,
                                 255U, 256U, 257U, 320U, 384U, 521U, 1024U, 2048U, 4096U, 4160U}) {
    SCOPED_TRACE(bits);
    const mpz_class least = (mpz_class(1) << (bits - 1)) + 1, largest = 2 * least - 3;
    for (const mpz_class& p : {mpz_class(number_of_bits(random, bits) | 1), least, largest}) {
      const Operands operands(random, p);
      compare_sums(operands);
      compare_products(operands);
      compare_inner_products(operands);
      compare_butterflies(operands);
    }
  }
}

TEST(WideModulus, RefusesEvenSmallAndLongNumbers) {
  const mpz_class longest = (mpz_class(1) << 4160) - 1;
  EXPECT_EQ(WideModulus(natural_of(longest)).words(), 65U);
  for (const mpz_class& p : {mpz_class(0), mpz_class(1), mpz_class(2), mpz_class(longest - 1),
                             mpz_class(2 * longest + 1)}) {
    expect_error([&] { WideModulus(natural_of(p)); }, ErrorCode::invalid_argument,
                 {"a modulus of", "4160 bits", "prime"});
  }
}

TEST(WidePrimeTransform, MultipliesByToeplitzMatrices) {
  SeededValues random(42);
  SCOPED_TRACE(random.label());
  const mpz_class p = number_of_bits(random, 130) | 1;
  const WideModulus modulus(natural_of(p));
  const std::size_t words = modulus.words();
  for (const std::size_t n : {1U, 2U, 7U, 16U, 18U, 26U, 37U, 48U, 100U}) {
    Elements t(modulus), x(modulus);
    for (std::size_t i = 0; i < 2 * n - 1; ++i) t.push_back(number_below(random, p));
    for (std::size_t i = 0; i < n; ++i) x.push_back(number_below(random, p));
    Words out(n * words), scratch(4 * n * words), matrix(t.words.size());
    modulus.to_montgomery(matrix.data(), t.words.data(), 2 * n - 1);
    multiply_toeplitz(modulus, out.data(), matrix.data(), x.words.data(), n, scratch.data());
    for (std::size_t i = 0; i < n; ++i) {
      mpz_class sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += t.numbers[n - 1 - i + j] * x.numbers[j];
      EXPECT_EQ(number_of(std::span(out).subspan(i * words, words)), mpz_class(sum % p)) << i;
    }
  }
}

}  // namespace
}  // namespace lath::testing
