// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/batch.hpp"

#include <string>

#include "lath/base/error.hpp"

namespace lath::detail {

void throw_sizes(std::size_t a, std::size_t b) {
  throw Error(ErrorCode::mismatch,
              "batches of " + std::to_string(a) + " and " + std::to_string(b) + " polynomials",
              "need as many first factors as second ones",
              "give each polynomial its factor; one that many share may stand there several times");
}

}  // namespace lath::detail
