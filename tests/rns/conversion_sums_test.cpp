// SPDX-License-Identifier: Apache-2.0
#include "rns/conversion_sums.hpp"
#include "rns/word_reductions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/base/buffer.hpp"
#include "ntt/definition.hpp"

namespace lath::detail {
namespace {

using Quotient = ConversionSums::Quotient;
using Source = ConversionSums::Source;
using Target = ConversionSums::Target;
using testing::multiply_by_division;
using testing::SeededValues;

constexpr std::uint64_t kLargest50 = (std::uint64_t{1} << 50) - 1;
constexpr std::uint64_t kLargest62 = (std::uint64_t{1} << 62) - 1;

std::vector<Isa> isas() {
  std::vector<Isa> all = {Isa::scalar};
  if (detected_isa() != Isa::scalar) all.push_back(detected_isa());
  return all;
}

// Moduli, factors and residues, all as large as they can be or all random.
struct Case {
  std::vector<Source> sources;
  std::vector<Target> targets;
  std::vector<std::uint64_t> residues;  // limbs of `count`
  std::size_t count;
};

// Near the largest, or now and then a small one.
std::uint64_t modulus_of(SeededValues& random, std::uint64_t largest) {
  if (random.below(4) == 0) return 2 + random.below(1000);
  return largest - random.below(1000);
}

// One of the numbers where signs, sums and fractions turn over, or any.
std::uint64_t residue_of(SeededValues& random, std::uint64_t p) {
  const std::uint64_t candidates[] = {0,           1,     p - 1,           p / 2,
                                      (p + 1) / 2, p - 1, random.below(p), random.below(p)};
  return candidates[random.below(8)];
}

Case random_case(SeededValues& random, std::size_t limbs, std::size_t targets, std::size_t count,
                 std::uint64_t largest) {
  Case test;
  test.count = count;
  for (std::size_t i = 0; i < limbs; ++i) {
    const std::uint64_t q = modulus_of(random, largest);
    test.sources.push_back({q, residue_of(random, q)});
    for (std::size_t c = 0; c < count; ++c) test.residues.push_back(residue_of(random, q));
  }
  for (std::size_t j = 0; j < targets; ++j) {
    const std::uint64_t p = modulus_of(random, largest);
    Target target{p, {}, residue_of(random, p)};
    for (std::size_t i = 0; i < limbs; ++i) target.factors.push_back(residue_of(random, p));
    test.targets.push_back(std::move(target));
  }
  return test;
}

// All y_i the same end of [0, q), all factors the same value around p/2.
Case extreme_case(std::size_t limbs, std::uint64_t largest, bool high, std::uint64_t from_half) {
  Case test;
  test.count = 17;
  for (std::size_t i = 0; i < limbs; ++i) test.sources.push_back({largest, 1});
  test.residues.assign(limbs * test.count, high ? largest - 1 : 0);
  const std::uint64_t m = std::min(largest / 2 + from_half, largest - 1);
  test.targets.push_back({largest, std::vector<std::uint64_t>(limbs, m), m});
  return test;
}

struct Expected {
  std::vector<std::uint64_t> y, quotients, sums;
};

// From the definitions, with divisions of 128 bits.
Expected expected_of(const Case& test, Quotient quotient) {
  const std::size_t k = test.sources.size();
  Expected expected;
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t c = 0; c < test.count; ++c) {
      expected.y.push_back(multiply_by_division(test.residues[i * test.count + c],
                                                test.sources[i].factor, test.sources[i].modulus));
    }
  }
  for (std::size_t c = 0; c < test.count; ++c) {
    uint128 sum = quotient == Quotient::nearest ? uint128{1} << 63
                  : quotient == Quotient::down  ? uint128{k}
                                                : 0;
    for (std::size_t i = 0; i < k; ++i) {
      sum += (uint128{expected.y[i * test.count + c]} << 64) / test.sources[i].modulus;
    }
    expected.quotients.push_back(static_cast<std::uint64_t>(sum >> 64));
  }
  for (const Target& t : test.targets) {
    for (std::size_t c = 0; c < test.count; ++c) {
      uint128 sum = 0;
      if (quotient != Quotient::none) {
        sum = multiply_by_division(expected.quotients[c], t.quotient_factor, t.modulus);
      }
      for (std::size_t i = 0; i < k; ++i) {
        sum += multiply_by_division(expected.y[i * test.count + c], t.factors[i], t.modulus);
      }
      expected.sums.push_back(static_cast<std::uint64_t>(sum % t.modulus));
    }
  }
  return expected;
}

template <class Word>
void check_conversion(const ConversionSums& products, const Case& test, Quotient quotient) {
  const auto expected = expected_of(test, quotient).sums;
  const std::vector<Word> in(test.residues.begin(), test.residues.end());
  std::vector<Word> out(test.targets.size() * test.count + 1, 77);
  Buffer<std::uint64_t> scratch(products.scratch_words());
  products.convert(out.data(), test.count, in.data(), test.count, test.count, quotient,
                   scratch.data());
  ASSERT_EQ(out.back(), 77) << "wrote past the end";
  out.pop_back();
  ASSERT_TRUE(std::equal(out.begin(), out.end(), expected.begin(), expected.end()))
      << test.sources.size() << " limbs, " << test.count << " coefficients, quotient "
      << static_cast<int>(quotient);
}

template <class Word>
void check(const Case& test) {
  for (const Isa isa : isas()) {
    SCOPED_TRACE(isa_name(isa));
    const auto products = ConversionSums::create(isa, test.sources, test.targets);
    for (const auto quotient : {Quotient::none, Quotient::down, Quotient::nearest}) {
      check_conversion<Word>(*products, test, quotient);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(ConversionSums, AreTheirDefinitionForRandomModuli) {
  for (std::uint64_t seed = 1; seed <= testing::seeds(60); ++seed) {
    SeededValues random(seed);
    SCOPED_TRACE(random.label());
    const std::size_t limbs = 1 + random.below(seed % 3 == 0 ? 40 : 10);
    const std::size_t targets = 1 + random.below(4), count = 1 + random.below(40);
    check<std::uint64_t>(random_case(random, limbs, targets, count, kLargest50));
    check<std::uint64_t>(random_case(random, limbs, targets, count, kLargest62));
    check<std::uint32_t>(random_case(random, limbs, targets, count, (1U << 30) - 1));
    check<std::uint16_t>(random_case(random, limbs, targets, count, (1U << 14) - 1));
    if (HasFatalFailure()) return;
  }
}

TEST(ConversionSums, AreTheirDefinitionInBlocksOfEverySize) {
  SeededValues random(2);
  SCOPED_TRACE(random.label());
  for (const std::size_t count :
       {1U, 3U, 4U, 5U, 15U, 16U, 17U, 31U, 32U, 33U, 255U, 256U, 257U, 258U, 511U, 515U}) {
    check<std::uint64_t>(random_case(random, 3, 2, count, kLargest50));
    if (HasFatalFailure()) return;
  }
}

// The largest sums that a partial sum must hold, of either sign.
TEST(ConversionSums, HoldTheLargestSums) {
  for (const std::size_t limbs : {1U, 2U, 4U, 7U, 8U, 9U, 15U, 16U, 17U, 24U, 100U, 1240U}) {
    for (const std::uint64_t largest : {kLargest50, kLargest50 - 26, (kLargest50 >> 1) + 2,
                                        std::uint64_t{3}, std::uint64_t{2}, kLargest62}) {
      for (const bool high : {false, true}) {
        for (const std::uint64_t from_half : {0U, 1U}) {
          check<std::uint64_t>(extreme_case(limbs, largest, high, from_half));
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(ConversionSums, AreTheirDefinitionForManyLimbs) {
  SeededValues random(3);
  SCOPED_TRACE(random.label());
  for (const std::size_t limbs : {100U, 1240U}) {
    check<std::uint64_t>(random_case(random, limbs, 2, 37, kLargest50));
    check<std::uint64_t>(random_case(random, limbs, 2, 37, kLargest62));
  }
}

TEST(ConversionSums, ScaleResiduesAndAddTheirFractions) {
  for (std::uint64_t seed = 1; seed <= testing::seeds(40); ++seed) {
    SeededValues random(seed);
    SCOPED_TRACE(random.label());
    for (const std::uint64_t largest : {kLargest50, kLargest62}) {
      const std::size_t limbs = 1 + random.below(30);
      const Case test =
          random_case(random, limbs, 0, 1 + random.below(ConversionSums::kScaled), largest);
      const Expected expected = expected_of(test, Quotient::none);
      for (const Isa isa : isas()) {
        const auto products = ConversionSums::create(isa, test.sources, test.targets);
        constexpr std::size_t kRow = ConversionSums::kScaled;
        std::vector<std::uint64_t> y(limbs * kRow), quotients(kRow);
        products->scale(y.data(), quotients.data(), test.residues.data(), test.count, test.count);
        for (std::size_t c = 0; c < test.count; ++c) {
          ASSERT_EQ(quotients[c], expected.quotients[c]) << isa_name(isa);
          for (std::size_t i = 0; i < limbs; ++i) {
            ASSERT_EQ(y[i * kRow + c], expected.y[i * test.count + c]) << isa_name(isa);
          }
        }
      }
    }
  }
}

// A word of all ones, a top bit, or any.
std::uint64_t word_of(SeededValues& random) {
  const std::uint64_t candidates[] = {0,
                                      ~std::uint64_t{0},
                                      std::uint64_t{1} << 63,
                                      0xffffffff,
                                      std::uint64_t{1} << 31,
                                      random.next(),
                                      random.next()};
  return candidates[random.below(7)];
}

// The residue by Horner's rule, from the most significant word on.
std::uint64_t residue_by_division(const std::uint64_t* words, std::size_t size, Sign sign,
                                  std::uint64_t p) {
  std::uint64_t residue = 0, power = 1 % p;
  for (std::size_t w = size; w-- > 0;) {
    residue = static_cast<std::uint64_t>(((uint128{residue} << 64) + words[w]) % p);
    power = static_cast<std::uint64_t>((uint128{power} << 64) % p);
  }
  const bool negative = sign == Sign::twos_complement && words[size - 1] >> 63 != 0;
  return negative ? (residue + p - power) % p : residue;
}

template <class Word>
void check_reductions(SeededValues& random, std::size_t size, std::size_t count,
                      std::uint64_t largest) {
  std::vector<Modulus> moduli;
  for (int i = 0; i < 3; ++i) moduli.emplace_back(modulus_of(random, largest));
  moduli.emplace_back(largest);
  std::vector<std::uint64_t> integers(size * count);
  for (std::uint64_t& word : integers) word = word_of(random);
  std::fill_n(integers.begin(), size, ~std::uint64_t{0});
  for (const Isa isa : isas()) {
    for (const Sign sign : {Sign::none, Sign::twos_complement}) {
      const auto reductions = WordReductions::create(isa, moduli, size, sign);
      std::vector<Word> out(moduli.size() * count + 1, 77);
      Buffer<std::uint64_t> scratch(reductions->scratch_words());
      reductions->reduce(out.data(), count, integers.data(), count, scratch.data());
      ASSERT_EQ(out.back(), 77) << "wrote past the end";
      for (std::size_t i = 0; i < moduli.size(); ++i) {
        for (std::size_t c = 0; c < count; ++c) {
          ASSERT_EQ(out[i * count + c],
                    residue_by_division(&integers[c * size], size, sign, moduli[i].value()))
              << isa_name(isa) << ", " << size << " words, modulus " << moduli[i].value()
              << ", integer " << c << " of " << count;
        }
      }
    }
  }
}

TEST(WordReductions, AreRemaindersForEverySize) {
  SeededValues random(5);
  SCOPED_TRACE(random.label());
  for (std::size_t size = 1; size <= 20; ++size) {
    for (const std::size_t count : {1U, 2U, 3U, 4U, 18U, 255U, 258U}) {
      check_reductions<std::uint64_t>(random, size, count, kLargest50);
      check_reductions<std::uint64_t>(random, size, count, kLargest62);
      check_reductions<std::uint32_t>(random, size, count, (1U << 30) - 1);
      check_reductions<std::uint16_t>(random, size, count, (1U << 14) - 1);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(WordReductions, AreRemaindersOfLongIntegers) {
  SeededValues random(6);
  SCOPED_TRACE(random.label());
  for (const std::size_t size : {62U, 969U, 1023U, 1024U, 1025U, 2049U}) {
    check_reductions<std::uint64_t>(random, size, 6, kLargest50);
    check_reductions<std::uint64_t>(random, size, 6, kLargest62);
  }
}

}  // namespace
}  // namespace lath::detail
