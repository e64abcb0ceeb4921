// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "circuit.hpp"
#include "lath/hardware/device.hpp"

class Vresidue_accelerator;

namespace lath::hardware {

/// The design of streaming transforms, simulated to the cycle, of the shape that was verilated. It
/// reads its tables from the current directory when it is made.
class ResidueDevice final : public Device {
 public:
  explicit ResidueDevice(Stalls stalls = {});
  ~ResidueDevice() override;
  ResidueDevice(const ResidueDevice&) = delete;
  ResidueDevice& operator=(const ResidueDevice&) = delete;

  /// Throws std::runtime_error if the circuit gives no answer in ten times the cycles that it
  /// should need.
  Transfer transfer(std::span<const Burst> input) override;

  /// Sends the beginning of a transfer for so many cycles, then resets the circuit, which forgets
  /// its keys.
  void interrupt(std::span<const Burst> input, std::uint64_t cycles);

  void set_stalls(const Stalls& stalls);

 private:
  std::unique_ptr<Circuit<Vresidue_accelerator>> circuit_;
};

}  // namespace lath::hardware
