// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "he/core/key_tables.hpp"
#include "lath/he/keys.hpp"
#include "lath/ring/poly.hpp"

namespace lath::io {

/// The secret key with these values modulo the primes of Q, and maybe all primes, without an
/// identifier. Throws malformed, naming the library that it came from, unless it is one polynomial
/// with coefficients of -1, 0 and 1, as short as he::secret_key_from_bytes() accepts. Constant
/// time; reveals whether the key is accepted.
[[nodiscard]] he::SecretKey ternary_key(const std::shared_ptr<const he::KeyTables>& tables,
                                        const Poly<DynamicRing, Eval, Secret>& values,
                                        const char* library);

}  // namespace lath::io
