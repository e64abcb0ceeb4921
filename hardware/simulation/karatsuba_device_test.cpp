// SPDX-License-Identifier: Apache-2.0
//
// karatsuba_device_test FOLDER SEED STALLS: plays the transfers of in0.hex (see vectors.py) on the
// whole design and compares with out0.hex. At full rate (STALLS 0) it asserts the cycles, the
// multipliers' busy fraction and an output without a pause, of every transfer. At full size one
// follows whose output stays shut until the buffer is as full as it gets, and opens only until the
// input moves again, and then one at full rate. At random rates malformed transfers of every kind
// and resets in the middle of the first transfer, each followed by the good one.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "karatsuba_device.hpp"
#include "transfers.hpp"

namespace {

using lath::hardware::Bursts;
using lath::hardware::KaratsubaDevice;
using lath::hardware::read_transfers;
using lath::hardware::require;
using lath::hardware::Stalls;
using lath::hardware::Transfer;

constexpr std::uint64_t kCyclesOfSub = 200;
constexpr std::uint64_t kGroup = 9;
constexpr std::uint64_t kLongestWay = 3000;  // from a burst in to the rows that it makes
constexpr std::uint64_t kFullSize = 729 * kCyclesOfSub;

std::uint32_t code(const Transfer& t) { return t.output.back().words[0] >> 16; }

// The status is right, and what came before it is the beginning of the output.
void require_rejected(const Transfer& t, const Bursts& expected, std::uint32_t wanted,
                      std::size_t seen, std::size_t most) {
  require((t.output.back().words[0] & 0xFFFFU) == 0x4C4B && code(t) == wanted, "status code");
  require(t.output.back().words[1] == seen, "bursts seen");
  require(t.output.size() - 1 <= most && t.output.size() <= expected.size(), "too much output");
  require(std::equal(t.output.begin(), t.output.end() - 1, expected.begin()),
          "output before the status");
}

void run_good(KaratsubaDevice& device, const Bursts& input, const Bursts& expected,
              bool full_rate) {
  const auto t = device.transfer(input);
  require(t.output == expected, "output differs");
  if (!full_rate) return;
  const auto& did = device.activity();
  const std::uint64_t least = input.size() - 1;
  const double busy = static_cast<double>(did.busy_units) / static_cast<double>(20 * least);
  std::printf(
      "cycles %llu (%llu data bursts, +%.2f %%), first output %llu, pauses %llu, busy %.4f %%\n",
      static_cast<unsigned long long>(t.cycles), static_cast<unsigned long long>(least),
      100.0 * (static_cast<double>(t.cycles) / static_cast<double>(least) - 1.0),
      static_cast<unsigned long long>(t.first_output_cycle),
      static_cast<unsigned long long>(did.output_pauses), 100.0 * busy);
  require(did.input_cycles == least, "the input had to wait");
  // 27 products of 25 slots in each 200 cycles, of the 20 units' 200.
  require(did.busy_units * 200 == 27 * 125 * (least / kCyclesOfSub) * kCyclesOfSub,
          "busy fraction is not 84.375 %");
  if (least == kFullSize) {
    require(t.cycles <= 145'800 + 145'800 / 50, "more than 2 % above 145,800 cycles");
    require(did.output_pauses == 0, "the output paused");
  }
}

// A group is let in with the least room, and fills it: credits are used to the last row.
void run_to_the_edge(KaratsubaDevice& device, const Bursts& input, const Bursts& expected) {
  device.set_stalls({.shut = kLongestWay});
  const auto t = device.transfer(input);
  require(t.output == expected, "output differs where credits are used to the last row");
  require(device.activity().input_cycles > input.size(), "the input was never held up");
  device.set_stalls({});
  run_good(device, input, expected, true);
}

void run_malformed(KaratsubaDevice& device, const Bursts& good, const Bursts& expected,
                   std::mt19937_64& random) {
  const std::size_t data = good.size() - 1;
  const std::size_t per_group = kGroup * kCyclesOfSub;
  for (std::size_t kind = 0; kind < 8; ++kind) {
    Bursts bad = good;
    if (kind < 4) {
      const std::size_t seen = kind == 0   ? 0
                               : kind == 1 ? data - 1
                               : kind == 2 ? 1
                                           : 1 + random() % (data - 1);
      bad.resize(1 + seen);
      require_rejected(device.transfer(bad), expected, 1, seen, seen / per_group * 1595);
    } else if (kind == 4) {
      bad.insert(bad.end(), 1 + random() % 500, good.back());
      const auto t = device.transfer(bad);
      require_rejected(t, expected, 2, bad.size() - 1, expected.size() - 1);
      require(t.output.size() == expected.size(), "a long transfer lost its output");
    } else {
      // Count that is no multiple of nine, too many messages, wrong magic.
      bad[0].words[kind == 5 ? 1 : 0] ^= kind == 5 ? 1U : kind == 6 ? 8U << 16U : 1U;
      require_rejected(device.transfer(bad), expected, 3, data, 0);
    }
    require(device.transfer(good).output == expected, "the transfer after a malformed one");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  try {
    const std::string folder = argv[1];
    const auto seed = std::strtoull(argv[2], nullptr, 10);
    const bool full_rate = argv[3][0] == '0';
    const auto inputs = read_transfers(folder + "/in0.hex");
    const auto outputs = read_transfers(folder + "/out0.hex");
    require(inputs.size() == outputs.size(), "as many answers as transfers");
    std::mt19937_64 random(seed);
    KaratsubaDevice device({.seed = seed});
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (!full_rate) {
        device.set_stalls({.input = static_cast<std::uint32_t>(random() % 200),
                           .output = static_cast<std::uint32_t>(random() % 200),
                           .seed = random()});
      }
      run_good(device, inputs[i], outputs[i], full_rate);
    }
    if (inputs[0].size() > kFullSize && full_rate) run_to_the_edge(device, inputs[0], outputs[0]);
    if (inputs[0].size() < 20'000 && !full_rate) {
      run_malformed(device, inputs[0], outputs[0], random);
      for (int i = 0; i < 8; ++i) {
        device.interrupt(inputs[0], 1 + random() % (inputs[0].size() + 3000));
        require(device.transfer(inputs[0]).output == outputs[0], "the transfer after a reset");
      }
    }
  } catch (const std::exception& error) {
    std::printf("FAILED: %s\n", error.what());
    return 1;
  }
  std::puts("ok");
  return 0;
}
