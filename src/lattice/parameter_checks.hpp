// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/lattice/decryption_failure.hpp"

namespace lath::lattice {

/// What LWE and Module-LWE schemes have in common.
struct Dimensions {
  std::size_t rows, columns, message_rows, message_columns;
};

/// Throws invalid_argument unless all dimensions are from 1 to 4096, the noise from 1 to 64 and
/// less than q/2, q below 2^30, and p from 2 to q - 1 without a common factor with q.
void require_computable(const Dimensions& dimensions, const DecryptionNoise& noise);

/// Throws invalid_argument unless a message fails with a probability below 2^-128, and LWE of
/// `dimension`, with secrets and errors uniform in [-beta, beta], is estimated to take 2^128
/// operations: after J.-P. Bossuat et al., "Security Guidelines for Implementing Homomorphic
/// Encryption" (ePrint 2024/463, Table 5.2), for ternary secrets and errors of standard deviation
/// 3.19, both of which are narrower than [-6, 6]. The limits of log2 q there are 26 and 53 bits in
/// dimensions 1024 and 2048; those that the authors' script gives for quantum computers, 20 and 40
/// bits, are taken. There is none below dimension 1024.
void require_secure(std::size_t dimension, const DecryptionNoise& noise);

}  // namespace lath::lattice
