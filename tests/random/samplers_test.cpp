// SPDX-License-Identifier: Apache-2.0
#include "lath/random/samplers.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/expect_error.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

// Around the batches in which samplers work, and none at all.
constexpr std::size_t kSizes[] = {0, 1, 2, 5, 6, 1023, 1024, 1025, 5119, 5120, 5121, 10000};

Generator generator_of(std::string_view name) {
  std::array<std::byte, 32> bytes;
  bytes.fill(std::byte{7});
  return Generator::from_seed(Seed(bytes), name);
}

std::uint64_t little_endian(Generator& generator, std::size_t size) {
  std::array<std::byte, 8> bytes{};
  generator.fill(std::span(bytes).first(size));
  std::uint64_t x = 0;
  for (std::size_t i = 0; i < size; ++i) x |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  return x;
}

// The documented semantics, one draw after the other.
std::vector<std::uint64_t> uniform_by_definition(std::size_t size, std::uint64_t p, Generator& g) {
  const int bits = static_cast<int>(std::bit_width(p - 1));
  const std::size_t bytes = bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
  std::vector<std::uint64_t> values;
  while (values.size() < size) {
    const std::uint64_t x = little_endian(g, bytes) % (std::uint64_t{1} << bits);
    if (x < p) values.push_back(x);
  }
  return values;
}

std::vector<std::int8_t> binomial_by_definition(std::size_t size, unsigned eta, Generator& g) {
  std::vector<std::int8_t> values;
  while (values.size() < size) {
    const std::uint64_t x = little_endian(g, eta <= 8 ? 2 : eta <= 16 ? 4 : 8);
    int value = 0;
    for (unsigned i = 0; i < eta; ++i) {
      value += static_cast<int>(x >> i & 1) - static_cast<int>(x >> (eta + i) & 1);
    }
    values.push_back(static_cast<std::int8_t>(value));
  }
  return values;
}

std::vector<std::int8_t> ternary_by_definition(std::size_t size, Generator& g) {
  std::vector<std::int8_t> values;
  while (values.size() < size) {
    std::uint64_t digits = little_endian(g, 1);
    if (digits >= 243) continue;
    for (int i = 0; i < 5 && values.size() < size; ++i, digits /= 3) {
      values.push_back(static_cast<std::int8_t>(static_cast<int>(digits % 3) - 1));
    }
  }
  return values;
}

// Both generators must have given out the same number of bytes.
void expect_same_position(Generator& a, Generator& b) {
  ASSERT_EQ(little_endian(a, 8), little_endian(b, 8)) << "the streams were used differently";
}

template <class Word>
void check_uniform(std::uint64_t p) {
  for (const std::size_t size : kSizes) {
    SCOPED_TRACE("p = " + std::to_string(p) + ", size " + std::to_string(size));
    auto ours = generator_of("uniform"), theirs = generator_of("uniform");
    std::vector<Word> values(size);
    sample_uniform(std::span(values), p, ours);
    const auto expected = uniform_by_definition(size, p, theirs);
    ASSERT_EQ(std::vector<std::uint64_t>(values.begin(), values.end()), expected);
    expect_same_position(ours, theirs);
  }
}

TEST(SampleUniform, FollowsTheDocumentedStream) {
  for (const std::uint64_t p : {2U, 3U, 257U, 7681U, 12289U, 16381U, 65535U, 65536U}) {
    check_uniform<std::uint16_t>(p);
    check_uniform<std::uint64_t>(p);
  }
  for (const std::uint64_t p : {65537ULL, 1073479681ULL, 1ULL << 32}) {
    check_uniform<std::uint32_t>(p);
    check_uniform<std::uint64_t>(p);
  }
  for (const std::uint64_t p : {(1ULL << 32) + 1, (1ULL << 50) - 27, (1ULL << 62) - 57}) {
    check_uniform<std::uint64_t>(p);
  }
}

TEST(SampleCenteredBinomial, FollowsTheDocumentedStream) {
  for (const unsigned eta : {1U, 2U, 3U, 7U, 8U, 9U, 16U, 17U, 21U, 32U}) {
    for (const std::size_t size : kSizes) {
      SCOPED_TRACE("eta " + std::to_string(eta) + ", size " + std::to_string(size));
      auto ours = generator_of("binomial"), theirs = generator_of("binomial");
      std::vector<std::int8_t> values(size);
      sample_centered_binomial(values, eta, ours);
      ASSERT_EQ(values, binomial_by_definition(size, eta, theirs));
      expect_same_position(ours, theirs);
    }
  }
}

TEST(SampleTernary, FollowsTheDocumentedStream) {
  for (const std::size_t size : kSizes) {
    SCOPED_TRACE("size " + std::to_string(size));
    auto ours = generator_of("ternary"), theirs = generator_of("ternary");
    std::vector<std::int8_t> values(size);
    sample_ternary(values, ours);
    ASSERT_EQ(values, ternary_by_definition(size, theirs));
    expect_same_position(ours, theirs);
  }
}

template <class Word>
void refuses(std::uint64_t p) {
  auto generator = generator_of("errors");
  std::vector<Word> values(8, 42);
  testing::expect_error([&] { sample_uniform(std::span(values), p, generator); },
                        ErrorCode::invalid_argument,
                        {"modulo " + std::to_string(p), "from 2 to 2^62 - 1", "wider word"});
  EXPECT_EQ(values, std::vector<Word>(8, 42));
}

TEST(SampleUniform, RefusesModuliThatAreTooSmallOrTooLarge) {
  refuses<std::uint16_t>(0);
  refuses<std::uint32_t>(1);
  refuses<std::uint64_t>(1);
  refuses<std::uint16_t>(65537);
  refuses<std::uint32_t>((std::uint64_t{1} << 32) + 1);
  refuses<std::uint64_t>(std::uint64_t{1} << 62);
  refuses<std::uint64_t>(~std::uint64_t{0});
}

TEST(SampleCenteredBinomial, RefusesOtherEta) {
  auto generator = generator_of("errors");
  std::vector<std::int8_t> values(8, 42);
  for (const unsigned eta : {0U, 33U, 1000U, ~0U}) {
    testing::expect_error([&] { sample_centered_binomial(values, eta, generator); },
                          ErrorCode::invalid_argument,
                          {"eta = " + std::to_string(eta), "1 to 32", "sqrt(eta / 2)"});
  }
  EXPECT_EQ(values, std::vector<std::int8_t>(8, 42));
}

// The residues of limb i are drawn for its modulus, limb after limb.
TEST(UniformPolynomials, AreTheResiduesOfEveryLimb) {
  const auto ring = testing::ring_of(64, 3);
  auto ours = generator_of("poly"), theirs = generator_of("poly");
  const auto a = uniform<Eval>(ring, ours);
  for (std::size_t limb = 0; limb < 3; ++limb) {
    const auto expected = uniform_by_definition(64, ring.modulus(limb).value(), theirs);
    ASSERT_EQ(std::vector<std::uint64_t>(a.limb(limb).begin(), a.limb(limb).end()), expected);
  }
}

// One small integer per coefficient, the same in every limb.
template <class Draws>
void expect_integers(const Poly<DynamicRing, Coeff, Secret>& a, const Draws& integers) {
  const auto known = declassify(a);
  for (std::size_t limb = 0; limb < known.ring().limbs(); ++limb) {
    const auto p = static_cast<std::int64_t>(known.ring().modulus(limb).value());
    for (std::size_t i = 0; i < integers.size(); ++i) {
      ASSERT_EQ(known.limb(limb)[i], static_cast<std::uint64_t>((integers[i] + p) % p));
    }
  }
}

TEST(NoisePolynomials, HaveOneIntegerPerCoefficientInAllLimbs) {
  const auto ring = testing::ring_of(64, 3);
  auto ours = generator_of("noise"), theirs = generator_of("noise");
  const auto binomial = centered_binomial(ring, 8, ours);
  expect_integers(binomial, binomial_by_definition(64, 8, theirs));
  const auto signs = ternary(ring, ours);
  expect_integers(signs, ternary_by_definition(64, theirs));
}

}  // namespace
}  // namespace lath
