// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/poly.hpp"

namespace lath::detail {

void throw_other_ring(const char* operation, Size a, Size b) {
  const auto text = [](Size size) {
    return "degree " + std::to_string(size.degree) + " with " + std::to_string(size.limbs) +
           " limbs";
  };
  throw Error(ErrorCode::mismatch,
              std::string(operation) + " on polynomials of " + text(a) + " and of " + text(b),
              "need two polynomials of one ring",
              "create both from rings with the same degree and the same moduli");
}

void throw_moved_from(const char* what) {
  throw Error(ErrorCode::invalid_argument, "a " + std::string(what) + " that was moved from",
              "need one that still holds its words or moduli",
              "assign to it first, or copy it where it is still needed");
}

}  // namespace lath::detail
