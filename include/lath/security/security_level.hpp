// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/base/error.hpp"

namespace lath {

/// How hard a set of parameters is to break: the best known attack takes at least 2^128, 2^192 or
/// 2^256 operations, on classical computers and on quantum computers. See SecurityEstimate for how
/// operations are counted.
enum class SecurityLevel {
  bits128 = 128,  ///< 2^128 operations
  bits192 = 192,  ///< 2^192 operations
  bits256 = 256,  ///< 2^256 operations
};

}  // namespace lath
