// SPDX-License-Identifier: Apache-2.0
//
// Sizes so large that a product or a sum of them wraps around in 64 bits are refused as others are.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "base/bad_input.hpp"
#include "base/expect_error.hpp"
#include "lath/pke/lwe.hpp"
#include "lath/pke/mlwe.hpp"
#include "lath/pke/rlwe.hpp"
#include "lath/ring/prime_ring.hpp"

namespace lath {
namespace {

constexpr auto kInvalid = ErrorCode::invalid_argument;
constexpr std::size_t kLargest = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kTop = std::size_t{1} << 63;

// Twice 2^63 is 0, which nothing is divided by.
TEST(WrappingSizes, OfRingsAreRefused) {
  const auto refused = [](std::size_t degree, const auto& create) {
    SCOPED_TRACE(degree);
    testing::expect_error(create, kInvalid, {std::to_string(degree), "power of two"});
  };
  for (int bit = 21; bit < 64; ++bit) {
    const std::size_t degree = std::size_t{1} << bit;
    refused(degree, [=] { (void)PrimeRing<std::uint16_t>::create(degree, 12289); });
    refused(degree, [=] { (void)ModuleRing::create(degree, 7681); });
    auto ring = rlwe::recommended_parameters();
    ring.degree = degree;
    refused(degree, [=] { (void)rlwe::Scheme::create(ring); });
    refused(degree, [=] { (void)rlwe::Scheme::create_insecure(ring); });
    auto module = mlwe::recommended_parameters();
    module.degree = degree;
    refused(degree, [=] { (void)mlwe::Scheme::create(module); });
    refused(degree, [=] { (void)mlwe::Scheme::create_insecure(module); });
  }
}

TEST(WrappingSizes, OfMatricesAreRefused) {
  using Matrix = lwe::Matrix<std::uint32_t>;
  testing::expect_refused({
      {"0", [] { (void)Matrix(kTop, 2); }, kInvalid, "9223372036854775808 x 2 entries", "2^64",
       "smaller"},
      {"1", [] { (void)Matrix(kLargest, kLargest); }, kInvalid, "entries", "2^64", "smaller"},
  });
  const Matrix none(0, kLargest);
  EXPECT_EQ(none.words().size(), 0U);
}

TEST(WrappingSizes, OfSchemesAreRefused) {
  using L = lwe::Parameters;
  using M = mlwe::Parameters;
  const auto lwe = [](auto change) {
    L parameters = lwe::recommended_parameters();
    change(parameters);
    return parameters;
  };
  const auto mlwe = [](auto change) {
    M parameters = mlwe::recommended_parameters();
    change(parameters);
    return parameters;
  };
  const L rows = lwe([](L& p) { p.rows = kLargest, p.columns = 1; });
  const L columns = lwe([](L& p) { p.columns = kLargest; });
  const L message = lwe([](L& p) { p.message_rows = p.message_columns = std::size_t{1} << 32; });
  const M ranks = mlwe([](M& p) { p.rows = p.columns = kTop; });
  const M products = mlwe([](M& p) { p.rows = p.columns = kTop / 256; });
  testing::expect_refused({
      // The parameters by themselves: their errors name them.
      {"0", [=] { (void)lwe::Scheme::create(rows); }, kInvalid, "rows", "1 to 4096", "set"},
      {"1", [=] { (void)lwe::Scheme::create_insecure(columns); }, kInvalid, "columns", "1 to", ""},
      {"2", [=] { (void)lwe::Scheme::create(message); }, kInvalid, "message_rows", "1 to", "set"},
      {"3", [=] { (void)mlwe::Scheme::create(ranks); }, kInvalid, "rows", "1 to 4096", "set"},
      {"4", [=] { (void)mlwe::Scheme::create_insecure(products); }, kInvalid, "rows", "1 to", ""},
      // What is computed from them.
      {"5", [=] { (void)lwe_instance(columns); }, kInvalid, "samples", "2^64", "smaller"},
      {"6", [=] { (void)decryption_noise(rows); }, kInvalid, "products", "2^64", "smaller"},
      {"7", [=] { (void)failure_bound(message); }, kInvalid, "coefficients", "2^64", "smaller"},
      {"8", [=] { (void)lwe_instance(ranks); }, kInvalid, "dimension", "2^64", "smaller"},
      {"9", [=] { (void)failure_bound(products); }, kInvalid, "products", "2^64", "smaller"},
      {"10", [=] { (void)failure_probability(ranks); }, kInvalid, "products", "2^64", "smaller"},
  });
  auto ring = rlwe::recommended_parameters();
  ring.degree = kTop;
  auto long_message = rlwe::recommended_parameters();
  long_message.message_bytes = kTop / 4;
  testing::expect_refused({
      {"11", [=] { (void)failure_bound(ring); }, kInvalid, "products", "2^64", "smaller"},
      {"12", [=] { (void)lwe_instance(long_message); }, kInvalid, "samples", "2^64", ""},
      {"13", [=] { (void)failure_bound(long_message); }, kInvalid, "coefficients", "2^64", ""},
      {"14", [=] { (void)rlwe::Scheme::create(long_message); }, kInvalid, "bytes", "1 to 128", ""},
  });
}

// Moduli that are no signed word, and coefficients that no message has.
TEST(WrappingSizes, OfFailureProbabilitiesAreRefused) {
  const DecryptionNoise uniform{10, 2, 7681, 3, 1};
  const BinomialDecryptionNoise binomial{10, 2, 7681, 1};
  DecryptionNoise large = uniform;
  (void)failure_probability(uniform, 2);
  (void)failure_probability(binomial, 1);
  large.modulus = (std::uint64_t{1} << 62) - 1;
  (void)failure_bound(large);
  const auto of_modulus = [&](std::uint64_t q) {
    DecryptionNoise noise = uniform;
    noise.modulus = q;
    return noise;
  };
  for (const std::uint64_t q : {std::uint64_t{1} << 62, std::uint64_t{kTop}, UINT64_MAX}) {
    const DecryptionNoise noise = of_modulus(q);
    testing::expect_refused({
        {"bound", [=] { (void)failure_bound(noise); }, kInvalid, std::to_string(q), "2^62", ""},
        {"all", [=] { (void)failure_probability(noise); }, kInvalid, std::to_string(q), "2^62", ""},
        {"worst", [=] { (void)worst_case_noise(noise); }, kInvalid, std::to_string(q), "2^62", ""},
    });
  }
  testing::expect_refused({
      {"m", [=] { (void)failure_probability(uniform, 3); }, kInvalid, "3", "below 3", ""},
      {"large m", [=] { (void)failure_probability(uniform, kTop); }, kInvalid, "92", "below 3", ""},
      {"bit", [=] { (void)failure_probability(binomial, 2); }, kInvalid, "2", "below 2", ""},
  });
}

}  // namespace
}  // namespace lath
