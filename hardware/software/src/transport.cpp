// SPDX-License-Identifier: Apache-2.0
#include "lath/hardware/transport.hpp"

#include <algorithm>

#include "lath/base/error.hpp"

namespace lath::hardware {

ExchangeTime time_of(const Exchange& exchange, const Bus& bus) {
  if (!(bus.latency_us >= 0 && bus.megabytes_s > 0 && exchange.clock_mhz > 0)) {
    throw Error(ErrorCode::invalid_argument, "a bus or a clock without a rate",
                "need positive rates and no negative latency", "give what was measured");
  }
  const Traffic& traffic = exchange.traffic;
  // Microseconds of a cycle, and of a burst where the slower of bus and circuit sets the pace.
  const double cycle = 1 / exchange.clock_mhz;
  const double burst = std::max(cycle, sizeof(Burst) / bus.megabytes_s);
  const auto bursts_in = static_cast<double>(traffic.bytes_to_device) / sizeof(Burst);
  const auto bursts_out = static_cast<double>(traffic.bytes_from_device) / sizeof(Burst);
  const auto at = [=](std::uint64_t cycles) {
    const auto t = static_cast<double>(cycles);
    return std::min(t, bursts_in) * burst + std::max(t - bursts_in, 0.0) * cycle;
  };
  const double key =
      exchange.key_bytes == 0
          ? 0
          : bus.latency_us + static_cast<double>(exchange.key_bytes) / sizeof(Burst) * burst;
  const double first = bus.latency_us + at(traffic.first_output_cycle);
  const double sent =
      std::max(at(traffic.first_output_cycle) + bursts_out * burst, at(traffic.cycles) + burst);
  return {key, first, key + 2 * bus.latency_us + sent};
}

}  // namespace lath::hardware
