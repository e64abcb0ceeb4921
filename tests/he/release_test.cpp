// SPDX-License-Identifier: Apache-2.0
//
// What may be shown to others: released plaintexts, and results that hide their circuit.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/access.hpp"
#include "he/noise/flooding.hpp"
#include "he/parts.hpp"
#include "he/phase.hpp"
#include "lath/he/debug.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/scalar.hpp"

namespace lath::he {
namespace {

using namespace lath::testing;
using Coefficients = std::vector<std::uint64_t>;

// The reference: two's complements of bits + 1 bits in the top of the words of the stream.
TEST(FloodingNoise, IsUniformByTheDefinition) {
  constexpr std::size_t kDegree = 549;  // a block of the kernel, and vectors with a tail
  for (const unsigned bits : {0U, 1U, 17U, 62U, 63U, 64U, 100U, 126U, 127U, 128U, 1000U}) {
    SCOPED_TRACE(std::to_string(bits) + " bits");
    const std::size_t count = (bits + 1 + 63) / 64;
    const unsigned kept = bits + 1 - 64 * static_cast<unsigned>(count - 1);
    auto generator = Generator::from_seed(Seed{}, "flood"),
         same = Generator::from_seed(Seed{}, "flood");
    const FloodingNoise noise(kDegree, bits, generator);
    std::vector<std::uint64_t> words(count * kDegree), out(kDegree), scratch(kDegree);
    same.fill(std::as_writable_bytes(std::span(words)));
    for (const std::uint64_t p :
         {std::uint64_t{524353}, (std::uint64_t{1} << 32) - 5, (std::uint64_t{1} << 32) + 15,
          (std::uint64_t{1} << 50) - 27, (std::uint64_t{1} << 62) - 57}) {
      noise.residues(out, scratch, Modulus(p), VectorArithmetic<std::uint64_t>::create(p));
      for (std::size_t i = 0; i < kDegree; ++i) {
        uint128 expected = 0;
        for (std::size_t w = count; w-- > 0;) {
          std::uint64_t word = words[w * kDegree + i];
          if (w == count - 1) {
            const bool negative = word >> 63 != 0;
            // x - 2^kept for negative ones.
            word = kept == 64 ? word : word >> (64 - kept);
            expected = word % p;
            if (negative) expected = (expected + p - (uint128{1} << kept) % p) % p;
          } else {
            expected = ((expected << 64) % p + word % p) % p;
          }
        }
        ASSERT_EQ(out[i], static_cast<std::uint64_t>(expected)) << "integer " << i;
      }
    }
  }
}

// Where the seed is fixed, a chi-square of 15 degrees of freedom exceeds 44.3 once in 10^4 seeds.
void expect_uniform(const std::vector<double>& samples, double bound) {
  std::array<double, 16> counts{};
  for (const double x : samples) {
    ASSERT_LE(std::abs(x), bound * (1 + 1e-6));
    const double place = std::floor((x / bound + 1) * 8);
    ++counts[static_cast<std::size_t>(std::clamp(place, 0.0, 15.0))];
  }
  const double expected = static_cast<double>(samples.size()) / 16;
  double sum = 0;
  for (const double count : counts) sum += (count - expected) * (count - expected) / expected;
  EXPECT_LE(sum, 44.3);
  EXPECT_GE(sum, 2.0);
}

std::vector<Literal> large_literals() {
  return {{.degree = 64,
           .plaintext_modulus = 257,
           .prime_bits = {50, 50, 50, 50},
           .special_prime_bits = {51}},
          {.degree = 32,
           .plaintext_modulus = 2,
           .prime_bits = {20, 20, 20, 20, 30, 30, 30},
           .special_prime_bits = {31, 31}},
          {.degree = 128,
           .plaintext_modulus = (std::uint64_t{1} << 60) - 1,
           .prime_bits = {60, 60, 60, 60, 60},
           .special_prime_bits = {60, 60}},
          {.index = 2783,
           .plaintext_modulus = 4,
           .prime_bits = {50, 50, 50, 50},
           .special_prime_bits = {51}}};
}

template <class S>
class Release : public ::testing::Test {};
TYPED_TEST_SUITE(Release, BothSchemes);
template <class S>
class Rerandomized : public ::testing::Test {};
TYPED_TEST_SUITE(Rerandomized, BothSchemes);

TYPED_TEST(Release, GivesThePlaintextWhileThereIsBudget) {
  for (const Literal& literal : large_literals()) {
    FewKeys<TypeParam> keys(literal);
    SeededValues values(literal.degree);
    SCOPED_TRACE(values.label());
    const double needed = 64 + std::log2(static_cast<double>(keys.parameters.degree()));
    const auto m = keys.draw(values), k = keys.draw(values);
    auto a = keys.encrypt(m);
    const auto b = keys.symmetric.encrypt(keys.plaintext(k), keys.generator);
    EXPECT_EQ(keys.release(a), m);
    const auto product = keys.session.multiply(a, b);
    if (product.noise().budget_bits() > needed + 2) {
      EXPECT_EQ(keys.release(product), m * k);
    } else {
      EXPECT_EQ(testing::kIsBfv<TypeParam>, false);
    }
    for (std::size_t level = a.level(); level >= 1; --level) {
      try {
        a = keys.session.mod_switch(a, level);
      } catch (const Error&) {
        break;  // no room for the plaintext
      }
      if (a.noise().budget_bits() > needed + 2) {
        EXPECT_EQ(keys.release(a), m) << "level " << level;
      } else if (a.noise().budget_bits() < needed) {
        expect_error([&] { (void)keys.release(a); }, ErrorCode::invalid_argument,
                     {"a ciphertext", "bits of budget", "need", "2^-64", "larger Q"});
      }
      EXPECT_EQ(keys.decrypt(a), m);
    }
  }
}

TYPED_TEST(Release, NeedsSixtyFourBitsAndThoseOfTheDegree) {
  FewKeys<TypeParam> keys(large_literals()[0]);
  const Coefficients one(1, 1);
  auto c = keys.encrypt(one);
  const double total = keys.parameters.log2_q(c.level()) - keys.log2_t() - 1;
  // The bits of smudging, and the largest noise in c0 + c1 s that they hide in 64 coefficients.
  const double hidden = std::floor(total - 1e-4) - 64 - 6;
  const double deviations =
      keys.encrypt(one).noise().log2_bound() - keys.encrypt(one).noise().log2_deviation();
  const auto with_noise = [&](double log2_noise) {
    // In units of the distance of plaintexts.
    he::Access::set(c, 1, NoiseBound(log2_noise - total - 1 - deviations, 64), c.key_id());
  };
  with_noise(hidden - 0.001);
  EXPECT_EQ(keys.release(c)[0], 1U);
  with_noise(hidden + 0.001);
  expect_error([&] { (void)keys.release(c); }, ErrorCode::invalid_argument,
               {"bits of budget left", "need 7"});
  EXPECT_EQ(keys.decrypt(c)[0], 1U);
}

// c0 + c1 s is moved by 3/4 of the way to where decryption is wrong, more than a bound says: a
// release is wrong if smudging, up to 2^b, goes the rest of it.
TYPED_TEST(Release, IsSmudgedByNearlyAllThatThereIs) {
  const Literal literal{.degree = 64,
                        .plaintext_modulus = 257,
                        .prime_bits = {45, 45, 45},
                        .special_prime_bits = {46}};
  FewKeys<TypeParam> keys(literal);
  const DynamicRing& ring = keys.parameters.ring(3);
  const Coefficients zero(64);
  auto c = keys.encrypt(zero);
  const double total = keys.parameters.log2_q(3) - keys.log2_t() - 1;  // log2(Q / 2t)
  const double share = std::exp2(std::floor(total - 1e-4) - total);    // 2^b over it
  // 3/4 Q/2t, nearly: 3 Q' / (8 t) of the product Q' of the first two primes, times the third.
  const uint128 first = uint128{ring.modulus(0).value()} * ring.modulus(1).value();
  const uint128 shift = 3 * (first / (8 * keys.t())) * keys.error_factor();
  Poly<DynamicRing, Coeff> move(ring);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint64_t q = ring.modulus(i).value();
    const auto residue = static_cast<std::uint64_t>(shift % q * ring.modulus(2).value() % q);
    std::ranges::fill(move.limb(i), residue);
  }
  const NoiseBound honest = c.noise();
  testing::set_part<Eval>(c, 0, testing::part_of(c, 0) + ntt(move));
  // Where a bound is only claimed, decryption does not rely on it.
  he::Access::set(c, 1, honest.with_origin(BoundOrigin::claimed), c.key_id());
  EXPECT_EQ(keys.decrypt(c), zero);
  he::Access::set(c, 1, honest, c.key_id());
  constexpr int kRepetitions = 100;
  double wrong = 0;
  for (int i = 0; i < kRepetitions; ++i) {
    for (const std::uint64_t x : keys.release(c)) wrong += x == 0 ? 0 : 1;
  }
  const double expected = (share + 0.75 - 1) / (2 * share), samples = kRepetitions * 64;
  ASSERT_GE(expected, 0.2);
  EXPECT_NEAR(wrong / samples, expected, 4.5 * std::sqrt(expected * (1 - expected) / samples));
}

TYPED_TEST(Release, RefusesClaimsUntilTheirOwnerAcceptsThem) {
  FewKeys<TypeParam> keys(large_literals()[0]), other(large_literals()[1]);
  SeededValues values(8);
  const auto m = keys.draw(values);
  auto c = keys.encrypt(m);
  EXPECT_EQ(c.noise().origin(), BoundOrigin::own);
  he::Access::set(c, 1, c.noise().with_origin(BoundOrigin::claimed), c.key_id());
  EXPECT_EQ(c.noise(), NoiseBound(c.noise().log2_deviation(), 64, BoundOrigin::claimed));
  EXPECT_EQ(keys.decrypt(c), m);
  expect_error([&] { (void)keys.release(c); }, ErrorCode::invalid_argument,
               {"claimed", "came from outside", "authenticated"});
  const auto product = keys.session.multiply(c, c);
  expect_error([&] { (void)keys.release(product); }, ErrorCode::invalid_argument,
               {"a product", "claimed", "authenticated"});
  const auto accepted = keys.decryptor.authenticated(c);
  EXPECT_EQ(accepted.noise(), c.noise().with_origin(BoundOrigin::own));
  EXPECT_EQ(keys.release(accepted), m);
  expect_error([&] { (void)other.decryptor.authenticated(c); }, ErrorCode::mismatch,
               {"other parameters"});
  expect_error([&] { (void)other.release(accepted); }, ErrorCode::mismatch, {"other parameters"});
}

// Whatever is computed from a claim is a claim.
TYPED_TEST(Release, ClaimsSpread) {
  FewKeys<TypeParam> keys(large_literals()[0]);
  auto& session = keys.session;
  const Plaintext plain(keys.parameters, std::vector<std::uint64_t>{3, 1});
  const auto own = keys.encrypt(Coefficients{1, 2}), more = keys.encrypt(Coefficients{5});
  auto claimed = own;
  he::Access::set(claimed, 1, own.noise().with_origin(BoundOrigin::claimed), claimed.key_id());
  const auto check = [&](const Ciphertext& a, const Ciphertext& b, BoundOrigin expected) {
    const auto expect = [&](const auto& c, const char* what) {
      EXPECT_EQ(c.noise().origin(), expected) << what;
    };
    const auto both = [&](const Ciphertext& x, const Ciphertext& y) {
      expect(session.add(x, y), "sum");
      expect(session.sub(x, y), "difference");
      const auto product = session.multiply(x, y);
      expect(product, "product");
      expect(session.add(product, product), "sum of products");
      expect(session.sub(session.multiply(y, y), product), "difference of products");
      expect(session.relinearize(product), "relinearised product");
      expect(session.mod_switch(product, 3), "switched product");
      const std::array<Ciphertext, 2> first{x, y}, second{more, more};
      expect(session.dot_product(first, second), "dot product");
      const PlainFactor factor(plain, 4);
      expect(session.dot_plain(first, std::vector{factor, factor}), "dot product with plaintexts");
    };
    both(a, b);
    both(b, a);
    // The rest has one operand.
    expect(session.multiply(a, a), "square");
    expect(session.multiply_plain(a, -1), "negative");
    expect(session.add_plain(a, plain), "sum with a plaintext");
    expect(session.sub_plain(a, plain), "difference with a plaintext");
    expect(session.multiply_plain(a, plain), "product with a plaintext");
    expect(session.add_plain(a, 3), "sum with an integer");
    expect(session.multiply_plain(a, 3), "product with an integer");
    expect(session.apply_galois(a, 3), "substitution");
    const auto hoisted = session.hoist(a);
    expect(hoisted, "hoisted ciphertext");
    expect(session.apply_galois(hoisted, 3), "hoisted substitution");
    expect(session.mod_switch(a, 2), "switched ciphertext");
    expect(keys.rerandomizer.rerandomize(a, keys.generator), "rerandomised ciphertext");
  };
  check(own, more, BoundOrigin::own);
  check(claimed, more, BoundOrigin::claimed);
}

// What was added to c0 + c1 s times k, over the error factor.
template <class S>
std::vector<double> added(const FewKeys<S>& keys, const Ciphertext& out, const Ciphertext& in,
                          std::int64_t k) {
  const auto scalar = RnsScalar<DynamicRing>::from_integer(keys.parameters.ring(in.level()), k);
  Poly<DynamicRing, Coeff> difference = phase_of(keys, out);
  difference = difference - scalar * phase_of(keys, in);
  auto result = doubles_of(difference);
  for (double& x : result) x /= static_cast<double>(keys.error_factor());
  return result;
}

TYPED_TEST(Rerandomized, NoiseIsUniformAndWideEnough) {
  for (const Literal& literal : large_literals()) {
    FewKeys<TypeParam> keys(literal);
    SeededValues values(literal.degree + 5);
    SCOPED_TRACE(values.label());
    const auto m = keys.draw(values);
    const auto in = keys.encrypt(m);
    const double unit = keys.parameters.log2_q(in.level()) - keys.log2_t();
    const NoiseModel& noise = keys.parameters.noise();
    std::vector<double> samples;
    double bits = 0;
    while (samples.size() < 4096) {
      const auto out = keys.rerandomizer.rerandomize(in, keys.generator);
      EXPECT_EQ(keys.decrypt(out), m);
      EXPECT_LE(debug::log2_noise(keys.parameters, keys.secret, out), out.noise().log2_bound());
      EXPECT_GT(out.noise().budget_bits(), 0);
      EXPECT_LE(out.noise().budget_bits(), 1.001);
      // The deviation of uniform noise is C 2^b / sqrt(3), where C is 1 for x^n + 1.
      bits = out.noise().log2_deviation() + unit - noise.log2_uniform_error();
      EXPECT_NEAR(bits, std::round(bits), 1e-6);
      const auto e = added(keys, out, in, 1);
      samples.insert(samples.end(), e.begin(), e.end());
      EXPECT_NE(testing::part_of(out, 1), testing::part_of(in, 1));
    }
    expect_uniform(samples, std::exp2(bits));
    EXPECT_GE(bits, 64 + std::log2(static_cast<double>(keys.parameters.degree())) +
                        in.noise().log2_bound() + unit);
  }
}

// Two circuits of the same result: what everybody sees beside the words is the same.
TYPED_TEST(Rerandomized, ResultsShowTheirLevelOnly) {
  FewKeys<TypeParam> keys({.degree = 64,
                           .plaintext_modulus = 257,
                           .prime_bits = {50, 50, 50, 50, 50},
                           .special_prime_bits = {51}});
  const auto m = Coefficients{3, 1, 256}, one = Coefficients{1};
  const auto a = keys.encrypt(m);
  const auto b = keys.session.multiply(a, keys.encrypt(one));
  auto c = keys.session.relinearize(b);
  c = keys.session.mod_switch(c, 3);
  const auto fresh = keys.session.mod_switch(a, 4);
  const auto direct = keys.session.mod_switch(keys.session.multiply_plain(fresh, 1), 3);
  const auto doubled = keys.session.add(fresh, fresh);
  const auto other = keys.session.multiply_plain(keys.session.mod_switch(doubled, 3), 129);
  const auto expected = keys.decrypt(a);
  const auto reference = keys.rerandomizer.rerandomize(direct, keys.generator);
  if (!testing::kIsBfv<TypeParam>) {
    EXPECT_NE(c.scale_factor(), 1U);
  }
  for (const Ciphertext& x : {c, direct, other}) {
    const auto out = keys.rerandomizer.rerandomize(x, keys.generator);
    EXPECT_EQ(keys.decrypt(out), expected);
    EXPECT_EQ(out.noise(), reference.noise());
    EXPECT_EQ(out.scale_factor(), 1U);
    EXPECT_EQ(out.level(), 3U);
  }
}

// (c0' - c0)/f - E = b u and (c1' - c1)/f = a u + e: the parts of an encryption of zero, which
// cancel in c0 + c1 s up to e_b u + e s. A second draw is another one.
TYPED_TEST(Rerandomized, PartsAreThoseOfTheEquation) {
  FewKeys<TypeParam> keys(
      {.degree = 64, .plaintext_modulus = 17, .prime_bits = {55, 55}, .special_prime_bits = {56}});
  const auto in = keys.encrypt(Coefficients{1, 2, 3});
  auto generator = Generator::from_seed(Seed{}, "parts"),
       same = Generator::from_seed(Seed{}, "parts");
  const auto out = keys.rerandomizer.rerandomize(in, generator);
  const DynamicRing& ring = keys.parameters.ring(2);
  // The same draws.
  const double bits =
      out.noise().log2_deviation() + keys.parameters.log2_q(2) - keys.log2_t() + std::log2(3.0) / 2;
  const FloodingNoise flood(64, static_cast<unsigned>(std::lround(bits)), same);
  const auto u = ntt(ternary(ring, same)), e = ntt(centered_binomial(ring, kErrorEta, same));
  Poly<DynamicRing, Coeff> wide(ring), scratch(ring);
  for (std::size_t i = 0; i < 2; ++i) {
    flood.residues(wide.limb(i), scratch.limb(i), ring.modulus(i), ring.plan(i).arithmetic());
  }
  const auto f =
      RnsScalar<DynamicRing>::from_integer(ring, static_cast<std::int64_t>(keys.error_factor()));
  const Poly<DynamicRing, Eval> zero0 = declassify(testing::b_of(keys.public_key) * u) + ntt(wide);
  const Poly<DynamicRing, Eval> zero1 = declassify(testing::a_of(keys.public_key) * u + e);
  const Poly<DynamicRing, Eval> expected0 = testing::part_of(in, 0) + f * zero0;
  const Poly<DynamicRing, Eval> expected1 = testing::part_of(in, 1) + f * zero1;
  EXPECT_EQ(testing::part_of(out, 0), expected0);
  EXPECT_EQ(testing::part_of(out, 1), expected1);
  EXPECT_NE(testing::part_of(keys.rerandomizer.rerandomize(in, generator), 1),
            testing::part_of(out, 1));
}

TYPED_TEST(Rerandomized, KeepsBudgetForARelease) {
  FewKeys<TypeParam> keys({.degree = 64,
                           .plaintext_modulus = 257,
                           .prime_bits = {55, 55, 55, 55},
                           .special_prime_bits = {56}});
  const auto m = Coefficients{7, 0, 256};
  const auto in = keys.encrypt(m);
  const auto expected = keys.decrypt(in);
  const auto out = keys.rerandomizer.rerandomize(in, keys.generator, 66 + 6);
  EXPECT_GE(out.noise().budget_bits(), 72);
  EXPECT_LE(out.noise().budget_bits(), 73.001);
  EXPECT_EQ(keys.release(out), expected);
  const auto spent = keys.rerandomizer.rerandomize(in, keys.generator);
  EXPECT_EQ(keys.decrypt(spent), expected);
  expect_error([&] { (void)keys.release(spent); }, ErrorCode::invalid_argument,
               {"bits of budget left", "need"});
  // The budget that there is, and that which is needed: 200 more than 69 + 6.
  expect_error([&] { (void)keys.rerandomizer.rerandomize(in, keys.generator, 200); },
               ErrorCode::invalid_argument, {"a result with 201.", "need 273.0", "2^-64"});
  const auto low = keys.session.mod_switch(in, 1);
  expect_error([&] { (void)keys.rerandomizer.rerandomize(low, keys.generator); },
               ErrorCode::invalid_argument, {"a result with", "need 7", "higher level"});
  FewKeys<TypeParam> other(large_literals()[0]);
  expect_error(
      [&] { (void)keys.rerandomizer.rerandomize(other.encrypt(Coefficients{1}), keys.generator); },
      ErrorCode::mismatch, {"a ciphertext of other parameters"});
  expect_error([&] { (void)Rerandomizer(other.parameters, keys.public_key); }, ErrorCode::mismatch,
               {"a public key of other parameters"});
}

}  // namespace
}  // namespace lath::he
