// SPDX-License-Identifier: Apache-2.0
//
// Every instruction set against the definitions, draw by draw.
#include "ml_kem/packed_samples.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/isas.hpp"
#include "base/seeded_values.hpp"
#include "coding/packing.hpp"
#include "ml_kem/primes.hpp"

namespace lath::detail {
namespace {

using Words = std::vector<std::uint16_t>;
using Bytes = std::vector<std::byte>;

constexpr std::array<std::size_t, 7> kCounts = {8, 16, 24, 32, 48, 256, 1000};

Bytes random_bytes(std::size_t count, testing::SeededValues& random) {
  Bytes bytes(count);
  for (std::byte& byte : bytes) byte = random.byte();
  return bytes;
}

TEST(PackedSamples, KeepsTheDrawsBelowTheModulusUntilThereIsNoRoom) {
  testing::SeededValues random(2);
  SCOPED_TRACE(random.label());
  for (const std::uint32_t p : testing::kPrimesOf12Bits) {
    for (const std::size_t size : {3U, 24U, 27U, 48U, 168U, 504U}) {
      for (int round = 0; round < 50; ++round) {
        const Bytes packed = random_bytes(size, random);
        Words draws(size / 3 * 2), expected;
        unpack(Isa::scalar, std::span(draws), packed, 12);
        const std::size_t room = 1 + random.below(draws.size());
        for (const std::uint16_t draw : draws) {
          if (draw < p && expected.size() < room) expected.push_back(draw);
        }
        for (const Isa isa : testing::isas({Isa::avx2, Isa::avx512})) {
          Words out(room + 1, 0xffff);
          const std::size_t count = keep_packed_vartime(isa, std::span(out).first(room), packed, p);
          ASSERT_EQ(count, expected.size()) << isa_name(isa) << " " << size << " bytes";
          EXPECT_EQ(out.back(), 0xffff) << "behind the room";
          out.resize(count);
          ASSERT_EQ(out, expected) << isa_name(isa) << " " << size << " bytes";
        }
      }
    }
  }
}

TEST(PackedSamples, CountsOnesLessOnes) {
  testing::SeededValues random(3);
  SCOPED_TRACE(random.label());
  constexpr std::uint32_t kPrime = 3329;
  for (unsigned eta = 1; eta <= 4; ++eta) {
    for (const std::size_t count : kCounts) {
      const Bytes packed = random_bytes(count / 4 * eta, random);
      Words draws(count), expected(count);
      unpack(Isa::scalar, std::span(draws), packed, static_cast<int>(2 * eta));
      for (std::size_t i = 0; i < count; ++i) {
        std::uint32_t value = kPrime;
        for (unsigned k = 0; k < eta; ++k) {
          value += (draws[i] >> k & 1U) - (draws[i] >> (eta + k) & 1U);
        }
        expected[i] = static_cast<std::uint16_t>(value % kPrime);
      }
      for (const Isa isa : testing::isas({Isa::avx2})) {
        Words out(count);
        unpack_binomial(isa, out, packed, eta, kPrime);
        ASSERT_EQ(out, expected) << isa_name(isa) << " eta " << eta << ", " << count;
      }
    }
  }
}

}  // namespace
}  // namespace lath::detail
