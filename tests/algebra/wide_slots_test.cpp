// SPDX-License-Identifier: Apache-2.0
#include "algebra/wide/wide_slots.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "algebra/wide/subring_blocks.hpp"
#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"

namespace lath::testing {
namespace {

Natural as_natural(const mpz_class& x) { return Natural::from_decimal(x.get_str()); }

mpz_class as_integer(std::span<const std::uint64_t> words) {
  mpz_class x;
  mpz_import(x.get_mpz_t(), words.size(), -1, 8, 0, 0, words.data());
  return x;
}
mpz_class as_integer(const Natural& x) { return as_integer(x.words()); }

void store(std::uint64_t* out, const mpz_class& x) {
  mpz_export(out, nullptr, -1, 8, 0, 0, x.get_mpz_t());
}

mpz_class random_below(SeededValues& values, const mpz_class& p) {
  mpz_class x;
  for (std::size_t bits = 0; bits < mpz_sizeinbase(p.get_mpz_t(), 2) + 64; bits += 32) {
    x = (x << 32) + static_cast<unsigned long>(values.below(std::uint64_t{1} << 32));
  }
  return x % p;
}

// The first prime of so many bits that is 1 modulo m.
mpz_class prime_above(std::size_t bits, std::uint64_t m) {
  mpz_class p = ((mpz_class(1) << bits) / m + 1) * m + 1;
  while (mpz_probab_prime_p(p.get_mpz_t(), 30) == 0) p += m;
  return p;
}

mpz_class power_of(const mpz_class& x, std::uint64_t e, const mpz_class& p) {
  mpz_class result;
  mpz_powm_ui(result.get_mpz_t(), x.get_mpz_t(), e, p.get_mpz_t());
  return result;
}

// A root of unity of order d.
mpz_class root_of_order(std::uint64_t d, const mpz_class& p) {
  for (unsigned long base = 2;; ++base) {
    mpz_class x;
    const mpz_class e = (p - 1) / d;
    mpz_powm(x.get_mpz_t(), mpz_class(base).get_mpz_t(), e.get_mpz_t(), p.get_mpz_t());
    bool primitive = true;
    for (std::uint64_t f = 1; f < d; ++f) {
      if (d % f == 0 && power_of(x, f, p) == 1) primitive = false;
    }
    if (primitive) return x;
  }
}

void expect_slots(std::uint64_t m, std::uint64_t d, std::size_t bits) {
  SCOPED_TRACE("m = " + std::to_string(m) + ", d = " + std::to_string(d) + ", " +
               std::to_string(bits) + " bits");
  const auto index = CyclotomicIndex::create(m);
  const mpz_class p = prime_above(bits, m), omega = root_of_order(d, p);
  const detail::WideSlots slots(index, d, as_natural(p), as_natural(omega));
  const mpz_class z = as_integer(slots.root());
  ASSERT_EQ(power_of(z, m / d, p), omega % p);
  const std::size_t w = slots.words(), n = slots.count();
  const std::uint64_t order_of_subring = d < 3 ? 1 : euler_phi(d);
  ASSERT_EQ(n, index.degree() / order_of_subring);
  SeededValues values(m + d);
  std::vector<mpz_class> numbers;
  std::vector<std::uint64_t> words(n * w), scratch(2 * n * w);
  for (std::size_t i = 0; i < n; ++i) {
    numbers.push_back(i == 0 ? mpz_class(p - 1) : random_below(values, p));
    store(&words[i * w], numbers[i]);
  }
  const std::vector<std::uint64_t> before = words;
  slots.forward(words, scratch);
  std::vector<std::uint64_t> seen;
  // Number i belongs to z^exponents[i].
  std::vector<std::uint64_t> exponents;
  if (d < 3) {
    for (std::size_t i = 0; i < n; ++i) exponents.push_back(index.power(i));
  } else {
    const detail::SubringBlocks blocks(index, CyclotomicIndex::create(d));
    for (std::size_t i = 0; i < n; ++i) exponents.push_back(index.power(blocks.place(i, 0)));
  }
  std::vector<mpz_class> powers{1};
  while (powers.size() < m) powers.push_back(powers.back() * z % p);
  for (std::size_t s = 0; s < n; ++s) {
    const std::uint64_t j = slots.exponent(s);
    EXPECT_EQ(std::gcd(j, m), 1U);
    EXPECT_EQ(j % d, 1 % d);
    seen.push_back(j);
    mpz_class value;
    for (std::size_t i = 0; i < n; ++i) {
      value += numbers[i] * powers[j * exponents[i] % m];
    }
    ASSERT_EQ(as_integer(std::span(words).subspan(s * w, w)), value % p) << s;
  }
  std::ranges::sort(seen);
  EXPECT_EQ(std::ranges::unique(seen).begin(), seen.end());
  // Generators move slots along their dimensions.
  std::size_t all = 1;
  for (const auto& dimension : slots.dimensions()) all *= dimension.size;
  EXPECT_EQ(all, n);
  std::size_t inner = n;
  for (const auto& [size, g] : slots.dimensions()) {
    inner /= size;
    EXPECT_EQ(g % d, 1 % d);
    for (std::size_t s = 0; s < n; ++s) {
      const std::size_t at = s / inner % size, next = s - at * inner + (at + 1) % size * inner;
      EXPECT_EQ(slots.exponent(s) * g % m, slots.exponent(next));
    }
  }
  slots.inverse(words, scratch);
  EXPECT_EQ(words, before);
}

TEST(WideSlots, AreTheValuesAtRootsOfUnity) {
  for (const auto& [m, d] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
           {32, 1}, {32, 2},   {32, 4},  {64, 8},   {64, 64}, {45, 1},   {45, 5}, {45, 9},
           {45, 3}, {105, 15}, {105, 7}, {48, 16},  {48, 3},  {255, 17}, {27, 1}, {27, 3},
           {30, 1}, {90, 9},   {30, 5},  {255, 51}, {4, 1},   {4, 4},    {5, 5}}) {
    for (const std::size_t bits : {20U, 64U, 100U, 256U}) expect_slots(m, d, bits);
  }
  expect_slots(128, 16, 521);
  expect_slots(256, 128, 2048);
}

TEST(WideSlots, OfPowersOfTwoAreInRows) {
  const mpz_class p = prime_above(255, 64);
  const detail::WideSlots slots(CyclotomicIndex::create(64), 1, as_natural(p), 1);
  std::uint64_t power = 1;
  for (std::size_t j = 0; j < 16; ++j) {
    EXPECT_EQ(slots.exponent(j), power);
    EXPECT_EQ(slots.exponent(16 + j), 64 - power);
    power = power * 3 % 64;
  }
}

TEST(WideSlots, RefuseNumbersThatDoNotSplit) {
  const auto index = CyclotomicIndex::create(32);
  const auto refused = [&](const Natural& p) {
    expect_error([&] { detail::WideSlots(index, 1, p, 1); }, ErrorCode::unsupported,
                 {"slots modulo a number of", "1 modulo the index"});
  };
  refused(101);
  refused(97 * 193);
  refused(33);
  EXPECT_NO_THROW(detail::WideSlots(index, 1, 97, 1));
}

}  // namespace
}  // namespace lath::testing
