// SPDX-License-Identifier: Apache-2.0
//
// Rings made from bytes, which may come from anywhere.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/corrupted.hpp"
#include "base/expect_error.hpp"
#include "lath/ring/bytes.hpp"
#include "lath/ring/prime_ring.hpp"
#include "lath/ring/static_ring.hpp"
#include "ring/poly_bytes.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::Bytes;
using testing::expect_error;
using testing::SeededValues;

void append(Bytes& bytes, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
}

// By the definition, of any numbers.
Bytes ring_bytes(std::uint64_t degree, const std::vector<std::uint64_t>& moduli) {
  Bytes bytes;
  for (const char c : {'l', 'a', 't', 'h', '\5', '\1', '\0', '\0'}) {
    bytes.push_back(static_cast<std::byte>(c));
  }
  append(bytes, degree, 4);
  append(bytes, moduli.size(), 4);
  for (const std::uint64_t p : moduli) append(bytes, p, 8);
  return bytes;
}

template <class R>
Bytes written(const R& ring) {
  return testing::copy(to_bytes(ring));
}

TEST(RingBytes, GoRound) {
  for (const std::size_t degree : {2U, 8U, 1024U}) {
    for (const std::size_t limbs : {1U, 2U, 9U}) {
      const auto ring = testing::ring_of(degree, limbs);
      EXPECT_EQ(written(ring), ring_bytes(degree, testing::mixed_primes(degree, limbs)));
      EXPECT_TRUE(ring_from_bytes(written(ring)) == ring);
      EXPECT_TRUE(ring_from_bytes(to_bytes(ring)) == ring);
    }
  }
  const auto& in_type = StaticRing<std::uint32_t, 64, 60>::instance();
  const auto ring = ring_from_bytes(to_bytes(in_type));
  EXPECT_EQ(ring.limbs(), 2U);
  EXPECT_EQ(ring.modulus(1), in_type.modulus(1));
  const auto of_one_prime = ring_from_bytes(to_bytes(ModuleRing::create(256, 7681)));
  EXPECT_TRUE(of_one_prime == DynamicRing::create(256, {7681}));
  EXPECT_EQ(written(PrimeRing<std::uint16_t>::create(256, 3329)), ring_bytes(256, {3329}));
}

TEST(RingBytes, AreRefusedWhereTheyAreNoRing) {
  const auto expect = [](const Bytes& bytes, std::initializer_list<std::string_view> parts) {
    expect_error([&] { (void)ring_from_bytes(bytes); }, ErrorCode::malformed, parts);
  };
  expect({}, {"0 bytes", "16 + 8 bytes for each modulus", "missing"});
  for (const std::uint64_t degree :
       {0ULL, 1ULL, 3ULL, 6ULL, 1ULL << 21, 1ULL << 31, 0xffffffffULL}) {
    expect(ring_bytes(degree, {97}), {"degree " + std::to_string(degree), "a power of two"});
  }
  expect(ring_bytes(4, {}), {"no modulus", "one or more"});
  expect(ring_bytes(4, {97, 193, 97}), {"modulus 97 twice", "distinct"});
  expect(ring_bytes(4, {0}), {"modulus 0 of a ring of degree 4", "below 2^62"});
  expect(ring_bytes(4, {1}), {"modulus 1 ", "below 2^62"});
  expect(ring_bytes(4, {97, 1ULL << 62 | 1}), {"4611686018427387905", "below 2^62"});
  expect(ring_bytes(4, {~0ULL}), {"18446744073709551615", "below 2^62"});
  expect(ring_bytes(4, {97, 33}), {"modulus 33", "need a prime"});          // 1 mod 8
  expect(ring_bytes(4, {193ULL * 97}), {"modulus 18721", "need a prime"});  // the same
  expect(ring_bytes(4, {101}), {"modulus 101", "1 mod 8"});
  expect(ring_bytes(256, {3329}), {"modulus 3329", "1 mod 512", "PrimeRing"});
  Bytes bytes = ring_bytes(4, {97, 193});
  for (const std::size_t size : {15U, 16U, 24U, 31U, 33U, 40U}) {
    Bytes other = bytes;
    other.resize(size);
    expect(other, {std::to_string(size) + " bytes", size < 16 ? "24" : "32",
                   size < 32 ? "missing" : "one object only"});
  }
  bytes[6] = std::byte{2};
  expect(bytes, {"extension 2"});
  bytes[7] = std::byte{1};
  expect(bytes, {"extension 258"});
  bytes[5] = std::byte{9};
  expect(bytes, {"a ring in format version 9"});
  bytes[4] = std::byte{6};
  expect(bytes, {"a polynomial", "need a ring"});
  bytes[3] = std::byte{'x'};
  expect(bytes, {"lath did not write"});
}

TEST(RingBytes, AreRefusedWhereTheRingIsTooLarge) {
  const Bytes bytes = ring_bytes(64, testing::mixed_primes(64, 3));
  EXPECT_EQ(ring_from_bytes(bytes, {.degree = 64, .limbs = 3}).limbs(), 3U);
  expect_error([&] { (void)ring_from_bytes(bytes, {.degree = 63}); }, ErrorCode::unsupported,
               {"degree 64", "at most 63", "RingLimits::degree"});
  expect_error([&] { (void)ring_from_bytes(bytes, {.limbs = 2}); }, ErrorCode::unsupported,
               {"limbs is 3", "at most 2", "RingLimits::limbs"});
  // The limits that are not given: 65536 and 64.
  expect_error([&] { (void)ring_from_bytes(ring_bytes(131072, {1})); }, ErrorCode::unsupported,
               {"degree 131072", "at most 65536"});
  expect_error([&] { (void)ring_from_bytes(ring_bytes(4, std::vector<std::uint64_t>(65, 97))); },
               ErrorCode::unsupported, {"limbs is 65", "at most 64"});
  EXPECT_EQ(ring_from_bytes(ring_bytes(2, testing::mixed_primes(2, 64))).limbs(), 64U);
}

TEST(RingBytes, ThatWereCorruptedAreRefusedOrAnotherRing) {
  SeededValues random(21);
  SCOPED_TRACE(random.label());
  std::size_t accepted = 0, refused = 0;
  const std::size_t count = testing::seeds(20'000);
  for (std::size_t i = 0; i < count; ++i) {
    // Some of these numbers are primes that serve.
    std::vector<std::uint64_t> moduli;
    for (std::size_t n = random.below(4); n > 0; --n) moduli.push_back(8 * random.below(40) + 1);
    Bytes bytes = ring_bytes(2U << random.below(3), moduli);
    if (random.below(2) == 0) bytes = testing::corrupted(bytes, random);
    try {
      const auto ring = ring_from_bytes(bytes, {.degree = 64, .limbs = 4});
      ASSERT_EQ(written(ring), bytes);
      ASSERT_TRUE(ring.degree() <= 64 && ring.limbs() <= 4);
      ++accepted;
    } catch (const Error& error) {
      ASSERT_TRUE(error.code() == ErrorCode::malformed || error.code() == ErrorCode::unsupported)
          << error.what();
      ++refused;
    }
  }
  EXPECT_EQ(accepted + refused, count);
  EXPECT_GT(accepted, count / 50);
  EXPECT_GT(refused, count / 4);
}

}  // namespace
}  // namespace lath
