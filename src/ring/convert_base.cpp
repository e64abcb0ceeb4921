// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/convert_base.hpp"

#include <string>

#include "lath/base/error.hpp"

namespace lath::detail {

void throw_other_moduli(std::size_t limb, std::uint64_t of_poly, std::uint64_t of_conversion) {
  throw Error(ErrorCode::mismatch,
              "modulus " + std::to_string(of_poly) + " in limb " + std::to_string(limb) +
                  " where the conversion has " + std::to_string(of_conversion),
              "need rings with the moduli of the conversion, in its order",
              "create the conversion from the bases of these rings");
}

void throw_other_limb_count(const char* which, std::size_t limbs, std::size_t of_conversion) {
  throw Error(ErrorCode::mismatch,
              std::to_string(limbs) + " limbs in " + which + " where the conversion has " +
                  std::to_string(of_conversion),
              "need rings with the moduli of the conversion, in its order",
              "create the conversion from the bases of these rings");
}

void throw_degrees_differ(std::size_t from, std::size_t to) {
  throw Error(ErrorCode::mismatch,
              "a polynomial of degree " + std::to_string(from) + " for a ring of degree " +
                  std::to_string(to),
              "need rings of one degree", "create the other ring with the polynomial's degree");
}

}  // namespace lath::detail
