// SPDX-License-Identifier: Apache-2.0
//
// How large the parameters may be that a text asks for: as in bytes, before tables are made.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "base/expect_error.hpp"
#include "lath/he/literal.hpp"

namespace lath::testing {
namespace {

std::string text_of(std::uint64_t degree, std::size_t primes, const char* list = "prime_bits") {
  std::string text = "{\"degree\": " + std::to_string(degree) +
                     ", \"plaintext_modulus\": 65537, \"" + list + "\": [";
  for (std::size_t i = 0; i + 1 < primes; ++i) text += "29, ";
  return text + "29], \"special_prime_bits\": [30]}";
}

void expect_limit(const std::string& text, const char* found, const char* member,
                  const RingLimits& limits = {}) {
  expect_error([&] { (void)he::literal_from_json(text, limits); }, ErrorCode::unsupported,
               {found, "the limit given", member});
}

TEST(LiteralJsonLimits, AreThoseOfBytes) {
  EXPECT_EQ(he::literal_from_json(text_of(65536, 63)).prime_bits.size(), 63U);
  for (const char* list : {"prime_bits", "primes", "special_primes"}) {
    expect_limit(text_of(65536, 64, list), "number of primes is 65", "RingLimits::limbs");
  }
  expect_limit(text_of(131072, 3), "degree 131072", "RingLimits::degree");
  expect_limit(text_of(~std::uint64_t{0}, 3), "degree 18446744073709551615", "RingLimits::degree");
}

// A kilobyte of text for 314 MB of tables.
TEST(LiteralJsonLimits, AreTheProgramsChoice) {
  const RingLimits small{.degree = 8192, .limbs = 8}, large{.degree = 131072, .limbs = 200};
  expect_limit(text_of(65536, 58), "degree 65536", "RingLimits::degree", small);
  expect_limit(text_of(8192, 8), "number of primes is 9", "RingLimits::limbs", small);
  EXPECT_EQ(he::literal_from_json(text_of(8192, 7), small).degree, 8192U);
  EXPECT_EQ(he::literal_from_json(text_of(131072, 199), large).prime_bits.size(), 199U);
}

// Neither factored nor multiplied out where it is out of reach.
TEST(LiteralJsonLimits, CountTheUnitsOfAnIndex) {
  const auto text = [](std::uint64_t index) {
    return "{\"index\": " + std::to_string(index) + "}";
  };
  EXPECT_EQ(he::literal_from_json(text(65537)).index, 65537U);
  expect_limit(text(131101), "degree 131100", "RingLimits::degree");
  expect_limit(text(2783), "degree 2420", "RingLimits::degree", {.degree = 2419, .limbs = 64});
  EXPECT_EQ(he::literal_from_json(text(131072)).index, 131072U);
  expect_limit(text(262144), "degree 131072", "RingLimits::degree");
  for (const std::uint64_t index : {(std::uint64_t{1} << 63) + 1, ~std::uint64_t{0}}) {
    expect_limit(text(index), "degree", "RingLimits::degree");
  }
}

}  // namespace
}  // namespace lath::testing
