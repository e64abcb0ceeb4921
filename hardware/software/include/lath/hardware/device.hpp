// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lath/hardware/burst.hpp"

namespace lath::hardware {

/// What a device answered to a transfer, and when.
struct Transfer {
  std::vector<Burst> output;             ///< all bursts to the one that was marked as the last
  std::uint64_t cycles = 0;              ///< from the first burst in to the last one out
  std::uint64_t first_output_cycle = 0;  ///< from the first burst in to the first one out
};

/// Is told what has come of an answer while the rest of it is on its way.
class Listener {
 public:
  virtual ~Listener() = default;

  /// The beginning of the answer, all bursts so far. They may go when this returns.
  virtual void arrived(std::span<const Burst> so_far) noexcept = 0;

 protected:
  Listener() = default;
  Listener(const Listener&) = default;
  Listener& operator=(const Listener&) = default;
};

/// An accelerator behind two streams of bursts: a simulation of its circuit, or the circuit.
/// Not safe to share between threads.
class Device {
 public:
  virtual ~Device() = default;

  /// Sends these bursts, the last one marked as such, and waits for the answer. What the device
  /// says is data: a transfer it rejects is no exception, but a status in the answer.
  virtual Transfer transfer(std::span<const Burst> input) = 0;
  /// The same, and tells the listener what has come, as often as the device likes: its time is then
  /// hidden behind that of the device. The default never calls the listener.
  virtual Transfer transfer_to(std::span<const Burst> input, Listener& /*listener*/) {
    return transfer(input);
  }

  ///@{
  /// How many keys were sent to stay in the device: it holds the last of them. Whoever sends one
  /// counts it and remembers its number.
  [[nodiscard]] std::uint64_t keys_sent() const noexcept { return keys_sent_; }
  std::uint64_t count_key() noexcept { return ++keys_sent_; }
  ///@}

 protected:
  Device() = default;
  Device(const Device&) = default;
  Device& operator=(const Device&) = default;

 private:
  std::uint64_t keys_sent_ = 0;
};

}  // namespace lath::hardware
