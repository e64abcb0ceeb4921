// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/cpu.hpp"

namespace lath::kernels {

/// Numbers of 128 bits, for samplers that count how many of them a random number reaches.
struct Thresholds {
  std::span<const std::uint64_t> high, low;  // the words of each, as many of the one as the other
};

/// Bytes of randomness per count.
inline constexpr std::size_t kThresholdDrawBytes = 16;

/// out[i] = first + the number of thresholds that are at most draw i of `random`, each draw 16
/// bytes, least significant first. Constant time: every draw is compared with every threshold.
void count_thresholds(Isa isa, std::span<std::int64_t> out, std::span<const std::byte> random,
                      const Thresholds& thresholds, std::int64_t first) noexcept;

}  // namespace lath::kernels
