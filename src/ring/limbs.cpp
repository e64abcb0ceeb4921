// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/limbs.hpp"

#include <string>

#include "lath/base/error.hpp"

namespace lath::detail {

void throw_missing_limb(std::uint64_t modulus) {
  throw Error(ErrorCode::mismatch,
              "modulus " + std::to_string(modulus) + ", which the polynomial does not have",
              "need a ring whose moduli are among those of the polynomial",
              "use ring.prefix(limbs), or append_limbs to get more limbs");
}

void throw_lost_limb(std::uint64_t modulus) {
  throw Error(ErrorCode::mismatch,
              "modulus " + std::to_string(modulus) + ", which the larger ring does not have",
              "need a ring with every modulus of the polynomial",
              "use ring.extended(moduli), or drop_limbs to get fewer limbs");
}

}  // namespace lath::detail
