// SPDX-License-Identifier: Apache-2.0
#include "random/rejection.hpp"
#include "random/small_noise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/isas.hpp"
#include "base/seeded_values.hpp"

namespace lath::detail {
namespace {

// Every entry on every instruction set that this CPU has.
class OnEveryIsa : public ::testing::TestWithParam<Isa> {};
class RejectUniform : public OnEveryIsa {};
class CenteredBinomial : public OnEveryIsa {};
class RejectTernary : public OnEveryIsa {};
class Zo : public OnEveryIsa {};

std::string name_of(const ::testing::TestParamInfo<Isa>& info) {
  return std::string(isa_name(info.param));
}

INSTANTIATE_TEST_SUITE_P(Sampling, RejectUniform, ::testing::ValuesIn(testing::isas({Isa::avx2})),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Sampling, CenteredBinomial,
                         ::testing::ValuesIn(testing::isas({Isa::avx2})), name_of);
INSTANTIATE_TEST_SUITE_P(Sampling, RejectTernary, ::testing::ValuesIn(testing::isas({Isa::avx2})),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Sampling, Zo, ::testing::ValuesIn(testing::isas({Isa::avx2})), name_of);

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
TEST_P(RejectUniform, KeepsEveryResidueEquallyOftenOverAllDraws) {
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
    out.resize(reject_uniform(GetParam(), out.data(), std::span(bytes), p));
    ASSERT_EQ(out, expected) << p;
  }
}

TEST_P(RejectUniform, GivesTheSameResiduesInEveryWord) {
  const auto bytes = all_pairs_of_bytes();
  std::vector<std::uint16_t> narrow(65536);
  std::vector<std::uint64_t> wide(65536);
  narrow.resize(reject_uniform(GetParam(), narrow.data(), std::span(bytes), 12289));
  wide.resize(reject_uniform(GetParam(), wide.data(), std::span(bytes), 12289));
  EXPECT_EQ(std::vector<std::uint64_t>(narrow.begin(), narrow.end()), wide);
}

// Draws of four and of eight bytes, around the ends of the range.
template <class Draw>
void check_wide_draws(Isa isa, std::uint64_t p) {
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
  out.resize(reject_uniform(isa, out.data(), std::as_bytes(std::span(draws)), p));
  ASSERT_EQ(out, expected) << p;
}

TEST_P(RejectUniform, MasksAndRejectsWideDraws) {
  static_assert(std::endian::native == std::endian::little, "the test writes draws as words");
  for (const std::uint64_t p : {65537ULL, 1073479681ULL, (1ULL << 32) - 5, 1ULL << 32}) {
    check_wide_draws<std::uint32_t>(GetParam(), p);
  }
  for (const std::uint64_t p :
       {(1ULL << 32) + 15, 1ULL << 50, (1ULL << 50) - 27, (1ULL << 50) + 7, (1ULL << 62) - 57}) {
    check_wide_draws<std::uint64_t>(GetParam(), p);
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
TEST_P(CenteredBinomial, HasExactlyTheBinomialCountsOverAllDraws) {
  const auto bytes = all_pairs_of_bytes();
  for (unsigned eta = 1; eta <= 8; ++eta) {
    std::vector<std::int8_t> out(65536);
    centered_binomial(GetParam(), out, bytes, eta);
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

TEST_P(CenteredBinomial, IsTheDifferenceOfTwoCountsOfOnesForEveryEta) {
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
    centered_binomial(GetParam(), out, bytes, eta);
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

TEST_P(RejectTernary, HasEveryValueEquallyOftenOverAllBytes) {
  std::array<std::byte, 256> bytes;
  for (unsigned i = 0; i < 256; ++i) bytes[i] = static_cast<std::byte>(i);
  std::vector<std::int8_t> out(5 * 256, 77);
  const std::size_t count = reject_ternary(GetParam(), out, bytes);
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

TEST_P(RejectTernary, StopsWhenTheOutputIsFull) {
  const std::vector<std::byte> bytes(200, std::byte{0});
  for (std::size_t size = 0; size < 20; ++size) {
    std::vector<std::int8_t> out(size + 1, 77);
    EXPECT_EQ(reject_ternary(GetParam(), std::span(out).first(size), bytes), size);
    EXPECT_EQ(out[size], 77) << "wrote past the end";
  }
}

TEST_P(RejectTernary, WritesNothingForBytesThatAreDropped) {
  const std::vector<std::byte> bytes{std::byte{243}, std::byte{255}, std::byte{250}};
  std::vector<std::int8_t> out(15, 77);
  EXPECT_EQ(reject_ternary(GetParam(), out, bytes), 0U);
}

// What the vectors read before they write must not be lost: draws that are judged where they stand.
TEST_P(RejectUniform, MayWriteOverItsDraws) {
  testing::SeededValues random(5);
  SCOPED_TRACE(random.label());
  for (const std::uint64_t p : {129U, 200U, 255U, 40000U, 65535U}) {
    std::vector<std::uint16_t> words(3000);
    for (auto& word : words) word = static_cast<std::uint16_t>(random.next());
    const std::vector<std::uint16_t> draws = words;
    std::vector<std::uint16_t> expected;
    for (const std::uint16_t draw : draws) {
      const auto x = static_cast<std::uint16_t>(draw & (std::bit_ceil(p) - 1));
      if (x < p) expected.push_back(x);
    }
    words.resize(reject_uniform(GetParam(), words.data(),
                                std::as_bytes(std::span<const std::uint16_t>(words)), p));
    ASSERT_EQ(words, expected) << p;
  }
}

TEST_P(RejectUniform, WritesNothingBehindTheRoomForItsDraws) {
  for (std::size_t size = 0; size < 600; size += 7) {
    const std::vector<std::byte> bytes(2 * size, std::byte{1});
    std::vector<std::uint16_t> narrow(size + 1, 4711);
    std::vector<std::uint64_t> wide(size + 1, 4711);
    ASSERT_EQ(reject_uniform(GetParam(), narrow.data(), std::span(bytes), 12289), size);
    ASSERT_EQ(reject_uniform(GetParam(), wide.data(), std::span(bytes), 12289), size);
    ASSERT_EQ(narrow[size], 4711);
    ASSERT_EQ(wide[size], 4711U);
  }
}

TEST(ZoDraws, TakeTheFewestBytesThatHoldTheShare) {
  constexpr std::uint64_t kOne = 1;
  EXPECT_EQ(sparse_draw_bytes(0), 1U);
  EXPECT_EQ(sparse_draw_bytes(kOne << 63), 1U);
  EXPECT_EQ(sparse_draw_bytes(kOne << 56), 1U);
  EXPECT_EQ(sparse_draw_bytes(kOne << 55), 2U);
  EXPECT_EQ(sparse_draw_bytes(kOne << 48), 2U);
  EXPECT_EQ(sparse_draw_bytes(kOne << 47), 4U);
  EXPECT_EQ(sparse_draw_bytes(kOne << 32), 4U);
  EXPECT_EQ(sparse_draw_bytes(kOne << 31), 8U);
  EXPECT_EQ(sparse_draw_bytes((kOne << 62) + 1), 8U);
}

// Over all draws of one or two bytes, exactly the share is 1, and exactly the same is -1.
TEST_P(Zo, HasExactlyTheShareOfEitherSignOverAllDraws) {
  std::vector<std::byte> single(256);
  for (unsigned i = 0; i < 256; ++i) single[i] = static_cast<std::byte>(i);
  const auto pairs = all_pairs_of_bytes();
  for (const auto& [draws, bits] : {std::pair(single, 8), std::pair(pairs, 16)}) {
    const std::size_t all = std::size_t{1} << bits;
    for (std::uint64_t s : {0U, 1U, 3U, 85U, 127U, 128U}) {
      if (bits == 16) s = 257 * s / 2 | 1;  // odd, so that no shorter draw would do
      std::vector<std::int8_t> out(all, 77);
      ASSERT_EQ(sparse_draw_bytes(s << (64 - bits)), draws.size() / all);
      sparse_ternary(GetParam(), out, draws, s << (64 - bits));
      ASSERT_EQ(static_cast<std::size_t>(std::count(out.begin(), out.end(), 1)), s);
      ASSERT_EQ(static_cast<std::size_t>(std::count(out.begin(), out.end(), -1)), s);
      ASSERT_EQ(static_cast<std::size_t>(std::count(out.begin(), out.end(), 0)), all - 2 * s);
    }
  }
}

// Draws of four and of eight bytes, around both ends of the zeros.
template <class Draw>
void check_wide_sparse_ternary(Isa isa, std::uint64_t share) {
  const auto s = static_cast<Draw>(share >> (64 - 8 * sizeof(Draw)));
  std::vector<Draw> draws = {0, s, static_cast<Draw>(s - 1), static_cast<Draw>(s + 1)};
  for (const Draw draw : std::vector<Draw>(draws)) draws.push_back(static_cast<Draw>(~draw));
  draws.insert(draws.end(), draws.begin(), draws.end());
  draws.push_back(static_cast<Draw>(~Draw{0} / 2));  // one more than whole vectors
  std::vector<std::int8_t> out(draws.size(), 77), expected;
  for (const Draw draw : draws) {
    const auto top = static_cast<Draw>(~draw);
    expected.push_back(static_cast<std::int8_t>(draw < s ? 1 : top < s ? -1 : 0));
  }
  sparse_ternary(isa, out, std::as_bytes(std::span(draws)), share);
  ASSERT_EQ(out, expected) << share;
}

TEST_P(Zo, ComparesWideDrawsExactly) {
  for (const std::uint64_t s : {1ULL, 65537ULL, 1ULL << 31, (1ULL << 31) - 1}) {
    if (sparse_draw_bytes(s << 32) == 4)
      check_wide_sparse_ternary<std::uint32_t>(GetParam(), s << 32);
  }
  for (const std::uint64_t s : {1ULL, (1ULL << 62) + 1, (1ULL << 63) - 1}) {
    check_wide_sparse_ternary<std::uint64_t>(GetParam(), s);
  }
}

// The same bytes give the same samples on scalars and on vectors, whatever their number.
TEST(InstructionSets, AgreeOnAllSamples) {
  if (detected_isa() == Isa::scalar) GTEST_SKIP() << "this CPU has one instruction set only";
  testing::SeededValues random(77);
  SCOPED_TRACE(random.label());
  for (int round = 0; round < 200; ++round) {
    const std::size_t size = random.next() % 3000;
    std::vector<std::byte> bytes(8 * size);
    for (std::byte& byte : bytes) byte = random.byte();
    const auto both = [&](auto out, const auto& sample) {
      out.assign(size, 0);
      auto other = out;
      out.resize(sample(Isa::scalar, out));
      other.resize(sample(testing::kFirstVectors, other));
      ASSERT_EQ(out, other) << "size " << size;
    };
    const std::span<const std::byte> draws(bytes);
    const std::uint64_t p = 2 + random.next() % ((std::uint64_t{1} << (2 + round % 61)) - 1);
    const auto uniform_bytes = draws.first(uniform_draw_bytes(p) * size);
    both(std::vector<std::uint64_t>(),
         [&](Isa isa, auto& out) { return reject_uniform(isa, out.data(), uniform_bytes, p); });
    if (p <= 65536) {
      both(std::vector<std::uint16_t>(),
           [&](Isa isa, auto& out) { return reject_uniform(isa, out.data(), uniform_bytes, p); });
    }
    const unsigned eta = 1 + static_cast<unsigned>(random.next() % 32);
    both(std::vector<std::int8_t>(), [&](Isa isa, auto& out) {
      centered_binomial(isa, out, draws.first(binomial_draw_bytes(eta) * size), eta);
      return size;
    });
    both(std::vector<std::int8_t>(), [&](Isa isa, auto& out) {
      return reject_ternary(isa, out, draws.first(std::min(draws.size(), (size + 4) / 5)));
    });
    const std::uint64_t share = random.next() >> 1;
    both(std::vector<std::int8_t>(), [&](Isa isa, auto& out) {
      sparse_ternary(isa, out, draws, share);
      return size;
    });
  }
}

}  // namespace
}  // namespace lath::detail
