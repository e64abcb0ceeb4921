// SPDX-License-Identifier: Apache-2.0
//
// BFV against polynomials modulo (t, x^n + 1), and its noise against the bounds.
#include "lath/he/bfv.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/access.hpp"
#include "he/parts.hpp"
#include "he/scheme_keys.hpp"
#include "lath/random/samplers.hpp"

namespace lath::testing {
namespace {

using he::Ciphertext;
using he::Literal;
using he::bfv::Product;
using BfvKeys = FewKeys<Bfv>;

constexpr std::uint64_t kLargeT = (std::uint64_t{1} << 60) - 1;

// Small degrees, rings of other indices at the end, plaintext moduli of all kinds (even, prime,
// composite, large), one to four special primes, digits that do not divide the primes evenly,
// primes on both sides of 2^50.
std::vector<Literal> literals() {
  return {
      {.degree = 16, .plaintext_modulus = 2, .prime_bits = {40, 40}, .special_prime_bits = {41}},
      {.degree = 64,
       .plaintext_modulus = 65537,
       .prime_bits = {40, 40, 40, 40, 40},
       .special_prime_bits = {41, 41}},
      {.degree = 32,
       .plaintext_modulus = 1000,
       .prime_bits = {30, 48, 36, 41},
       .special_prime_bits = {49}},
      {.degree = 128,
       .plaintext_modulus = 3,
       .prime_bits = {49, 49, 49, 49, 49, 49},
       .special_prime_bits = {50, 50, 50, 50}},
      {.degree = 16,
       .plaintext_modulus = kLargeT,
       .prime_bits = {58, 58, 58, 58, 58},
       .special_prime_bits = {60, 60}},
      {.degree = 256,
       .plaintext_modulus = (std::uint64_t{1} << 40) - 87,
       .prime_bits = {55, 45, 55, 45, 50},
       .special_prime_bits = {56}},
      {.index = 45, .plaintext_modulus = 4, .prime_bits = {40, 40, 40}, .special_prime_bits = {41}},
      {.index = 105,
       .plaintext_modulus = 257,
       .prime_bits = {49, 49, 49, 49, 49, 49},
       .special_prime_bits = {50, 50, 50, 50}},
      {.index = 28,
       .plaintext_modulus = kLargeT,
       .prime_bits = {58, 58, 58, 58, 58},
       .special_prime_bits = {60, 60}},
  };
}

TEST(Bfv, DecryptsWhatItEncrypts) {
  for (const Literal& literal : literals()) {
    SCOPED_TRACE(label(literal));
    BfvKeys keys(literal);
    SeededValues values(1);
    const std::uint64_t t = keys.t();
    auto m = keys.draw(values);
    m[0] = 0;
    m[1] = 1;
    m[2] = t - 1;
    m[3] = t / 2;
    const Ciphertext c = keys.encrypt(m);
    EXPECT_EQ(c.level(), literal.prime_bits.size());
    keys.expect(c, m, 6);
    EXPECT_NE(testing::part_of(keys.encrypt(m), 0), testing::part_of(c, 0));
  }
}

// c0 = b u + e0 and c1 = a u + e1 for zero, with three polynomials that are drawn in this order.
TEST(Bfv, HidesPlaintextsByItsEquations) {
  BfvKeys keys(literals()[1]);
  Generator used = Generator::from_seed(Seed{}, "equations");
  Generator same = Generator::from_seed(Seed{}, "equations");
  const he::Plaintext zero(keys.parameters);
  const Ciphertext c = keys.encryptor.encrypt(zero, used);
  const DynamicRing& ring = keys.parameters.ring(5);
  const auto u = ntt(declassify(ternary(ring, same)));
  const auto e0 = ntt(declassify(centered_binomial(ring, he::kErrorEta, same)));
  const auto e1 = ntt(declassify(centered_binomial(ring, he::kErrorEta, same)));
  EXPECT_TRUE(testing::part_of(c, 0) == testing::b_of(keys.public_key) * u + e0);
  EXPECT_TRUE(testing::part_of(c, 1) == testing::a_of(keys.public_key) * u + e1);
}

TEST(Bfv, ComputesLikePolynomialsAtEveryLevel) {
  for (const Literal& literal : literals()) {
    SCOPED_TRACE(label(literal));
    BfvKeys keys(literal);
    auto& e = keys.session;
    SeededValues values(2);
    const auto m = keys.draw(values), w = keys.draw(values), p = keys.draw(values);
    for (std::size_t level = literal.prime_bits.size(); level > 0; --level) {
      SCOPED_TRACE("level " + std::to_string(level));
      const auto at_level = [&](const PlainPolynomial& x) {
        return e.mod_switch(keys.encrypt(x), level);
      };
      // Where the noise has no room, encryption and the switch are all that works.
      if (keys.parameters.log2_q(level) < 2 * std::log2(literal.plaintext_modulus.word()) + 30)
        break;
      const Ciphertext a = at_level(m), b = at_level(w);
      EXPECT_EQ(a.level(), level);
      keys.expect(a, m, 8);
      EXPECT_EQ(keys.decrypt(e.add(a, b)), (m + w).coefficients());
      EXPECT_EQ(keys.decrypt(e.sub(a, b)), (m - w).coefficients());
      EXPECT_EQ(keys.decrypt(e.multiply_plain(a, -1)), (-m).coefficients());
      EXPECT_EQ(keys.decrypt(e.add_plain(a, keys.plaintext(p))), (m + p).coefficients());
      EXPECT_EQ(keys.decrypt(e.sub_plain(a, keys.plaintext(p))), (m - p).coefficients());
      const Ciphertext scaled = e.multiply_plain(a, keys.plaintext(p));
      keys.expect(scaled, m * p, 9);
      for (const std::uint64_t g : keys.elements) {
        const Ciphertext moved = e.apply_galois(a, g);
        keys.expect(moved, m.substituted(g), 8);
      }
    }
  }
}

TEST(Bfv, MultipliesAndRelinearizes) {
  for (const Literal& literal : literals()) {
    SCOPED_TRACE(label(literal));
    BfvKeys keys(literal);
    auto& e = keys.session;
    SeededValues values(3);
    const auto m = keys.draw(values), w = keys.draw(values);
    for (std::size_t level = literal.prime_bits.size(); level > 1; --level) {
      SCOPED_TRACE("level " + std::to_string(level));
      if (keys.parameters.log2_q(level) < 2 * std::log2(literal.plaintext_modulus.word()) + 50)
        break;
      const Ciphertext a = e.mod_switch(keys.encrypt(m), level);
      const Ciphertext b = e.mod_switch(keys.encrypt(w), level);
      const Product product = e.multiply(a, b);
      keys.expect(product, m * w, 12);
      const Ciphertext c = e.relinearize(product);
      EXPECT_EQ(c.level(), level);
      keys.expect(c, m * w, 12);
      const Product square = e.multiply(a, a);
      EXPECT_EQ(keys.decrypt(square), (m * m).coefficients());
      const Ciphertext sum = e.relinearize(e.add(product, square));
      keys.expect(sum, m * w + m * m, 12);
    }
  }
}

// Operands stay as they were, and results are the same in another session.
TEST(Bfv, LeavesItsOperandsAlone) {
  BfvKeys keys(literals()[1]);
  SeededValues values(4);
  const auto m = keys.draw(values);
  const Ciphertext a = keys.encrypt(m), copy = a;
  const Product product = keys.session.multiply(a, a);
  auto other = keys.evaluator.session(keys.relin);
  const Product again = other.multiply(a, a);
  const Ciphertext c = keys.session.relinearize(product);
  const Ciphertext d = other.relinearize(again);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(testing::part_of(a, i), testing::part_of(copy, i));
    EXPECT_EQ(testing::part_of(c, i), testing::part_of(d, i));
  }
}

// The same in memory that the caller gives: of the right shape, which is kept, or of another.
TEST(Bfv, WritesResultsIntoGivenMemory) {
  BfvKeys keys(literals()[1]), others(literals()[0]);
  auto& e = keys.session;
  SeededValues values(6);
  const Ciphertext a = keys.encrypt(keys.draw(values));
  const Ciphertext b = keys.encrypt(keys.draw(values));
  const Ciphertext low = e.mod_switch(a, 1);
  const Ciphertext foreign = others.encrypt(PlainPolynomial(16, 2));
  const auto expect_same = [](const Ciphertext& found, const Ciphertext& expected) {
    EXPECT_EQ(testing::part_of(found, 0), testing::part_of(expected, 0));
    EXPECT_EQ(testing::part_of(found, 1), testing::part_of(expected, 1));
    EXPECT_EQ(found.noise(), expected.noise());
  };
  const Product product = e.multiply(a, b);
  Product given = e.add(product, product);
  const std::uint64_t* memory = testing::memory_of(given, 0);
  e.multiply(given, a, b);
  EXPECT_EQ(testing::memory_of(given, 0), memory);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(testing::part_of(given, i), testing::part_of(product, i));
  e.add(given, given, product);
  EXPECT_EQ(testing::part_of(given, 2), testing::part_of(e.add(product, product), 2));

  for (const Ciphertext& start : {b, low, foreign}) {
    Ciphertext out = start;
    const std::uint64_t* words = testing::memory_of(out, 0);
    e.add(out, a, b);
    expect_same(out, e.add(a, b));
    EXPECT_EQ(testing::memory_of(out, 0) == words, start.level() == 5);
    out = start;
    e.sub(out, a, b);
    expect_same(out, e.sub(a, b));
    out = start;
    e.relinearize(out, product);
    expect_same(out, e.relinearize(product));
    out = start;
    e.apply_galois(out, a, 3);
    expect_same(out, e.apply_galois(a, 3));
    for (const std::size_t level : {std::size_t{5}, std::size_t{4}, std::size_t{2}}) {
      out = start;
      e.mod_switch(out, a, level);
      EXPECT_EQ(out.level(), level);
      expect_same(out, e.mod_switch(a, level));
    }
  }
  Ciphertext sum = a;
  e.add(sum, sum, b);
  expect_same(sum, e.add(a, b));
  e.sub(sum, b, sum);
  expect_same(sum, e.sub(b, e.add(a, b)));

  Ciphertext same = a;
  const auto refused = [&](const auto& action) {
    expect_error(action, ErrorCode::invalid_argument, {"memory of its operand"});
    expect_same(same, a);
  };
  refused([&] { e.apply_galois(same, same, 3); });
  refused([&] { e.mod_switch(same, same, 2); });
}

// The deepest chain of squares that is promised is right, and the next one is refused.
TEST(Bfv, RefusesWhatTheNoiseBoundDoesNotPromise) {
  BfvKeys keys({.degree = 64,
                .plaintext_modulus = 257,
                .prime_bits = {40, 40, 40, 40},
                .special_prime_bits = {41}});
  SeededValues values(5);
  auto m = keys.draw(values);
  Ciphertext c = keys.encrypt(m);
  int depth = 0;
  const auto square = [&] { c = keys.session.relinearize(keys.session.multiply(c, c)); };
  for (; c.noise().budget_bits() > 16; ++depth) {
    square();
    m = m * m;
    ASSERT_EQ(keys.decrypt(c), m.coefficients());
  }
  EXPECT_GE(depth, 4);
  expect_error(
      [&] {
        for (;;) square();
      },
      ErrorCode::invalid_argument, {"a product with a noise", "2^-128", "fewer multiplications"});
  EXPECT_EQ(keys.decrypt(c), m.coefficients());
}

TEST(Bfv, RefusesWhatDoesNotBelongTogether) {
  const Literal literal = literals()[1];
  BfvKeys keys(literal), others(other_than(literal));
  auto& e = keys.session;
  const PlainPolynomial m(64, 65537), other_m(64, 257);
  const Ciphertext a = keys.encrypt(m), foreign = others.encrypt(other_m);
  const auto mismatch = [](const auto& action, std::string_view what) {
    expect_error(action, ErrorCode::mismatch, {what, "parameters"});
  };
  mismatch([&] { static_cast<void>(e.add(a, foreign)); }, "an operand");
  mismatch([&] { static_cast<void>(e.multiply_plain(foreign, -1)); }, "a ciphertext");
  mismatch([&] { static_cast<void>(e.multiply(foreign, a)); }, "a factor");
  mismatch([&] { static_cast<void>(e.add_plain(a, others.plaintext(other_m))); }, "a plaintext");
  mismatch([&] { static_cast<void>(e.mod_switch(foreign, 1)); }, "a ciphertext");
  mismatch([&] { static_cast<void>(keys.decrypt(foreign)); }, "a ciphertext");
  mismatch([&] { static_cast<void>(he::bfv::Encryptor(keys.parameters, others.public_key)); },
           "a public key");
  mismatch([&] { static_cast<void>(he::bfv::Decryptor(keys.parameters, others.secret)); },
           "a secret key");
  mismatch([&] { static_cast<void>(keys.key_generator.relin_key(others.secret)); }, "a secret key");
  const Product product = e.multiply(a, a);
  mismatch([&] { static_cast<void>(keys.evaluator.session(others.relin)); }, "evaluation keys");
  mismatch([&] { static_cast<void>(keys.evaluator.session(others.galois)); }, "evaluation keys");
  mismatch([&] { static_cast<void>(he::EvaluationKeys(keys.relin, others.galois)); },
           "Galois keys");
  const Ciphertext lower = e.mod_switch(a, 2);
  expect_error([&] { static_cast<void>(e.add(a, lower)); }, ErrorCode::mismatch,
               {"levels 5 and 2", "mod_switch"});
  expect_error([&] { static_cast<void>(e.mod_switch(lower, 3)); }, ErrorCode::invalid_argument,
               {"level 3", "1 to 2"});
  expect_error([&] { static_cast<void>(e.mod_switch(lower, 0)); }, ErrorCode::invalid_argument,
               {"level 0"});
  expect_error([&] { static_cast<void>(e.apply_galois(a, 7)); }, ErrorCode::invalid_argument,
               {"x^7", "x -> x^3, x -> x^5, x -> x^127", "galois_keys"});
  expect_error([&] { static_cast<void>(keys.key_generator.galois_keys(keys.secret, {2})); },
               ErrorCode::invalid_argument, {"2"});
}

}  // namespace
}  // namespace lath::testing
