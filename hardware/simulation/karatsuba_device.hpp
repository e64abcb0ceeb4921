// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "circuit.hpp"
#include "lath/hardware/device.hpp"

class Vkaratsuba_accelerator;

namespace lath::hardware {

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

  [[nodiscard]] const Activity& activity() const { return activity_; }
  void set_stalls(const Stalls& stalls);

 private:
  Transfer run(std::span<const Burst> input, std::uint64_t limit);

  std::unique_ptr<Circuit<Vkaratsuba_accelerator>> circuit_;
  Activity activity_;
};

}  // namespace lath::hardware
