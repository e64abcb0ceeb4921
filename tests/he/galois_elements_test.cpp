// SPDX-License-Identifier: Apache-2.0
//
// Exponents of automorphisms that come from programs: which ones there are, and what errors say.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "he/scheme_bytes.hpp"
#include "lath/he/rotations.hpp"
#include "lath/he/seeded_keys.hpp"

namespace lath::testing {
namespace {

constexpr auto kInvalid = ErrorCode::invalid_argument;

template <class Scheme>
class GaloisElements : public ::testing::Test {};
TYPED_TEST_SUITE(GaloisElements, BothSchemes);

// The exponent 2^32 + g stood as g in bytes, for another automorphism.
TYPED_TEST(GaloisElements, AreBelowTheIndexAndPrimeToIt) {
  for (const he::Literal& literal : {literals_of_both()[2], literals_of_indices()[4]}) {
    FewKeys<TypeParam> keys(literal);
    const std::uint64_t index = literal.index == 0 ? 2 * literal.degree : literal.index;
    SCOPED_TRACE("index " + std::to_string(index));
    const he::SeededKeys seeded(keys.parameters, Seed{});
    he::Ciphertext a = keys.encrypt(keys.constant(1));
    const auto hoisted = keys.session.hoist(a);
    const std::uint64_t unit = keys.elements.front();
    const std::uint64_t wrapped = (std::uint64_t{1} << 32) * index + unit;
    for (const std::uint64_t g : {std::uint64_t{0}, index, index + unit, wrapped,
                                  std::numeric_limits<std::uint64_t>::max()}) {
      SCOPED_TRACE(g);
      const std::string name = "x -> x^" + std::to_string(g),
                        of = "the index " + std::to_string(index),
                        below = "below " + std::to_string(index);
      const auto refused = [&](const auto& action) {
        expect_error(action, kInvalid, {name, of, below});
      };
      const std::vector<std::uint64_t> elements{unit, g};
      // Nothing is drawn before all are known to be automorphisms.
      Generator draws = Generator::from_seed(Seed{}, "elements"),
                same = Generator::from_seed(Seed{}, "elements");
      he::KeyGenerator maker(keys.parameters, draws);
      refused([&] { (void)maker.galois_keys(keys.secret, elements); });
      std::array<std::byte, 16> x{}, y{};
      draws.fill(x);
      same.fill(y);
      EXPECT_EQ(x, y);
      refused([&] { (void)seeded.galois_keys(elements); });
      refused([&] { keys.session.apply_galois(a, hoisted, g); });
      refused([&] { (void)keys.session.apply_galois(a, g); });
    }
    // The remedy is the same automorphism.
    expect_error([&] { (void)seeded.galois_keys({wrapped}); }, kInvalid,
                 {"give " + std::to_string(unit) + ", the same automorphism"});
  }
}

TYPED_TEST(GaloisElements, AreThoseThatBytesHave) {
  FewKeys<TypeParam> keys(literals_of_indices()[4]);
  const auto bytes = he::to_bytes(keys.galois);
  EXPECT_EQ(he::galois_keys_from_bytes(keys.parameters, bytes.span()).elements(),
            keys.galois.elements());
  EXPECT_EQ(keys.galois.elements(), keys.elements);
}

// An error names the rotation that was asked for, not the exponent that it became.
TYPED_TEST(GaloisElements, OfMissingKeysAreNamedByTheCall) {
  SchemeKeys<TypeParam> keys(literals_of_both()[3]);
  const he::Ciphertext a = keys.encrypt(keys.constant(1));
  const auto session_with = [&](const std::vector<std::uint64_t>& elements) {
    return keys.evaluator.session(keys.key_generator.galois_keys(keys.secret, elements));
  };
  // 64 columns, of which 1 and -1 alone compose no far rotation.
  auto some = session_with({3, 255, he::row_rotation(128, -1)});
  expect_error(
      [&] { (void)some.rotate_rows(a, 20); }, kInvalid,
      {"no key for a rotation by 20 columns, and no few keys that compose it",
       "x -> x^3 (1 column)", "x -> x^171 (-1 column)", "x -> x^255 (the exchange of rows)",
       "owner of the secret key", "row_rotation(128, 20)", "all_rotations(128)"});
  expect_error([&] { (void)some.rotate_rows(a, -9); }, kInvalid,
               {"a rotation by -9 columns", "row_rotation(128, -9)"});
  expect_error(
      [&] { (void)some.sum_columns(a, 32); }, kInvalid,
      {"a rotation by 8 columns, which a sum of 32 columns takes", "sum_rotations(128, 32)"});
  auto twisted = session_with({he::row_rotation(128, 5) * 255 % 256});
  expect_error([&] { (void)twisted.rotate_rows(a, 2); }, kInvalid,
               {"(5 columns and the exchange)"});
  auto one = session_with({3});
  expect_error([&] { (void)one.exchange_rows(a); }, kInvalid,
               {"no key for the exchange of rows", "row_exchange(128)"});
  expect_error([&] { (void)one.apply_galois(a, 9); }, kInvalid,
               {"no key for x -> x^9; there are keys for x -> x^3; let the owner"});
  auto none = session_with({});
  expect_error([&] { (void)none.apply_galois(a, 9); }, kInvalid, {"no Galois keys"});
  std::vector<std::uint64_t> many;
  for (std::uint64_t g = 3; many.size() < 18; g += 2) many.push_back(g);
  auto eighteen = session_with(many);
  expect_error([&] { (void)eighteen.apply_galois(a, 255); }, kInvalid, {"and 2 others"});
}

// Each key switch changes the words as the key alone would, so that a composed rotation equals its
// steps word for word.
TYPED_TEST(GaloisElements, AreComposedOfTheFewestThatHaveKeys) {
  SchemeKeys<TypeParam> keys(literals_of_both()[3]);
  SeededValues values(12);
  const auto m = keys.draw(values);
  const he::Ciphertext a = keys.encrypt(m);
  auto session =
      keys.evaluator.session(keys.key_generator.galois_keys(keys.secret, he::all_rotations(128)));
  for (std::int64_t columns = -70; columns <= 70; ++columns) {
    const auto rotated = session.rotate_rows(a, columns);
    EXPECT_EQ(keys.decrypt(rotated), m.substituted(he::row_rotation(128, columns)).coefficients())
        << columns;
  }
  // 3 = 4 - 1 takes two switches, and so does its bound.
  he::NoiseBound noise = a.noise();
  for (int i = 0; i < 2; ++i) noise = keys.parameters.noise().switched(a.level(), noise);
  EXPECT_EQ(session.rotate_rows(a, 3).noise(), noise);
  // The exchange takes part where it leads further.
  auto twisted = keys.evaluator.session(
      keys.key_generator.galois_keys(keys.secret, {255, he::row_rotation(128, 5) * 255 % 256}));
  EXPECT_EQ(keys.decrypt(twisted.rotate_rows(a, 5)),
            m.substituted(he::row_rotation(128, 5)).coefficients());
  EXPECT_EQ(keys.decrypt(twisted.rotate_rows(a, 10)),
            m.substituted(he::row_rotation(128, 10)).coefficients());
}

// The sum of all slots, with the keys of the sum and no others.
TYPED_TEST(GaloisElements, OfASumAreOneCall) {
  SchemeKeys<TypeParam> keys({.degree = 64,
                              .plaintext_modulus = 257,
                              .prime_bits = {50, 50, 50},
                              .special_prime_bits = {51}});
  const auto encoder = he::SlotEncoder::create(keys.parameters);
  std::vector<std::uint64_t> numbers(64);
  std::iota(numbers.begin(), numbers.end(), 1);
  const auto a = keys.encryptor.encrypt(encoder.encode(numbers), keys.generator);
  for (std::size_t columns = 1; columns <= 64; columns *= 2) {
    auto session = keys.evaluator.session(
        keys.key_generator.galois_keys(keys.secret, he::sum_rotations(64, columns)));
    const auto found = encoder.decode(keys.decryptor.decrypt(session.sum_columns(a, columns)));
    for (std::size_t j = 0; j < 64; ++j) {
      std::uint64_t sum = 0;
      const std::size_t row = j / 32 * 32;
      for (std::size_t k = 0; k < std::min<std::size_t>(columns, 32); ++k) {
        sum += numbers[row + (j + k) % 32];
      }
      if (columns == 64) sum = 64 * 65 / 2;
      ASSERT_EQ(found[j], sum % 257) << columns << ", " << j;
    }
  }
}

TEST(Rotations, AreNamedForWholeOperations) {
  EXPECT_EQ(he::sum_rotations(16, 1), std::vector<std::uint64_t>());
  EXPECT_EQ(he::sum_rotations(16, 8), (std::vector<std::uint64_t>{3, 9, 17}));
  EXPECT_EQ(he::sum_rotations(16, 16), (std::vector<std::uint64_t>{3, 9, 17, 31}));
  EXPECT_EQ(he::matrix_rotations(16, 4), (std::vector<std::uint64_t>{3, 9, 27}));
  EXPECT_EQ(he::matrix_rotations(16, 1), std::vector<std::uint64_t>());
  EXPECT_EQ(he::all_rotations(16).size(), 6U);
  EXPECT_EQ(he::all_rotations(2), (std::vector<std::uint64_t>{3}));
  for (const std::size_t columns : {0U, 3U, 32U}) {
    expect_error([&] { (void)he::sum_rotations(16, columns); }, kInvalid,
                 {std::to_string(columns) + " columns", "1 to 16"});
  }
  for (const std::size_t size : {0U, 9U}) {
    expect_error([&] { (void)he::matrix_rotations(16, size); }, kInvalid, {"diagonals", "1 to 8"});
  }
  expect_error([&] { (void)he::all_rotations(12); }, kInvalid, {"degree 12"});
}

TYPED_TEST(GaloisElements, OfSumsThatThereAreNotComeWithTheWayAround) {
  SchemeKeys<TypeParam> keys(literals_of_both()[3]);
  const he::Ciphertext a = keys.encrypt(keys.constant(1));
  const auto refused = [&](std::size_t columns, const char* remedy) {
    expect_error(
        [&] { (void)keys.session.sum_columns(a, columns); }, kInvalid,
        {"a sum of " + std::to_string(columns) + " columns", "power of two from 1 to 128", remedy});
  };
  refused(0, "give 1");
  refused(5, "sum 8 columns, where those that do not count hold zeros");
  refused(33, "sum 64 columns");
  refused(129, "add the sum_columns(128) of several ciphertexts");
  refused(1000, "of several ciphertexts");
}

TEST(RowRotation, IsRefusedWhereThereAreNoRows) {
  for (const std::size_t degree : {std::size_t{0}, std::size_t{1}, std::size_t{12},
                                   std::size_t{1} << 21, std::size_t{1} << 63}) {
    const std::string name = "degree " + std::to_string(degree);
    expect_error([&] { (void)he::row_rotation(degree, 1); }, kInvalid, {name, "power of two"});
    expect_error([&] { (void)he::row_exchange(degree); }, kInvalid, {name, "power of two"});
  }
  EXPECT_EQ(he::row_rotation(2, 1), 1U);
  EXPECT_EQ(he::row_rotation(16, std::numeric_limits<std::int64_t>::min()), 1U);
  EXPECT_EQ(he::row_rotation(16, -1), he::row_rotation(16, 7));
}

}  // namespace
}  // namespace lath::testing
