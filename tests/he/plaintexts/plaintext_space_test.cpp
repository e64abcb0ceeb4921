// SPDX-License-Identifier: Apache-2.0
//
// Plaintext spaces as JSON and as bytes: exact there and back, and everything else is refused.
#include "lath/he/plaintexts/plaintext_space.hpp"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/corrupted.hpp"
#include "base/expect_error.hpp"
#include "he/plaintexts/corrupted_inputs.hpp"
#include "lath/he/bytes.hpp"

namespace lath::testing {
namespace {

using he::PlaintextSpace;
using he::PrimeField;

std::vector<PlaintextSpace> spaces() {
  std::vector<std::uint64_t> words(64, 0x123456789abcdef1);
  return {PlaintextSpace::integer(2),
          PlaintextSpace::integer(65537),
          PlaintextSpace::integer((std::uint64_t{1} << 61) - 1),
          PlaintextSpace::integer(Natural::from_decimal("18446744073709551616")),
          PlaintextSpace::integer(Natural::from_words(words)),
          PlaintextSpace::field(PrimeField::bls12_381_r, 64),
          PlaintextSpace::field(PrimeField::goldilocks, 32),
          PlaintextSpace::field(PrimeField::p256, 13107),
          PlaintextSpace::root(16, 4, 2),
          PlaintextSpace::root(64, 16, (std::uint64_t{1} << 60) - 2),
          PlaintextSpace::root(256, 4, std::uint64_t{1} << 32)};
}

TEST(PlaintextSpaces, AreTheTextsWrittenByHand) {
  EXPECT_EQ(to_json(PlaintextSpace::integer(65537)), "{\n  \"plaintext_modulus\": 65537\n}");
  // 2^4 + 1 at x^4 = 2, and 2^80 + 1, whose digits need quotes, at x^16 = 2^20.
  const std::string text = R"({
  "plaintext_modulus": 17,
  "short_index": 8,
  "short_modulus": [-2, 1, 0, 0],
  "short_root": 2
})";
  const auto space = PlaintextSpace::root(16, 4, 2);
  EXPECT_EQ(to_json(space), text);
  EXPECT_EQ(PlaintextSpace::from_json(text), space);
  EXPECT_EQ(to_json(PlaintextSpace::root(64, 16, 1U << 20)), R"({
  "plaintext_modulus": "1208925819614629174706177",
  "short_index": 8,
  "short_modulus": [-1048576, 1, 0, 0],
  "short_root": 1048576
})");
}

TEST(PlaintextSpaces, AreTheBytesWrittenByHand) {
  // t = 2^4 + 1 with x^4 - 2 of index 8, and the root 2.
  const std::vector<int> expected{'l',  'a',  't',  'h',  16,   2,    0,    0,     // the start
                                  0,    0,    0,    0,    0,    0,    0,    0,     // no number
                                  1,    0,    17,   0,    0,    0,    0,    0,     // t
                                  0,    0,    1,                                   // short
                                  8,    0,    0,    0,    0,    0,    0,    0,     // index
                                  4,    0,    1,    0,                             // counts
                                  0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,  // -2
                                  1,    0,    0,    0,    0,    0,    0,    0,     // 1
                                  0,    0,    0,    0,    0,    0,    0,    0,     // 0
                                  0,    0,    0,    0,    0,    0,    0,    0,     // 0
                                  2,    0,    0,    0,    0,    0,    0,    0};    // root
  const auto bytes = he::to_bytes(PlaintextSpace::root(16, 4, 2));
  ASSERT_EQ(bytes.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(std::to_integer<int>(bytes[i]), expected[i]) << i;
  }
}

TEST(PlaintextSpaces, AreWrittenAndRead) {
  for (const PlaintextSpace& space : spaces()) {
    const std::string text = to_json(space);
    SCOPED_TRACE(text);
    EXPECT_EQ(PlaintextSpace::from_json(text), space);
    const auto bytes = he::to_bytes(space);
    EXPECT_EQ(bytes.size(), he::plaintext_space_bytes(space));
    EXPECT_EQ(he::plaintext_space_from_bytes(bytes.span()), space);
    // The fields of a literal say the same.
    const he::Literal literal = he::literal_from_json(text);
    EXPECT_EQ(PlaintextSpace::of(literal), space);
  }
}

TEST(PlaintextSpaces, RefuseTextsOfOthers) {
  const auto refused = [](std::string_view text, ErrorCode code,
                          std::initializer_list<std::string_view> parts) {
    SCOPED_TRACE(text);
    expect_error([&] { (void)PlaintextSpace::from_json(text); }, code, parts);
  };
  constexpr auto kMalformed = ErrorCode::malformed, kInvalid = ErrorCode::invalid_argument;
  refused("", kMalformed, {"line 1, column 1", "the fields of a plaintext space"});
  refused("[]", kMalformed, {"a list", "fields of a plaintext space"});
  refused(std::string_view("{}\0", 3), kMalformed, {"a byte that is zero"});
  refused(std::string(65537, ' '), kMalformed, {"65537 bytes", "65536", "one plaintext space"});
  refused(R"({"plaintext_modulus":5,"degree":16})", kMalformed,
          {"the field \"degree\"",
           "these names: plaintext_modulus, short_index, short_modulus, short_root"});
  refused(R"({"plaintext_modulus":5,"plaintext_modulus":5})", kMalformed, {"twice"});
  refused(R"({"plaintext_modulus":-5})", kMalformed, {"the number -5"});
  refused(R"({"plaintext_modulus":17,"short_modulus":[1.5]})", kMalformed, {"short_modulus[0]"});
  refused("{}", kInvalid, {"plaintext modulus 0", "2 to 4096 bits"});
  refused(R"({"plaintext_modulus":1})", kInvalid, {"plaintext modulus 1"});
  const std::string with = R"({"plaintext_modulus":17,)";
  refused(with + R"("short_modulus":[-2,1,0,0],"short_root":2})", kInvalid,
          {"4 coefficients without its index", "give the index"});
  refused(with + R"("short_root":2})", kInvalid, {"without its index"});
  refused(with + R"("short_index":8})", kInvalid, {"0 coefficients for the index 8"});
  refused(with + R"("short_index":8,"short_modulus":[-2,1,0,0]})", kInvalid, {"no root of unity"});
  refused(with + R"("short_index":8,"short_modulus":[-2,1,0,1],"short_root":2})", kInvalid,
          {"not zero at the root"});
  refused(with + R"("short_index":18446744073709551615,"short_modulus":[1],"short_root":2})",
          kInvalid, {"the index 18446744073709551615"});
}

TEST(PlaintextSpaces, RefuseBytesOfOthers) {
  const auto bytes = he::to_bytes(PlaintextSpace::root(16, 4, 2));
  const std::vector<std::byte> good(bytes.data(), bytes.data() + bytes.size());
  const auto refused = [&](std::size_t at, int value, std::initializer_list<std::string_view> parts,
                           std::size_t size = 0) {
    std::vector<std::byte> changed = good;
    changed[at] = static_cast<std::byte>(value);
    if (size != 0) changed.resize(size);
    SCOPED_TRACE(at);
    expect_error([&] { (void)he::plaintext_space_from_bytes(changed); }, ErrorCode::malformed,
                 parts);
  };
  refused(0, 'l', {"a plaintext space of 15 bytes", "16"}, 15);
  refused(0, 'l', {"a plaintext space of 18 bytes", "exactly 19"}, 18);
  refused(0, 'l', {"a plaintext space of 20 bytes", "exactly 27"}, 20);
  refused(0, 'l', {"27 bytes", "exactly 39"}, 27);
  refused(0, 'l', {"78 bytes", "exactly 79"}, 78);
  refused(0, 'l', {"80 bytes", "exactly 79", "one object"}, 80);
  refused(0, 'L', {"did not write"});
  refused(4, 8, {"a plaintext", "need a plaintext space"});
  refused(5, 3, {"version 3", "newer"});
  refused(6, 1, {"scheme 1", "both schemes"});
  refused(7, 1, {"unknown extension"});
  refused(8, 1, {"number 1"});
  refused(16, 255, {"79 bytes", "exactly 2059"});
  refused(18, 0, {"modulus of 1 words", "not zero"});
  refused(18, 16, {"a plaintext space with a root"});
  refused(26, 0, {"79 bytes", "exactly 27"});
  refused(26, 2, {"unknown form 2"});
  refused(27, 0, {"index 0"});
  refused(27, 16, {"4 coefficients for the index 16", "need 8"});
  refused(35, 5, {"79 bytes", "exactly 87"});
  refused(36, 255, {"exactly 522319"});
  refused(71, 0, {"root of unity of 1 words", "not zero"});
}

TEST(PlaintextSpaces, OfCorruptedBytesAreRefusedOrOthers) {
  CorruptedInputs inputs(29);
  SCOPED_TRACE(inputs.label());
  for (const PlaintextSpace& space : spaces()) {
    const auto bytes = he::to_bytes(space);
    inputs.read(bytes.span(), 300, [](std::span<const std::byte> damaged) {
      return he::to_bytes(he::plaintext_space_from_bytes(damaged));
    });
  }
  EXPECT_GT(inputs.refused(), inputs.accepted());
  EXPECT_GT(inputs.accepted(), 0U);
}

TEST(PlaintextSpaces, OfChangedTextsAreRefusedOrOthers) {
  SeededValues values(30);
  SCOPED_TRACE(values.label());
  std::size_t refused = 0, accepted = 0;
  for (const PlaintextSpace& space : spaces()) {
    const std::string text = to_json(space);
    for (std::uint64_t i = 0; i < 100 * seeds(1); ++i) {
      const auto bytes = corrupted(std::as_bytes(std::span(text)), values);
      std::string changed;
      for (const std::byte b : bytes) changed += static_cast<char>(b);
      try {
        const PlaintextSpace other = PlaintextSpace::from_json(changed);
        ++accepted;
        ASSERT_EQ(PlaintextSpace::from_json(to_json(other)), other) << changed;
      } catch (const Error& error) {
        ++refused;
        ASSERT_TRUE(error.code() == ErrorCode::malformed ||
                    error.code() == ErrorCode::invalid_argument)
            << error.what();
      }
    }
  }
  EXPECT_GT(refused, accepted);
  EXPECT_GT(accepted, 0U);
}

}  // namespace
// It is impossible, which creating the parameters tells, and yet written as it was read.
TEST(PlaintextSpaces, WithoutAnIndexStayShortInJson) {
  const auto literal = he::literal_from_json(R"({"short_modulus": [-4, 1], "short_root": 13})");
  EXPECT_EQ(literal.short_modulus.coefficients, (std::vector<std::int64_t>{-4, 1}));
  EXPECT_EQ(he::literal_from_json(he::to_json(literal)), literal);
}

}  // namespace lath::testing
