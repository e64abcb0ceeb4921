// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string_view>

#include "lath/he/literal.hpp"

namespace lath::testing {

/// he::literal_from_json() for numbers of any size.
inline he::Literal literal_from_json(std::string_view text) {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  return he::literal_from_json(text, {.degree = kMost, .limbs = kMost});
}

}  // namespace lath::testing
