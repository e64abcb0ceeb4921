// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

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
  Transfer transfer_to(std::span<const Burst> input, Listener& listener) override;
  /// When the bursts of the last answer came out, in cycles from the first one in.
  [[nodiscard]] const std::vector<std::uint64_t>& arrivals() const { return arrivals_; }

  /// Sends the beginning of a transfer for so many cycles, then resets the circuit, which forgets
  /// its keys.
  void interrupt(std::span<const Burst> input, std::uint64_t cycles);

  void set_stalls(const Stalls& stalls);

 private:
  std::unique_ptr<Circuit<Vresidue_accelerator>> circuit_;
  std::vector<std::uint64_t> arrivals_;
};

}  // namespace lath::hardware
