// SPDX-License-Identifier: Apache-2.0
#include "karatsuba_device.hpp"

#include <bit>
#include <stdexcept>

#include "Vkaratsuba_accelerator.h"

namespace lath::hardware {

KaratsubaDevice::KaratsubaDevice(Stalls stalls)
    : circuit_(std::make_unique<Circuit<Vkaratsuba_accelerator>>(stalls)) {}
KaratsubaDevice::~KaratsubaDevice() = default;

Transfer KaratsubaDevice::run(std::span<const Burst> input, std::uint64_t limit) {
  activity_ = {};
  std::uint64_t cycle = 0, first_data = 0;
  std::size_t sent = 0;
  bool answers = false;
  return circuit_->run(input, limit, [&](const Vkaratsuba_accelerator& model, auto now) {
    ++cycle;
    activity_.busy_units += static_cast<std::uint64_t>(std::popcount(model.unit_busy));
    if (now.sent) {
      if (sent++ == 1) first_data = cycle;
      activity_.input_cycles = cycle - first_data + 1;
    }
    activity_.output_pauses += answers && !now.received;
    answers = answers || now.received;
  });
}

Transfer KaratsubaDevice::transfer(std::span<const Burst> input) {
  if (input.empty()) return {};
  auto result = run(input, 10 * (input.size() + 10'000) * 256 / 16);
  if (result.cycles == 0) throw std::runtime_error("the circuit did not answer");
  return result;
}

void KaratsubaDevice::interrupt(std::span<const Burst> input, std::uint64_t cycles) {
  static_cast<void>(run(input, cycles));
  circuit_->reset();
}

void KaratsubaDevice::set_stalls(const Stalls& stalls) { circuit_->set_stalls(stalls); }

}  // namespace lath::hardware
