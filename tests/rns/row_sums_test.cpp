// SPDX-License-Identifier: Apache-2.0
//
// The sums of row maps against their definition, with any moduli and factors, on every instruction
// set.
#include "rns/row_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "base/isas.hpp"
#include "lath/base/buffer.hpp"
#include "ntt/definition.hpp"
#include "ring/gmp_judge.hpp"
#include "rns/drawn_moduli.hpp"
#include "rns/rows.hpp"
#include "rns/word_rows.hpp"

namespace lath::detail {
namespace {

using Fraction = RowSums::Fraction;
using testing::modulo;
using testing::multiply_by_division;
using testing::natural;
using testing::Rows;
using testing::SeededValues;

struct SumCase {
  std::vector<RowSums::Source> sources;
  std::vector<RowSums::Target> targets;
  Fraction fraction;
  RowSums::Rounding rounding = RowSums::Rounding::nearest;

  [[nodiscard]] std::vector<Modulus> source_moduli() const {
    std::vector<Modulus> all;
    for (const auto& s : sources) all.push_back(s.modulus);
    return all;
  }
  [[nodiscard]] std::vector<Modulus> target_moduli() const {
    std::vector<Modulus> all;
    for (const auto& t : targets) all.push_back(t.modulus);
    return all;
  }
};

// Factors for q_i M_i = -A: with fractions, M_i = -A/q_i, so that p must be coprime to every q.
RowSums::Target target_of(SeededValues& random, const SumCase& test, std::uint64_t p, bool own) {
  RowSums::Target t{Modulus(p), {}, 0, own ? testing::residue_at_turn(random, p) : 0};
  const bool none = test.fraction == Fraction::none;
  if (!none) t.quotient_factor = testing::residue_at_turn(random, p);
  for (const auto& s : test.sources) {
    t.factors.push_back(none ? testing::residue_at_turn(random, p)
                             : t.modulus.multiply(t.modulus.negate(t.quotient_factor),
                                                  t.modulus.inverse_vartime(s.modulus.value())));
  }
  return t;
}

SumCase random_case(SeededValues& random, std::size_t limbs, std::size_t targets, Fraction fraction,
                    bool own, std::span<const int> sizes) {
  SumCase test{{}, {}, fraction};
  for (std::size_t i = 0; i < limbs; ++i) {
    const Modulus q = testing::modulus_of_size(random, sizes);
    test.sources.push_back({q, testing::residue_at_turn(random, q.value())});
  }
  const auto coprime = [&](std::uint64_t p) {
    return std::ranges::all_of(test.sources,
                               [&](const auto& s) { return std::gcd(s.modulus.value(), p) == 1; });
  };
  while (test.targets.size() < targets) {
    const std::uint64_t p = testing::modulus_of_size(random, sizes).value();
    if (fraction == Fraction::none || coprime(p)) {
      test.targets.push_back(target_of(random, test, p, own));
    }
  }
  return test;
}

// The y in [0, q), and the numerator of the sum of fractions over the product of the moduli.
struct Scaled {
  std::vector<std::uint64_t> y;
  mpz_class numerator, denominator = 1, truncated;  // truncated: sum_i floor(2^64 y_i / q_i)
};

Scaled scaled(const SumCase& test, Rows& in, std::size_t c) {
  Scaled result;
  for (std::size_t i = 0; i < test.sources.size(); ++i) {
    const std::uint64_t q = test.sources[i].modulus.value();
    const std::uint64_t y = multiply_by_division(in[i][c], test.sources[i].factor, q);
    result.numerator = result.numerator * natural(q) + natural(y) * result.denominator;
    result.denominator *= natural(q);
    result.truncated += (natural(y) << 64) / natural(q);
    result.y.push_back(y);
  }
  return result;
}

// What alpha may be: one number, or two if the sum is near a tie of fractions of 44 bits, or that
// of the only source.
std::vector<mpz_class> quotients(const SumCase& test, const Scaled& of) {
  if (test.fraction == Fraction::none) return {0};
  const mpz_class k = natural(test.sources.size());
  if (test.fraction == Fraction::bits64 && k > 1) {
    const bool down = test.rounding == RowSums::Rounding::down;
    return {mpz_class((of.truncated + (down ? k : mpz_class(mpz_class(1) << 63))) >> 64)};
  }
  const bool short_one = test.fraction == Fraction::bits44;
  mpz_class error = short_one ? mpz_class(k * 51 * of.denominator) : mpz_class(k * of.denominator);
  error = short_one ? mpz_class((error >> 44) / 100 + 1) : mpz_class((error >> 64) + 1);
  std::vector<mpz_class> all;
  for (const mpz_class& shift : {mpz_class(-error), short_one ? error : mpz_class(0)}) {
    const mpz_class n = 2 * (of.numerator + shift) + of.denominator, d = 2 * of.denominator;
    mpz_class quotient;
    mpz_fdiv_q(quotient.get_mpz_t(), n.get_mpz_t(), d.get_mpz_t());
    all.push_back(quotient);
  }
  return all;
}

std::uint64_t sum_of(const RowSums::Target& t, const Scaled& of, const mpz_class& alpha,
                     std::uint64_t own) {
  const std::uint64_t p = t.modulus.value();
  uint128 sum = multiply_by_division(own, t.own_factor, p);
  sum += multiply_by_division(modulo(alpha, p), t.quotient_factor, p);
  for (std::size_t i = 0; i < of.y.size(); ++i) {
    sum += multiply_by_division(of.y[i], t.factors[i], p);
  }
  return static_cast<std::uint64_t>(sum % p);
}

void expect_definition(const SumCase& test, Rows& in, Rows& own, Rows& out, std::size_t count) {
  for (std::size_t c = 0; c < count; ++c) {
    const Scaled of = scaled(test, in, c);
    bool found = false;
    for (const mpz_class& alpha : quotients(test, of)) {
      bool same = true;
      for (std::size_t j = 0; j < test.targets.size(); ++j) {
        same = same && out[j][c] == sum_of(test.targets[j], of, alpha, own[j][c]);
      }
      found = found || same;
    }
    ASSERT_TRUE(found) << "coefficient " << c << " of " << count;
  }
}

void convert(const RowSums& sums, const SumCase& test, Rows& in, Rows& own, Rows& out,
             std::size_t count) {
  Buffer<std::uint64_t> block(sums.block_words());
  for (std::uint64_t& word : block.span()) word = ~std::uint64_t{0};  // not a number
  const auto to = out.pointers();
  const auto in_rows = in.pointers(), own_rows = own.pointers();
  const std::vector<const std::uint64_t*> from(in_rows.begin(), in_rows.end()),
      with(own_rows.begin(), own_rows.end());
  for (std::size_t first = 0; first < count; first += sums.block()) {
    const std::size_t size = std::min(sums.block(), count - first);
    sums.scale(block.data(), RowStarts(from.data()), first, size, test.rounding);
    sums.write(RowStarts(to.data()), 0, test.targets.size(), block.data(), RowStarts(with.data()),
               first, size);
  }
}

// Of every instruction set, and those by an emulated multiply-add of 52 bits, where they serve.
std::vector<std::pair<std::string, std::unique_ptr<const RowSums>>> vector_sums(
    const SumCase& test) {
  std::vector<std::pair<std::string, std::unique_ptr<const RowSums>>> all;
  for (const Isa isa : testing::isas({Isa::avx2, Isa::avx512, Isa::avx512ifma})) {
    if (isa == Isa::scalar) continue;
    all.emplace_back(isa_name(isa),
                     RowSums::create(isa, test.sources, test.targets, test.fraction));
    if (isa != Isa::avx2) continue;
    auto emulated = make_row_sums_i52(isa, test.sources, test.targets, test.fraction);
    if (emulated != nullptr) all.emplace_back("emulated", std::move(emulated));
  }
  return all;
}

void check(const SumCase& test, Rows& in, Rows& own, std::size_t count) {
  SCOPED_TRACE(std::to_string(test.sources.size()) + " sources, fraction " +
               std::to_string(static_cast<int>(test.fraction)));
  Rows expected(test.targets.size(), count);
  convert(*RowSums::create(Isa::scalar, test.sources, test.targets, test.fraction), test, in, own,
          expected, count);
  EXPECT_TRUE(expected.ends_are_intact());
  expect_definition(test, in, own, expected, count);
  if (::testing::Test::HasFatalFailure()) return;
  for (const auto& [name, sums] : vector_sums(test)) {
    SCOPED_TRACE(name);
    Rows out(test.targets.size(), count);
    convert(*sums, test, in, own, out, count);
    EXPECT_TRUE(out.ends_are_intact());
    ASSERT_EQ(out, expected);
  }
}

void check(const SumCase& test, std::size_t count, SeededValues& random) {
  Rows in(test.source_moduli(), count, random), own(test.target_moduli(), count, random);
  check(test, in, own, count);
}

// With both offsets, where there are two.
void check_roundings(SumCase test, std::size_t count, SeededValues& random) {
  check(test, count, random);
  if (test.fraction != Fraction::bits64 || test.sources.size() == 1) return;
  test.rounding = RowSums::Rounding::down;
  check(test, count, random);
}

// A random part of the sources and targets, with other f and W.
void check_prefix(const SumCase& test, std::size_t count, SeededValues& random) {
  SumCase part{test.sources, test.targets, test.fraction};
  part.sources.erase(
      part.sources.begin() + 2 + static_cast<std::ptrdiff_t>(random.below(test.sources.size() - 1)),
      part.sources.end());
  part.targets.erase(
      part.targets.begin() + 1 + static_cast<std::ptrdiff_t>(random.below(test.targets.size())),
      part.targets.end());
  const bool own = random.below(2) == 0;
  for (auto& s : part.sources) s.factor = testing::residue_at_turn(random, s.modulus.value());
  for (auto& t : part.targets) {
    t.own_factor = own ? testing::residue_at_turn(random, t.modulus.value()) : 0;
    t.factors.resize(part.sources.size());
  }
  std::vector<RowSums::Target> without_factors = part.targets;
  for (auto& t : without_factors) t.factors = {};

  Rows in(part.source_moduli(), count, random), of_own(part.target_moduli(), count, random);
  Rows expected(part.targets.size(), count);
  convert(*RowSums::create(Isa::scalar, part.sources, part.targets, part.fraction), part, in,
          of_own, expected, count);
  auto all = vector_sums(test);
  all.emplace_back("scalar",
                   RowSums::create(Isa::scalar, test.sources, test.targets, test.fraction));
  for (auto& [name, sums] : all) {
    SCOPED_TRACE(name + ", " + std::to_string(part.sources.size()) + " sources");
    const auto prefix = sums->prefix(part.sources, without_factors);
    sums.reset();  // the prefix keeps what it shares
    Rows out(part.targets.size(), count);
    convert(*prefix, part, in, of_own, out, count);
    EXPECT_TRUE(out.ends_are_intact());
    ASSERT_EQ(out, expected);
  }
}

constexpr Fraction kFractions[] = {Fraction::none, Fraction::bits44, Fraction::bits64};
constexpr int kMixed[] = {2, 30, 49, 50, 51, 62}, kNarrow[] = {50}, kWide[] = {62},
              kBoth[] = {50, 62}, kShort[] = {40};

TEST(RowSums, AreTheirDefinitionForRandomModuli) {
  for (std::uint64_t seed = 1; seed <= testing::seeds(60); ++seed) {
    SeededValues random(seed);
    SCOPED_TRACE(random.label());
    const std::size_t limbs = 1 + random.below(seed % 3 == 0 ? 40 : 10);
    const std::size_t targets = 1 + random.below(5), count = 1 + random.below(40);
    for (const Fraction fraction : kFractions) {
      for (const std::span<const int> sizes :
           {std::span<const int>(kMixed), {kNarrow}, {kWide}, {kBoth}}) {
        check_roundings(random_case(random, limbs, targets, fraction, random.below(2) == 0, sizes),
                        count, random);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(RowSums, OfPrefixesAreSumsOfTheirOwn) {
  for (std::uint64_t seed = 1; seed <= testing::seeds(60); ++seed) {
    SeededValues random(seed);
    SCOPED_TRACE(random.label());
    const std::size_t limbs = 2 + random.below(seed % 3 == 0 ? 40 : 10);
    for (const std::span<const int> sizes :
         {std::span<const int>(kMixed), {kNarrow}, {kWide}, {kBoth}, {kShort}}) {
      const auto test =
          random_case(random, limbs, 1 + random.below(7), Fraction::bits44, true, sizes);
      check_prefix(test, 1 + random.below(40), random);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(RowSums, AreTheirDefinitionInBlocksOfEverySize) {
  SeededValues random(2);
  SCOPED_TRACE(random.label());
  for (const std::size_t count : {1U,  3U,  4U,  7U,  8U,   9U,   15U,  16U,  17U,  31U,  32U,
                                  33U, 63U, 64U, 65U, 255U, 256U, 257U, 511U, 515U, 2420U}) {
    for (const Fraction fraction : kFractions) {
      check_roundings(random_case(random, 3, 3, fraction, true, kBoth), count, random);
      if (HasFatalFailure()) return;
    }
  }
}

// Words of one large source as they are, such as messages modulo a t above the primes.
TEST(RowSums, OfOneLargeSourceWithoutAFactor) {
  SeededValues random(3);
  SCOPED_TRACE(random.label());
  for (const int bits : {51, 53, 60, 62}) {
    const Modulus q(testing::largest_of_bits(bits));
    for (const std::size_t count : {1U, 4U, 8U, 13U, 64U, 300U}) {
      SumCase test{{{q, 1}}, {}, Fraction::none};
      for (const int size : {46, 50, 62}) {
        test.targets.push_back(target_of(random, test, testing::largest_of_bits(size) - 2, true));
      }
      check(test, count, random);
      if (HasFatalFailure()) return;
    }
  }
}

// All residues the same end of the range, all factors the same value next to p/2: the largest sums
// of either sign that must be held.
TEST(RowSums, HoldTheLargestSums) {
  for (const std::size_t limbs :
       {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 12U, 13U, 25U, 29U, 100U, 400U}) {
    for (const std::uint64_t q :
         {testing::largest_of_bits(50), testing::largest_of_bits(50) - 26,
          testing::largest_of_bits(49), testing::largest_of_bits(48), testing::largest_of_bits(30),
          testing::largest_of_bits(62), std::uint64_t{3}}) {
      for (const std::uint64_t p : {testing::largest_of_bits(50), testing::largest_of_bits(62),
                                    testing::largest_of_bits(48) - 1, std::uint64_t{2}}) {
        for (const auto& [from_half, f] :
             {std::pair{0U, q / 2}, {1U, q / 2}, {0U, std::uint64_t{1}}, {1U, std::uint64_t{1}}}) {
          const std::uint64_t m = std::min(p / 2 + from_half, p - 1);
          SumCase test{std::vector<RowSums::Source>(limbs, {Modulus(q), f}),
                       {{Modulus(p), std::vector<std::uint64_t>(limbs, m), 0, m}},
                       Fraction::none};
          test.targets.push_back(test.targets.front());
          const Modulus& modulus = test.targets[0].modulus;
          Rows in(test.source_moduli(), std::vector<mpz_class>{0, -1, 1, natural(q / 2)});
          Rows own(test.target_moduli(), std::vector<mpz_class>{0, -1, 0, -1});
          check(test, in, own, 4);
          for (auto& t : test.targets) {
            t.quotient_factor = modulus.negate(modulus.multiply(modulus.reduce(q), m));
          }
          for (const Fraction fraction : {Fraction::bits44, Fraction::bits64}) {
            test.fraction = fraction;
            check(test, in, own, 4);
          }
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(RoundedProduct, RoundsTiesToEven) {
  const RoundedProduct half(0.5), third(1.0 / 3), none(0), large(0x1.8p40);
  for (const auto& [x, rounded] : {std::pair{1, 0}, {3, 2}, {5, 2}, {7, 4}, {-1, 0}, {-3, -2}}) {
    EXPECT_EQ(half(x), rounded) << x;
  }
  EXPECT_EQ(third(1), 0);
  EXPECT_EQ(third(-2), -1);
  EXPECT_EQ(none(5), 0);
  EXPECT_EQ(large(3), std::int64_t{9} << 39);
}

// Sums by the multiply-add of 52 bits are reduced in one step or in two, and have a limit.
TEST(RowSums, OfDigitsServeWhereTheyFit) {
  const auto serve = [](std::size_t limbs, int bits, std::uint64_t p) {
    const Modulus q(testing::largest_of_bits(bits));
    const std::vector<RowSums::Source> sources(limbs, {q, 1});
    const RowSums::Target target{Modulus(p), std::vector<std::uint64_t>(limbs, p - 1)};
    return make_row_sums_i52(Isa::avx2, sources, {&target, 1}, Fraction::none) != nullptr;
  };
  if (!has(detected_isa(), Isa::avx2)) GTEST_SKIP() << "no vectors here";
  EXPECT_TRUE(serve(29, 48, testing::largest_of_bits(48)));
  EXPECT_TRUE(serve(7, 50, testing::largest_of_bits(50)));
  EXPECT_FALSE(serve(8, 50, testing::largest_of_bits(50)));
  EXPECT_FALSE(serve(1, 51, testing::largest_of_bits(50)));
  EXPECT_FALSE(serve(1, 48, testing::largest_of_bits(51)));
  EXPECT_FALSE(serve(1, 48, testing::largest_of_bits(48) - 1));  // even
}

TEST(RowSums, AreTheirDefinitionForManyLimbs) {
  SeededValues random(3);
  SCOPED_TRACE(random.label());
  for (const Fraction fraction : kFractions) {
    check_roundings(random_case(random, 100, 3, fraction, true, kBoth), 37, random);
    check_roundings(random_case(random, 512, 2, fraction, false, kNarrow), 37, random);
    if (fraction != Fraction::bits44) {
      check_roundings(random_case(random, 1240, 2, fraction, true, kNarrow), 37, random);
    }
  }
}

}  // namespace
}  // namespace lath::detail
