// SPDX-License-Identifier: Apache-2.0
//
// Ciphertexts and products as bytes: what they are by definition, that those that were read are
// computed on and decrypted as those that were written, and what is said of their noise.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/expect_error.hpp"
#include "he/access.hpp"
#include "he/bytes_by_definition.hpp"
#include "he/parts.hpp"
#include "he/scheme_bytes.hpp"

namespace lath::he {
namespace {

using namespace lath::testing;

constexpr std::size_t kFactorAt = 56, kNoiseAt = 64;

// The number of IEEE 754 that a negative one is: sign, exponent and fraction.
std::uint64_t ieee(double negative) {
  const int exponent = std::ilogb(negative);
  const auto digits = static_cast<std::uint64_t>(std::ldexp(-negative, 52 - exponent));
  const auto biased = static_cast<std::uint64_t>(exponent + 1023);
  return std::uint64_t{1} << 63 | biased << 52 | (digits - (std::uint64_t{1} << 52));
}

template <class Scheme, class Object>
Bytes opening_of(const typename Scheme::Parameters& parameters, int kind, const Object& x) {
  Bytes bytes = header_of<Scheme>(parameters, kind, x.level(), x.key_id());
  append(bytes, x.scale_factor().word(), 8);
  append(bytes, ieee(x.noise().log2_stated_deviation()), 8);
  return bytes;
}
template <class Poly>
void append_part(Bytes& bytes, const Literal& literal, std::size_t level, const Poly& part) {
  ASSERT_EQ(part.ring().limbs(), level);
  for (std::size_t i = 0; i < level; ++i) {
    append_packed(bytes, part.limb(i), static_cast<int>(literal.prime_bits[i]));
  }
}

template <class Form>
void expect_same(const CiphertextParts<Form>& a, const CiphertextParts<Form>& b) {
  for (std::size_t i = 0; i < a.parts(); ++i)
    EXPECT_TRUE(testing::part_of(a, i) == testing::part_of(b, i)) << i;
  EXPECT_EQ(a.scale_factor(), b.scale_factor());
  EXPECT_EQ(a.noise(), b.noise().with_origin(BoundOrigin::claimed));
}

// The same for what was computed after reading. A bound that was read does not say how many random
// numbers its noise is a product of; those that follow state up to two bits more or less.
template <class Form>
void expect_same_words(const CiphertextParts<Form>& a, const CiphertextParts<Form>& b) {
  for (std::size_t i = 0; i < a.parts(); ++i)
    EXPECT_TRUE(testing::part_of(a, i) == testing::part_of(b, i)) << i;
  EXPECT_EQ(a.scale_factor(), b.scale_factor());
  EXPECT_NEAR(a.noise().log2_bound(), b.noise().log2_bound(), 2);
  EXPECT_EQ(a.noise().origin(), BoundOrigin::claimed);
}

void expect_same(const Plaintext& a, const Plaintext& b) {
  EXPECT_TRUE(std::ranges::equal(a.coefficients(), b.coefficients()));
}

template <class Scheme>
class CiphertextBytes : public ::testing::Test {};
TYPED_TEST_SUITE(CiphertextBytes, BothSchemes);

TYPED_TEST(CiphertextBytes, OfCiphertextsAndProductsAreTheirDefinition) {
  for (const Literal& literal : byte_literals()) {
    const FewKeys<TypeParam> keys(literal);
    const CiphertextsOf<TypeParam> some(keys);
    const auto expect = [&](int kind, const auto& x, std::size_t parts, std::size_t size) {
      Bytes expected = opening_of<TypeParam>(keys.parameters, kind, x);
      for (std::size_t i = 0; i < parts; ++i)
        append_part(expected, literal, x.level(), testing::part_of(x, i));
      EXPECT_EQ(copy(to_bytes(x)), expected);
      EXPECT_EQ(size, expected.size());
      EXPECT_EQ(byte_size(x), expected.size());
    };
    const std::size_t all = some.levels, low = all - 1;
    expect(13, some.fresh, 2, ciphertext_bytes(keys.parameters, all));
    expect(13, some.low, 2, ciphertext_bytes(keys.parameters, low));
    expect(14, some.product, 3, product_bytes(keys.parameters, all));
    expect(14, some.low_product, 3, product_bytes(keys.parameters, low));
    // In BGV the test is of factors, too.
    EXPECT_EQ(some.low.scale_factor() != 1,
              testing::kTag<TypeParam> == 2 && literal.plaintext_modulus != 2);
  }
}

TYPED_TEST(CiphertextBytes, OfSeededCiphertextsAreTheirDefinition) {
  for (const Literal& literal : byte_literals()) {
    const FewKeys<TypeParam> keys(literal);
    const CiphertextsOf<TypeParam> some(keys);
    Bytes expected = opening_of<TypeParam>(keys.parameters, 15, some.seeded);
    for (const std::byte byte : some.seeded.seed()) expected.push_back(byte);
    append_part(expected, literal, some.levels, testing::c0_of(some.seeded));
    EXPECT_EQ(copy(to_bytes(some.seeded)), expected);
    EXPECT_EQ(seeded_ciphertext_bytes(keys.parameters, some.levels), expected.size());
    EXPECT_EQ(byte_size(some.seeded), expected.size());

    const SeededCiphertext read = seeded_ciphertext_from_bytes(keys.parameters, expected);
    EXPECT_EQ(read.seed(), some.seeded.seed());
    EXPECT_TRUE(testing::c0_of(read) == testing::c0_of(some.seeded));
    EXPECT_EQ(read.noise(), some.seeded.noise().with_origin(BoundOrigin::claimed));
    expect_same(read.expand(), some.seeded.expand());
    EXPECT_EQ(copy(to_bytes(read)), expected);
  }
}

TYPED_TEST(CiphertextBytes, MakeCiphertextsThatAreComputedOnAsTheirOriginals) {
  for (const Literal& literal : byte_literals()) {
    const FewKeys<TypeParam> keys(literal);
    CiphertextsOf<TypeParam> mine(keys);
    // Another program has the public keys.
    const auto parameters = TypeParam::Parameters::create_insecure(
        testing::literal_from<TypeParam>(copy(to_bytes(keys.parameters))));
    const RelinKey relin = relin_key_from_bytes(parameters, copy(to_bytes(keys.relin)));
    const GaloisKeys galois = galois_keys_from_bytes(parameters, copy(to_bytes(keys.galois)));
    auto session = typename TypeParam::Evaluator(parameters).session({relin, galois});
    const auto send = [&](const Ciphertext& c) {
      return ciphertext_from_bytes(parameters, copy(to_bytes(c)));
    };
    const auto send_product = [&](const typename TypeParam::Product& c) {
      return testing::product_from<TypeParam>(parameters, copy(to_bytes(c)));
    };
    const Ciphertext fresh = send(mine.fresh), low = send(mine.low);
    const auto product = send_product(mine.product), low_product = send_product(mine.low_product);
    expect_same(fresh, mine.fresh);
    expect_same(low, mine.low);
    expect_same(product, mine.product);
    expect_same(low_product, mine.low_product);
    const Ciphertext seeded =
        seeded_ciphertext_from_bytes(parameters, copy(to_bytes(mine.seeded))).expand();
    expect_same_words(session.multiply(fresh, seeded), mine.product);
    const auto sum = session.add(low_product, low_product);
    const auto my_sum = mine.session.add(mine.low_product, mine.low_product);
    expect_same_words(sum, my_sum);
    const auto result = session.relinearize(sum);
    const auto my_result = mine.session.relinearize(my_sum);
    expect_same_words(result, my_result);
    const std::uint64_t g = keys.elements.front();
    const auto turned = session.apply_galois(low, g);
    expect_same_words(turned, mine.session.apply_galois(mine.low, g));

    // What comes back decrypts to what was encrypted, and is released once it is authenticated.
    const Decryptor decryptor(keys.parameters, keys.secret);
    const Ciphertext back = ciphertext_from_bytes(keys.parameters, copy(to_bytes(result)));
    expect_same_words(back, my_result);
    expect_same(decryptor.decrypt(back), decryptor.decrypt(my_result));
    const Ciphertext low_back = ciphertext_from_bytes(keys.parameters, copy(to_bytes(low)));
    expect_same(decryptor.decrypt(low_back), stepped(keys, 7));
    expect_same(decryptor.decrypt(
                    testing::product_from<TypeParam>(keys.parameters, copy(to_bytes(product)))),
                decryptor.decrypt(mine.product));
    const auto release = [&](const auto& c) {
      Generator draws = Generator::from_seed(Seed{}, "release");
      return decryptor.decrypt_for_release(c, draws);
    };
    expect_error([&] { (void)release(low_back); }, ErrorCode::invalid_argument, {"claimed"});
    EXPECT_EQ(decryptor.authenticated(low_back).noise(), mine.low.noise());
    // The bytes do not say whose a bound is.
    EXPECT_EQ(copy(to_bytes(low)), copy(to_bytes(mine.low)));
    EXPECT_EQ(copy(to_bytes(low_product)), copy(to_bytes(mine.low_product)));
  }
}

TYPED_TEST(CiphertextBytes, AreWrittenToGivenMemoryUnlessTheObjectWasMovedFrom) {
  const FewKeys<TypeParam> keys(byte_literals()[0]);
  const CiphertextsOf<TypeParam> some(keys);
  const auto expect = [](auto object) {
    expect_written(object);
    const Bytes expected = copy(to_bytes(object));
    Bytes out(expected.size());
    const auto moved = std::move(object);
    // NOLINTBEGIN(bugprone-use-after-move): that is what is tested
    expect_error([&] { (void)to_bytes(object); }, ErrorCode::invalid_argument, {"moved from"});
    expect_error([&] { to_bytes(object, std::span(out)); }, ErrorCode::invalid_argument,
                 {"moved from"});
    // NOLINTEND(bugprone-use-after-move)
    EXPECT_EQ(copy(to_bytes(moved)), expected);
  };
  expect(some.fresh);
  expect(some.low);
  expect(some.product);
  expect(some.seeded);
}

// Every object whose opening can be wrong, with what reads it.
template <class Scheme, class Check>
void for_each_object(const FewKeys<Scheme>& keys, const Check& check) {
  const CiphertextsOf<Scheme> some(keys);
  const auto& p = keys.parameters;
  check(copy(to_bytes(some.low)), p.levels() - 1,
        [&](const Bytes& b) { return ciphertext_from_bytes(p, b); });
  check(copy(to_bytes(some.product)), p.levels(),
        [&](const Bytes& b) { return testing::product_from<Scheme>(p, b); });
  check(copy(to_bytes(some.seeded)), p.levels(),
        [&](const Bytes& b) { return seeded_ciphertext_from_bytes(p, b); });
}
Bytes with_number(Bytes bytes, std::size_t at, std::uint64_t number) {
  for (std::size_t i = 0; i < 8; ++i) bytes[at + i] = static_cast<std::byte>(number >> (8 * i));
  return bytes;
}

TYPED_TEST(CiphertextBytes, AreRefusedForFactorsThatAreNone) {
  for (const Literal& literal : byte_literals()) {
    const FewKeys<TypeParam> keys(literal);
    const std::uint64_t t = literal.plaintext_modulus.word();
    for_each_object(keys, [&](const Bytes& good, std::size_t, const auto& read) {
      for (const std::uint64_t factor :
           {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, t / 2 + 1,
            t - 2, t - 1, t, t + 1, ~std::uint64_t{0}}) {
        const Bytes bytes = with_number(good, kFactorAt, factor);
        bool fits = factor == 1;
        if (testing::kTag<TypeParam> == 2) fits = factor < t && std::gcd(factor, t) == 1;
        if (fits) {
          EXPECT_EQ(read(bytes).scale_factor(), factor);
          EXPECT_EQ(copy(to_bytes(read(bytes))), bytes);
        } else {
          expect_error([&] { (void)read(bytes); }, ErrorCode::malformed,
                       {"scale factor " + std::to_string(factor), "need", "damaged"});
        }
      }
    });
  }
}

TYPED_TEST(CiphertextBytes, AreRefusedForNoiseThatNoneHas) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const Literal& literal : byte_literals()) {
    const FewKeys<TypeParam> keys(literal);
    for_each_object(keys, [&](const Bytes& good, std::size_t level, const auto& read) {
      const double least = -keys.parameters.log2_q(level);
      for (const double noise : {least, std::nextafter(least, 0.0), -30.0, -1.0, -0x1p-1022,
                                 -std::numeric_limits<double>::denorm_min()}) {
        const Bytes bytes = with_number(good, kNoiseAt, std::bit_cast<std::uint64_t>(noise));
        EXPECT_EQ(read(bytes).noise(),
                  NoiseBound(noise, keys.parameters.degree(), BoundOrigin::claimed));
        EXPECT_EQ(copy(to_bytes(read(bytes))), bytes);
      }
      const auto refused = [&](std::uint64_t noise) {
        expect_error([&] { (void)read(with_number(good, kNoiseAt, noise)); }, ErrorCode::malformed,
                     {"noise bound", "from 1/Q to less than 1", "damaged"});
      };
      for (const double noise :
           {std::nextafter(least, -kInfinity), -0x1p20, -std::numeric_limits<double>::max(),
            -kInfinity, -0.0, 0.0, std::numeric_limits<double>::denorm_min(), 1.0, 30.0, -least,
            kInfinity}) {
        refused(std::bit_cast<std::uint64_t>(noise));
      }
      // What is no number, of both signs, quiet and signalling.
      for (const std::uint64_t nan :
           {0x7ff0000000000001U, 0x7ff8000000000000U, 0x7fffffffffffffffU}) {
        refused(nan);
        refused(nan | std::uint64_t{1} << 63);
      }
    });
  }
}

// The least noise that can be claimed is computed on without ever leaving the limits.
TYPED_TEST(CiphertextBytes, WithTheLeastNoiseGiveResultsThatCanBeWritten) {
  for (const Literal& literal : byte_literals()) {
    const FewKeys<TypeParam> keys(literal);
    const auto& parameters = keys.parameters;
    CiphertextsOf<TypeParam> some(keys);
    const std::uint64_t least = std::bit_cast<std::uint64_t>(-parameters.log2_q(some.levels));
    Ciphertext c =
        ciphertext_from_bytes(parameters, with_number(copy(to_bytes(some.fresh)), kNoiseAt, least));
    const auto expect = [&](const Ciphertext& x) {
      expect_same(ciphertext_from_bytes(parameters, copy(to_bytes(x))), x);
    };
    expect(some.session.add(c, c));
    expect(some.session.multiply_plain(c, -1));
    expect(some.session.multiply_plain(c, 0));
    expect(some.session.apply_galois(c, keys.elements.front()));
    expect(some.session.mod_switch(c, some.levels - 1));
    const auto square = some.session.multiply(c, c);
    expect_same(testing::product_from<TypeParam>(parameters, copy(to_bytes(square))), square);
    expect(some.session.relinearize(square));
  }
}

TYPED_TEST(CiphertextBytes, OfLevelsThatThereAreNot) {
  const auto parameters = TypeParam::Parameters::create_insecure(byte_literals()[1]);
  for (const std::size_t level : {std::size_t{0}, std::size_t{5}, ~std::size_t{0}}) {
    const auto refused = [&](auto size) {
      expect_error([&] { (void)size(parameters, level); }, ErrorCode::invalid_argument,
                   {"level " + std::to_string(level), "1 to 4"});
    };
    refused(ciphertext_bytes);
    refused([](const auto& of, std::size_t l) { return product_bytes(of, l); });
    refused(seeded_ciphertext_bytes);
  }
  EXPECT_EQ(ciphertext_bytes(parameters, 1), 72U + 2 * 45 * 16);
  EXPECT_EQ(product_bytes(parameters, 1), 72U + 3 * 45 * 16);
  EXPECT_EQ(seeded_ciphertext_bytes(parameters, 1), 104U + 45 * 16);
}

// What stands in the documentation of the library.
TEST(CiphertextBytesAtFullSize, AreAsFewAsPackedWordsTake) {
  const FewKeys<Bgv> keys(Literal{.degree = 16384,
                                  .plaintext_modulus = 65537,
                                  .prime_bits = {48, 48, 48, 48, 48, 48, 48, 48},
                                  .special_prime_bits = {49}});
  const CiphertextsOf<Bgv> some(keys);
  const auto fresh = to_bytes(some.fresh), product = to_bytes(some.product),
             seeded = to_bytes(some.seeded);
  EXPECT_EQ(fresh.size(), 1'572'936U);
  EXPECT_EQ(product.size(), 2'359'368U);
  EXPECT_EQ(seeded.size(), 786'536U);
  EXPECT_EQ(copy(to_bytes(ciphertext_from_bytes(keys.parameters, fresh.span()))), copy(fresh));
  expect_same(bgv::product_from_bytes(keys.parameters, product.span()), some.product);
  expect_same(seeded_ciphertext_from_bytes(keys.parameters, seeded.span()).expand(),
              some.seeded.expand());
}

}  // namespace
}  // namespace lath::he
