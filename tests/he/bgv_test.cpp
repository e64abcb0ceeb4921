// SPDX-License-Identifier: Apache-2.0
#include "lath/he/bgv.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/bgv_scheme.hpp"
#include "he/scale_factors.hpp"
#include "lath/arith/primes.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/slot_encoder.hpp"

namespace lath::he {
namespace {

using lath::testing::expect_error;
using lath::testing::SeededValues;
using lath::testing::seeds;
using testing::Coefficients;
using testing::expect_holds;
using testing::literals;
using testing::PlainRing;
using testing::Scheme;
using uint128 = unsigned __int128;

class Bgv : public ::testing::TestWithParam<std::size_t> {
 protected:
  Scheme scheme{literals()[GetParam()]};
  SeededValues values{20120108 + GetParam()};
  const PlainRing& ring = scheme.ring;
  const bgv::Evaluator& evaluator = scheme.evaluator;
};

INSTANTIATE_TEST_SUITE_P(Sets, Bgv, ::testing::Range(std::size_t{0}, literals().size()));

TEST_P(Bgv, RoundTripsAtEveryLevel) {
  for (const auto& m : {ring.random(values), Coefficients(ring.n), Coefficients(ring.n, ring.t - 1),
                        Coefficients(ring.n, ring.t / 2)}) {
    const auto c = scheme.encrypt(m);
    EXPECT_EQ(c.level(), scheme.parameters.levels());
    EXPECT_EQ(c.scale_factor(), 1U);
    EXPECT_EQ(scheme.decrypt(c), m);
    EXPECT_LE(expect_holds(scheme, c, 2, m), 5.5);
    for (std::size_t level = c.level(); scheme.has_room(level, 1, 15); --level) {
      const auto low = evaluator.mod_switch(c, level, scheme.workspace);
      EXPECT_EQ(low.level(), level);
      EXPECT_EQ(scheme.decrypt(low), m);
      expect_holds(scheme, low, 2, m);
    }
  }
}

TEST_P(Bgv, OperationsAreThoseOfPlaintexts) {
  const auto m = ring.random(values), k = ring.random(values);
  const Plaintext plain(scheme.parameters, k);
  auto a = scheme.encrypt(m), b = scheme.encrypt(k);
  for (std::size_t level = a.level(); scheme.has_room(level, 2, 45); --level) {
    a = evaluator.mod_switch(a, level, scheme.workspace);
    b = evaluator.mod_switch(b, level, scheme.workspace);
    SCOPED_TRACE("level " + std::to_string(level));
    const auto expect = [&](const auto& c, const Coefficients& expected, std::size_t parts = 2) {
      EXPECT_EQ(scheme.decrypt(c), expected);
      EXPECT_LE(expect_holds(scheme, c, parts, expected), 9);
    };
    expect(evaluator.add(a, b), ring.add(m, k));
    expect(evaluator.sub(a, b), ring.sub(m, k));
    expect(evaluator.negate(a), ring.negate(m));
    expect(evaluator.add_plain(a, plain, scheme.workspace), ring.add(m, k));
    expect(evaluator.sub_plain(a, plain, scheme.workspace), ring.sub(m, k));
    const auto product = ring.multiply(m, k);
    expect(evaluator.multiply_plain(a, plain), product);
    const auto c = evaluator.multiply(a, b, scheme.workspace);
    expect(c, product, 3);
    expect(evaluator.relinearize(c, scheme.relin, scheme.workspace), product);
    const auto square = evaluator.square(a, scheme.workspace);
    expect(square, ring.multiply(m, m), 3);
    expect(evaluator.add(c, square), ring.add(product, ring.multiply(m, m)), 3);
    for (const std::uint64_t g : scheme.elements) {
      expect(evaluator.apply_galois(a, g, scheme.galois, scheme.workspace), ring.substitute(m, g));
    }
  }
}

TEST_P(Bgv, SumsOfDifferentFactors) {
  const auto m = ring.random(values), k = ring.random(values);
  const std::size_t level = scheme.parameters.levels() - 1;
  ASSERT_TRUE(scheme.has_room(level, 2.5, 45));
  const auto a = evaluator.mod_switch(scheme.encrypt(m), level, scheme.workspace);
  const auto b = evaluator.mod_switch(scheme.encrypt(k), level, scheme.workspace);
  const auto product = evaluator.multiply(a, b, scheme.workspace);
  const auto c = evaluator.relinearize(product, scheme.relin, scheme.workspace);
  EXPECT_EQ(c.scale_factor(), uint128{a.scale_factor()} * b.scale_factor() % ring.t);
  if (ring.t > 3) {
    EXPECT_NE(c.scale_factor(), a.scale_factor());
  }
  const auto expected = ring.multiply(m, k);
  const auto sum = evaluator.add(c, a);
  EXPECT_EQ(scheme.decrypt(sum), ring.add(expected, m));
  expect_holds(scheme, sum, 2, ring.add(expected, m));
  // The remainders for f/f' are those for f'/f in the other order.
  EXPECT_NEAR(sum.noise().log2_bound(), evaluator.add(a, c).noise().log2_bound(), 1e-6);
  EXPECT_EQ(scheme.decrypt(evaluator.sub(a, c)), ring.sub(m, expected));
  EXPECT_EQ(scheme.decrypt(evaluator.sub(c, a)), ring.sub(expected, m));
  const auto shifted = evaluator.add_plain(c, Plaintext(scheme.parameters, k), scheme.workspace);
  EXPECT_EQ(scheme.decrypt(shifted), ring.add(expected, k));
}

// A ciphertext with the plaintext that it must have.
struct Value {
  bgv::Ciphertext c;
  Coefficients m;
};

// One of ten operations on values; nothing where the noise bound refuses it.
std::optional<Value> random_step(Scheme& scheme, SeededValues& values, const Value& a,
                                 const Value& b) {
  const PlainRing& ring = scheme.ring;
  const bgv::Evaluator& evaluator = scheme.evaluator;
  const std::size_t level = std::min(a.c.level(), b.c.level());
  const std::uint64_t g = scheme.elements[values.below(3)];
  const auto k = ring.random(values);
  const Plaintext plain(scheme.parameters, k);
  try {
    const auto x = evaluator.mod_switch(a.c, level, scheme.workspace);
    const auto y = evaluator.mod_switch(b.c, level, scheme.workspace);
    switch (values.below(10)) {
      case 0:
        return Value{evaluator.add(x, y), ring.add(a.m, b.m)};
      case 1:
        return Value{evaluator.sub(x, y), ring.sub(a.m, b.m)};
      case 2:
        return Value{evaluator.negate(x), ring.negate(a.m)};
      case 3:
        return Value{evaluator.add_plain(x, plain, scheme.workspace), ring.add(a.m, k)};
      case 4:
        return Value{evaluator.sub_plain(x, plain, scheme.workspace), ring.sub(a.m, k)};
      case 5:
        return Value{evaluator.multiply_plain(x, plain), ring.multiply(a.m, k)};
      case 6:
        return Value{scheme.product(x, y), ring.multiply(a.m, b.m)};
      case 7:
        return Value{evaluator.relinearize(evaluator.square(x, scheme.workspace), scheme.relin,
                                           scheme.workspace),
                     ring.multiply(a.m, a.m)};
      case 8:
        return Value{evaluator.apply_galois(x, g, scheme.galois, scheme.workspace),
                     ring.substitute(a.m, g)};
      default: {
        const std::size_t lower = 1 + values.below(level);
        return Value{evaluator.mod_switch(x, lower, scheme.workspace), a.m};
      }
    }
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("noise"), std::string::npos) << error.what();
    return std::nullopt;
  }
}

TEST_P(Bgv, RandomCircuits) {
  constexpr int kSteps = 10;
  int steps = 0, wanted = 0;
  const std::uint64_t circuits = seeds(40);
  for (std::uint64_t seed = 0; seed < circuits; ++seed) {
    SeededValues draws(1000 * GetParam() + seed);
    SCOPED_TRACE(draws.label());
    std::vector<Value> pool;
    for (int i = 0; i < 3; ++i) {
      const auto m = ring.random(draws);
      pool.push_back({scheme.encrypt(m), m});
    }
    for (int i = 0; i < kSteps; ++i, ++wanted) {
      const Value &a = pool[draws.below(3)], &b = pool[draws.below(3)];
      const auto result = random_step(scheme, draws, a, b);
      if (!result) continue;
      ++steps;
      ASSERT_EQ(scheme.decrypt(result->c), result->m);
      expect_holds(scheme, result->c, 2, result->m);
      pool[draws.below(3)] = *result;
    }
  }
  EXPECT_GT(steps, wanted / 3);
}

// Powers x^2, x^4, x^8 of one ciphertext, whose errors have one origin, with and without switches.
TEST(BgvNoise, PowersStayBelowTheirBound) {
  for (const std::size_t degree : {16U, 64U, 256U}) {
    Scheme scheme({.degree = degree,
                   .plaintext_modulus = 257,
                   .prime_bits = std::vector<unsigned>(8, 40),
                   .special_prime_bits = {45}},
                  "powers");
    for (std::uint64_t seed = 0; seed < seeds(10); ++seed) {
      SeededValues values(seed);
      // Plaintexts that are large at some roots are the hardest.
      auto m = seed == 0 ? Coefficients(degree, 128) : scheme.ring.random(values);
      auto lazy = scheme.encrypt(m), prompt = lazy;
      for (int depth = 1; depth <= 3; ++depth) {
        m = scheme.ring.multiply(m, m);
        lazy = scheme.product(lazy, lazy);
        prompt = scheme.product(prompt, prompt);
        prompt = scheme.evaluator.mod_switch(prompt, prompt.level() - 1, scheme.workspace);
        SCOPED_TRACE("degree " + std::to_string(degree) + ", depth " + std::to_string(depth));
        // 2.5 bits for each product that it has, and those of a fresh ciphertext.
        EXPECT_LE(expect_holds(scheme, lazy, 2, m), 5.0 + 3.5 * ((1 << depth) - 1));
        EXPECT_LE(expect_holds(scheme, prompt, 2, m), 10);
        EXPECT_EQ(scheme.decrypt(lazy), m);
        EXPECT_EQ(scheme.decrypt(prompt), m);
      }
    }
  }
}

TEST(BgvSlots, AreMultipliedAndRotated) {
  Scheme scheme(literals()[3]);
  const auto encoder = SlotEncoder::create(scheme.parameters);
  const std::uint64_t t = scheme.ring.t, half = encoder.slots() / 2;
  SeededValues values(1);
  const auto a = scheme.ring.random(values), b = scheme.ring.random(values);
  const auto x = scheme.encryptor.encrypt(encoder.encode(a), scheme.generator);
  const auto y = scheme.encryptor.encrypt(encoder.encode(b), scheme.generator);
  const auto& evaluator = scheme.evaluator;
  const auto product = evaluator.mod_switch(scheme.product(x, y), 3, scheme.workspace);
  const auto rotated =
      evaluator.apply_galois(product, encoder.row_rotation(1), scheme.galois, scheme.workspace);
  const auto exchanged =
      evaluator.apply_galois(rotated, encoder.row_exchange(), scheme.galois, scheme.workspace);
  const auto slots = encoder.decode(scheme.decryptor.decrypt(exchanged));
  for (std::size_t j = 0; j < encoder.slots(); ++j) {
    const std::size_t from = (1 - j / half) * half + (j % half + 1) % half;
    EXPECT_EQ(slots[j], a[from] * b[from] % t);
  }
}

TEST(BgvScaleFactors, AreMadeEqualWithLittleNoise) {
  SeededValues values(3);
  const std::uint64_t moduli[] = {
      2, 3, 257, 360360, 65537, std::uint64_t{1} << 59, (std::uint64_t{1} << 60) - 93};
  for (const std::uint64_t t : moduli) {
    const Modulus modulus(t);
    const auto unit = [&] {
      for (;;) {
        const std::uint64_t f = values.below(t);
        if (std::gcd(f, t) == 1) return f;
      }
    };
    for (int i = 0; i < 50; ++i) {
      const double ahead = i % 2 == 0 ? 0 : static_cast<double>(values.below(20));
      const std::uint64_t f = unit(), g = i == 7 ? f : unit();
      const auto [k, l] = multipliers_for_sum(modulus, {f, {-60 + ahead, 64}}, {g, {-60, 64}});
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
  Scheme scheme(literals()[2]), other(literals()[2], "another");
  auto& [parameters, generator, keys, secret, relin, elements, galois, encryptor, decryptor,
         evaluator, workspace, ring] = scheme;
  const Coefficients one{1};
  const auto a = scheme.encrypt(one), foreign = other.encrypt(one);
  const auto low = evaluator.mod_switch(a, 2, workspace);
  const Plaintext plain(parameters, one), foreign_plain(other.parameters, one);
  const auto mismatch = [](const auto& action) {
    expect_error(action, ErrorCode::mismatch, {"of other parameters"});
  };
  mismatch([&] { (void)evaluator.add(a, foreign); });
  mismatch([&] { (void)evaluator.sub(foreign, a); });
  mismatch([&] { (void)evaluator.negate(foreign); });
  mismatch([&] { (void)evaluator.multiply(a, foreign, workspace); });
  mismatch([&] { (void)evaluator.add_plain(a, foreign_plain, workspace); });
  mismatch([&] { (void)evaluator.sub_plain(foreign, plain, workspace); });
  mismatch([&] { (void)evaluator.multiply_plain(a, foreign_plain); });
  mismatch([&] { (void)evaluator.mod_switch(foreign, 1, workspace); });
  mismatch([&] { (void)evaluator.apply_galois(a, 3, other.galois, workspace); });
  mismatch([&] {
    (void)evaluator.relinearize(evaluator.multiply(a, a, workspace), other.relin, workspace);
  });
  mismatch([&] { (void)encryptor.encrypt(foreign_plain, generator); });
  mismatch([&] { (void)decryptor.decrypt(foreign); });
  mismatch([&] { bgv::Decryptor(parameters, other.secret); });
  // Keys of BFV with the same literal, too.
  const auto bfv_parameters = bfv::Parameters::create_insecure(parameters.literal());
  const auto bfv_secret = KeyGenerator(bfv_parameters, generator).secret_key();
  mismatch([&] { bgv::Decryptor(parameters, bfv_secret); });
  mismatch([&] { (void)keys.public_key(bfv_secret); });

  expect_error([&] { (void)evaluator.add(a, low); }, ErrorCode::mismatch, {"levels 4 and 2"});
  expect_error([&] { (void)evaluator.multiply(low, a, workspace); }, ErrorCode::mismatch,
               {"levels 2 and 4", "mod_switch"});
  for (const std::size_t level : {std::size_t{0}, std::size_t{3}}) {
    expect_error([&] { (void)evaluator.mod_switch(low, level, workspace); },
                 ErrorCode::invalid_argument, {"level " + std::to_string(level), "1 to 2"});
  }
  expect_error([&] { (void)evaluator.apply_galois(a, 7, galois, workspace); },
               ErrorCode::invalid_argument, {"x^7", "3, 5, 127"});
  // What fits is computed, and not what does not.
  auto x = low;
  const auto multiply_forever = [&] {
    for (;;) x = scheme.product(x, x);
  };
  expect_error(multiply_forever, ErrorCode::invalid_argument, {"noise", "2^-128"});
  EXPECT_EQ(scheme.decrypt(x)[0], 1U);
  // A modulus that has not even room for a plaintext.
  Scheme small({.degree = 16,
                .plaintext_modulus = std::uint64_t{1} << 40,
                .prime_bits = {40},
                .special_prime_bits = {41}});
  expect_error([&] { (void)small.encrypt(one); }, ErrorCode::invalid_argument, {"noise"});
}

TEST(BgvParameters, AreSecureUnlessTheyAreCalledInsecure) {
  const auto parameters = bgv::Parameters::recommended(16384, 65537);
  EXPECT_LE(parameters.log2_qp(), 430);
  EXPECT_GE(parameters.levels(), 10U);
  EXPECT_EQ(bgv::Parameters::recommended(8192, ntt_primes(60, 8192, 1)[0]).levels(), 3U);
  Literal literal = parameters.literal();
  literal.prime_bits.push_back(30);
  expect_error([&] { (void)bgv::Parameters::create(literal); }, ErrorCode::invalid_argument,
               {"430", "16384"});
  expect_error([&] { (void)bgv::Parameters::recommended(2048, 2); }, ErrorCode::invalid_argument,
               {"102 bits"});
  // t may be a product of three primes of the lengths that the chain has.
  const auto factors = ntt_primes(20, 16, 3);
  const std::uint64_t t = factors[0] * factors[1] * factors[2];
  const auto coprime = bgv::Parameters::create_insecure(
      {.degree = 16, .plaintext_modulus = t, .prime_bits = {20, 20}, .special_prime_bits = {20}});
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NE(t % coprime.ring(2).modulus(i).value(), 0U);
}

// The words of a circuit, the same with every instruction set and on every machine.
TEST(BgvWords, AreTheSameEverywhere) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::size_t set : {2U, 5U}) {
    Scheme scheme(literals()[set], "words");
    SeededValues values(9);
    const auto m = scheme.ring.random(values), k = scheme.ring.random(values);
    const auto a = scheme.encrypt(m), b = scheme.encrypt(k);
    auto c = scheme.evaluator.mod_switch(scheme.product(a, b), 3, scheme.workspace);
    c = scheme.evaluator.add_plain(c, Plaintext(scheme.parameters, k), scheme.workspace);
    c = scheme.evaluator.apply_galois(c, 5, scheme.galois, scheme.workspace);
    c = scheme.evaluator.sub(c, scheme.evaluator.mod_switch(a, 3, scheme.workspace));
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t j = 0; j < c.level(); ++j) {
        for (const std::uint64_t word : c.part(i).limb(j)) hash = (hash ^ word) * 0x100000001b3;
      }
    }
  }
  EXPECT_EQ(hash, 0xa50de63fabde9a54U);
}

}  // namespace
}  // namespace lath::he
