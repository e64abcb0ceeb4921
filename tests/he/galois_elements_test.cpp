// SPDX-License-Identifier: Apache-2.0
//
// Exponents of automorphisms that come from programs: which ones there are, and what errors say.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
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
    const auto hoisted = keys.evaluator.hoist(a, keys.workspace);
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
      refused([&] { keys.evaluator.apply_galois(a, hoisted, g, keys.galois, keys.workspace); });
      refused([&] { (void)keys.evaluator.apply_galois(a, g, keys.galois, keys.workspace); });
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

// An error says what was asked for, not only the exponent that it became.
TYPED_TEST(GaloisElements, OfMissingKeysAreNamedByTheCall) {
  SchemeKeys<TypeParam> keys(literals_of_both()[3]);
  auto& e = keys.evaluator;
  auto& w = keys.workspace;
  const he::Ciphertext a = keys.encrypt(keys.constant(1));
  const auto some = keys.key_generator.galois_keys(
      keys.secret, {3, 255, he::row_rotation(128, -1), he::row_rotation(128, 5) * 255 % 256});
  expect_error([&] { (void)e.rotate_rows(a, 2, some, w); }, kInvalid,
               {"no key for a rotation by 2 columns, x -> x^9", "x -> x^3 (1 column)",
                "x -> x^171 (-1 column)", "x -> x^255 (the exchange of rows)",
                "(5 columns and the exchange)", "owner of the secret key", "row_rotation(2)"});
  expect_error([&] { (void)e.rotate_rows(a, -7, some, w); }, kInvalid,
               {"a rotation by -7 columns", "row_rotation(-7)"});
  expect_error([&] { (void)e.sum_columns(a, 8, some, w); }, kInvalid,
               {"a rotation by 2 columns, x -> x^9, which a sum of 8 columns takes",
                "row_rotation() of 1, 2, 4, ... below 8"});
  const auto one = keys.key_generator.galois_keys(keys.secret, {3});
  expect_error([&] { (void)e.exchange_rows(a, one, w); }, kInvalid,
               {"no key for the exchange of rows, x -> x^255", "row_exchange()"});
  expect_error([&] { (void)e.apply_galois(a, 9, one, w); }, kInvalid,
               {"no key for x -> x^9; there are keys for x -> x^3; let the owner"});
  const auto none = keys.key_generator.galois_keys(keys.secret, {});
  expect_error([&] { (void)e.apply_galois(a, 9, none, w); }, kInvalid, {"none in this set"});
  std::vector<std::uint64_t> many;
  for (std::uint64_t g = 3; many.size() < 18; g += 2) many.push_back(g);
  const auto eighteen = keys.key_generator.galois_keys(keys.secret, many);
  expect_error([&] { (void)e.apply_galois(a, 255, eighteen, w); }, kInvalid, {"and 2 others"});
}

TYPED_TEST(GaloisElements, OfSumsThatThereAreNotComeWithTheWayAround) {
  SchemeKeys<TypeParam> keys(literals_of_both()[3]);
  auto& w = keys.workspace;
  const he::Ciphertext a = keys.encrypt(keys.constant(1));
  const auto refused = [&](std::size_t columns, const char* remedy) {
    expect_error(
        [&] { (void)keys.evaluator.sum_columns(a, columns, keys.galois, w); }, kInvalid,
        {"a sum of " + std::to_string(columns) + " columns", "power of two from 1 to 64", remedy});
  };
  refused(0, "give 1");
  refused(5, "sum 8 columns, where those that do not count hold zeros");
  refused(33, "sum 64 columns");
  refused(128, "for the sum of all slots add sum_columns(64) to exchange_rows() of its result");
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
