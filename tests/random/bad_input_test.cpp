// SPDX-License-Identifier: Apache-2.0
//
// Bad input to generators and samplers, one by one: what every error says, and that the vectors and
// the streams are as they were.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/bad_input.hpp"
#include "lath/random/samplers.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::BadInput;
using testing::expect_refused;

constexpr auto kInvalid = ErrorCode::invalid_argument;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Generator zero_seeded(const char* name) { return Generator::from_seed(Seed(), name); }

std::vector<std::byte> next_bytes(Generator& generator) {
  std::vector<std::byte> bytes(40);
  generator.fill(bytes);
  return bytes;
}

TEST(BadInput, OfDistributions) {
  const auto sigma = [](const char* name, double value, const char* found) {
    return BadInput{name,
                    [=] { (void)DiscreteGaussian::create(value); },
                    kInvalid,
                    std::string("sigma ") + found,
                    "from 2^-16 to 2^12",
                    "choose a sigma in this range"};
  };
  const auto center = [](const char* name, double value, const char* found) {
    return BadInput{name,
                    [=] { (void)DiscreteGaussian::create(3.2, value); },
                    kInvalid,
                    std::string("around ") + found,
                    "from -2^52 to 2^52",
                    "sample around its fraction"};
  };
  const auto density = [](const char* name, double value, const char* found) {
    return BadInput{name,          [=] { (void)Density::of(value); },
                    kInvalid,      std::string("density of ") + found,
                    "from 0 to 1", "share of coefficients"};
  };
  expect_refused({
      sigma("zero", 0.0, "0"),
      sigma("negative zero", -0.0, "-0"),
      sigma("negative", -3.2, "-3.2"),
      sigma("tiny", 1e-300, "1e-300"),
      sigma("just too small", 0x1p-17, "7.62939453125e-06"),
      sigma("just too large", 4096.5, "4096.5"),
      sigma("huge", 1e300, "1e+300"),
      sigma("infinite", kInfinity, "inf"),
      sigma("no number", kNan, "nan"),
      center("huge", 1e300, "1e+300"),
      center("infinite", -kInfinity, "-inf"),
      center("no number", kNan, "nan"),
      density("negative", -0.5, "-0.5"),
      density("hardly negative", -1e-320, "-1e-320"),
      density("above 1", 1.0000001, "1.0000001"),
      density("infinite", kInfinity, "inf"),
      density("no number", kNan, "nan"),
      {"ratio above 1", [] { (void)Density::of_ratio(3, 2); }, kInvalid, "3 / 2", "from 0 to 1",
       "share"},
      {"ratio to zero", [] { (void)Density::of_ratio(1, 0); }, kInvalid, "1 / 0", "from 0 to 1",
       "share"},
      {"cipher", [] { (void)cipher_of_name("salsa20"); }, kInvalid, "cipher \"salsa20\"",
       "aes-256-ctr or chacha20", "use aes-256-ctr"},
      {"no cipher", [] { (void)cipher_of_name(""); }, kInvalid, "cipher \"\"",
       "aes-256-ctr or chacha20", "use aes-256-ctr"},
  });
}

TEST(BadInput, OfSamplersOverVectors) {
  auto generator = zero_seeded("vectors");
  auto expected = zero_seeded("vectors");
  const std::vector<std::int8_t> small(8, 42);
  const std::vector<std::int64_t> wide(8, 42);
  const std::vector<std::uint16_t> words(8, 42);
  auto small_out = small;
  auto wide_out = wide;
  auto words_out = words;
  const auto uniform = [&](std::uint64_t p) {
    return [&, p] { sample_uniform(std::span(words_out), p, generator); };
  };
  const auto bounded = [&](std::int64_t least, std::int64_t greatest) {
    return [&, least, greatest] { sample_bounded(wide_out, least, greatest, generator); };
  };
  const std::string modulus = "modulus from 2 to 2^62 - 1", interval = "1 to 2^62 - 1 integers";
  expect_refused(
      {
          {"modulus 0", uniform(0), kInvalid, "modulo 0", modulus, "wider word"},
          {"modulus 1", uniform(1), kInvalid, "modulo 1", modulus, "wider word"},
          {"modulus wider than the word", uniform(65537), kInvalid, "modulo 65537",
           "word of 16 bits", "smaller modulus"},
          {"modulus 2^62", uniform(std::uint64_t{1} << 62), kInvalid, "modulo 4611686018427387904",
           modulus, "smaller modulus"},
          {"eta 0", [&] { sample_centered_binomial(small_out, 0, generator); }, kInvalid, "eta = 0",
           "1 to 32", "choose eta"},
          {"eta 33", [&] { sample_centered_binomial(small_out, 33, generator); }, kInvalid,
           "eta = 33", "1 to 32", "choose eta"},
          {"empty interval", bounded(1, -1), kInvalid, "from 1 to -1", interval, "least"},
          {"interval too wide", bounded(std::numeric_limits<std::int64_t>::min(), 0), kInvalid,
           "from -9223372036854775808 to 0", interval, "narrower"},
          {"weight above the size", [&] { sample_fixed_weight(small_out, 9, generator); }, kInvalid,
           "weight of 9 for 8 coefficients", "at most the number", "smaller weight"},
          {"huge weight", [&] { sample_fixed_weight(small_out, ~std::size_t{0}, generator); },
           kInvalid, "weight of 18446744073709551615", "at most the number", "smaller weight"},
      },
      [&] { EXPECT_TRUE(small_out == small && wide_out == wide && words_out == words); });
  EXPECT_EQ(next_bytes(generator), next_bytes(expected)) << "the stream was used";
}

TEST(BadInput, OfSamplersOfPolynomials) {
  auto generator = zero_seeded("polynomials");
  auto expected = zero_seeded("polynomials");
  const auto ring = testing::ring_of(16, 2);
  expect_refused({
      {"weight above the degree", [&] { (void)fixed_weight(ring, 17, generator); }, kInvalid,
       "weight of 17 for 16 coefficients", "at most the number", "larger degree"},
      {"eta 0", [&] { (void)centered_binomial(ring, 0, generator); }, kInvalid, "eta = 0",
       "1 to 32", "choose eta"},
      {"empty interval", [&] { (void)bounded(ring, 0, -1, generator); }, kInvalid, "from 0 to -1",
       "1 to 2^62 - 1 integers", "least"},
      {"no density", [&] { (void)ternary(ring, Density::of(kNan), generator); }, kInvalid, "nan",
       "from 0 to 1", "share"},
      {"sigma 0", [&] { (void)discrete_gaussian(ring, DiscreteGaussian::create(0), generator); },
       kInvalid, "sigma 0", "from 2^-16 to 2^12", "choose a sigma"},
      {"too few coefficients",
       [&] { (void)polynomial_of(ring, Buffer<std::int8_t, Secret>(15), 1); }, ErrorCode::mismatch,
       "15 integers for 16 residues", "as many integers", "fill up"},
      {"too many coefficients",
       [&] { (void)polynomial_of(ring, Buffer<std::int64_t, Secret>(17), 1); }, ErrorCode::mismatch,
       "17 integers for 16 residues", "as many integers", "of that degree"},
  });
  EXPECT_EQ(next_bytes(generator), next_bytes(expected)) << "the stream was used";
}

// NOLINTBEGIN(bugprone-use-after-move,clang-analyzer-cplusplus.Move): they are the test
TEST(BadInput, OfGeneratorsThatWereMovedFrom) {
  auto generator = zero_seeded("moved");
  auto taken = std::move(generator);
  std::vector<std::byte> bytes(40, std::byte{42});
  const auto ring = testing::ring_of(16, 2);
  const auto operation = [&](const char* name, std::function<void()> call) {
    return BadInput{name,     std::move(call), kInvalid, "a generator that was moved from",
                    "stream", "by reference"};
  };
  expect_refused({
      operation("fill", [&] { generator.fill(bytes); }),
      operation("seed", [&] { (void)generator.seed(); }),
      operation("split", [&] { (void)generator.split("name"); }),
      operation("uniform", [&] { (void)uniform<Eval>(ring, generator); }),
      operation("ternary", [&] { (void)ternary(ring, generator); }),
  });
  EXPECT_EQ(bytes, std::vector<std::byte>(40)) << "a failed fill() leaves zeros";
  generator = std::move(taken);
  auto expected = zero_seeded("moved");
  EXPECT_EQ(next_bytes(generator), next_bytes(expected));
}
// NOLINTEND(bugprone-use-after-move,clang-analyzer-cplusplus.Move)

}  // namespace
}  // namespace lath
