// SPDX-License-Identifier: Apache-2.0
#include "he/encryption/fresh_room.hpp"

#include <cmath>
#include <string>

#include "he/noise/decryptable.hpp"
#include "lath/base/error.hpp"

namespace lath::he {
namespace {

// The least larger degree with room; 0 if there is none.
std::size_t degree_with_room(std::size_t degree,
                             const std::function<NoiseModel(std::size_t degree)>& at) {
  constexpr std::size_t kLargest = 65536;  // of the tables
  for (std::size_t larger = 2 * degree; larger <= kLargest; larger *= 2) {
    if (is_decryptable(at(larger).fresh())) return larger;
  }
  return 0;
}

}  // namespace

void require_fresh(const NoiseBound& noise) {
  if (is_decryptable(noise)) return;
  throw Error(
      ErrorCode::invalid_argument,
      "a fresh ciphertext with a noise of up to 2^" + std::to_string(noise.log2_bound()) +
          ", for a failure probability of 2^-128",
      "need less than 2^-1 for the right plaintext",
      "take parameters with a smaller plaintext modulus or a longer Q, which needs a larger "
      "degree where the security allows no longer one");
}

void require_room(const NoiseModel& model, double log2_t,
                  const std::function<NoiseModel(std::size_t degree)>& at) {
  if (is_decryptable(model.fresh())) return;
  const std::size_t degree = degree_with_room(model.degree(), at);
  throw Error(ErrorCode::invalid_argument,
              "a plaintext modulus of " + std::to_string(std::lround(std::floor(log2_t) + 1)) +
                  " bits at degree " + std::to_string(model.degree()) + ", where Q has " +
                  std::to_string(std::lround(model.log2_q(model.levels()))),
              "need room for the noise of an encryption in Q",
              degree != 0
                  ? "take degree " + std::to_string(degree) + " or a smaller plaintext modulus"
                  : "take a smaller plaintext modulus");
}

}  // namespace lath::he
