// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace lath::bench {

/// Prints a table of private retrieval from 2^16 and, where the memory suffices, 2^20 records of
/// 256 bytes: the plan, the bytes of all messages, and the times of both sides. All answers are
/// compared.
void print_retrieval(std::size_t most_bytes);

}  // namespace lath::bench
