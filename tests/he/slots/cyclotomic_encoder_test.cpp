// SPDX-License-Identifier: Apache-2.0
//
// Slots as plaintexts, and in ciphertexts. SlotEncoder judges the order of slots.
#include "lath/he/slots/cyclotomic_encoder.hpp"

#include <gtest/gtest.h>

#include "base/expect_error.hpp"
#include "he/encoder_cases.hpp"
#include "he/scheme_keys.hpp"
#include "he/slots/slot_cases.hpp"
#include "lath/he/slot_encoder.hpp"

namespace lath::he {
namespace {

using lath::testing::expect_error;
using lath::testing::SchemeKeys;
using testing::parameters_of;
using testing::random_words;
using testing::rotated;
using testing::SeededValues;
using testing::Words;
using testing::words_of;

TEST(CyclotomicEncoder, HasTheSlotsOfSlotEncoderForItsModuli) {
  for (const auto& [degree, t] : std::vector<std::pair<std::size_t, std::uint64_t>>{
           {16, 97}, {64, 257}, {1024, 12289}, {256, ntt_primes(60, std::size_t{256}, 1)[0]}}) {
    SCOPED_TRACE("degree " + std::to_string(degree) + ", t = " + std::to_string(t));
    SeededValues values(1);
    const auto parameters = parameters_of(degree, t);
    const auto encoder = CyclotomicEncoder::create(parameters);
    const auto slots = SlotEncoder::create(parameters);
    ASSERT_EQ(encoder.slots(), degree);
    ASSERT_EQ(encoder.slot_degree(), 1);
    const Words words = random_words(degree, t, values);
    EXPECT_EQ(words_of(encoder.encode(words)), words_of(slots.encode(words)));
    EXPECT_EQ(words_of(encoder.encode_constants(words)), words_of(slots.encode(words)));
    EXPECT_EQ(words_of(encoder.decode(slots.encode(words))), words);
    const auto parts = encoder.rotation(0, 3);
    ASSERT_EQ(parts.size(), 1);
    EXPECT_FALSE(parts[0].mask.has_value());
    EXPECT_EQ(parts[0].exponent, slots.row_rotation(3));
    EXPECT_EQ(encoder.rotation(1, 1)[0].exponent, slots.row_exchange());
  }
}

TEST(CyclotomicEncoder, SignedConstantsAreNextToZero) {
  const auto encoder = CyclotomicEncoder::create(parameters_of(16, 5));  // 5 has the order 8
  ASSERT_EQ(encoder.slots(), 2);
  const auto plaintext = encoder.encode_constants_signed(std::vector<std::int64_t>{-2, 1});
  EXPECT_EQ(words_of(encoder.decode_constants(plaintext)), (Words{3, 1}));
  const auto found = encoder.decode_constants_signed(plaintext);
  EXPECT_EQ(std::vector<std::int64_t>(found.span().begin(), found.span().end()),
            (std::vector<std::int64_t>{-2, 1}));
}

TEST(CyclotomicEncoder, RefusesWhatDoesNotBelong) {
  const auto parameters = parameters_of(16, 5), other = parameters_of(16, 3);
  const auto encoder = CyclotomicEncoder::create(parameters);
  const Plaintext foreign(other);
  expect_error([&] { (void)encoder.decode(foreign); }, ErrorCode::mismatch, {"a plaintext"});
  expect_error([&] { (void)encoder.decode_constants(foreign); }, ErrorCode::mismatch,
               {"plaintext"});
  expect_error([&] { (void)encoder.encode_constants(Words(3)); }, ErrorCode::mismatch,
               {"3 values", "2 slots", "use the index"});
  expect_error([&] { (void)encoder.encode_constants_signed(std::vector<std::int64_t>{3}); },
               ErrorCode::invalid_argument, {"slot 0", "at most 2"});
  expect_error([] { (void)CyclotomicEncoder::create(parameters_of(16, 4)); },
               ErrorCode::unsupported, {"32 modulo 4", "use the index 31", "encode coefficients"});
}

// NOLINTBEGIN(bugprone-use-after-move): that is what this test is about
TEST(CyclotomicEncoder, IsAsItWasAfterAMove) {
  auto encoder = CyclotomicEncoder::create(parameters_of(16, 5));
  auto plaintext = encoder.encode(Words{1, 2, 3});
  const auto moved = std::move(encoder);
  EXPECT_EQ(words_of(encoder.decode(plaintext)), words_of(moved.decode(plaintext)));
  SlotAlgebra algebra = moved.algebra();
  const SlotAlgebra other = std::move(algebra);
  EXPECT_EQ(algebra.slots(), other.slots());
  EXPECT_EQ(algebra.rotation(0, 1)[0].exponent, other.rotation(0, 1)[0].exponent);
  const Plaintext taken = std::move(plaintext);
  EXPECT_EQ(words_of(moved.decode_constants(taken)), (Words{1, 0}));
  expect_error([&] { (void)moved.decode(plaintext); }, ErrorCode::mismatch, {"moved from"});
}
// NOLINTEND(bugprone-use-after-move)

// Products of ciphertexts are those of elements of slots, rotations those of plaintexts.
template <class Scheme>
void expect_slots_in_ciphertexts(std::uint64_t index, std::uint64_t t) {
  SCOPED_TRACE("index " + std::to_string(index) + ", t = " + std::to_string(t));
  const Literal literal{.index = index,
                        .plaintext_modulus = t,
                        .prime_bits = {45, 45, 45},
                        .special_prime_bits = {45}};
  const auto algebra = SlotAlgebra::create(CyclotomicIndex::create(index), t);
  const std::size_t n = algebra.index().degree();
  Words elements{algebra.frobenius(1)};
  for (std::size_t i = 0; i < algebra.dimensions().size(); ++i) {
    for (const auto& part : algebra.rotation(i, 1)) elements.push_back(part.exponent);
  }
  SchemeKeys<Scheme> keys(literal, elements, "tests he slots");
  const auto encoder = CyclotomicEncoder::create(keys.parameters);
  const std::size_t d = encoder.slot_degree();
  SeededValues values(2);
  const Words a = random_words(n, t, values), b = random_words(n, t, values);
  const auto encrypt = [&](const Words& words) {
    return keys.encryptor.encrypt(encoder.encode(words), keys.generator);
  };
  const Ciphertext x = encrypt(a);
  Words products(n);
  for (std::size_t s = 0; s < encoder.slots(); ++s) {
    const auto slot = [&](const Words& words) { return std::span(words).subspan(s * d, d); };
    encoder.algebra().multiply_in_slot(std::span(products).subspan(s * d, d), slot(a), slot(b));
  }
  const auto open = [&](const Ciphertext& c) {
    return words_of(encoder.decode(keys.decryptor.decrypt(c)));
  };
  EXPECT_EQ(open(keys.multiply(x, encrypt(b))), products);
  for (std::size_t i = 0; i < encoder.algebra().dimensions().size(); ++i) {
    std::vector<Ciphertext> terms;
    for (const auto& [exponent, mask] : encoder.rotation(i, 1)) {
      const Ciphertext moved = keys.session.apply_galois(x, exponent);
      terms.push_back(mask ? keys.session.multiply_plain(moved, *mask) : moved);
    }
    const Ciphertext sum = terms.size() == 1 ? terms[0] : keys.session.add(terms[0], terms[1]);
    EXPECT_EQ(terms.size(), encoder.algebra().dimensions()[i].good ? 1 : 2);
    EXPECT_EQ(open(sum), rotated(encoder.algebra(), a, i, 1));
  }
}

template <class Scheme>
void expect_slots_in_rings() {
  // 113 is 5^4 modulo 256: the dimensions 4, a bad one, and 2.
  expect_slots_in_ciphertexts<Scheme>(256, 113);
  expect_slots_in_ciphertexts<Scheme>(455, 2);
  expect_slots_in_ciphertexts<Scheme>(455, 9);
  expect_slots_in_ciphertexts<Scheme>(1285, 2);
  expect_slots_in_ciphertexts<Scheme>(4095, 2);
}

TEST(CyclotomicEncoder, SlotsInCiphertextsOfBfv) { expect_slots_in_rings<Bfv>(); }
TEST(CyclotomicEncoder, SlotsInCiphertextsOfBgv) { expect_slots_in_rings<Bgv>(); }

}  // namespace
}  // namespace lath::he
