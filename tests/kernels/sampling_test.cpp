// SPDX-License-Identifier: Apache-2.0
#include "kernels/sampling.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/seeded_values.hpp"

namespace lath::kernels {
namespace {

// All 2^16 draws of two bytes, least significant byte first, in increasing order.
std::vector<std::byte> all_pairs_of_bytes() {
  std::vector<std::byte> bytes;
  for (unsigned x = 0; x < 65536; ++x) {
    bytes.push_back(static_cast<std::byte>(x & 255));
    bytes.push_back(static_cast<std::byte>(x >> 8));
  }
  return bytes;
}

TEST(UniformDraws, TakeAsFewBytesAsHoldTheModulus) {
  EXPECT_EQ(uniform_draw_bytes(2), 2U);
  EXPECT_EQ(uniform_draw_bytes(12289), 2U);
  EXPECT_EQ(uniform_draw_bytes(65536), 2U);
  EXPECT_EQ(uniform_draw_bytes(65537), 4U);
  EXPECT_EQ(uniform_draw_bytes(std::uint64_t{1} << 32), 4U);
  EXPECT_EQ(uniform_draw_bytes((std::uint64_t{1} << 32) + 1), 8U);
  EXPECT_EQ(uniform_draw_bytes((std::uint64_t{1} << 62) - 1), 8U);
}

// Of all draws, exactly those whose low bits are below p are kept, in order: then every residue
// occurs equally often, which is what uniform means.
TEST(KeepUniform, KeepsEveryResidueEquallyOftenOverAllDraws) {
  const auto bytes = all_pairs_of_bytes();
  for (const std::uint64_t p : {2U, 3U, 255U, 256U, 257U, 4096U, 4097U, 7681U, 12289U, 32768U,
                                32769U, 65521U, 65535U, 65536U}) {
    const std::uint64_t range = std::bit_ceil(p);
    std::vector<std::uint16_t> expected;
    for (std::uint64_t x = 0; x < 65536; ++x) {
      if (x % range < p) expected.push_back(static_cast<std::uint16_t>(x % range));
    }
    ASSERT_EQ(expected.size(), 65536 / range * p);
    std::vector<std::uint16_t> out(65536);
    out.resize(keep_uniform(out.data(), std::span(bytes), p));
    ASSERT_EQ(out, expected) << p;
  }
}

TEST(KeepUniform, GivesTheSameResiduesInEveryWord) {
  const auto bytes = all_pairs_of_bytes();
  std::vector<std::uint16_t> narrow(65536);
  std::vector<std::uint64_t> wide(65536);
  narrow.resize(keep_uniform(narrow.data(), std::span(bytes), 12289));
  wide.resize(keep_uniform(wide.data(), std::span(bytes), 12289));
  EXPECT_EQ(std::vector<std::uint64_t>(narrow.begin(), narrow.end()), wide);
}

// Draws of four and of eight bytes, around the ends of the range.
template <class Draw>
void check_wide_draws(std::uint64_t p) {
  const std::uint64_t mask = std::bit_ceil(p) - 1;
  testing::SeededValues random(p);
  std::vector<Draw> draws;
  for (const std::uint64_t low : {std::uint64_t{0}, p - 1, p, p + 1, mask, mask - 1}) {
    for (const std::uint64_t high : {std::uint64_t{0}, ~mask}) {
      draws.push_back(static_cast<Draw>((low & mask) | high));
    }
  }
  for (int i = 0; i < 500; ++i) draws.push_back(static_cast<Draw>(random.next()));
  std::vector<std::uint64_t> expected;
  for (const Draw draw : draws) {
    if ((draw & mask) < p) expected.push_back(draw & mask);
  }
  std::vector<std::uint64_t> out(draws.size());
  out.resize(keep_uniform(out.data(), std::as_bytes(std::span(draws)), p));
  ASSERT_EQ(out, expected) << p;
}

TEST(KeepUniform, MasksAndRejectsWideDraws) {
  static_assert(std::endian::native == std::endian::little, "the test writes draws as words");
  for (const std::uint64_t p : {65537ULL, 1073479681ULL, (1ULL << 32) - 5, 1ULL << 32}) {
    check_wide_draws<std::uint32_t>(p);
  }
  for (const std::uint64_t p :
       {(1ULL << 32) + 15, 1ULL << 50, (1ULL << 50) - 27, (1ULL << 50) + 7, (1ULL << 62) - 57}) {
    check_wide_draws<std::uint64_t>(p);
  }
}

TEST(BinomialDraws, TakeTwoFourOrEightBytes) {
  for (unsigned eta = 1; eta <= 32; ++eta) {
    EXPECT_EQ(binomial_draw_bytes(eta), eta <= 8 ? 2U : eta <= 16 ? 4U : 8U) << eta;
  }
}

std::uint64_t binomial_coefficient(unsigned n, unsigned k) {
  std::uint64_t value = 1;
  for (unsigned i = 0; i < k; ++i) value = value * (n - i) / (i + 1);
  return value;
}

// The value v of 2 eta fair bits occurs C(2 eta, eta + v) times among all 2^(2 eta) of them.
TEST(CenteredBinomial, HasExactlyTheBinomialCountsOverAllDraws) {
  const auto bytes = all_pairs_of_bytes();
  for (unsigned eta = 1; eta <= 8; ++eta) {
    std::vector<std::int8_t> out(65536);
    centered_binomial(out, bytes, eta);
    std::map<int, std::uint64_t> counts;
    for (const std::int8_t value : out) ++counts[value];
    const auto signed_eta = static_cast<int>(eta);
    for (int v = -signed_eta; v <= signed_eta; ++v) {
      const auto k = static_cast<unsigned>(signed_eta + v);
      ASSERT_EQ(counts[v], binomial_coefficient(2 * eta, k) << (16 - 2 * eta)) << eta << " " << v;
    }
    ASSERT_EQ(counts.size(), 2 * eta + 1);
  }
}

TEST(CenteredBinomial, IsTheDifferenceOfTwoCountsOfOnesForEveryEta) {
  testing::SeededValues random(8);
  SCOPED_TRACE(random.label());
  for (unsigned eta = 1; eta <= 32; ++eta) {
    const std::size_t size = binomial_draw_bytes(eta);
    std::vector<std::byte> bytes(1000 * size);
    for (std::byte& byte : bytes) byte = random.byte();
    // All ones and all zeros among them.
    std::fill_n(bytes.begin(), size, std::byte{255});
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(size), size, std::byte{0});
    std::vector<std::int8_t> out(1000);
    centered_binomial(out, bytes, eta);
    for (std::size_t i = 0; i < out.size(); ++i) {
      int expected = 0;
      for (unsigned bit = 0; bit < 2 * eta; ++bit) {
        const auto byte = std::to_integer<unsigned>(bytes[i * size + bit / 8]);
        const int one = static_cast<int>(byte >> (bit % 8) & 1);
        expected += bit < eta ? one : -one;
      }
      ASSERT_EQ(out[i], expected) << "eta " << eta << ", draw " << i;
    }
  }
}

TEST(KeepTernary, HasEveryValueEquallyOftenOverAllBytes) {
  std::array<std::byte, 256> bytes;
  for (unsigned i = 0; i < 256; ++i) bytes[i] = static_cast<std::byte>(i);
  std::vector<std::int8_t> out(5 * 256, 77);
  const std::size_t count = keep_ternary(out, bytes);
  ASSERT_EQ(count, 5U * 243);
  out.resize(count);
  std::array<std::array<int, 3>, 5> counts{};
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_GE(out[i], -1);
    ASSERT_LE(out[i], 1);
    ++counts[i % 5][static_cast<std::size_t>(out[i] + 1)];
    // The digits of the byte to the base 3, least significant first, less one.
    unsigned digit = static_cast<unsigned>(i / 5);
    for (std::size_t k = 0; k < i % 5; ++k) digit /= 3;
    ASSERT_EQ(out[i], static_cast<int>(digit % 3) - 1) << i;
  }
  for (const auto& place : counts) {
    for (const int times : place) EXPECT_EQ(times, 81);
  }
}

TEST(KeepTernary, StopsWhenTheOutputIsFull) {
  const std::vector<std::byte> bytes(200, std::byte{0});
  for (std::size_t size = 0; size < 20; ++size) {
    std::vector<std::int8_t> out(size + 1, 77);
    EXPECT_EQ(keep_ternary(std::span(out).first(size), bytes), size);
    EXPECT_EQ(out[size], 77) << "wrote past the end";
  }
}

TEST(KeepTernary, WritesNothingForBytesThatAreDropped) {
  const std::vector<std::byte> bytes{std::byte{243}, std::byte{255}, std::byte{250}};
  std::vector<std::int8_t> out(15, 77);
  EXPECT_EQ(keep_ternary(out, bytes), 0U);
}

}  // namespace
}  // namespace lath::kernels
