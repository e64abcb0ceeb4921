// SPDX-License-Identifier: Apache-2.0
//
// Exponentiations from end to end at small, insecure sizes: only bytes go from side to side, and
// every slot is compared with a power by OpenSSL.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "apps/exponentiation/plan.hpp"
#include "apps/exponentiation/protocol.hpp"
#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/debug.hpp"

namespace lath::testing {
namespace {

TEST(Exponentiations, AreRightForEveryWindowAndGroup) {
  SeededValues values(1);
  SCOPED_TRACE(values.label());
  for (const unsigned window : {1U, 2U, 3U, 5U}) {
    for (const unsigned factors : {1U, 2U, 3U}) {
      SCOPED_TRACE(std::to_string(window) + " bits, " + std::to_string(factors) + " windows");
      const Natural modulus = odd_modulus(values, 96);
      ExponentiationPair pair(modulus, apps::ExponentiationOptions{.window_bits = window,
                                                                   .windows_a_product = factors,
                                                                   .degree = 128,
                                                                   .exponent_bits = 12});
      const he::WideValues bases = pair.bases(values);
      const std::vector<std::uint64_t> exponent{values.below(1 << 12)};
      pair.expect_powers(bases, exponent);
    }
  }
}

TEST(Exponentiations, OfRsa512AreRightInEverySlot) {
  SeededValues values(512);
  SCOPED_TRACE(values.label());
  const Natural modulus = odd_modulus(values, 512);
  ExponentiationPair pair(modulus, {.window_bits = 2, .windows_a_product = 2, .degree = 1024});
  EXPECT_EQ(pair.client.sizes().windows, 256);
  std::vector<std::uint64_t> exponent(8);
  for (std::uint64_t& word : exponent) word = values.next();
  pair.expect_powers(pair.bases(values), exponent);
}

// A plan of the tests, with the secret key that a client saves.
struct OpenedPair {
  apps::ExponentiationRequest request;
  ExponentiationPair pair{request.modulus, request.options};
  apps::ExponentiationPlan plan{request, apps::shape_of(request)};

  [[nodiscard]] he::SecretKey secret() const {
    const Buffer<std::byte, Secret> saved = pair.client.save();
    std::uint64_t open = 0;
    for (std::size_t i = 8; i-- > 0;) {
      open = open << 8 | std::to_integer<std::uint64_t>(saved[i]);
    }
    return he::secret_key_from_bytes(
        plan.numbers, saved.span().subspan(8 + open, he::secret_key_bytes(plan.numbers)));
  }
};

// The object in an answer begins behind the header, the exponent's number and its own size.
constexpr std::size_t kObject = 40 + 16;

TEST(Exponentiations, HaveTheNoiseThatTheClientComputes) {
  SeededValues values(7);
  SCOPED_TRACE(values.label());
  for (const bool for_release : {false, true}) {
    OpenedPair opened{{.modulus = odd_modulus(values, 96),
                       .options = {.window_bits = 3,
                                   .windows_a_product = 2,
                                   .degree = 64,
                                   .exponent_bits = 12,
                                   .for_release = for_release},
                       .insecure = true}};
    ExponentiationPair& pair = opened.pair;
    pair.server.load(pair.client.query(std::vector<std::uint64_t>{2345}, pair.generator));
    const he::WideValues bases = pair.bases(values);
    const std::size_t moduli = pair.client.sizes().moduli;
    auto answers = pair.answers(bases, 0, 2);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const he::bgv::Parameters parameters = opened.plan.part(i % moduli).parameters();
      const auto product =
          he::bgv::product_from_bytes(parameters, answers[i].span().subspan(kObject));
      const he::NoiseBound own = opened.plan.noise(parameters);
      EXPECT_NEAR(product.noise().log2_stated_deviation(), own.log2_stated_deviation(), 1e-6);
      EXPECT_EQ(product.scale_factor(), Natural(opened.plan.scale_factor(parameters)));
      EXPECT_LE(he::debug::log2_noise(parameters, opened.secret(), product), own.log2_bound());
      EXPECT_GE(own.budget_bits(), for_release ? 64 + 6 + 2 : 0);
      // Whatever noise an answer claims: the client believes its own bound.
      std::ranges::fill(answers[i].span().subspan(kObject + 56 + 8 + 6, 1), std::byte{0x14});
      if (for_release && i == 0) {
        expect_error([&] { pair.client.take(answers[i]); }, ErrorCode::invalid_argument,
                     {"generator"});
      }
      pair.client.take(answers[i], &pair.generator);
    }
    expect_powers_of(bases, std::vector<std::uint64_t>{2345}, pair.modulus, pair.client.results());
  }
}

}  // namespace
}  // namespace lath::testing
