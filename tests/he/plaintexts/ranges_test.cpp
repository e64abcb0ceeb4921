// SPDX-License-Identifier: Apache-2.0
//
// What encoders take and return as programs write it: braces, containers of other integers, ranges.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "base/expect_error.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/coefficient_encoder.hpp"
#include "lath/he/integer_encoder.hpp"
#include "lath/he/seeded_keys.hpp"
#include "lath/he/slot_encoder.hpp"
#include "lath/he/slots/cyclotomic_encoder.hpp"

namespace lath::testing {
namespace {

using he::Plaintext;
using Words = std::vector<std::uint64_t>;

constexpr std::uint64_t kT = 257;

he::bfv::Parameters parameters() {
  return he::bfv::Parameters::create_insecure(
      {.degree = 16, .plaintext_modulus = kT, .prime_bits = {40, 40}, .special_prime_bits = {41}});
}

Words coefficients_of(const Plaintext& m) {
  return {m.coefficients().begin(), m.coefficients().end()};
}

template <class Encoder>
void expect_unsigned_values_in_any_form(const Encoder& encoder) {
  const Words words{1, 2, 3};
  const Words expected = coefficients_of(encoder.encode(words));
  const auto same = [&](const Plaintext& m) { EXPECT_EQ(coefficients_of(m), expected); };
  same(encoder.encode({1, 2, 3}));
  same(encoder.encode(std::vector<int>{1, 2, 3}));
  same(encoder.encode(std::vector<std::uint8_t>{1, 2, 3}));
  same(encoder.encode(std::array<std::int64_t, 3>{1, 2, 3}));
  same(encoder.encode(std::span(words)));
  const unsigned plain[] = {1, 2, 3};
  same(encoder.encode(plain));
  same(encoder.encode(Buffer<std::uint64_t, Secret>(std::span<const std::uint64_t>(words))));
  // What was decoded, a temporary, is encoded again.
  same(encoder.encode(encoder.decode(encoder.encode(words))));
  EXPECT_EQ(coefficients_of(encoder.encode({})), Words(16));
  const std::int64_t refused[] = {-1, std::int64_t{kT}, std::numeric_limits<std::int64_t>::min()};
  for (const std::int64_t value : refused) {
    const std::vector<std::int64_t> values{value};
    expect_error([&] { (void)encoder.encode(values); }, ErrorCode::invalid_argument,
                 {"the value of ", "0 is out of range", "need at most 256 and none below 0",
                  "encode negative"});
  }
}

template <class Encoder>
void expect_signed_values_in_any_form(const Encoder& encoder) {
  const std::vector<std::int64_t> integers{-1, 2, -128};
  const Words expected = coefficients_of(encoder.encode_signed(integers));
  const auto same = [&](const Plaintext& m) { EXPECT_EQ(coefficients_of(m), expected); };
  same(encoder.encode_signed({-1, 2, -128}));
  same(encoder.encode_signed(std::vector<int>{-1, 2, -128}));
  same(encoder.encode_signed(std::array<std::int16_t, 3>{-1, 2, -128}));
  same(encoder.encode_signed(encoder.decode_signed(encoder.encode_signed(integers))));
  EXPECT_EQ(coefficients_of(encoder.encode_signed(std::vector<unsigned>{5})),
            coefficients_of(encoder.encode({5})));
  // 2^64 - 1 is not -1.
  for (const std::uint64_t word :
       {std::numeric_limits<std::uint64_t>::max(), std::uint64_t{1} << 63, std::uint64_t{129}}) {
    expect_error([&] { (void)encoder.encode_signed(Words{0, word}); }, ErrorCode::invalid_argument,
                 {"1 is out of range", "magnitudes of at most 128"});
  }
}

TEST(EncodersOfSlots, TakeIntegersInAnyForm) {
  const auto encoder = he::SlotEncoder::create(parameters());
  expect_unsigned_values_in_any_form(encoder);
  expect_signed_values_in_any_form(encoder);
}

TEST(EncodersOfCoefficients, TakeIntegersInAnyForm) {
  const he::CoefficientEncoder encoder(parameters());
  expect_unsigned_values_in_any_form(encoder);
  expect_signed_values_in_any_form(encoder);
  EXPECT_EQ(coefficients_of(Plaintext(parameters(), {1, 2, 3})),
            coefficients_of(encoder.encode({1, 2, 3})));
  EXPECT_EQ(coefficients_of(Plaintext(parameters(), {})), Words(16));
}

TEST(EncodersOfAnyIndex, TakeIntegersInAnyForm) {
  const auto encoder = he::CyclotomicEncoder::create(parameters());
  const Words words{1, 2, 3};
  const auto same = [](const Plaintext& a, const Plaintext& b) {
    EXPECT_EQ(coefficients_of(a), coefficients_of(b));
  };
  same(encoder.encode({1, 2, 3}), encoder.encode(words));
  same(encoder.encode(std::vector<int>{1, 2, 3}), encoder.encode(words));
  same(encoder.encode_constants({1, 2, 3}), encoder.encode_constants(words));
  same(encoder.encode_constants(std::vector<short>{1, 2, 3}), encoder.encode_constants(words));
  const std::vector<std::int64_t> integers{-1, 2, -3};
  same(encoder.encode_constants_signed({-1, 2, -3}), encoder.encode_constants_signed(integers));
  same(encoder.encode_constants_signed(std::vector<int>{-1, 2, -3}),
       encoder.encode_constants_signed(integers));
  expect_error([&] { (void)encoder.encode(std::vector<int>{-1}); }, ErrorCode::invalid_argument,
               {"at most 256"});
}

TEST(EncodersOfIntegers, TakeIntegersOfAnyType) {
  const auto encoder = he::IntegerEncoder::create(he::bfv::Parameters::create_insecure(
      {.degree = 64, .plaintext_modulus = kT, .prime_bits = {40, 40}, .special_prime_bits = {41}}));
  EXPECT_EQ(encoder.decode(encoder.encode(-5)), -5);
  EXPECT_EQ(encoder.decode(encoder.encode(5U)), 5);
  EXPECT_EQ(encoder.decode(encoder.encode(std::uint8_t{200})), 200);
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(encoder.decode(encoder.encode(std::uint64_t{kMost})), kMost);
  for (const std::uint64_t value : {std::uint64_t{kMost} + 1, ~std::uint64_t{0}}) {
    expect_error([&] { (void)encoder.encode(value); }, ErrorCode::invalid_argument,
                 {"unsigned integer of 64 bits", "-2^63 to 2^63 - 1"});
  }
}

TEST(DecodedValues, AreRanges) {
  const auto encoder = he::SlotEncoder::create(parameters());
  const auto decoded = encoder.decode(encoder.encode({3, 1, 4, 1, 5}));
  std::uint64_t sum = 0;
  for (const std::uint64_t x : decoded) sum += x;
  EXPECT_EQ(sum, 14U);
  const std::span s = decoded;
  EXPECT_EQ(s.size(), 16U);
  EXPECT_EQ(std::ranges::max(decoded), 5U);
  EXPECT_EQ(std::accumulate(decoded.begin(), decoded.end(), std::uint64_t{0}), 14U);
  EXPECT_EQ(Words(decoded.begin(), decoded.begin() + 3), (Words{3, 1, 4}));
  // Of a temporary: its elements, and a loop, during which it lives.
  EXPECT_EQ(encoder.decode(encoder.encode({3, 1, 4}))[2], 4U);
  sum = 0;
  for (const std::uint64_t x : encoder.decode(encoder.encode({3, 1, 4}))) sum += x;
  EXPECT_EQ(sum, 8U);
}

TEST(BytesOfObjects, AreReadAtOnce) {
  const auto p = parameters();
  Generator generator = Generator::from_seed(Seed{}, "ranges");
  he::KeyGenerator keys(p, generator);
  const he::SecretKey secret = keys.secret_key();
  const Plaintext m(p, {1, 2, 3});
  EXPECT_EQ(coefficients_of(he::plaintext_from_bytes(p, he::to_bytes(m))), coefficients_of(m));
  (void)he::secret_key_from_bytes(p, he::to_bytes(secret));
  (void)he::public_key_from_bytes(p, he::to_bytes(keys.public_key(secret)));
  (void)he::relin_key_from_bytes(p, he::to_bytes(keys.relin_key(secret)));
  const auto galois =
      he::galois_keys_from_bytes(p, he::to_bytes(keys.galois_keys(secret, {3, 31})));
  EXPECT_EQ(galois.elements(), (Words{3, 31}));
  EXPECT_EQ(he::SeededKeys(p, Seed{}).galois_keys({3}).elements(), Words{3});
  const he::Encryptor encryptor(p, keys.public_key(secret));
  const he::Decryptor decryptor(p, secret);
  const auto read = he::ciphertext_from_bytes(p, he::to_bytes(encryptor.encrypt(m, generator)));
  EXPECT_EQ(coefficients_of(decryptor.decrypt(read)), coefficients_of(m));
  EXPECT_EQ(he::bfv::literal_from_bytes(he::to_bytes(p)), p.literal());
}

}  // namespace
}  // namespace lath::testing
