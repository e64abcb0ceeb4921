// SPDX-License-Identifier: Apache-2.0
#include "he/require_context.hpp"

#include <string>

#include "lath/base/error.hpp"

namespace lath::he {

namespace {

[[noreturn]] void refuse(ErrorCode code, const std::string& found) {
  throw Error(code, found, "need one that still holds its words",
              "assign to it first, or copy it where it is still needed");
}

}  // namespace

const Context& require_whole(const std::shared_ptr<const Context>& context, const char* what) {
  if (context != nullptr) return *context;
  refuse(ErrorCode::invalid_argument, std::string(what) + " that was moved from");
}

const Context& require_parameters(const std::shared_ptr<const Context>& found, const char* what) {
  if (found != nullptr) return *found;
  refuse(ErrorCode::mismatch, std::string(what) + " of other parameters: it was moved from");
}

void require_context(const std::shared_ptr<const Context>& found,
                     const std::shared_ptr<const Context>& needed, const char* what) {
  if (&require_parameters(found, what) == needed.get()) return;
  throw Error(ErrorCode::mismatch, std::string(what) + " of other parameters",
              "need one that was made with the parameters in use",
              "make all objects with one parameters object, or copies of it");
}

void require_scale_factor(std::size_t term, std::uint64_t found, std::uint64_t needed) {
  if (found == needed) return;
  throw Error(ErrorCode::mismatch,
              "terms with the scale factors " + std::to_string(needed) + " and, term " +
                  std::to_string(term) + ", " + std::to_string(found),
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
