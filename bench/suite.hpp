// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lath::bench {

/// Registers the benchmarks of this program with google-benchmark. Each program defines it once;
/// main.cpp calls it before the command line's filter is applied.
void register_benchmarks();

}  // namespace lath::bench
