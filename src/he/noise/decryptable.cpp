// SPDX-License-Identifier: Apache-2.0
#include "he/noise/decryptable.hpp"

#include <string>

#include "lath/base/error.hpp"

namespace lath::he {

bool is_decryptable(const NoiseBound& noise) noexcept {
  constexpr double kRounding = 0x1p-20;
  return noise.budget_bits() > kRounding;
}

void require_decryptable(const NoiseBound& noise, const char* what) {
  if (is_decryptable(noise)) return;
  throw Error(ErrorCode::invalid_argument,
              std::string(what) + " with a noise of up to 2^" + std::to_string(noise.log2_bound()) +
                  ", for a failure probability of 2^-128",
              "need less than 2^-1 for the right plaintext",
              "do fewer multiplications, or take parameters with a larger Q or a smaller t");
}

}  // namespace lath::he
