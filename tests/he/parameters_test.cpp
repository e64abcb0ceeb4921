// SPDX-License-Identifier: Apache-2.0
//
// Parameters, the tables that limit them, and the parts of noise bounds.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numbers>
#include <set>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/context.hpp"
#include "he/core/fingerprint.hpp"
#include "he/noise/logarithms.hpp"
#include "lath/arith/primes.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/noise_bound.hpp"
#include "lath/security/estimated_limits.hpp"

namespace lath::testing {
namespace {

using he::Literal;
using he::bfv::Parameters;

const Literal kSecure{
    .degree = 4096, .plaintext_modulus = 65537, .prime_bits = {35, 35}, .special_prime_bits = {36}};

template <class Change>
Literal changed(const Change& change) {
  Literal literal = kSecure;
  change(literal);
  return literal;
}

// Above the degrees of the tables the estimator says what is secure.
TEST(EstimatedLimits, ServeDegreesAboveTheTables) {
  using enum SecurityLevel;
  const unsigned published = largest_modulus_bits(131072, bits128, Attacker::classical);
  const unsigned limit = estimated_modulus_bits(262144, bits128, Attacker::classical);
  EXPECT_GT(limit, published + published / 5 * 4);
  EXPECT_LT(limit, published / 5 * 11);
  const auto literal = [](std::size_t degree, unsigned primes) {
    return Literal{.degree = degree,
                   .plaintext_modulus = 65537,
                   .prime_bits = std::vector<unsigned>(primes, 60),
                   .special_prime_bits = {60}};
  };
  EXPECT_EQ(Parameters::create(literal(262144, 2)).degree(), 262144U);
  expect_error([&] { (void)Parameters::create(literal(262144, limit / 60)); },
               ErrorCode::invalid_argument,
               {"need at most " + std::to_string(limit) + " for 128 bits", "degree 262144"});
  expect_error([&] { (void)Parameters::create(literal(1048576, 2)); }, ErrorCode::invalid_argument,
               {"degree 1048576", "16 to 524288"});
}

TEST(PublishedLimits, AreThoseOfTheTables) {
  using enum SecurityLevel;
  EXPECT_EQ(largest_modulus_bits(1024, bits128, Attacker::classical), 26U);
  EXPECT_EQ(largest_modulus_bits(16384, bits128, Attacker::classical), 430U);
  EXPECT_EQ(largest_modulus_bits(131072, bits256, Attacker::classical), 1866U);
  EXPECT_EQ(largest_modulus_bits(8192, bits192, Attacker::quantum), 119U);
  EXPECT_EQ(largest_modulus_bits(32768, bits128, Attacker::quantum), 644U);
  EXPECT_EQ(largest_modulus_bits(1024, bits192, Attacker::classical), 0U);
  constexpr std::size_t kUnknown[] = {0, 1, 512, 1000, 12288, 262144};
  for (const std::size_t degree : kUnknown) {
    EXPECT_EQ(largest_modulus_bits(degree, bits128, Attacker::classical), 0U) << degree;
  }
  // More security, quantum computers and smaller degrees leave less.
  for (std::size_t degree = 2048; degree <= 65536; degree *= 2) {
    for (const Attacker attacker : {Attacker::classical, Attacker::quantum}) {
      EXPECT_GT(largest_modulus_bits(degree, bits128, attacker),
                largest_modulus_bits(degree, bits192, attacker));
      EXPECT_GT(largest_modulus_bits(degree, bits192, attacker),
                largest_modulus_bits(degree, bits256, attacker));
      EXPECT_GT(largest_modulus_bits(2 * degree, bits192, attacker),
                largest_modulus_bits(degree, bits192, attacker));
    }
    EXPECT_GT(largest_modulus_bits(degree, bits128, Attacker::classical),
              largest_modulus_bits(degree, bits128, Attacker::quantum));
  }
}

TEST(BfvParameters, HaveThePrimesTheyWereAskedFor) {
  const Literal literal{.degree = 1024,
                        .plaintext_modulus = 12289,
                        .prime_bits = {30, 45, 30, 45},
                        .special_prime_bits = {45, 46}};
  const auto parameters = Parameters::create_insecure(literal);
  EXPECT_EQ(parameters.literal(), literal);
  EXPECT_EQ(parameters.degree(), 1024U);
  EXPECT_EQ(parameters.plaintext_modulus(), 12289U);
  EXPECT_EQ(parameters.levels(), 4U);
  EXPECT_EQ(parameters.digits(), 2U);
  std::set<std::uint64_t> primes;
  for (std::size_t l = 1; l <= 4; ++l) {
    const DynamicRing& ring = parameters.ring(l);
    EXPECT_EQ(ring.limbs(), l);
    EXPECT_EQ(ring.degree(), 1024U);
    const std::uint64_t q = ring.modulus(l - 1).value();
    EXPECT_TRUE(is_prime(q));
    EXPECT_EQ(q % 2048, 1U);
    EXPECT_EQ(static_cast<unsigned>(bit_length(q)), literal.prime_bits[l - 1]);
    EXPECT_TRUE(primes.insert(q).second);
  }
  EXPECT_NEAR(parameters.log2_q(4), 150, 0.01);
  EXPECT_NEAR(parameters.log2_q(1), 30, 0.01);
  EXPECT_NEAR(parameters.log2_qp(), 241, 0.01);
}

// The size of digits is free. Objects of other digits are of other parameters, unless it is the
// size that digits have without being asked for.
TEST(BfvParameters, HaveDigitsOfTheSizeTheyWereAskedFor) {
  const Literal literal{.degree = 1024,
                        .plaintext_modulus = 12289,
                        .prime_bits = {30, 45, 30, 45, 40},
                        .special_prime_bits = {45, 46}};
  const std::size_t counts[] = {3, 5, 3, 2, 2, 1};
  const auto without = Parameters::create_insecure(literal);
  for (unsigned primes = 0; primes < 6; ++primes) {
    Literal other = literal;
    other.digit_primes = primes;
    const auto parameters = Parameters::create_insecure(other);
    EXPECT_EQ(parameters.digits(), counts[primes]);
    EXPECT_EQ(parameters.key_space() == without.key_space(), primes == 0 || primes == 2);
    EXPECT_EQ(parameters == without, primes == 0 || primes == 2);
    EXPECT_EQ(parameters.log2_qp(), without.log2_qp());
  }
}

// The chain does not depend on t: one that has a prime of Q as a factor is refused, and one that
// has a special prime is not.
TEST(BfvParameters, RefusePlaintextModuliThatShareAPrimeWithQ) {
  const auto primes = ntt_primes(20, 1024, 4);
  const auto with = [](const Natural& t) {
    return Parameters::create_insecure({.degree = 1024,
                                        .plaintext_modulus = t,
                                        .prime_bits = {20, 20},
                                        .special_prime_bits = {20}});
  };
  const auto parameters = with(primes[3]);
  EXPECT_EQ(parameters.ring(2).modulus(0).value(), primes[0]);
  for (const std::uint64_t t : {primes[0], primes[1], 2 * primes[1]}) {
    const auto refused = [&](const auto& action) {
      testing::expect_error(action, ErrorCode::invalid_argument,
                            {"plaintext modulus " + std::to_string(t), "prime", "of Q"});
    };
    refused([&] { (void)with(t); });
    refused([&] { (void)parameters.with_plaintexts(he::PlaintextSpace::integer(t)); });
  }
  const auto with_special_prime = with(primes[2]);
  EXPECT_EQ(with_special_prime.plaintext_modulus(), primes[2]);
}

// The same primes, chosen and given, make the same parameters; others can only be given.
TEST(BfvParameters, TakePrimesThatAreGiven) {
  const auto chosen = Parameters::create(kSecure);
  const DynamicRing ring = chosen.key_ring();
  const Literal same = changed([&](Literal& l) {
    l.prime_bits = l.special_prime_bits = {};
    l.primes = {ring.modulus(0).value(), ring.modulus(1).value()};
    l.special_primes = {ring.modulus(2).value()};
  });
  const auto given = Parameters::create(same);
  EXPECT_EQ(given.literal(), same);
  EXPECT_EQ(given.levels(), 2U);
  EXPECT_EQ(given, chosen);
  // Auxiliary primes, of 48 bits and more, are not among them.
  for (const int bits : {47, 48, 49}) {
    const auto largest = ntt_primes(bits, 4096, 3);
    const auto large = Parameters::create_insecure(changed([&](Literal& l) {
      l.prime_bits = l.special_prime_bits = {};
      l.primes = {largest[0], largest[1]};
      l.special_primes = {largest[2]};
    }));
    const DynamicRing& chain = large.context()->keys->chain;
    std::set<std::uint64_t> all;
    for (std::size_t i = 0; i < chain.limbs(); ++i) all.insert(chain.modulus(i).value());
    EXPECT_EQ(all.size(), chain.limbs()) << bits;
  }

  const auto pool = ntt_primes(40, 4096, 5);
  Literal others = same;
  others.primes = {pool[3], pool[1]};
  others.special_primes = {pool[4]};
  const auto parameters = Parameters::create_insecure(others);
  EXPECT_EQ(parameters.ring(2).modulus(0).value(), pool[3]);
  EXPECT_EQ(parameters.ring(2).modulus(1).value(), pool[1]);
  for (const Parameters& p : {given, parameters}) {
    const auto bytes = he::to_bytes(p);
    EXPECT_EQ(bytes.size(), 36 + 8 * 3U);
    EXPECT_EQ(bytes.size(), he::parameters_bytes(p));
    EXPECT_EQ(he::bfv::literal_from_bytes(bytes.span()), p.literal());
  }
  // Security depends on how long they are.
  expect_error([&] { (void)Parameters::create(others); }, ErrorCode::invalid_argument,
               {"120 bits in all", "at most 106"});

  const auto refused = [&](const auto& change, std::initializer_list<std::string_view> parts) {
    Literal literal = others;
    change(literal);
    expect_error([&] { (void)Parameters::create_insecure(literal); }, ErrorCode::invalid_argument,
                 parts);
  };
  refused([](Literal& l) { l.prime_bits = {40}; }, {"beside lengths", "both lists"});
  refused([](Literal& l) { l.special_prime_bits = {40}; }, {"beside lengths"});
  refused([](Literal& l) { l.special_primes = {}; }, {"0 special primes"});
  refused([](Literal& l) { l.primes = {}; }, {"0 primes"});
  refused([](Literal& l) { l.special_primes = {}, l.special_prime_bits = {40}; },
          {"without the others"});
  refused([](Literal& l) { l.primes[1] = l.primes[0]; }, {"twice", "different"});
  refused([](Literal& l) { l.special_primes[0] = l.primes[0]; }, {"twice"});
  refused([](Literal& l) { l.primes[0] += 8192; }, {"1 modulo 8192"});
  refused([](Literal& l) { l.primes[0] = 1048583; }, {"1048583", "1 modulo 8192"});
  refused([](Literal& l) { l.primes[0] = 65537; }, {"primes of 17 bits", "20 to 60"});
  refused([](Literal& l) { l.plaintext_modulus = l.primes[1] * 3; },
          {"a multiple of the prime " + std::to_string(pool[1]) + " of Q",
           "another plaintext modulus"});
}

TEST(BfvParameters, RecommendedOnesUseWhatSecurityAllows) {
  for (std::size_t degree = 4096; degree <= 32768; degree *= 2) {
    for (const auto level : {SecurityLevel::bits128, SecurityLevel::bits192}) {
      const unsigned limit = largest_modulus_bits(degree, level, Attacker::classical);
      if (limit < 102) continue;
      const auto parameters = Parameters::recommended(degree, 65537, level);
      const Literal& literal = parameters.literal();
      unsigned bits = 0, special = 0;
      for (const unsigned b : literal.prime_bits) {
        EXPECT_LE(b, 49U);
        bits += b;
      }
      for (const unsigned b : literal.special_prime_bits) special += b;
      EXPECT_EQ(bits + special, limit);
      if (literal.prime_bits.size() == 2) {
        EXPECT_EQ(parameters.digits(), 2U);
        EXPECT_GE(special, literal.prime_bits[0]);
        continue;
      }
      EXPECT_EQ(parameters.digits(), (literal.prime_bits.size() + 1) / 2);
      // What a digit exceeds P by is less than log2(t n), at most 2 less with rounding.
      const unsigned digit = literal.prime_bits[0] + literal.prime_bits[1];
      const auto log2_tn = static_cast<unsigned>(std::bit_width(65537 * degree)) - 1;
      EXPECT_LE(digit - special, log2_tn);
      EXPECT_GE(digit - special, log2_tn - 4);
      EXPECT_LE(parameters.log2_qp(), limit);
      EXPECT_EQ(parameters.literal().security, level);
    }
  }
  expect_error([] { static_cast<void>(Parameters::recommended(2048, 65537)); },
               ErrorCode::invalid_argument,
               {"degree 2048", "53 bits", "degree 4096 or a larger one"});
  expect_error([] { static_cast<void>(Parameters::recommended(3000, 65537)); },
               ErrorCode::invalid_argument, {"degree 3000", "power of two"});
}

TEST(BfvParameters, AreRefusedBeyondTheTables) {
  EXPECT_NO_THROW(static_cast<void>(Parameters::create(kSecure)));
  const Literal large = changed([](Literal& l) { l.prime_bits = {36, 35}; });
  expect_error([&] { static_cast<void>(Parameters::create(large)); }, ErrorCode::invalid_argument,
               {"107 bits", "at most 106", "128 bits of security", "classical", "4096"});
  EXPECT_NO_THROW(static_cast<void>(Parameters::create_insecure(large)));
  const Literal quantum = changed([](Literal& l) { l.attacker = Attacker::quantum; });
  expect_error([&] { static_cast<void>(Parameters::create(quantum)); }, ErrorCode::invalid_argument,
               {"106 bits", "at most 80", "quantum"});
  const Literal small = changed([](Literal& l) { l.degree = 512; });
  expect_error([&] { static_cast<void>(Parameters::create(small)); }, ErrorCode::invalid_argument,
               {"degree 512"});
}

TEST(BfvParameters, AreRefusedOutOfRange) {
  const auto refused = [](const Literal& literal, std::initializer_list<std::string_view> parts) {
    expect_error([&] { static_cast<void>(Parameters::create_insecure(literal)); },
                 ErrorCode::invalid_argument, parts);
  };
  refused(changed([](Literal& l) { l.degree = 0; }), {"degree 0"});
  refused(changed([](Literal& l) { l.degree = 8; }), {"degree 8", "16"});
  refused(changed([](Literal& l) { l.degree = 4095; }), {"degree 4095", "power of two"});
  refused(changed([](Literal& l) { l.degree = 1 << 20; }), {"degree 1048576"});
  refused(changed([](Literal& l) { l.plaintext_modulus = 0; }), {"plaintext modulus 0"});
  refused(changed([](Literal& l) { l.plaintext_modulus = 1; }), {"plaintext modulus 1"});
  refused(changed([](Literal& l) {
            std::vector<std::uint64_t> words(65);
            words.back() = 1;
            l.plaintext_modulus = Natural::from_words(words);
          }),
          {"4097 bits", "2 to 4096 bits"});
  refused(changed([](Literal& l) { l.prime_bits = {}; }), {"0 primes"});
  refused(changed([](Literal& l) { l.prime_bits = {35, 61}; }), {"61 bits", "20 to 60"});
  refused(changed([](Literal& l) { l.prime_bits = {19}; }), {"19 bits"});
  refused(changed([](Literal& l) { l.prime_bits.assign(401, 30); }), {"401 primes"});
  refused(changed([](Literal& l) { l.special_prime_bits = {}; }), {"0 special primes"});
  refused(changed([](Literal& l) { l.special_prime_bits = {40, 40, 40}; }),
          {"3 special primes", "at most as many as primes, 2"});
  refused(changed([](Literal& l) { l.digit_primes = 3; }),
          {"digits of 3 primes", "at most as many as primes, 2", "0 for as many"});
}

TEST(NoiseBound, AddsDeviationsAndBoundsThem) {
  const he::NoiseBound a(-100, 4096), b(-100, 4096), c(-120, 4096);
  EXPECT_DOUBLE_EQ((a + b).log2_deviation(), -99);
  EXPECT_NEAR((a + c).log2_deviation(), -100, 1e-5);
  EXPECT_DOUBLE_EQ(a.scaled(3).log2_deviation(), -97);
  // 2 n exp(-x^2/2) = 2^-128 for the bound of x deviations.
  const double x = std::exp2(a.log2_bound() + 100);
  EXPECT_NEAR(std::log2(2 * 4096) - x * x / 2 / std::numbers::ln2, -128, 1e-9);
  EXPECT_DOUBLE_EQ(a.budget_bits(), -1 - a.log2_bound());
}

TEST(Logarithms, OfSums) {
  EXPECT_DOUBLE_EQ(he::log2_sum(3, 3), 4);
  EXPECT_DOUBLE_EQ(he::log2_sum(1000, 0), 1000);
  EXPECT_DOUBLE_EQ(he::log2_sum(-2000, -2001), -2000 + std::log2(1.5));
  EXPECT_DOUBLE_EQ(he::log2_root_sum(std::log2(3), std::log2(4)), std::log2(5));
}

}  // namespace
}  // namespace lath::testing
