// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace lath::bench {

/// Prints a table of modular exponentiation for RSA-2048 with windows of several lengths: the
/// messages' bytes, and both sides' time for a batch, from so many groups of windows that are
/// computed and so many that there are.
void print_exponentiations(std::size_t groups);

}  // namespace lath::bench
