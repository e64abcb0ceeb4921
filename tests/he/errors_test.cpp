// SPDX-License-Identifier: Apache-2.0
//
// Gaussian errors, where the literal asks for them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/access.hpp"
#include "he/parts.hpp"
#include "he/phase.hpp"
#include "he/scheme_bytes.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/debug.hpp"
#include "lath/random/discrete_gaussian.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/scalar.hpp"

namespace lath::he {
namespace {

using namespace lath::testing;
using Coefficients = std::vector<std::uint64_t>;
using Values = Poly<DynamicRing, Eval>;

constexpr std::size_t kDegree = 64;

Literal literal_with(ErrorDistribution errors) {
  return {.degree = kDegree,
          .plaintext_modulus = 257,
          .prime_bits = {55, 55, 55, 55},
          .special_prime_bits = {56, 56},
          .errors = errors};
}
const Literal kGaussian = literal_with(ErrorDistribution::discrete_gaussian);
const Literal kBinomial = literal_with(ErrorDistribution::centered_binomial);
const Literal kWide = literal_with(ErrorDistribution::wide_gaussian);

Generator stream() { return Generator::from_seed(Seed{}, "errors"); }

// The next error of a stream, by its values.
Values gaussian_error(const DynamicRing& ring, Generator& generator) {
  return declassify(ntt(discrete_gaussian(ring, DiscreteGaussian::create(3.2), generator)));
}

void skip(Generator& generator, std::size_t bytes) {
  std::vector<std::byte> skipped(bytes);
  generator.fill(skipped);
}

void expect_same_place(Generator& a, Generator& b) {
  std::array<std::byte, 16> x{}, y{};
  a.fill(x);
  b.fill(y);
  EXPECT_EQ(x, y);
}

template <class S>
class GaussianErrors : public ::testing::Test {};
TYPED_TEST_SUITE(GaussianErrors, BothSchemes);

TYPED_TEST(GaussianErrors, AreThoseOfKeys) {
  const FewKeys<TypeParam> keys(kGaussian);
  const DynamicRing& ring = keys.parameters.ring(4);
  Generator generator = stream(), same = stream();
  KeyGenerator maker(keys.parameters, generator);
  const PublicKey key = maker.public_key(keys.secret);
  skip(same, 32);  // the seed
  Values s(ring);
  for (std::size_t i = 0; i < 4; ++i) {
    std::ranges::copy(keys.secret.value().limb(i), s.limb(i).begin());
  }
  const Values error = testing::b_of(key) + testing::a_of(key) * s;
  EXPECT_EQ(error, gaussian_error(ring, same));
  expect_same_place(generator, same);
  // Two digits: a seed, and 16 bytes for each coefficient of an error.
  (void)maker.relin_key(keys.secret);
  skip(same, 32 + 2 * 16 * kDegree);
  expect_same_place(generator, same);
}

TYPED_TEST(GaussianErrors, AreThoseOfEncryption) {
  FewKeys<TypeParam> keys(kGaussian);
  const DynamicRing& ring = keys.parameters.ring(4);
  const auto f =
      RnsScalar<DynamicRing>::from_integer(ring, static_cast<std::int64_t>(keys.error_factor()));
  const Plaintext zero(keys.parameters);
  Generator generator = stream(), same = stream();
  const auto c = keys.encryptor.encrypt(zero, generator);
  const Values u = declassify(ntt(ternary(ring, same)));
  const Values e0 = gaussian_error(ring, same), e1 = gaussian_error(ring, same);
  const Values c0 = testing::b_of(keys.public_key) * u + e0,
               c1 = testing::a_of(keys.public_key) * u + e1;
  const Values expected0 = f * c0, expected1 = f * c1;
  EXPECT_EQ(testing::part_of(c, 0), expected0);
  EXPECT_EQ(testing::part_of(c, 1), expected1);
  expect_same_place(generator, same);

  const auto with_secret = keys.symmetric.encrypt(zero, generator);
  skip(same, 32);
  const Values e = gaussian_error(ring, same);
  const Values expected = f * e;
  EXPECT_EQ(ntt(phase_of(keys, with_secret)), expected);
  expect_same_place(generator, same);
}

// Of sigma 3.2 sqrt(1024): bytes do not hold them.
TYPED_TEST(GaussianErrors, AreWideOnRequest) {
  Literal literal = kWide;
  literal.degree = 1024;
  FewKeys<TypeParam> keys(literal);
  const DynamicRing& ring = keys.parameters.ring(4);
  const auto f =
      RnsScalar<DynamicRing>::from_integer(ring, static_cast<std::int64_t>(keys.error_factor()));
  Generator generator = stream(), same = stream();
  const auto c = keys.encryptor.encrypt(Plaintext(keys.parameters), generator);
  const Values u = declassify(ntt(ternary(ring, same)));
  const auto wide = DiscreteGaussian::create(102.4);
  for (const std::size_t part : {0U, 1U}) {
    const Values e = declassify(ntt(discrete_gaussian(ring, wide, same)));
    const Values sum =
        (part == 0 ? testing::b_of(keys.public_key) : testing::a_of(keys.public_key)) * u + e;
    const Values expected = f * sum;
    EXPECT_EQ(testing::part_of(c, part), expected) << part;
  }
  expect_same_place(generator, same);
}

// Bounds have the width, bytes and fingerprints the choice.
TYPED_TEST(GaussianErrors, AreWideInBoundsAndBytes) {
  FewKeys<TypeParam> wide(kWide), usual(kGaussian);
  const auto m = Coefficients{1, 2, 256};
  const auto a = wide.encrypt(m), b = usual.encrypt(m);
  // 3 bits more, but for the message.
  EXPECT_NEAR(a.noise().log2_bound(), b.noise().log2_bound() + 3, 0.03);
  const auto c = wide.session.relinearize(wide.session.multiply(a, a));
  for (const Ciphertext& x : {a, c}) {
    EXPECT_LE(debug::log2_noise(wide.parameters, wide.secret, x), x.noise().log2_bound());
  }
  EXPECT_EQ(testing::literal_from<TypeParam>(copy(to_bytes(wide.parameters))), kWide);
  expect_error(
      [&] { (void)public_key_from_bytes(wide.parameters, copy(to_bytes(usual.public_key))); },
      ErrorCode::mismatch, {"parameters"});
}

TYPED_TEST(GaussianErrors, AreThoseOfRerandomisation) {
  FewKeys<TypeParam> keys(kGaussian);
  const DynamicRing& ring = keys.parameters.ring(4);
  const auto f =
      RnsScalar<DynamicRing>::from_integer(ring, static_cast<std::int64_t>(keys.error_factor()));
  const auto in = keys.encrypt(Coefficients{1, 2, 3});
  Generator generator = stream(), same = stream();
  const auto out = keys.rerandomizer.rerandomize(in, generator);
  // Flooding of 200 bits or so takes four words for each coefficient.
  skip(same, std::size_t{8} * 4 * kDegree);
  const Values u = declassify(ntt(ternary(ring, same)));
  const Values zero = testing::a_of(keys.public_key) * u + gaussian_error(ring, same);
  const Values expected = testing::part_of(in, 1) + f * zero;
  EXPECT_EQ(testing::part_of(out, 1), expected);
}

TYPED_TEST(GaussianErrors, HaveTheVarianceOfTheBounds) {
  FewKeys<TypeParam> gaussian(kGaussian), binomial(kBinomial);
  const auto m = Coefficients{1, 2, 256};
  const auto a = gaussian.encrypt(m), b = binomial.encrypt(m);
  EXPECT_LT(a.noise().log2_bound(), b.noise().log2_bound());
  EXPECT_NEAR(a.noise().log2_bound(), b.noise().log2_bound() + std::log2(10.24 / 10.5) / 2, 0.002);
  for (FewKeys<TypeParam>* keys : {&gaussian, &binomial}) {
    const auto c = keys->encrypt(m),
               d = keys->symmetric.encrypt(keys->plaintext(m), keys->generator);
    const auto product = keys->session.relinearize(keys->session.multiply(c, d));
    const auto turned = keys->session.apply_galois(product, 3);
    for (const Ciphertext& x : {c, d, product, turned}) {
      EXPECT_LE(debug::log2_noise(keys->parameters, keys->secret, x), x.noise().log2_bound());
    }
    PlainPolynomial padded(kDegree, 257);
    for (std::size_t i = 0; i < m.size(); ++i) padded[i] = m[i];
    EXPECT_EQ(keys->decrypt(turned), (padded * padded).substituted(3));
  }
  const auto distribution = DiscreteGaussian::create(3.2);
  EXPECT_LE(distribution.greatest(), 44);
  EXPECT_GE(distribution.least(), -44);
}

TYPED_TEST(GaussianErrors, AreAByteOfParameters) {
  const FewKeys<TypeParam> gaussian(kGaussian), binomial(kBinomial);
  auto bytes = copy(to_bytes(gaussian.parameters));
  const auto others = copy(to_bytes(binomial.parameters));
  EXPECT_EQ(testing::literal_from<TypeParam>(bytes), kGaussian);
  EXPECT_EQ(testing::literal_from<TypeParam>(others), kBinomial);
  // Behind the attacker's, the only one that differs.
  ASSERT_EQ(bytes.size(), others.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_EQ(static_cast<int>(bytes[i]), i == 29 ? 1 : static_cast<int>(others[i])) << i;
  }
  for (const int flags : {9, 32}) {
    bytes[29] = static_cast<std::byte>(flags);
    expect_error([&] { (void)testing::literal_from<TypeParam>(bytes); }, ErrorCode::malformed,
                 {"unknown errors " + std::to_string(flags)});
  }
  // Objects of one are not those of the other.
  expect_error(
      [&] {
        (void)public_key_from_bytes(binomial.parameters, copy(to_bytes(gaussian.public_key)));
      },
      ErrorCode::mismatch, {"parameters"});
}

}  // namespace
}  // namespace lath::he
