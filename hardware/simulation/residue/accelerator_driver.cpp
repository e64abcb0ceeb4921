// SPDX-License-Identifier: Apache-2.0
//
// Drives the Verilated residue accelerator: accelerator_driver INPUT OUTPUT MODE SEED
// [RESET_CYCLE]. INPUT: lines "hex last"; OUTPUT: lines "hex last cycle". MODE: full (a burst a
// cycle), bus (a burst in two cycles, both ways: 2,000 MB/s at 250 MHz), random (stalls on both
// streams). A reset drops the rest of the transfer under way.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "Vresidue_accelerator.h"
#include "verilated.h"

namespace {

struct Burst {
  std::uint32_t words[4];
  bool last;
};

std::vector<Burst> read_bursts(const char* path) {
  std::ifstream in(path);
  std::vector<Burst> bursts;
  std::string hex;
  int last = 0;
  while (in >> hex >> last) {
    Burst b{};
    for (int w = 0; w < 4; ++w) {
      b.words[w] = static_cast<std::uint32_t>(std::stoul(hex.substr(24 - 8 * w, 8), nullptr, 16));
    }
    b.last = last != 0;
    bursts.push_back(b);
  }
  return bursts;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return 2;
  VerilatedContext context;
  context.commandArgs(argc, argv);
  context.randReset(2);
  context.randSeed(std::atoi(argv[4]) + 1);
  Vresidue_accelerator top(&context);
  const std::vector<Burst> input = read_bursts(argv[1]);
  std::FILE* output = std::fopen(argv[2], "w");
  const std::string mode = argv[3];
  std::mt19937 random(static_cast<std::uint32_t>(std::atoi(argv[4])));
  const std::uint64_t reset_at = argc > 5 ? std::strtoull(argv[5], nullptr, 10) : 0;
  const unsigned in_rate = 1 + random() % 8, out_rate = 1 + random() % 8;

  std::size_t transfers = 0;
  for (const Burst& b : input) transfers += b.last;
  std::size_t next = 0, finished = 0;
  bool offered = false;
  std::uint64_t in_cycle = 0, out_cycle = 0, idle = 0;
  for (std::uint64_t cycle = 0; finished < transfers && idle < 400000 && cycle < 20000000;
       ++cycle, ++idle) {
    const bool reset = cycle < 4 || (reset_at != 0 && cycle >= reset_at && cycle < reset_at + 4);
    if (reset_at != 0 && cycle == reset_at) {
      while (next != 0 && next < input.size() && !input[next - 1].last) ++next;
      finished = 0;
      for (std::size_t i = 0; i < next; ++i) finished += input[i].last;
      offered = false;
      std::fprintf(output, "reset\n");
    }
    top.clk = 0;
    top.rst = reset;
    if (!offered && next < input.size() && !reset) {
      offered = mode == "full" || (mode == "bus" ? cycle >= in_cycle + 2 : random() % 8 < in_rate);
    }
    const bool ready =
        mode == "full" || (mode == "bus" ? cycle >= out_cycle + 2 : random() % 8 < out_rate);
    top.in_valid = offered;
    const Burst& b = input[next < input.size() ? next : 0];
    for (int w = 0; w < 4; ++w) top.in_data[w] = offered ? b.words[w] : random();
    top.in_last = offered ? b.last : random() % 2;
    top.out_ready = ready;
    top.eval();
    const bool taken = offered && top.in_ready && !reset;
    if (top.out_valid && ready && !reset) {
      std::fprintf(output, "%08x%08x%08x%08x %d %llu\n", top.out_data[3], top.out_data[2],
                   top.out_data[1], top.out_data[0], static_cast<int>(top.out_last),
                   static_cast<unsigned long long>(cycle));
      finished += top.out_last;
      out_cycle = cycle;
      idle = 0;
    }
    if (taken) {
      std::fprintf(output, "in %llu\n", static_cast<unsigned long long>(cycle));
      offered = false;
      ++next;
      in_cycle = cycle;
      idle = 0;
    }
    top.clk = 1;
    top.eval();
  }
  std::fclose(output);
  top.final();
  return finished == transfers ? 0 : 1;
}
