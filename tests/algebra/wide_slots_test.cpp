// SPDX-License-Identifier: Apache-2.0
#include "algebra/wide/wide_slots.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "algebra/gmp_numbers.hpp"
#include "algebra/powerful_polynomials.hpp"
#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::testing {
namespace {

using namespace lath::detail;
using Numbers = std::vector<mpz_class>;
using Words = std::vector<std::uint64_t>;

mpz_class residue(const mpz_class& x, const mpz_class& p) { return (x % p + p) % p; }

// A number of order d modulo p, one of all.
mpz_class drawn_root(SeededValues& random, const mpz_class& p, std::uint64_t d) {
  for (;;) {
    const mpz_class root = power_modulo(number_below(random, p - 1) + 1, (p - 1) / d, p);
    bool primitive = true;
    for (std::uint64_t e = 1; e < d; ++e) {
      if (d % e == 0 && power_modulo(root, e, p) == 1) primitive = false;
    }
    if (primitive) return root;
  }
}

// Polynomials modulo Phi_m and p in the powerful basis, by the definition, and their slots.
struct SlotsByDefinition {
  std::uint64_t m, d;
  mpz_class p, omega;
  CyclotomicIndex index;
  WideSlots slots;

  SlotsByDefinition(std::uint64_t of, std::uint64_t divisor, const mpz_class& prime,
                    SeededValues& random)
      : m(of),
        d(divisor),
        p(prime),
        omega(drawn_root(random, p, d)),
        index(CyclotomicIndex::create(m)),
        slots(index, d, natural_of(p), natural_of(omega)) {}

  [[nodiscard]] Numbers draw(SeededValues& random) const {
    Numbers polynomial(index.degree());
    for (mpz_class& x : polynomial) x = number_below(random, p);
    return polynomial;
  }

  // a(x^g) b(x).
  [[nodiscard]] Numbers product(const Numbers& a, std::uint64_t g, const Numbers& b) const {
    Numbers c = product_of(index, a, g, b);
    for (mpz_class& x : c) x = residue(x, p);
    return c;
  }

  [[nodiscard]] Words blocks(const Numbers& polynomial) const {
    const std::size_t words = slots.modulus().words();
    Words result(slots.slots() * words);
    for (std::size_t block = 0; block < slots.slots(); ++block) {
      mpz_class sum = 0;
      for (std::size_t k = 0; k < slots.block_degree(); ++k) {
        const std::uint64_t power = d > 2 ? CyclotomicIndex::create(d).power(k) : 0;
        sum += polynomial[slots.place(block, k)] * power_modulo(omega, power, p);
      }
      write(std::span(result).subspan(block * words, words), sum % p);
    }
    return result;
  }

  [[nodiscard]] Numbers values(const Numbers& polynomial) const {
    const std::size_t words = slots.modulus().words();
    Words all = blocks(polynomial);
    slots.forward(all);
    Numbers result;
    for (std::size_t i = 0; i < all.size(); i += words) {
      result.push_back(number_of(std::span(all).subspan(i, words)));
    }
    return result;
  }

  // The value at z^j.
  [[nodiscard]] mpz_class value(const Numbers& polynomial, std::uint64_t j) const {
    const mpz_class point = power_modulo(number_of(slots.root()), j, p);
    Numbers powers{1};
    while (powers.size() < m) powers.push_back(powers.back() * point % p);
    mpz_class sum = 0;
    for (std::size_t i = 0; i < polynomial.size(); ++i) {
      sum += polynomial[i] * powers[index.power(i)];
    }
    return sum % p;
  }
};

struct Case {
  std::uint64_t m, d;
};
constexpr Case kCases[] = {{4, 1},    {8, 2},    {32, 1},  {32, 2},   {32, 4},  {64, 8},
                           {16, 16},  {3, 1},    {6, 1},   {6, 2},    {45, 1},  {45, 3},
                           {45, 5},   {45, 9},   {90, 10}, {50, 2},   {27, 3},  {81, 9},
                           {125, 5},  {105, 15}, {48, 16}, {48, 3},   {48, 6},  {96, 1},
                           {255, 17}, {37, 1},   {111, 3}, {169, 13}, {29, 29}, {100, 20}};

void check_root(const SlotsByDefinition& by) {
  const mpz_class z = number_of(by.slots.root());
  for (std::uint64_t e = 1; e < by.m; ++e) {
    if (by.m % e == 0) {
      EXPECT_NE(power_modulo(z, e, by.p), 1);
    }
  }
  EXPECT_EQ(power_modulo(z, by.m, by.p), 1);
  if (by.d > 2) {
    EXPECT_EQ(power_modulo(z, by.m / by.d, by.p), by.omega);
  }
}

void check_places(const SlotsByDefinition& by) {
  const std::size_t count = by.slots.slots();
  EXPECT_EQ(count * by.slots.block_degree(), by.index.degree());
  EXPECT_EQ(by.slots.block_degree(), euler_phi(by.d));
  std::vector<bool> seen(by.index.degree()), units(by.m);
  for (std::size_t block = 0; block < count; ++block) {
    for (std::size_t k = 0; k < by.slots.block_degree(); ++k) {
      ASSERT_LT(by.slots.place(block, k), seen.size());
      EXPECT_FALSE(seen[by.slots.place(block, k)]);
      seen[by.slots.place(block, k)] = true;
    }
  }
  for (std::size_t slot = 0; slot < count; ++slot) {
    const std::uint64_t j = by.slots.exponent(slot);
    ASSERT_LT(j, by.m);
    EXPECT_EQ(std::gcd(j, by.m), 1U);
    EXPECT_EQ(j % by.d, 1 % by.d);
    EXPECT_FALSE(units[j]);
    units[j] = true;
  }
}

void check_values(const SlotsByDefinition& by, SeededValues& random) {
  const Numbers polynomial = by.draw(random);
  const Numbers values = by.values(polynomial);
  for (std::size_t slot = 0; slot < values.size(); ++slot) {
    ASSERT_EQ(values[slot], by.value(polynomial, by.slots.exponent(slot))) << slot;
  }
  const Words blocks = by.blocks(polynomial);
  Words there = blocks;
  by.slots.forward(there);
  by.slots.inverse(there);
  EXPECT_EQ(there, blocks);
}

void check_products(const SlotsByDefinition& by, SeededValues& random) {
  const Numbers a = by.draw(random), b = by.draw(random);
  const Numbers x = by.values(a), y = by.values(b), found = by.values(by.product(a, 1, b));
  for (std::size_t slot = 0; slot < found.size(); ++slot) {
    EXPECT_EQ(found[slot], x[slot] * y[slot] % by.p);
  }
}

void check_rotations(const SlotsByDefinition& by, SeededValues& random) {
  const Numbers a = by.draw(random), x = by.values(a);
  Numbers one(a.size());
  one[0] = 1;
  std::size_t stride = 1, last = x.size();
  for (const auto& [generator, length] : by.slots.dimensions()) {
    EXPECT_GE(last, length);
    EXPECT_EQ(generator % by.d, 1 % by.d);
    last = length;
    const Numbers moved = by.values(by.product(a, generator, one));
    for (std::size_t slot = 0; slot < x.size(); ++slot) {
      const std::size_t e = slot / stride % length;
      EXPECT_EQ(moved[slot], x[slot - e * stride + (e + 1) % length * stride]);
    }
    stride *= length;
  }
  EXPECT_EQ(stride, x.size());
}

TEST(WideSlots, AreTheValuesAtPowersOfTheRoot) {
  SeededValues random(51);
  SCOPED_TRACE(random.label());
  for (const auto& [m, d] : kCases) {
    SCOPED_TRACE(std::to_string(m) + ", " + std::to_string(d));
    for (const std::size_t bits : {20U, 64U, 100U, 255U, 521U, 1024U}) {
      if (bits > 255 && m > 64) continue;
      const SlotsByDefinition by(m, d, prime_above(random, bits, m), random);
      check_root(by);
      check_places(by);
      check_values(by, random);
    }
  }
}

TEST(WideSlots, MultiplyAndRotateWithPolynomials) {
  SeededValues random(52);
  SCOPED_TRACE(random.label());
  for (const auto& [m, d] : kCases) {
    SCOPED_TRACE(std::to_string(m) + ", " + std::to_string(d));
    const SlotsByDefinition by(m, d, prime_above(random, 70, m), random);
    check_products(by, random);
    check_rotations(by, random);
  }
}

TEST(WideSlots, StandInTheOrderOfSlotEncoderForPowersOfTwo) {
  SeededValues random(53);
  SCOPED_TRACE(random.label());
  for (const std::uint64_t d : {1U, 2U}) {
    const std::uint64_t m = 64;
    const SlotsByDefinition by(m, d, prime_above(random, 80, m), random);
    std::uint64_t power = 1;
    for (std::size_t j = 0; j < m / 4; ++j) {
      EXPECT_EQ(by.slots.exponent(j), power);
      EXPECT_EQ(by.slots.exponent(m / 4 + j), m - power);
      power = 3 * power % m;
    }
    ASSERT_EQ(by.slots.dimensions().size(), 2U);
    EXPECT_EQ(by.slots.dimensions()[0], (WideSlots::Dimension{3, m / 4}));
    EXPECT_EQ(by.slots.dimensions()[1], (WideSlots::Dimension{m - 1, 2}));
    for (std::size_t i = 0; i < m / 2; ++i) EXPECT_EQ(by.slots.place(i, 0), i);
  }
}

// y^2 = x^3 - 3 x + b is defined modulo this prime (FIPS 186-4, curve P-256).
TEST(WideSlots, HoldElementsOfTheFieldOfP256) {
  SeededValues random(54);
  SCOPED_TRACE(random.label());
  const mpz_class one = 1;
  const mpz_class p = (one << 256) - (one << 224) + (one << 192) + (one << 96) - 1;
  for (const std::uint64_t m : {4369U, 13107U}) {
    const SlotsByDefinition by(m, 17, p, random);
    ASSERT_EQ(by.slots.slots(), m == 4369 ? 256U : 512U);
    const Numbers polynomial = by.draw(random), values = by.values(polynomial);
    for (std::size_t slot = 0; slot < values.size(); slot += 50) {
      EXPECT_EQ(values[slot], by.value(polynomial, by.slots.exponent(slot)));
    }
    const Words blocks = by.blocks(polynomial);
    Words there = blocks;
    by.slots.forward(there);
    by.slots.inverse(there);
    EXPECT_EQ(there, blocks);
  }
}

// The residues of slots modulo a product of primes are the slots modulo each prime.
TEST(WideSlots, AreTheSlotsOfEachPrimeOfAProduct) {
  SeededValues random(56);
  SCOPED_TRACE(random.label());
  for (const auto& [m, d] : kCases) {
    if (m > 300) continue;
    SCOPED_TRACE(std::to_string(m) + ", " + std::to_string(d));
    const CyclotomicIndex index = CyclotomicIndex::create(m);
    std::vector<SlotsByDefinition> parts;
    std::vector<Natural> primes;
    mpz_class product = 1, omega = 0;
    for (const std::size_t bits : {40U, 64U, 90U}) {
      const mpz_class p = prime_above(random, bits, m);
      parts.emplace_back(m, d, p, random);
      primes.push_back(natural_of(p));
      // The number that is omega modulo each prime so far.
      mpz_class inverse;
      mpz_invert(inverse.get_mpz_t(), product.get_mpz_t(), p.get_mpz_t());
      omega += product * residue((parts.back().omega - omega) * inverse, p);
      product *= p;
    }
    const WideSlots slots(index, d, natural_of(product), primes, natural_of(omega));
    ASSERT_EQ(slots.slots(), parts[0].slots.slots());
    const std::size_t words = slots.modulus().words();
    Words values(slots.slots() * words);
    for (std::size_t i = 0; i < slots.slots(); ++i) {
      write(std::span(values).subspan(i * words, words), number_below(random, product));
    }
    const Words blocks = values;
    slots.forward(values);
    for (const SlotsByDefinition& part : parts) {
      EXPECT_EQ(residue(number_of(slots.root()), part.p), number_of(part.slots.root()));
      const std::size_t own = part.slots.modulus().words();
      Words of_prime(slots.slots() * own);
      for (std::size_t i = 0; i < slots.slots(); ++i) {
        const mpz_class block = number_of(std::span(blocks).subspan(i * words, words));
        write(std::span(of_prime).subspan(i * own, own), residue(block, part.p));
      }
      part.slots.forward(of_prime);
      for (std::size_t i = 0; i < slots.slots(); ++i) {
        ASSERT_EQ(residue(number_of(std::span(values).subspan(i * words, words)), part.p),
                  number_of(std::span(of_prime).subspan(i * own, own)));
      }
    }
    slots.inverse(values);
    EXPECT_EQ(values, blocks);
    const mpz_class with_square = product * parts[0].p;
    expect_error([&] { WideSlots(index, d, natural_of(with_square), primes, natural_of(omega)); },
                 ErrorCode::invalid_argument, {"common divisor", "different primes"});
  }
}

TEST(WideSlots, RefuseNumbersThatDoNotBelongTogether) {
  SeededValues random(55);
  const CyclotomicIndex index = CyclotomicIndex::create(45);
  const mpz_class p = prime_above(random, 70, 45), root = drawn_root(random, p, 5);
  const auto refuse = [&](std::uint64_t d, const mpz_class& prime, const mpz_class& omega) {
    expect_error([&] { WideSlots(index, d, natural_of(prime), natural_of(omega)); },
                 ErrorCode::invalid_argument, {"need"});
  };
  refuse(7, p, 1);
  refuse(0, p, 1);
  refuse(5, p, 1);
  refuse(5, p, root + 1);
  refuse(15, p, root);
  refuse(5, p + 2, root);
  refuse(1, mpz_class(91) * 91, 1);
}

}  // namespace
}  // namespace lath::testing
