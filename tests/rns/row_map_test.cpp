// SPDX-License-Identifier: Apache-2.0
//
// The named row maps against their equations, in GMP's integers.
#include "lath/rns/row_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "base/expect_error.hpp"
#include "lath/arith/primes.hpp"
#include "lath/base/buffer.hpp"
#include "ring/gmp_judge.hpp"
#include "rns/rows.hpp"

namespace lath {
namespace {

using Fraction = RowMap::Fraction;
using testing::expect_error;
using testing::modulo;
using testing::natural;
using testing::Rows;
using testing::SeededValues;

// Primes of these sizes: the `skipped`-th of each size and those after it.
RnsBasis basis_of(const std::vector<int>& bits, std::size_t skipped) {
  std::vector<Modulus> moduli;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const auto before = static_cast<std::size_t>(
        std::count(bits.begin(), bits.begin() + static_cast<std::ptrdiff_t>(i), bits[i]));
    moduli.emplace_back(ntt_primes(bits[i], 16, skipped + before + 1).back());
  }
  return RnsBasis::create(moduli);
}

struct MapCase {
  RnsBasis from, to;
  mpz_class q;

  MapCase(const std::vector<int>& from_bits, const std::vector<int>& to_bits)
      : from(basis_of(from_bits, 0)),
        to(basis_of(to_bits, from_bits.size())),
        q(testing::product_of(from)) {}

  // An integer above |e| Q.
  [[nodiscard]] mpz_class error(Fraction fraction) const {
    const mpz_class k = natural(from.size());
    return fraction == Fraction::bits44 ? mpz_class(((51 * k * q) >> 44) / 100 + 1)
                                        : mpz_class(((k * q) >> 64) + 1);
  }
};

std::vector<MapCase> map_cases() {
  const std::vector<int> mixed = {30, 50, 51, 62, 48}, of48(8, 48);
  return {MapCase({48}, {48, 48, 50}),
          MapCase({62}, {62, 50, 30}),
          MapCase({30, 31}, {62, 61}),
          MapCase(of48, std::vector<int>(9, 48)),
          MapCase(mixed, mixed),
          MapCase({62, 61}, {49, 50, 50}),
          MapCase({50, 50, 50, 50, 50, 50, 50, 50}, {62, 50, 50, 62}),
          MapCase({62, 62, 62}, {62, 61})};
}

MapCase case_of_40() { return {std::vector<int>(40, 50), {50, 62, 50, 48, 30}}; }

// n/q rounded, as it is or with an error: one integer, or two if n/q is near a tie. Fractions of 64
// bits are only too small.
std::vector<mpz_class> quotients(const mpz_class& n, const mpz_class& q, const mpz_class& error,
                                 Fraction fraction) {
  std::vector<mpz_class> all;
  const mpz_class above = fraction == Fraction::bits64 ? mpz_class(0) : error;
  for (const mpz_class& shift : {mpz_class(-error), above}) {
    mpz_class quotient;
    const mpz_class numerator = 2 * (n + shift) + q, denominator = 2 * q;
    mpz_fdiv_q(quotient.get_mpz_t(), numerator.get_mpz_t(), denominator.get_mpz_t());
    all.push_back(quotient);
  }
  if (all[0] == all[1]) all.pop_back();
  return all;
}

mpz_class inverse(const mpz_class& a, const mpz_class& q) {
  mpz_class result;
  EXPECT_NE(mpz_invert(result.get_mpz_t(), a.get_mpz_t(), q.get_mpz_t()), 0);
  return result;
}

// A map, what multiplies x before it is reduced modulo Q, and the result from x and an integer n,
// the rounded quotient of multiplier x by Q.
struct Equation {
  RowMap map;
  std::vector<Modulus> targets;
  mpz_class multiplier;
  std::function<mpz_class(const mpz_class& x, const mpz_class& n)> result;
};

std::vector<Modulus> moduli_of(const RnsBasis& basis) {
  std::vector<Modulus> moduli;
  for (std::size_t i = 0; i < basis.size(); ++i) moduli.push_back(basis.modulus(i));
  return moduli;
}

std::vector<Equation> equations(const MapCase& test, std::uint64_t t, Fraction fraction) {
  const auto& [from, to, q] = test;
  const std::vector<Modulus> targets = moduli_of(to);
  const mpz_class p = testing::product_of(to), big_t = natural(t), of_t = inverse(big_t, q);
  const auto rounded = [](const mpz_class&, const mpz_class& n) { return n; };
  std::vector<Equation> all = {
      {RowMap::extension(from, to, fraction), targets, 1,
       [q = q](const mpz_class& x, const mpz_class& n) { return mpz_class(x - n * q); }},
      {RowMap::remainder(from, to, fraction), targets, 1,
       [q = q](const mpz_class& x, const mpz_class& n) { return mpz_class(x - n * q - q * x); }},
      {RowMap::multiple_extension(from, to, t, fraction), targets, of_t,
       [=, q = q](const mpz_class& x, const mpz_class& n) {
         return mpz_class(big_t * (of_t * x - n * q));
       }},
      {RowMap::scale(from, to, t, fraction), targets, big_t, rounded},
      {RowMap::divide_and_round(from, to, fraction), targets, 1, rounded},
      {RowMap::divide_keeping_residue(from, to, t, fraction), targets, of_t,
       [=, q = q](const mpz_class& x, const mpz_class& n) {
         const mpz_class d = big_t * (of_t * x - n * q);
         EXPECT_EQ(modulo(x - d, q), 0);
         return mpz_class((x - d) / q);
       }},
      {RowMap::modulus_switch(from, to, fraction), targets, p, rounded}};
  if (t > 1) {
    const Modulus plaintext(t);
    all.push_back(
        {RowMap::round_to_plaintext(from, plaintext, fraction), {plaintext}, big_t, rounded});
  }
  return all;
}

void expect_equation(const Equation& equation, const MapCase& test, Fraction fraction,
                     const std::vector<mpz_class>& integers) {
  const std::size_t count = integers.size(), m = equation.targets.size();
  Rows in(moduli_of(test.from), integers), own(equation.targets, integers), out(m, count);
  Buffer<std::uint64_t> scratch(equation.map.scratch_words());
  equation.map.convert(out.pointers(), in.pointers(), own.pointers(), count, scratch.span());
  for (std::size_t c = 0; c < count; ++c) {
    const mpz_class n = equation.multiplier * integers[c];
    bool found = false;
    for (const mpz_class& quotient : quotients(n, test.q, test.error(fraction), fraction)) {
      const mpz_class wanted = equation.result(integers[c], quotient);
      bool same = true;
      for (std::size_t j = 0; j < m; ++j) {
        same = same && out[j][c] == modulo(wanted, equation.targets[j].value());
      }
      found = found || same;
    }
    ASSERT_TRUE(found) << "x = " << integers[c] << ", modulo Q = " << test.q;
  }
}

// 0, Q and others; where the representative of g x is next to Q/2; and the edges of the range where
// rounding is exact.
std::vector<mpz_class> boundaries(const MapCase& test, const mpz_class& multiplier,
                                  Fraction fraction) {
  const mpz_class error = test.error(fraction), half = test.q / 2,
                  scale = modulo(multiplier, test.q), unit = inverse(scale, test.q);
  std::vector<mpz_class> integers;
  for (const mpz_class& center : {mpz_class(0), half, mpz_class(half - error),
                                  mpz_class(half + error + 1), mpz_class(half - error / 2)}) {
    for (int offset = -2; offset <= 2; ++offset) {
      integers.push_back(modulo(unit * (center + offset), test.q));
      integers.push_back(test.q + center + offset);
    }
  }
  return integers;
}

constexpr std::uint64_t kPlaintexts[] = {1,
                                         2,
                                         65537,
                                         std::uint64_t{1} << 20,
                                         (std::uint64_t{1} << 59) - 55,
                                         (std::uint64_t{1} << 59) + 81};

void expect_boundaries(const MapCase& test) {
  for (const std::uint64_t t : kPlaintexts) {
    for (const Fraction fraction : {Fraction::bits44, Fraction::bits64}) {
      for (const Equation& equation : equations(test, t, fraction)) {
        expect_equation(equation, test, fraction, boundaries(test, equation.multiplier, fraction));
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(RowMap, IsItsEquationAtTheBoundaries) {
  for (const MapCase& test : map_cases()) expect_boundaries(test);
  expect_boundaries(case_of_40());
}

TEST(RowMap, IsItsEquationForRandomIntegers) {
  auto all = map_cases();
  all.push_back(case_of_40());
  for (std::uint64_t seed = 1; seed <= testing::seeds(30); ++seed) {
    SeededValues random(seed);
    SCOPED_TRACE(random.label());
    const MapCase& test = all[seed % all.size()];
    const std::uint64_t t = kPlaintexts[random.below(std::size(kPlaintexts))];
    const auto fraction = seed % 2 == 0 ? Fraction::bits44 : Fraction::bits64;
    std::vector<mpz_class> integers(seed % 10 == 0 ? 600 : 1 + random.below(40));
    for (mpz_class& x : integers) {
      x = testing::random_integer(random, test.from.bits() + test.to.bits());
    }
    for (const Equation& equation : equations(test, t, fraction)) {
      expect_equation(equation, test, fraction, integers);
      if (HasFatalFailure()) return;
    }
  }
}

// Of one source with 44 bits, rounding has no error at all.
TEST(RowMap, OfOneSourceRoundsExactly) {
  for (const int bits : {30, 48, 50, 51, 62}) {
    const MapCase test({bits}, {50, 62});
    for (const Equation& equation : equations(test, 65537, Fraction::bits44)) {
      std::vector<mpz_class> integers;
      for (int offset = -40; offset <= 40; ++offset) {
        const mpz_class unit = inverse(modulo(equation.multiplier, test.q), test.q);
        integers.push_back(modulo(unit * (test.q / 2 + offset), test.q));
      }
      Rows in(moduli_of(test.from), integers), own(equation.targets, integers);
      Rows out(equation.targets.size(), integers.size());
      Buffer<std::uint64_t> scratch(equation.map.scratch_words());
      equation.map.convert(out.pointers(), in.pointers(), own.pointers(), integers.size(),
                           scratch.span());
      for (std::size_t c = 0; c < integers.size(); ++c) {
        const mpz_class& x = integers[c];
        const mpz_class n = quotients(equation.multiplier * x, test.q, 0, Fraction::bits44).front();
        for (std::size_t j = 0; j < equation.targets.size(); ++j) {
          ASSERT_EQ(out[j][c], modulo(equation.result(x, n), equation.targets[j].value()));
        }
      }
    }
  }
}

// Without fractions the y are residues: x + u Q with 0 <= u < k.
TEST(RowMap, WithoutFractionsAddsAMultiple) {
  SeededValues random(5);
  SCOPED_TRACE(random.label());
  for (const MapCase& test : map_cases()) {
    const auto map = RowMap::extension(test.from, test.to, Fraction::none);
    std::vector<mpz_class> integers(40);
    for (mpz_class& x : integers) x = modulo(testing::random_integer(random, 400), test.q);
    const std::vector<Modulus> targets = moduli_of(test.to);
    Rows in(moduli_of(test.from), integers), out(targets.size(), integers.size());
    Buffer<std::uint64_t> scratch(map.scratch_words());
    map.convert(out.pointers(), in.pointers(), {}, integers.size(), scratch.span());
    for (std::size_t c = 0; c < integers.size(); ++c) {
      mpz_class sum = 0;
      for (std::size_t i = 0; i < test.from.size(); ++i) {
        const Modulus& q = test.from.modulus(i);
        sum += modulo(natural(in[i][c]) * natural(test.from.punctured_inverse(i)),
                      natural(q.value())) *
               natural(test.from.punctured_product(i));
      }
      ASSERT_EQ(modulo(sum, test.q), integers[c]);
      for (std::size_t j = 0; j < targets.size(); ++j) {
        ASSERT_EQ(out[j][c], modulo(sum, targets[j].value()));
      }
    }
  }
}

TEST(RowMap, ConvertsPartsHalvesAndInPlaceAlike) {
  SeededValues random(6);
  SCOPED_TRACE(random.label());
  for (const MapCase& test : map_cases()) {
    const std::vector<Modulus> sources = moduli_of(test.from), targets = moduli_of(test.to);
    const std::size_t m = targets.size();
    const auto map = RowMap::scale(test.from, test.to, 65537);
    ASSERT_TRUE(map.takes_own());
    ASSERT_EQ(map.sources(), sources.size());
    ASSERT_EQ(map.targets(), m);
    for (const std::size_t count : {1U, 7U, 255U, 257U, 2420U}) {
      Rows in(sources, count, random), own(targets, count, random), out(m, count);
      Buffer<std::uint64_t> scratch(map.scratch_words()), y(map.scaled_words(count));
      map.convert(out.pointers(), in.pointers(), own.pointers(), count, scratch.span());
      EXPECT_TRUE(out.ends_are_intact());

      Rows parts(m, count);
      const std::size_t cut = random.below(count + 1);
      map.convert(parts.pointers(), in.pointers(), own.pointers(), cut, scratch.span());
      map.convert(parts.pointers(cut), in.pointers(cut), own.pointers(cut), count - cut,
                  scratch.span());
      EXPECT_EQ(parts, out) << "cut at " << cut << " of " << count;

      Rows by_target(m, count);
      map.scale(y.span(), in.pointers(), count);
      for (std::size_t j = m; j-- > 0;) {
        map.target(j, by_target.pointers()[j], y.span(), own.pointers()[j], count);
      }
      EXPECT_EQ(by_target, out) << count;
      Rows over_own(m, count);
      for (std::size_t j = 0; j < m; ++j) {
        over_own[j] = own[j];
        map.target(j, over_own[j].data(), y.span(), over_own[j].data(), count);
      }
      EXPECT_EQ(over_own, out) << count;
      map.convert(own.pointers(), in.pointers(), own.pointers(), count, scratch.span());
      EXPECT_EQ(own, out) << count;
    }
  }
}

// Rows in double precision are those of words, for few sources and targets that are not large.
TEST(RowMap, WritesDoublesThatAreItsWords) {
  SeededValues random(8);
  SCOPED_TRACE(random.label());
  for (const MapCase& test : {MapCase({50, 50}, {50, 48, 50}), MapCase({43, 43, 44}, {50, 62, 49}),
                              MapCase({48, 48, 48, 48}, {48, 30}), MapCase({62}, {50, 49})}) {
    const std::vector<Modulus> sources = moduli_of(test.from), targets = moduli_of(test.to);
    for (const RowMap& map :
         {RowMap::extension(test.from, test.to), RowMap::remainder(test.from, test.to),
          RowMap::extension(test.from, test.to, Fraction::none)}) {
      for (const std::size_t count : {64U, 128U, 1024U, 100U}) {
        Rows in(sources, count, random), own(targets, count, random), out(targets.size(), count);
        for (std::size_t i = 0; i < sources.size(); ++i) {
          for (std::size_t c = 0; c < 32; ++c) in[i][c] = c % 2 * (sources[i].value() - 1);
        }
        Buffer<std::uint64_t> y(map.scaled_words(count));
        map.scale(y.span(), in.pointers(), count);
        for (std::size_t j = 0; j < targets.size(); ++j) {
          if (!map.writes_doubles(j, count)) continue;
          map.target(j, out.pointers()[j], y.span(), own.pointers()[j], count);
          std::vector<std::uint64_t> words(count);
          map.target_doubles(j, words.data(), y.span(), own.pointers()[j], count);
          const auto p = static_cast<double>(targets[j].value());
          for (std::size_t c = 0; c < count; ++c) {
            const auto x = std::bit_cast<double>(words[c]);
            ASSERT_LT(std::abs(x), p);
            ASSERT_NE(words[c], std::uint64_t{1} << 63) << "-0";
            ASSERT_EQ(static_cast<std::uint64_t>(x < 0 ? x + p : x), out[j][c]) << c;
          }
        }
      }
    }
  }
}

TEST(RowMap, WritesOverItsInput) {
  SeededValues random(7);
  SCOPED_TRACE(random.label());
  const MapCase test({50, 62, 48}, {50, 49, 62});
  const auto map = RowMap::extension(test.from, test.to);
  EXPECT_FALSE(map.takes_own());
  Rows in(moduli_of(test.from), 600, random), out(3, 600);
  Buffer<std::uint64_t> scratch(map.scratch_words());
  map.convert(out.pointers(), in.pointers(), {}, 600, scratch.span());
  map.convert(in.pointers(), in.pointers(), {}, 600, scratch.span());
  EXPECT_EQ(in, out);
}

TEST(RowMap, NeedsFactorsThatBelongTogether) {
  using Sources = std::vector<RowMap::Source>;
  using Targets = std::vector<RowMap::Target>;
  const auto create = [](const Sources& sources, const Targets& targets,
                         Fraction fraction = Fraction::bits44) {
    return [=] { (void)RowMap::create(sources, targets, fraction); };
  };
  const Modulus q(97), p(193);
  create({{q, 5}}, {{p, {2}, 192, 0}})();  // -97 * 2 = -194
  expect_error(create({}, {}), ErrorCode::invalid_argument, {"0 rows", "1 to 512"});
  expect_error(create(Sources(513, {q, 5}), {}), ErrorCode::invalid_argument,
               {"513 rows", "1 to 512", "64 bits"});
  create(Sources(513, {q, 5}), {}, Fraction::bits64)();
  expect_error(create({{q, 97}}, {}), ErrorCode::invalid_argument, {"factor 97", "modulus 97"});
  expect_error(create({{q, 5}}, {{p, {193}, 0, 0}}), ErrorCode::invalid_argument, {"factor 193"});
  expect_error(create({{q, 5}}, {{p, {2}, 192, 193}}), ErrorCode::invalid_argument, {"factor 193"});
  expect_error(create({{q, 5}}, {{p, {2, 2}, 192, 0}}), ErrorCode::invalid_argument,
               {"2 factors", "need 1"});
  expect_error(create({{q, 5}}, {{p, {2}, 191, 0}}), ErrorCode::invalid_argument,
               {"quotient factor 191 modulo 193", "need 192 for source 0"});
  expect_error(create({{q, 5}, {q, 5}}, {{p, {2, 3}, 192, 0}}), ErrorCode::invalid_argument,
               {"quotient factor 192 modulo 193", "need 95 for source 1"});
  expect_error(create({{q, 5}}, {{p, {2}, 192, 0}}, Fraction::none), ErrorCode::invalid_argument,
               {"need 0", "take fractions"});
  const MapCase test({48}, {50});
  expect_error([&] { (void)RowMap::scale(test.from, test.from, 3); }, ErrorCode::invalid_argument,
               {"in common with"});
  const std::uint64_t q0 = test.from.modulus(0).value();
  expect_error([&] { (void)RowMap::multiple_extension(test.from, test.to, q0); },
               ErrorCode::invalid_argument, {"in common with"});
  expect_error([&] { (void)RowMap::divide_keeping_residue(test.from, test.to, 0); },
               ErrorCode::invalid_argument, {"in common with"});
}

}  // namespace
}  // namespace lath
