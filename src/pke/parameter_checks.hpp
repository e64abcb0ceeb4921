// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "lath/security/decryption_failure.hpp"
#include "lath/security/lwe_instance.hpp"

namespace lath::detail {

/// The dimensions that LWE and Module-LWE schemes have.
struct Dimensions {
  std::size_t rows, columns, message_rows, message_columns;
};

/// Throws invalid_argument unless all dimensions are from 1 to 4096: first of all checks, since
/// products of other numbers may be none of 64 bits.
void require_dimensions(const Dimensions& dimensions);

/// Throws invalid_argument unless the noise is from 1 to 64 and less than q/2, q below 2^30, and p
/// from 2 to q - 1 without a common factor with q.
void require_computable(const DecryptionNoise& noise);

/// Throws invalid_argument unless secrets and errors are wider than ternary ones, for which `noise`
/// is the largest, estimate_security() of the instance reaches 128 bits, and a message fails with a
/// probability of at most 2^-128. About 2 ms.
void require_secure(const LweInstance& instance, unsigned noise, double failure_bound);

}  // namespace lath::detail
