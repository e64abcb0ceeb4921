// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lath::bench {

/// Why fma_trial() cannot measure here; empty where it can.
std::string_view fma_unavailable();

/// How many independent four-lane double-precision fused multiply-adds this core completes in one
/// nanosecond, measured once over about a tenth of a millisecond. 0 where fma_unavailable().
double fma_trial();

/// The best of many fma_trial(), measured on the first call and remembered.
double fma_per_ns();

}  // namespace lath::bench
