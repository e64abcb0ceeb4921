// SPDX-License-Identifier: Apache-2.0
//
// The bytes of sessions from literals alone, against sessions of parameters.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "lath/circuits/memory.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/plaintexts/plaintext_space.hpp"

namespace lath::testing {
namespace {

using he::PlaintextSpace;

he::Literal literal_of(std::size_t degree, std::uint64_t index, const PlaintextSpace& space,
                       std::vector<unsigned> primes, std::vector<unsigned> special,
                       unsigned digit) {
  return {.degree = degree,
          .index = index,
          .plaintext_modulus = space.modulus(),
          .prime_bits = std::move(primes),
          .special_prime_bits = std::move(special),
          .digit_primes = digit,
          .short_modulus = space.short_modulus()};
}

std::vector<he::Literal> literals() {
  const auto word = PlaintextSpace::integer(65537);
  const auto long_word = PlaintextSpace::integer((std::uint64_t{1} << 58) + 1);
  const auto integer =
      PlaintextSpace::integer(Natural::from_decimal("1" + std::string(76, '0') + "57"));
  const auto field = PlaintextSpace::field(he::PrimeField::bls12_381_r, 2048);
  return {literal_of(1024, 0, word, {50}, {50}, 1),
          literal_of(1024, 0, word, {50, 50, 50}, {30}, 1),
          literal_of(4096, 0, long_word, {45, 45, 46, 46, 46}, {40, 40}, 2),
          literal_of(512, 0, word, {60, 54, 58, 30, 20}, {60, 49}, 3),
          literal_of(1024, 0, integer, std::vector<unsigned>(22, 49), {49, 49, 49}, 3),
          literal_of(256, 0, integer, std::vector<unsigned>(40, 50), {50}, 13),
          literal_of(1024, 0, field, {50, 50, 50, 50}, {50}, 1),
          literal_of(0, 4369, PlaintextSpace::field(he::PrimeField::p256, 4369), {50, 50, 44},
                     {50, 50}, 2)};
}

template <class Scheme>
class SessionMemory : public ::testing::Test {};
using BothSchemes = ::testing::Types<he::Bfv, he::Bgv>;
TYPED_TEST_SUITE(SessionMemory, BothSchemes);

TYPED_TEST(SessionMemory, FollowsFromLiterals) {
  for (const he::Literal& literal : literals()) {
    const auto parameters = TypeParam::Parameters::create_insecure(literal);
    const std::size_t bytes = he::session_bytes(parameters);
    EXPECT_EQ(circuits::session_bytes(TypeParam::kScheme, literal), bytes) << to_json(literal);
    // Blocks are filled up to lines and pages.
    const auto needs = circuits::memory_needs(TypeParam::kScheme, literal);
    EXPECT_GE(needs.session + 4096, bytes);
    EXPECT_LE(needs.session, 2 * bytes + 8192);
  }
}

TYPED_TEST(SessionMemory, HasALimit) {
  const he::Literal literal = literals()[1];
  const std::size_t peak = circuits::memory_needs(TypeParam::kScheme, literal).peak(5);
  EXPECT_NO_THROW(circuits::require_memory(TypeParam::kScheme, literal, 5, peak));
  expect_error([&] { circuits::require_memory(TypeParam::kScheme, literal, 5, peak - 1); },
               ErrorCode::unsupported, {" MB", "the limit given", "fewer ciphertexts"});
  expect_error([&] { circuits::require_memory(TypeParam::kScheme, literal, 6, peak); },
               ErrorCode::unsupported, {"need at most"});
  // Gigabytes, of which nothing is allocated.
  he::Literal large = literals()[4];
  large.degree = std::size_t{1} << 19;
  large.prime_bits.assign(100, 50);
  large.special_prime_bits = {50};
  expect_error([&] { circuits::require_memory(TypeParam::kScheme, large, 2, 1 << 30); },
               ErrorCode::unsupported, {" GB", "1.1 GB"});
  large.prime_bits = {10};
  EXPECT_THROW((void)circuits::memory_needs(TypeParam::kScheme, large), Error);
}

}  // namespace
}  // namespace lath::testing
