// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/poly.hpp"

#include <string>

#include "lath/base/error.hpp"

namespace lath::poly {

void throw_moved_from(const char* what) {
  throw Error(ErrorCode::invalid_argument, "a " + std::string(what) + " that was moved from",
              "need one that still holds its words or moduli",
              "assign to it first, or copy it where it is still needed");
}

}  // namespace lath::poly
