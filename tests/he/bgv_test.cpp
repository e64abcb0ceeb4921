// SPDX-License-Identifier: Apache-2.0
#include "lath/he/bgv.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/access.hpp"
#include "he/phase.hpp"
#include "he/plaintexts/word_plaintexts.hpp"
#include "lath/arith/primes.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/slot_encoder.hpp"

namespace lath::he {
namespace {

using namespace lath::testing;
using Keys = FewKeys<lath::testing::Bgv>;

// Expects that c0 + c1 s + ... is f m modulo t as an integer next to zero, and that the noise bound
// is above it. Returns by how many bits.
template <class Operand>
double expect_holds(const Keys& keys, const Operand& c, std::size_t parts,
                    const PlainPolynomial& m) {
  const auto x = phase_of(keys, c, parts);
  auto expected = m.coefficients();
  for (auto& word : expected) {
    word = static_cast<std::uint64_t>(uint128{c.scale_factor().word()} * word % keys.t());
  }
  EXPECT_EQ(residues_of(x, keys.t()), expected);
  const auto norm = infinity_norm(x);
  double magnitude = 0;
  for (std::size_t w = norm.size(); w-- > 0;) {
    magnitude = magnitude * 0x1p64 + static_cast<double>(norm[w]);
  }
  const double log2_noise = std::log2(magnitude) - keys.parameters.log2_q(c.level());
  EXPECT_GE(c.noise().log2_bound(), log2_noise);
  return c.noise().log2_bound() - log2_noise;
}

class Bgv : public ::testing::TestWithParam<std::size_t> {
 protected:
  Keys keys{literals_of_bgv()[GetParam()]};
  SeededValues values{20120108 + GetParam()};
  bgv::Session& session = keys.session;
};

INSTANTIATE_TEST_SUITE_P(Sets, Bgv, ::testing::Range(std::size_t{0}, literals_of_bgv().size()));

TEST_P(Bgv, RoundTripsAtEveryLevel) {
  const std::uint64_t t = keys.t();
  for (const auto& m : {keys.draw(values), keys.zero(), keys.filled(t - 1), keys.filled(t / 2)}) {
    const auto c = keys.encrypt(m);
    EXPECT_EQ(c.level(), keys.parameters.levels());
    EXPECT_EQ(c.scale_factor(), 1U);
    EXPECT_EQ(keys.decrypt(c), m);
    EXPECT_LE(expect_holds(keys, c, 2, m), 5.5);
    for (std::size_t level = c.level(); keys.has_room(level, 1, 15); --level) {
      const auto low = session.mod_switch(c, level);
      EXPECT_EQ(low.level(), level);
      EXPECT_EQ(keys.decrypt(low), m);
      expect_holds(keys, low, 2, m);
    }
  }
}

TEST_P(Bgv, OperationsAreThoseOfPlaintexts) {
  const auto m = keys.draw(values), k = keys.draw(values);
  const Plaintext plain = keys.plaintext(k);
  auto a = keys.encrypt(m), b = keys.encrypt(k);
  for (std::size_t level = a.level(); keys.has_room(level, 2, 45); --level) {
    a = session.mod_switch(a, level);
    b = session.mod_switch(b, level);
    SCOPED_TRACE("level " + std::to_string(level));
    const auto expect = [&](const auto& c, const PlainPolynomial& expected, std::size_t parts = 2) {
      EXPECT_EQ(keys.decrypt(c), expected);
      EXPECT_LE(expect_holds(keys, c, parts, expected), 14);
    };
    expect(session.add(a, b), m + k);
    expect(session.sub(a, b), m - k);
    expect(session.multiply_plain(a, -1), -m);
    expect(session.add_plain(a, plain), m + k);
    expect(session.sub_plain(a, plain), m - k);
    const auto product = m * k;
    expect(session.multiply_plain(a, plain), product);
    const auto c = session.multiply(a, b);
    expect(c, product, 3);
    expect(session.relinearize(c), product);
    const auto square = session.multiply(a, a);
    expect(square, m * m, 3);
    expect(session.add(c, square), product + m * m, 3);
    for (const std::uint64_t g : keys.elements) {
      expect(session.apply_galois(a, g), m.substituted(g));
    }
  }
}

TEST_P(Bgv, SumsOfDifferentFactors) {
  const auto m = keys.draw(values), k = keys.draw(values);
  const std::size_t level = keys.parameters.levels() - 1;
  ASSERT_TRUE(keys.has_room(level, 2.5, 45));
  const auto a = session.mod_switch(keys.encrypt(m), level);
  const auto b = session.mod_switch(keys.encrypt(k), level);
  const auto product = session.multiply(a, b);
  const auto c = session.relinearize(product);
  EXPECT_EQ(c.scale_factor(), static_cast<std::uint64_t>(uint128{a.scale_factor().word()} *
                                                         b.scale_factor().word() % keys.t()));
  if (keys.t() > 3) {
    EXPECT_NE(c.scale_factor(), a.scale_factor());
  }
  const auto expected = m * k;
  const auto sum = session.add(c, a);
  EXPECT_EQ(keys.decrypt(sum), expected + m);
  expect_holds(keys, sum, 2, expected + m);
  // The remainders for f/f' are those for f'/f in the other order.
  EXPECT_NEAR(sum.noise().log2_bound(), session.add(a, c).noise().log2_bound(), 1e-6);
  EXPECT_EQ(keys.decrypt(session.sub(a, c)), m - expected);
  EXPECT_EQ(keys.decrypt(session.sub(c, a)), expected - m);
  const auto shifted = session.add_plain(c, keys.plaintext(k));
  EXPECT_EQ(keys.decrypt(shifted), expected + k);
}

// Powers x^2, x^4, x^8 of one ciphertext, whose errors have one origin, with and without switches.
TEST(BgvNoise, PowersStayBelowTheirBound) {
  for (const std::size_t degree : {16U, 64U, 256U}) {
    Keys keys({.degree = degree,
               .plaintext_modulus = 257,
               .prime_bits = std::vector<unsigned>(8, 40),
               .special_prime_bits = {45}},
              "powers of one");
    for (std::uint64_t seed = 0; seed < seeds(10); ++seed) {
      SeededValues values(seed);
      // Plaintexts that are large at some roots are the hardest.
      auto m = seed == 0 ? PlainPolynomial(degree, 257, 128) : keys.draw(values);
      auto lazy = keys.encrypt(m), prompt = lazy;
      for (int depth = 1; depth <= 3; ++depth) {
        m = m * m;
        lazy = keys.multiply(lazy, lazy);
        prompt = keys.multiply(prompt, prompt);
        prompt = keys.session.mod_switch(prompt, prompt.level() - 1);
        SCOPED_TRACE("degree " + std::to_string(degree) + ", depth " + std::to_string(depth));
        // Five bits for each product that it has, and those of a fresh ciphertext.
        EXPECT_LE(expect_holds(keys, lazy, 2, m), 5.0 + 5.0 * ((1 << depth) - 1));
        EXPECT_LE(expect_holds(keys, prompt, 2, m), 10);
        EXPECT_EQ(keys.decrypt(lazy), m);
        EXPECT_EQ(keys.decrypt(prompt), m);
      }
    }
  }
}

// Decryption computes modulo as many primes as the bound needs; all of them where it is claimed.
TEST(BgvDecryption, IsRightWhileTheNoiseGrows) {
  FewKeys<testing::Bgv> keys({.degree = 64,
                              .plaintext_modulus = 257,
                              .prime_bits = {36, 36, 36, 36, 36, 36, 36, 36},
                              .special_prime_bits = {37, 37}});
  SeededValues values(8);
  SCOPED_TRACE(values.label());
  auto m = keys.draw(values);
  Ciphertext c = keys.encrypt(m);
  const double log2_q = keys.parameters.log2_q(c.level());
  for (int depth = 0; depth < 3; ++depth) {
    ASSERT_EQ(keys.decrypt(c), m.coefficients()) << depth;
    const auto product = keys.session.multiply(c, c);
    m = m * m;
    ASSERT_EQ(keys.decrypt(product), m.coefficients()) << depth;
    c = keys.session.relinearize(product);
    // The last noises need more than one prime, more than two, ...
    ASSERT_GT(c.noise().log2_bound() + log2_q, 36 * depth) << depth;
  }
  // A bound that says too little: believed where it was computed here, not where it is claimed.
  Ciphertext claimed = c;
  he::Access::set(claimed, c.scale_factor(), NoiseBound(-log2_q, 64, BoundOrigin::claimed),
                  claimed.key_id());
  EXPECT_EQ(keys.decrypt(claimed), m.coefficients());
  he::Access::set(claimed, c.scale_factor(), NoiseBound(-log2_q, 64, BoundOrigin::own),
                  claimed.key_id());
  EXPECT_NE(keys.decrypt(claimed), m.coefficients());
}

TEST(BgvSlots, AreMultipliedAndRotated) {
  Keys keys(literals_of_bgv()[3]);
  const auto encoder = SlotEncoder::create(keys.parameters);
  const std::uint64_t t = keys.t(), half = encoder.slots() / 2;
  SeededValues values(1);
  const auto a = keys.draw(values).coefficients(), b = keys.draw(values).coefficients();
  const auto x = keys.encryptor.encrypt(encoder.encode(a), keys.generator);
  const auto y = keys.encryptor.encrypt(encoder.encode(b), keys.generator);
  auto& session = keys.session;
  const auto product = session.mod_switch(keys.multiply(x, y), 3);
  const auto rotated = session.apply_galois(product, encoder.row_rotation(1));
  const auto exchanged = session.apply_galois(rotated, encoder.row_exchange());
  const auto slots = encoder.decode(keys.decryptor.decrypt(exchanged));
  for (std::size_t j = 0; j < encoder.slots(); ++j) {
    const std::size_t from = (1 - j / half) * half + (j % half + 1) % half;
    EXPECT_EQ(slots[j], a[from] * b[from] % t);
  }
}

TEST(BgvScaleFactors, AreMadeEqualWithLittleNoise) {
  SeededValues values(3);
  const std::uint64_t moduli[] = {
      2, 3, 257, 360360, 65537, std::uint64_t{1} << 59, (std::uint64_t{1} << 60) - 93};
  const KeySpace key_space = KeySpace::create_insecure(literals_of_bgv()[0]);
  for (const std::uint64_t t : moduli) {
    const Modulus modulus(t);
    const auto parameters = bgv::Parameters::create(key_space, PlaintextSpace::integer(t));
    const PlaintextTables& plaintexts = *parameters.plaintexts();
    const auto unit = [&] {
      for (;;) {
        const std::uint64_t f = values.below(t);
        if (std::gcd(f, t) == 1) return f;
      }
    };
    for (int i = 0; i < 50; ++i) {
      const double ahead = i % 2 == 0 ? 0 : static_cast<double>(values.below(20));
      const std::uint64_t f = unit(), g = i == 7 ? f : unit();
      const auto by = plaintexts.multipliers_for_sum({f, {-60 + ahead, 64}}, {g, {-60, 64}});
      const auto centered = [&](const Natural& x) {
        return static_cast<std::int64_t>(x.word() > t / 2 ? x.word() - t : x.word());
      };
      const std::int64_t k = centered(by.a), l = centered(by.b);
      const auto residue = [&](std::int64_t x) { return modulus.reduce_signed(x); };
      ASSERT_EQ(modulus.multiply(residue(k), f), modulus.multiply(residue(l), g)) << t;
      ASSERT_EQ(std::gcd(residue(k), t), 1U);
      if (f == g) {
        ASSERT_TRUE(k == 1 && l == 1);
      }
      const double cost =
          std::abs(static_cast<double>(k)) * std::exp2(ahead) + std::abs(static_cast<double>(l));
      if (t > 65537) {
        // Lattices of determinant t 2^ahead; an even remainder does not serve.
        if (std::gcd(t, std::uint64_t{360360}) == 1) {
          EXPECT_LE(cost, 3 * std::sqrt(static_cast<double>(t) * std::exp2(ahead)));
        }
        continue;
      }
      double least = HUGE_VAL;
      for (std::int64_t x = 1; x < static_cast<std::int64_t>(t); ++x) {
        if (std::gcd(residue(x), t) != 1) continue;
        const std::uint64_t y =
            modulus.multiply(modulus.multiply(residue(x), f), modulus.inverse_vartime(g));
        least = std::min(least, static_cast<double>(x) * std::exp2(ahead) +
                                    static_cast<double>(std::min(y, t - y)));
      }
      EXPECT_LE(cost, 3 * least) << "t " << t << ", " << f << " and " << g << ", " << ahead;
    }
  }
}

TEST(BgvErrors, Teach) {
  Keys keys(literals_of_bgv()[2]), other(other_than(literals_of_bgv()[2]), "another");
  const auto& parameters = keys.parameters;
  auto& session = keys.session;
  const std::vector<std::uint64_t> one{1};
  const auto a = keys.encrypt(one), foreign = other.encrypt(one);
  const auto low = session.mod_switch(a, 2);
  const Plaintext plain(parameters, one), foreign_plain(other.parameters, one);
  const auto mismatch = [](const auto& action) {
    expect_error(action, ErrorCode::mismatch, {"of other parameters"});
  };
  mismatch([&] { (void)session.add(a, foreign); });
  mismatch([&] { (void)session.sub(foreign, a); });
  mismatch([&] { (void)session.multiply_plain(foreign, -1); });
  mismatch([&] { (void)session.multiply(a, foreign); });
  mismatch([&] { (void)session.add_plain(a, foreign_plain); });
  mismatch([&] { (void)session.sub_plain(foreign, plain); });
  mismatch([&] { (void)session.multiply_plain(a, foreign_plain); });
  mismatch([&] { (void)session.mod_switch(foreign, 1); });
  mismatch([&] { (void)keys.evaluator.session(other.galois); });
  mismatch([&] { (void)keys.evaluator.session(other.relin); });
  mismatch([&] { (void)keys.encryptor.encrypt(foreign_plain, keys.generator); });
  mismatch([&] { (void)keys.decryptor.decrypt(foreign); });
  mismatch([&] { bgv::Decryptor(parameters, other.secret); });
  // Keys of BFV with the same literal are keys of these parameters.
  const auto bfv_parameters = bfv::Parameters::create_insecure(parameters.literal());
  const auto bfv_secret = KeyGenerator(bfv_parameters, keys.generator).secret_key();
  EXPECT_NO_THROW(bgv::Decryptor(parameters, bfv_secret));
  EXPECT_NO_THROW((void)keys.key_generator.public_key(bfv_secret));

  expect_error([&] { (void)session.add(a, low); }, ErrorCode::mismatch, {"levels 4 and 2"});
  expect_error([&] { (void)session.multiply(low, a); }, ErrorCode::mismatch,
               {"levels 2 and 4", "mod_switch"});
  for (const std::size_t level : {std::size_t{0}, std::size_t{3}}) {
    expect_error([&] { (void)session.mod_switch(low, level); }, ErrorCode::invalid_argument,
                 {"level " + std::to_string(level), "1 to 2"});
  }
  expect_error([&] { (void)session.apply_galois(a, 7); }, ErrorCode::invalid_argument,
               {"x^7", "x -> x^3, x -> x^5, x -> x^127"});
  // What fits is computed, and not what does not.
  auto x = low;
  const auto multiply_forever = [&] {
    for (;;) x = keys.multiply(x, x);
  };
  expect_error(multiply_forever, ErrorCode::invalid_argument, {"noise", "2^-128"});
  EXPECT_EQ(keys.decrypt(x)[0], 1U);
  // A modulus that has not even room for a plaintext.
  Keys small({.degree = 16,
              .plaintext_modulus = std::uint64_t{1} << 40,
              .prime_bits = {40},
              .special_prime_bits = {41}});
  expect_error([&] { (void)small.encrypt(one); }, ErrorCode::invalid_argument, {"noise"});
}

TEST(BgvParameters, AreSecureUnlessTheyAreCalledInsecure) {
  const auto parameters = bgv::Parameters::recommended(16384, 65537);
  EXPECT_LE(parameters.log2_qp(), 430);
  EXPECT_GE(parameters.levels(), 10U);
  EXPECT_EQ(parameters.digits(), (parameters.levels() + 1) / 2);
  for (const unsigned bits : parameters.literal().prime_bits) EXPECT_GE(bits, 36U);
  EXPECT_EQ(bgv::Parameters::recommended(8192, ntt_primes(60, 8192, 1)[0]).levels(), 3U);
  Literal literal = parameters.literal();
  literal.prime_bits.push_back(30);
  expect_error([&] { (void)bgv::Parameters::create(literal); }, ErrorCode::invalid_argument,
               {"430", "16384"});
  expect_error([&] { (void)bgv::Parameters::recommended(2048, 2); }, ErrorCode::invalid_argument,
               {"102 bits"});
  // t may be a product of three primes of the lengths that the chain has, if none of them is its
  // own.
  const auto factors = ntt_primes(20, 16, 6);
  const auto with = [](std::uint64_t t) {
    return bgv::Parameters::create_insecure(
        {.degree = 16, .plaintext_modulus = t, .prime_bits = {20, 20}, .special_prime_bits = {20}});
  };
  (void)with(factors[3] * factors[4] * factors[5]);
  expect_error([&] { (void)with(factors[1] * factors[4] * factors[5]); },
               ErrorCode::invalid_argument, {std::to_string(factors[1]) + " of Q"});
}

// The words of a circuit, the same with every instruction set and on every machine.
TEST(BgvWords, AreTheSameEverywhere) {
  std::uint64_t hash = kNoWords;
  for (const std::size_t set : {2U, 5U}) {
    Keys keys(literals_of_bgv()[set], "words");
    SeededValues values(9);
    const auto m = keys.draw(values), k = keys.draw(values);
    const auto a = keys.encrypt(m), b = keys.encrypt(k);
    auto c = keys.session.mod_switch(keys.multiply(a, b), 3);
    c = keys.session.add_plain(c, keys.plaintext(k));
    c = keys.session.apply_galois(c, 5);
    c = keys.session.sub(c, keys.session.mod_switch(a, 3));
    hash = hashed(c, hash);
  }
  EXPECT_EQ(hash, 2828861624146615869U);
}

}  // namespace
}  // namespace lath::he
