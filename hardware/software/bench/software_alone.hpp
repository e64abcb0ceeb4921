// SPDX-License-Identifier: Apache-2.0
//
// The products of a key without a device, by all that Lath has for them.
#pragma once

#include <cstddef>

namespace lath::hardware::bench {

/// The least times of so many products of one key, in microseconds: in one thread, and with the
/// products dealt to all processors. One product takes one thread.
struct SoftwareTimes {
  double alone;   ///< in one thread
  double shared;  ///< by all threads
};

/// The threads that share four products: one for each processor, and four at most.
std::size_t sharing_threads();

/// By MaskingKey, the fastest: modulo three primes of 50 bits.
SoftwareTimes masking_times(std::size_t products);
/// By EncryptionProduct::transform() modulo 2^135, and modulo the primes of the residue design.
SoftwareTimes power_times(std::size_t products);
SoftwareTimes primes_times(std::size_t products);

}  // namespace lath::hardware::bench
