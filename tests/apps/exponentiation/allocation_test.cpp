// SPDX-License-Identifier: Apache-2.0
//
// Exponentiations where memory or randomness fails, once at each place: everything stays as it was,
// and both sides start again. It replaces the allocation operators and a function of OpenSSL, so it
// is a program of its own.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "apps/exponentiation/protocol.hpp"
#include "base/failing_places.hpp"
#include "base/seeded_values.hpp"

namespace lath::testing {
namespace {

// The number of failures of an action that is looked at afterwards: at each of every `step` places,
// or at each place if LATH_TEST_FULL is set.
template <class Action>
std::size_t failures_of(std::atomic<std::int64_t>& countdown, const Action& action,
                        std::int64_t step = 1) {
  static const bool is_full = std::getenv("LATH_TEST_FULL") != nullptr;
  return expect_survived(countdown, action, [] {}, is_full ? 1 : step);
}

TEST(ExponentiationAllocations, ThatFailLeaveBothSidesAsTheyWere) {
  SeededValues values(6);
  SCOPED_TRACE(values.label());
  const Natural modulus = odd_modulus(values, 64);
  const apps::ExponentiationOptions options{
      .window_bits = 1, .windows_a_product = 2, .degree = 16, .exponent_bits = 4};
  ExponentiationPair pair(modulus, options);
  Generator& generator = pair.generator;
  const he::WideValues bases = pair.bases(values);
  const std::vector<std::uint64_t> exponent{11};
  const auto client = [&] {
    return apps::ExponentiationClient::create_insecure(modulus, generator, options);
  };
  // New objects take memory in 9,000 places.
  EXPECT_GE(failures_of(left, [&] { (void)client(); }, 401), 4U);
  EXPECT_GE(failures_of(left, [&] { apps::ExponentiationServer another(pair.setup); }, 401), 4U);
  EXPECT_GE(failures_of(left, [&] { (void)pair.client.setup(generator); }, 5), 10U);
  EXPECT_GE(failures_of(left_of_ciphers, [&] { (void)pair.client.setup(generator); }), 1U);

  // A query that fails leaves the batch before as it was.
  const Buffer<std::byte> first = pair.client.query(exponent, generator);
  pair.server.load(first);
  for (const auto& answer : pair.answers(bases, 0, 2)) pair.client.take(answer);
  for (auto* countdown : {&left, &left_of_ciphers}) {
    std::optional<Buffer<std::byte>> query;
    const auto ask = [&] {
      expect_powers_of(bases, exponent, modulus, pair.client.results());
      query = pair.client.query(exponent, generator);
    };
    EXPECT_GE(failures_of(*countdown, ask), 1U);
    // A server without memory has the exponent before, and takes the new one later.
    EXPECT_GE(failures_of(left, [&] { pair.server.load(*query); }), 3U);
    std::vector<Buffer<std::byte>> answers;
    EXPECT_GE(failures_of(
                  left,
                  [&] {
                    answers.clear();
                    answers = pair.answers(bases, 0, 2);
                  },
                  7),
              10U);
    // Each answer is taken once, whatever failed before.
    for (const auto& answer : answers) {
      const std::size_t taken = pair.client.taken();
      EXPECT_GE(failures_of(left,
                            [&] {
                              EXPECT_EQ(pair.client.taken(), taken);
                              pair.client.take(answer);
                            }),
                2U);
    }
    EXPECT_GE(failures_of(left, [&] { (void)pair.client.results(); }), 1U);
    expect_powers_of(bases, exponent, modulus, pair.client.results());
  }
  // And what is saved is whole.
  std::optional<Buffer<std::byte, Secret>> saved;
  EXPECT_GE(failures_of(left, [&] { saved = pair.client.save(); }), 2U);
  std::optional<apps::ExponentiationClient> restored;
  EXPECT_GE(
      failures_of(left, [&] { restored = apps::ExponentiationClient::restore(*saved); }, 7), 10U);
  expect_powers_of(bases, exponent, modulus, restored->results());
}

}  // namespace
}  // namespace lath::testing
