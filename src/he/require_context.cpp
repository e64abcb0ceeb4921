// SPDX-License-Identifier: Apache-2.0
#include "he/require_context.hpp"

#include <string>

#include "lath/base/error.hpp"

namespace lath::he {

void require_context(const std::shared_ptr<const Context>& found,
                     const std::shared_ptr<const Context>& needed, const char* what) {
  if (found == needed) return;
  throw Error(ErrorCode::mismatch, std::string(what) + " of other parameters",
              "need one that was made with the parameters in use",
              "make all objects with one parameters object, or copies of it");
}

void require_level(std::size_t found, std::size_t needed) {
  if (found == needed) return;
  throw Error(ErrorCode::mismatch,
              "operands of levels " + std::to_string(found) + " and " + std::to_string(needed),
              "need operands of one level", "bring the higher one down with mod_switch()");
}

}  // namespace lath::he
