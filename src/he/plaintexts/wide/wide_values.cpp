// SPDX-License-Identifier: Apache-2.0
#include "lath/he/plaintexts/wide_values.hpp"

#include "lath/base/checked_size.hpp"

namespace lath::he {

WideValues::WideValues(std::size_t count, std::size_t words)
    : count_(count),
      words_(words),
      all_(checked_product("the words of wide values", count, words)) {}

}  // namespace lath::he
