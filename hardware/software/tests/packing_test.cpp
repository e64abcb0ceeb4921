// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <initializer_list>

#include "base/expect_error.hpp"
#include "product_inputs.hpp"

namespace lath::hardware {
namespace {

using testing::SeededValues;
using testing::Words;

TEST(Packing, PutsBitsOneAfterTheOther) {
  SeededValues random(31);
  for (const int bits : {109, 110, 125, 134, 135}) {
    const auto q = CoefficientModulus::power_of_two(bits);
    for (const std::size_t count : std::initializer_list<std::size_t>{1, 2, 7, 8, 100}) {
      Words words(count * kChunks);
      mpz_class expected;
      for (std::size_t i = words.size(); i-- != 0;) {
        words[i] = static_cast<std::uint32_t>(random.below(q.bound(i % kChunks)));
        expected =
            (expected << static_cast<mp_bitcnt_t>(i % kChunks == 4 ? bits - 108 : 27)) + words[i];
      }
      std::vector<std::byte> packed(packed_bytes(q, count), std::byte{0xff});
      EXPECT_EQ(packed.size(), (count * static_cast<std::size_t>(bits) + 7) / 8);
      pack(packed, words, q);
      mpz_class x;
      mpz_import(x.get_mpz_t(), packed.size(), -1, 1, 0, 0, packed.data());
      EXPECT_EQ(x, expected) << bits << ' ' << count;
    }
  }
}

TEST(Packing, ChecksSizes) {
  using lath::testing::expect_error;
  const auto q = CoefficientModulus::power_of_two(135);
  std::vector<std::byte> packed(packed_bytes(q, 2));
  const Words words(10);
  expect_error([&] { pack(packed, std::span(words).first(9), q); }, ErrorCode::mismatch, {"9"});
  expect_error([&] { pack(std::span(packed).first(33), words, q); }, ErrorCode::mismatch, {"33"});
  expect_error([&] { static_cast<void>(packed_bytes(testing::five_primes(), 1)); },
               ErrorCode::unsupported, {"primes"});
}

}  // namespace
}  // namespace lath::hardware
