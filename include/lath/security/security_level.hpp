// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lath {

/// How hard a set of parameters is to break: the best attack known takes 2^128, 2^192 or 2^256
/// operations, on classical and on quantum computers both.
enum class SecurityLevel { bits128 = 128, bits192 = 192, bits256 = 256 };

}  // namespace lath
