// SPDX-License-Identifier: Apache-2.0
#include "he/require_context.hpp"

#include <string>

#include "lath/base/error.hpp"

namespace lath::he {

void require_context(const std::shared_ptr<const Context>& found,
                     const std::shared_ptr<const Context>& needed, const char* what) {
  const Context& context = require_operand(found, what);
  if (found == needed || context.fingerprint == needed->fingerprint) return;
  refuse_mismatch(what, describe(context), describe(*needed));
}

void require_scale_factor(std::size_t term, const Natural& found, const Natural& needed) {
  if (found == needed) return;
  throw Error(ErrorCode::mismatch,
              "terms with the scale factors " + decimal_vartime(needed) + " and, term " +
                  std::to_string(term) + ", " + decimal_vartime(found),
              "need one scale factor in all terms of a sum of products",
              "multiply such terms by themselves and add() the products, which brings factors "
              "together, or let all operands go through the same products and switches");
}

void require_terms(std::size_t first, std::size_t second) {
  if (first != second) {
    throw Error(ErrorCode::mismatch,
                std::to_string(first) + " first factors and " + std::to_string(second) + " second",
                "need as many of both", "give pairs of factors");
  }
  if (first != 0) return;
  throw Error(ErrorCode::invalid_argument, "a sum of no products", "need at least one",
              "encrypt zero instead");
}

}  // namespace lath::he
