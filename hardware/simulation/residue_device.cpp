// SPDX-License-Identifier: Apache-2.0
#include "residue_device.hpp"

#include <stdexcept>

#include "Vresidue_accelerator.h"

namespace lath::hardware {
namespace {

constexpr auto kUnobserved = [](const Vresidue_accelerator&, const auto&) {};

class Deaf final : public Listener {
 public:
  void arrived(std::span<const Burst> /*so_far*/) noexcept override {}
};

}  // namespace

ResidueDevice::ResidueDevice(Stalls stalls)
    : circuit_(std::make_unique<Circuit<Vresidue_accelerator>>(stalls)) {}
ResidueDevice::~ResidueDevice() = default;

Transfer ResidueDevice::transfer(std::span<const Burst> input) {
  Deaf listener;
  return transfer_to(input, listener);
}

Transfer ResidueDevice::transfer_to(std::span<const Burst> input, Listener& listener) {
  arrivals_.clear();
  if (input.empty()) return {};
  std::uint64_t cycle = 0, first_in = 0;
  // Eight products take 50,000 cycles with a burst in two of them.
  auto result = circuit_->run(input, 10 * (input.size() + 50'000) * 256 / 16,
                              [&](const Vresidue_accelerator&, const auto& now) {
                                ++cycle;
                                if (now.sent && first_in == 0) first_in = cycle;
                                if (!now.received) return;
                                arrivals_.push_back(cycle - first_in);
                                listener.arrived(now.output);
                              });
  if (result.cycles == 0) throw std::runtime_error("the circuit did not answer");
  return result;
}

void ResidueDevice::interrupt(std::span<const Burst> input, std::uint64_t cycles) {
  static_cast<void>(circuit_->run(input, cycles, kUnobserved));
  circuit_->reset();
}

void ResidueDevice::set_stalls(const Stalls& stalls) { circuit_->set_stalls(stalls); }

}  // namespace lath::hardware
