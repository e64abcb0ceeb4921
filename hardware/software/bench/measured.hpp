// SPDX-License-Identifier: Apache-2.0
//
// What the tables of whole times are made of: cycles of simulations and clocks of place and route,
// from the files beside this one, and times of the software, taken here.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lath/hardware/encryption_product.hpp"

namespace lath::hardware::bench {

/// A line of cycles.txt: a call with the products of so many messages.
struct SimulatedTransfer {
  std::string design;
  std::size_t messages;
  std::uint32_t interval;  ///< cycles from a burst to the next one, both ways
  Traffic traffic;
  std::uint64_t last_prime;  ///< cycles to the first burst out of the last product's last prime
};

/// All lines. Throws input_output unless there are some, and no others.
std::vector<SimulatedTransfer> read_cycles(const std::string& path);
/// The one with these. Throws input_output if there is none.
const SimulatedTransfer& find_transfer(const std::vector<SimulatedTransfer>& all,
                                       const std::string& design, std::size_t messages,
                                       std::uint32_t interval = 1);

/// A line of clocks.txt: the clock that place and route reports for a slice of the design, in MHz.
double read_clock(const std::string& path, const std::string& design);

/// The least time of so many calls, in microseconds.
template <class Action>
double least_us(int calls, const Action& action) {
  using Clock = std::chrono::steady_clock;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < calls; ++i) {
    const auto start = Clock::now();
    action();
    const std::chrono::duration<double, std::micro> time = Clock::now() - start;
    least = std::min(least, time.count());
  }
  return least;
}

}  // namespace lath::hardware::bench
