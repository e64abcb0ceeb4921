// SPDX-License-Identifier: Apache-2.0
//
// hardware_end_to_end CYCLES CLOCKS: the tables of whole times in docs/hardware.md, from cycles.txt
// and clocks.txt and the software, which is measured here. A time is software, and the bus and the
// circuit as lath/hardware/transport.hpp has them. For the residue design they are as simulated at
// a burst in one and in two cycles, and software reads the residues of a prime while the next ones
// come.
//
// hardware_end_to_end software: rows of the table of software alone, with the active instruction
// set.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "lath/base/cpu.hpp"
#include "lath/base/error.hpp"
#include "lath/hardware/transport.hpp"
#include "measured.hpp"
#include "residue_half.hpp"
#include "software_alone.hpp"
#include "software_half.hpp"

namespace lath::hardware::bench {
namespace {

constexpr int kCalls = 1000;
constexpr double kAssumedClock = 250;
constexpr Bus kUsualBus{10, 2000};

// What is asked for.
struct Work {
  const char* name;
  std::size_t messages;
  const char *paper, *nfllib;  // microseconds there
};
constexpr std::array<Work, 2> kWorks = {
    {{"one product", 1, "1,935", "3,078"}, {"four products", 4, "2,525", "10,814"}}};

// How a design does it. Times in microseconds.
struct Run {
  double software;      // while nothing is on the way, with keys that are cached, or resident
  double key_software;  // for its key
  double phi;           // of `software`, the reduction modulo Phi
  const SimulatedTransfer* transfer;
  const SimulatedTransfer*
      half_rate;            // a burst in two cycles; none if the model of the bus is used
  ResidueTimes beside;      // software while a transfer is on the way
  std::uint64_t key_bytes;  // of its upload
};

// Until the answer is in memory and all but its last prime is read. Cycles lie between those at
// full and at half rate. Software keeps old results when the first burst is there, then reads prime
// after prime: in time, or as fast as it can, or not before the last of them but one is there.
double streamed_us(const Run& run, double clock, const Bus& bus) {
  const double pace = std::clamp(sizeof(Burst) * clock / bus.megabytes_s, 1.0, 2.0);
  const auto at = [=](std::uint64_t full, std::uint64_t half) {
    const auto least = static_cast<double>(full);
    return (least + (pace - 1) * (static_cast<double>(half) - least)) / clock;
  };
  const SimulatedTransfer &full = *run.transfer, &half = *run.half_rate;
  const double first = at(full.traffic.first_output_cycle, half.traffic.first_output_cycle);
  const double last = at(full.last_prime, half.last_prime);
  const double read =
      std::max({at(full.traffic.cycles, half.traffic.cycles),
                first + run.beside.keep + run.beside.others, last + run.beside.last});
  return 2 * bus.latency_us + read;
}
double exchange_us(const Run& run, double clock, const Bus& bus) {
  return run.half_rate == nullptr ? time_of({run.transfer->traffic, clock, 0}, bus).total
                                  : streamed_us(run, clock, bus);
}
double warm(const Run& run, double clock, const Bus& bus) {
  return run.software + exchange_us(run, clock, bus);
}
double cold(const Run& run, double clock, const Bus& bus) {
  const double upload = time_of({run.transfer->traffic, clock, run.key_bytes}, bus).key_upload;
  return warm(run, clock, bus) + run.key_software + upload;
}

using Cycles = std::vector<SimulatedTransfer>;

// The key travels with each transfer: its recursion is what a cold one costs.
Run karatsuba_run(const Work& work, const Cycles& cycles) {
  SoftwareHalf half(work.messages);
  return {least_us(kCalls, [&] { half.before(), half.after(); }),
          least_us(kCalls, [&] { half.recurse_key(); }),
          least_us(kCalls, [&] { half.reduce(); }),
          &find_transfer(cycles, "karatsuba", work.messages),
          nullptr,
          {},
          0};
}

Run residue_run(const Work& work, const Cycles& cycles) {
  ResidueHalf half(work.messages);
  const double key = least_us(kCalls / 10, [&] { half.prepare_key(); });
  const ResidueTimes times = half.least_times(kCalls);
  return {times.request + times.last,
          key,
          0,
          &find_transfer(cycles, "residue", work.messages),
          &find_transfer(cycles, "residue", work.messages, 2),
          times,
          (1 + detail::kKeyBursts) * sizeof(Burst)};
}

using Masks = std::array<SoftwareTimes, kWorks.size()>;

Masks all_masks() {
  Masks all{};
  for (std::size_t i = 0; i < kWorks.size(); ++i) all[i] = masking_times(kWorks[i].messages);
  return all;
}

struct Designs {
  std::array<Run, kWorks.size()> karatsuba, residue;
  Masks masks;
  double karatsuba_clock, residue_clock;
};

void write_summary(const Designs& designs) {
  std::printf(
      "Microseconds at %.0f us and %.0f MB/s, keys cached or resident. *K* is the Karatsuba "
      "design,\n"
      "*R* the residue design, each at the clock of its slice on ECP5 and at %.0f MHz, which is\n"
      "assumed. The ring is not secure with these moduli.\n\n",
      kUsualBus.latency_us, kUsualBus.megabytes_s, kAssumedClock);
  std::printf(
      "| | K, %.0f MHz | K, %.0f MHz | R, %.0f MHz | R, %.0f MHz | `MaskingKey`, one thread "
      "| %zu threads | the paper | NFLlib there |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
      designs.karatsuba_clock, kAssumedClock, designs.residue_clock, kAssumedClock,
      sharing_threads());
  for (std::size_t i = 0; i < kWorks.size(); ++i) {
    const Run &k = designs.karatsuba[i], &r = designs.residue[i];
    std::printf("| %s | %.0f | %.0f | %.1f | %.1f | %.1f | %.1f | %s | %s |\n", kWorks[i].name,
                warm(k, designs.karatsuba_clock, kUsualBus), warm(k, kAssumedClock, kUsualBus),
                warm(r, designs.residue_clock, kUsualBus), warm(r, kAssumedClock, kUsualBus),
                designs.masks[i].alone, designs.masks[i].shared, kWorks[i].paper, kWorks[i].nfllib);
  }
}

void write_parts(const char* design, const std::array<Run, kWorks.size()>& runs) {
  for (std::size_t i = 0; i < kWorks.size(); ++i) {
    const Run& run = runs[i];
    const double whole = warm(run, kAssumedClock, kUsualBus);
    const Traffic& traffic = run.transfer->traffic;
    std::printf(
        "| %s, %s | %.1f | %.1f | %.1f | %llu | %llu | %llu | %.1f | %.1f | %.1f | %.1f |\n",
        design, kWorks[i].name, run.software, run.beside.keep + run.beside.others, run.phi,
        static_cast<unsigned long long>(traffic.bytes_to_device),
        static_cast<unsigned long long>(traffic.bytes_from_device),
        static_cast<unsigned long long>(traffic.cycles), whole - run.software, whole,
        run.key_software, cold(run, kAssumedClock, kUsualBus));
  }
}

void write_all_parts(const Designs& designs) {
  std::printf(
      "\nWhat that is at %.0f MHz: bytes and cycles are those of a transfer at full rate. Software "
      "that\n"
      "runs while the answer comes is *beside*. A key that is new takes its preparation in "
      "software, "
      "and\n"
      "%llu bytes of upload in the residue design. The paper's reduction modulo Phi takes 114 "
      "us.\n\n"
      "| | software | beside | of it Phi | bytes in | bytes out | cycles | exchange "
      "| key there | key prepared | key new |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
      kAssumedClock, static_cast<unsigned long long>(designs.residue[0].key_bytes));
  write_parts("K", designs.karatsuba);
  write_parts("R", designs.residue);
}

void write_buses(const Designs& designs) {
  const double k = designs.karatsuba_clock, r = designs.residue_clock, a = kAssumedClock;
  std::printf(
      "\nOther buses, one and four products: key there / new.\n\n"
      "| MB/s | latency | K, %.0f MHz, 1 | 4 | K, %.0f MHz, 1 | 4 | R, %.0f MHz, 1 | 4 "
      "| R, %.0f MHz, 1 | 4 |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
      k, a, r, a);
  for (const double rate : {2000.0, 3000.0}) {
    for (const double latency : {1.0, 10.0, 50.0}) {
      std::printf("| %.0f | %.0f", rate, latency);
      const auto write = [&](const std::array<Run, kWorks.size()>& runs, double clock) {
        for (const Run& run : runs) {
          std::printf(" | %.0f / %.0f", warm(run, clock, {latency, rate}),
                      cold(run, clock, {latency, rate}));
        }
      };
      write(designs.karatsuba, k), write(designs.karatsuba, a);
      write(designs.residue, r), write(designs.residue, a);
      std::printf(" |\n");
    }
  }
}

void write_software(const Masks& masks) {
  const std::string isa(isa_name(active_isa()));
  for (std::size_t i = 0; i < kWorks.size(); ++i) {
    const std::size_t products = kWorks[i].messages;
    std::printf("| %s, %s", isa.c_str(), kWorks[i].name);
    for (const SoftwareTimes& times : {masks[i], power_times(products), primes_times(products)}) {
      std::printf(" | %.1f | %.1f", times.alone, times.shared);
    }
    std::printf(" |\n");
  }
}

void write_tables(const std::string& cycles_path, const std::string& clocks_path) {
  const Cycles cycles = read_cycles(cycles_path);
  Designs designs{};
  designs.karatsuba_clock = read_clock(clocks_path, "karatsuba");
  designs.residue_clock = read_clock(clocks_path, "residue");
  for (std::size_t i = 0; i < kWorks.size(); ++i) {
    designs.karatsuba[i] = karatsuba_run(kWorks[i], cycles);
    designs.residue[i] = residue_run(kWorks[i], cycles);
  }
  designs.masks = all_masks();
  write_summary(designs);
  write_all_parts(designs);
  write_buses(designs);
  std::printf(
      "\nSoftware alone, in one thread and in %zu:\n\n"
      "| | `MaskingKey` | %zu threads | `transform`, 2^135 | %zu threads | `transform`, five "
      "primes "
      "| %zu threads |\n|---|--:|--:|--:|--:|--:|--:|\n",
      sharing_threads(), sharing_threads(), sharing_threads(), sharing_threads());
  write_software(designs.masks);
}

}  // namespace
}  // namespace lath::hardware::bench

int main(int count, char** arguments) {
  const bool software = count == 2 && std::string(arguments[1]) == "software";
  if (count != 3 && !software) {
    std::fprintf(stderr, "usage: %s <cycles.txt> <clocks.txt> | software\n", arguments[0]);
    return 2;
  }
  try {
    if (software) {
      lath::hardware::bench::write_software(lath::hardware::bench::all_masks());
    } else {
      lath::hardware::bench::write_tables(arguments[1], arguments[2]);
    }
    return 0;
  } catch (const lath::Error& error) {
    std::fprintf(stderr, "%s: %s\n", arguments[0], error.what());
    return 1;
  }
}
