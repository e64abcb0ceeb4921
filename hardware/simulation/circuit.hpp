// SPDX-License-Identifier: Apache-2.0
//
// A verilated design behind two streams of bursts, clocked until it has answered.
#pragma once

#include <verilated.h>

#include <cstdint>
#include <memory>
#include <random>
#include <span>

#include "lath/hardware/device.hpp"

namespace lath::hardware {

/// How often the streams stall: in this many of 256 cycles there is no burst to send, or no room
/// for one. And how far apart bursts are at least.
struct Stalls {
  std::uint32_t input = 0;
  std::uint32_t output = 0;
  std::uint64_t seed = 1;      ///< also of the random initial state
  std::uint32_t interval = 1;  ///< cycles from a burst to the next one, both ways
  /// The output opens when no burst went in for so many cycles, and shuts when one goes in: what
  /// went in has become results, and they fill all the room that the design counts on.
  std::uint64_t shut = 0;
};

/// The model of a design with ports clk, rst, in_* and out_*, its registers and memories random at
/// first.
template <class Model>
class Circuit {
 public:
  explicit Circuit(const Stalls& stalls) : stalls_(stalls), random_(stalls.seed) {
    context_.randReset(2);
    context_.randSeed(static_cast<int>(stalls.seed % 0x7FFFFFFF) + 1);
    model_ = std::make_unique<Model>(&context_);
    reset();
  }
  Circuit(const Circuit&) = delete;
  Circuit& operator=(const Circuit&) = delete;
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

  /// What a cycle did.
  struct Cycle {
    bool sent;                      ///< a burst went in
    bool received;                  ///< and one came out
    std::span<const Burst> output;  ///< all that came out so far
  };
  /// Until the burst with `last` came out, or for so many cycles; then the cycles of the result are
  /// 0. `observe` is called with the model and a Cycle before each rising edge.
  template <class Observe>
  Transfer run(std::span<const Burst> input, std::uint64_t limit, const Observe& observe) {
    Transfer result;
    std::size_t sent = 0;
    std::uint64_t first_in = 0, next_in = 0, next_out = 0, moved = 0;
    bool offered = false;
    for (std::uint64_t cycle = 1; cycle <= limit; ++cycle) {
      if (!offered && sent < input.size() && cycle >= next_in && !chance(stalls_.input)) {
        offered = true;
        offer(input[sent], sent + 1 == input.size());
      }
      model_->in_valid = static_cast<std::uint8_t>(offered);
      // A design's ready comes from a register, so that it is known before the inputs of the cycle.
      moved = offered && model_->in_ready ? cycle : moved;
      const bool open = cycle - moved >= stalls_.shut;
      model_->out_ready =
          static_cast<std::uint8_t>(open && cycle >= next_out && !chance(stalls_.output));
      model_->clk = 0;
      model_->eval();
      const bool taken = offered && model_->in_ready;
      if (taken) {
        offered = false;
        if (sent++ == 0) first_in = cycle;
        next_in = cycle + stalls_.interval;
      }
      const bool received = model_->out_valid && model_->out_ready;
      bool last = false;
      if (received) {
        if (result.output.empty()) result.first_output_cycle = cycle - first_in;
        result.output.push_back(
            {{model_->out_data[0], model_->out_data[1], model_->out_data[2], model_->out_data[3]}});
        last = model_->out_last != 0;
        next_out = cycle + stalls_.interval;
      }
      observe(*model_, Cycle{taken, received, result.output});
      rise();
      if (last) {
        result.cycles = cycle - first_in + 1;
        return result;
      }
    }
    return result;
  }

 private:
  void offer(const Burst& burst, bool last) {
    for (std::size_t w = 0; w < 4; ++w) model_->in_data[w] = burst.words[w];
    model_->in_last = static_cast<std::uint8_t>(last);
  }
  void rise() {
    model_->clk = 1;
    model_->eval();
  }
  bool chance(std::uint32_t of_256) { return of_256 != 0 && (random_() & 255U) < of_256; }

  VerilatedContext context_;
  std::unique_ptr<Model> model_;
  Stalls stalls_;
  std::mt19937_64 random_;
};

}  // namespace lath::hardware
