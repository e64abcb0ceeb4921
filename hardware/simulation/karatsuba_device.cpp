// SPDX-License-Identifier: Apache-2.0
#include "karatsuba_device.hpp"

#include <verilated.h>

#include <bit>
#include <random>
#include <stdexcept>

#include "Vkaratsuba_accelerator.h"

namespace lath::hardware {

class KaratsubaDevice::Circuit {
 public:
  explicit Circuit(const Stalls& stalls) : stalls_(stalls), random_(stalls.seed) {
    context_.randReset(2);
    context_.randSeed(static_cast<int>(stalls.seed % 0x7FFFFFFF) + 1);
    model_ = std::make_unique<Vkaratsuba_accelerator>(&context_);
    reset();
  }
  ~Circuit() { model_->final(); }

  void reset() {
    model_->rst = 1;
    model_->in_valid = 0;
    model_->out_ready = 0;
    for (int i = 0; i < 3; ++i) {
      model_->clk = 0;
      model_->eval();
      rise();
    }
    model_->rst = 0;
  }

  void set_stalls(const Stalls& stalls) {
    stalls_ = stalls;
    random_.seed(stalls.seed);
  }

  // Until the burst with `last` came out, or for so many cycles.
  Transfer run(std::span<const Burst> input, std::uint64_t limit) {
    activity = {};
    Transfer result;
    std::size_t sent = 0;
    std::uint64_t first_in = 0;
    std::uint64_t first_data = 0;
    bool offered = false;
    for (std::uint64_t cycle = 1; cycle <= limit; ++cycle) {
      if (!offered && sent < input.size() && !chance(stalls_.input)) {
        offered = true;
        for (std::size_t w = 0; w < 4; ++w) model_->in_data[w] = input[sent].words[w];
        model_->in_last = static_cast<std::uint8_t>(sent + 1 == input.size());
      }
      model_->in_valid = static_cast<std::uint8_t>(offered);
      model_->out_ready = static_cast<std::uint8_t>(!chance(stalls_.output));
      model_->clk = 0;
      model_->eval();
      activity.busy_units += static_cast<std::uint64_t>(std::popcount(model_->unit_busy));
      if (offered && model_->in_ready) {
        offered = false;
        if (sent == 0) first_in = cycle;
        if (sent == 1) first_data = cycle;
        activity.input_cycles = cycle - first_data + 1;
        ++sent;
      }
      bool last = false;
      if (model_->out_valid && model_->out_ready) {
        if (result.output.empty()) result.first_output_cycle = cycle - first_in;
        result.output.push_back(
            {{model_->out_data[0], model_->out_data[1], model_->out_data[2], model_->out_data[3]}});
        last = model_->out_last != 0;
      } else if (!result.output.empty()) {
        ++activity.output_pauses;
      }
      rise();
      if (last) {
        result.cycles = cycle - first_in + 1;
        return result;
      }
    }
    return result;
  }

  Activity activity;

 private:
  void rise() {
    model_->clk = 1;
    model_->eval();
  }
  bool chance(std::uint32_t of_256) { return of_256 != 0 && (random_() & 255U) < of_256; }

  VerilatedContext context_;
  std::unique_ptr<Vkaratsuba_accelerator> model_;
  Stalls stalls_;
  std::mt19937_64 random_;
};

KaratsubaDevice::KaratsubaDevice(Stalls stalls) : circuit_(std::make_unique<Circuit>(stalls)) {}
KaratsubaDevice::~KaratsubaDevice() = default;

Transfer KaratsubaDevice::transfer(std::span<const Burst> input) {
  if (input.empty()) return {};
  auto result = circuit_->run(input, 10 * (input.size() + 10'000) * 256 / 16);
  if (result.cycles == 0) throw std::runtime_error("the circuit did not answer");
  return result;
}

void KaratsubaDevice::interrupt(std::span<const Burst> input, std::uint64_t cycles) {
  static_cast<void>(circuit_->run(input, cycles));
  circuit_->reset();
}

const Activity& KaratsubaDevice::activity() const { return circuit_->activity; }
void KaratsubaDevice::set_stalls(const Stalls& stalls) { circuit_->set_stalls(stalls); }

}  // namespace lath::hardware
