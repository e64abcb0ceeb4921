// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "lath/hardware/device.hpp"

namespace lath::hardware {

/// How often the streams stall: in this many of 256 cycles there is no burst to send, or no room
/// for one.
struct Stalls {
  std::uint32_t input = 0;
  std::uint32_t output = 0;
  std::uint64_t seed = 1;  ///< also of the random initial state
};

/// What a transfer did inside.
struct Activity {
  std::uint64_t busy_units = 0;    ///< sum over the cycles of the integer multiplier units at work
  std::uint64_t input_cycles = 0;  ///< from the first data burst in to the last one in
  std::uint64_t output_pauses =
      0;  ///< cycles without a burst between the first and the last one out
};

/// The paper's design, simulated to the cycle.
class KaratsubaDevice final : public Device {
 public:
  explicit KaratsubaDevice(Stalls stalls = {});
  ~KaratsubaDevice() override;
  KaratsubaDevice(const KaratsubaDevice&) = delete;
  KaratsubaDevice& operator=(const KaratsubaDevice&) = delete;

  /// Throws std::runtime_error if the circuit gives no answer in ten times the cycles that it
  /// should need.
  Transfer transfer(std::span<const Burst> input) override;

  /// Sends the beginning of a transfer for so many cycles, then resets the circuit.
  void interrupt(std::span<const Burst> input, std::uint64_t cycles);

  [[nodiscard]] const Activity& activity() const;
  void set_stalls(const Stalls& stalls);

 private:
  class Circuit;
  std::unique_ptr<Circuit> circuit_;
};

}  // namespace lath::hardware
