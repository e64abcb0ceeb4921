// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lath/hardware/encryption_product.hpp"

namespace lath::hardware {

/// A bus between memory and a device: full duplex, with a latency for each transfer. Megabytes are
/// 10^6 bytes.
struct Bus {
  double latency_us = 10;     ///< before the first byte of a transfer arrives
  double megabytes_s = 2000;  ///< sustained, in each direction
};

/// What is on the way, and what the circuit needs for it at full rate.
struct Exchange {
  Traffic traffic;              ///< bytes of the bus and cycles of the simulation
  double clock_mhz = 250;       ///< of the circuit
  std::uint64_t key_bytes = 0;  ///< of an upload that comes first; none if the key is there
};

/// The parts of the time of an exchange, in microseconds.
struct ExchangeTime {
  double key_upload;    ///< the transfer of the key
  double first_output;  ///< from then to the first burst that leaves the circuit
  double total;         ///< until the last burst is in memory
};

/// The time of an exchange: the bus feeds the circuit while it computes, and takes results while
/// it computes. Cycles in which bursts arrive are stretched where the bus is slower than one burst
/// a cycle, the others follow at the clock. The answer leaves without a pause, so that it begins
/// when the rest of it comes in time, and ends a burst after the last one was computed or later.
/// Throws invalid_argument unless latency is at least 0 and the rates are positive.
[[nodiscard]] ExchangeTime time_of(const Exchange& exchange, const Bus& bus);

}  // namespace lath::hardware
