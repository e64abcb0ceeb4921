// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace lath::bench {

/// Prints the rows of sums of encrypted points on P-256: CPU times of one thread, raw and as on a
/// quiet core, memory, bytes and noise, every slot compared with OpenSSL. Each row has a process of
/// its own with so many bytes of memory.
void print_curves(std::size_t most_bytes);

}  // namespace lath::bench
