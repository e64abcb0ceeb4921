// SPDX-License-Identifier: Apache-2.0
//
// Plaintext moduli of any size: literals hold them and are written as JSON; parameters say how
// large they may be.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "lath/arith/primes.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/literal.hpp"

namespace lath::testing {
namespace {

using he::Literal;
using he::literal_from_json;
using he::to_json;

// Numbers of more than 64 bits are strings of digits: programs read those of JSON as double.
TEST(PlaintextModulus, IsWrittenAsJson) {
  const std::string digits = "18446744073709551616";
  Literal literal;
  literal.plaintext_modulus = Natural::from_words(std::vector<std::uint64_t>{0, 1});
  EXPECT_EQ(literal_from_json("{\"plaintext_modulus\":\"" + digits + "\"}"), literal);
  EXPECT_NE(to_json(literal).find("\"plaintext_modulus\": \"" + digits + "\","), std::string::npos);
  literal.plaintext_modulus = Natural::from_decimal(std::string(1000, '9'));
  EXPECT_EQ(literal_from_json(to_json(literal)), literal);
  // Shorter ones may be strings, too.
  literal.plaintext_modulus = 65537;
  EXPECT_EQ(literal_from_json(R"({"plaintext_modulus":"65537"})"), literal);
  // A number is one of 64 bits.
  expect_error([&] { (void)literal_from_json("{\"plaintext_modulus\":" + digits + "}"); },
               ErrorCode::malformed,
               {"plaintext_modulus: the number \"" + digits + "\"; ",
                "need a whole number that is not negative", "in quotes from 2^64 on"});
}

template <class Parameters>
void refuses_more_than_4096_bits() {
  const Natural wide = Natural::from_decimal("1" + std::string(1300, '0'));
  const std::initializer_list<std::string_view> parts{"a plaintext modulus of 4319 bits",
                                                      "need 2 to 4096 bits"};
  Literal literal{.degree = 4096,
                  .plaintext_modulus = wide,
                  .prime_bits = {35, 35},
                  .special_prime_bits = {36}};
  const auto refused = [&](const Literal& l) {
    expect_error([&] { (void)Parameters::create_insecure(l); }, ErrorCode::invalid_argument, parts);
  };
  refused(literal);
  // The check whether a given prime divides it comes later.
  literal.prime_bits = {}, literal.special_prime_bits = {};
  literal.primes = ntt_primes(35, 4096, 2), literal.special_primes = ntt_primes(36, 4096, 1);
  refused(literal);
  expect_error([&] { (void)Parameters::recommended(8192, wide); }, ErrorCode::invalid_argument,
               parts);
  const auto parameters = Parameters::recommended(8192, 65537);
  EXPECT_EQ(parameters.plaintext_modulus(), Natural(65537));
}

TEST(PlaintextModulus, OfParametersHasAtMost4096Bits) {
  refuses_more_than_4096_bits<he::bfv::Parameters>();
  refuses_more_than_4096_bits<he::bgv::Parameters>();
}

}  // namespace
}  // namespace lath::testing
