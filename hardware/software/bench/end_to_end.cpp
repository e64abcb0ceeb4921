// SPDX-License-Identifier: Apache-2.0
//
// hardware_end_to_end CYCLES CLOCKS: the tables of whole times in docs/hardware.md, from cycles.txt
// and clocks.txt and the software, which is measured here. A time is software, and the bus and the
// circuit as lath/hardware/transport.hpp has them. For the residue design they are as simulated at
// a burst in one and in two cycles, and software reads the residues of a prime while the next ones
// come. A ciphertext is two products with the same U: two transfers of the Karatsuba design, one of
// the residue design.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "lath/base/error.hpp"
#include "lath/hardware/transport.hpp"
#include "measured.hpp"
#include "residue_half.hpp"
#include "software_half.hpp"

namespace lath::hardware::bench {
namespace {

constexpr int kCalls = 300;
constexpr double kAssumedClock = 250;
constexpr Bus kUsualBus{10, 2000};

// What is asked for.
struct Work {
  const char* name;
  std::size_t messages, products;  // for each message
  const char *paper, *nfllib;      // microseconds there
};
constexpr std::array<Work, 4> kWorks = {{{"one product", 1, 1, "1,935", "3,078"},
                                         {"four products", 4, 1, "2,525", "10,814"},
                                         {"one ciphertext", 1, 2, "", ""},
                                         {"four ciphertexts", 4, 2, "", ""}}};

// How a design does it. Times in microseconds.
struct Run {
  double software;      // while nothing is on the way, with keys that are cached, or resident
  double key_software;  // for all of its keys
  double phi;           // of `software`, the reduction modulo Phi
  std::size_t transfers;
  const SimulatedTransfer* transfer;  // one of them
  const SimulatedTransfer*
      half_rate;        // a burst in two cycles; none if the model of the bus is used
  ResidueTimes beside;  // software while a transfer is on the way
  std::size_t uploads;
  std::uint64_t key_bytes;  // of one upload
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
  const auto transfers = static_cast<double>(run.transfers);
  return transfers * (run.half_rate == nullptr
                          ? time_of({run.transfer->traffic, clock, 0}, bus).total
                          : streamed_us(run, clock, bus));
}
double warm(const Run& run, double clock, const Bus& bus) {
  return run.software + exchange_us(run, clock, bus);
}
double cold(const Run& run, double clock, const Bus& bus) {
  const double upload = time_of({run.transfer->traffic, clock, run.key_bytes}, bus).key_upload;
  return warm(run, clock, bus) + run.key_software + static_cast<double>(run.uploads) * upload;
}

using Cycles = std::vector<SimulatedTransfer>;

// The key travels with each transfer: its recursion is what a cold one costs.
Run karatsuba_run(const Work& work, const Cycles& cycles) {
  SoftwareHalf half(work.messages);
  const auto products = static_cast<double>(work.products);
  const double software = least_us(kCalls, [&] { half.before(), half.after(); });
  return {products * software,
          products * least_us(kCalls, [&] { half.recurse_key(); }),
          products * least_us(kCalls, [&] { half.reduce(); }),
          work.products,
          &find_transfer(cycles, "karatsuba", work.messages, 1),
          nullptr,
          {},
          0,
          0};
}

Run residue_run(const Work& work, const Cycles& cycles) {
  ResidueHalf half(work.messages, work.products);
  const double key = least_us(kCalls / 10, [&] { half.prepare_key(); });
  const ResidueTimes times = half.least_times(kCalls);
  return {times.request + times.last,
          static_cast<double>(work.products) * key,
          0,
          1,
          &find_transfer(cycles, "residue", work.messages, work.products),
          &find_transfer(cycles, "residue", work.messages, work.products, 2),
          times,
          work.products,
          find_transfer(cycles, "residue", 0, 1).traffic.bytes_to_device};
}

// Of one call for each product.
double software_alone(const EncryptionProduct& product, const Work& work) {
  auto workspace = product.workspace();
  const auto u = random_small(work.messages * kDegree, 1);
  const auto errors = random_small(work.messages * kDegree, 8);
  std::vector<std::uint32_t> results(u.size() * kChunks);
  return static_cast<double>(work.products) *
         least_us(kCalls, [&] { product.multiply_add(results, u, errors, workspace); });
}

struct Designs {
  std::array<Run, 4> karatsuba, residue;
  double karatsuba_clock, residue_clock;
};

void write_summary(const Designs& designs) {
  const auto power = CoefficientModulus::power_of_two(135);
  const auto primes = CoefficientModulus::residue_design();
  const auto by_power = EncryptionProduct::transform(power, random_key(power));
  const auto by_primes = EncryptionProduct::transform(primes, random_key(primes));
  std::printf(
      "Microseconds at %.0f us and %.0f MB/s, keys cached or resident. *K* is the Karatsuba "
      "design,\n"
      "*R* the residue design, each at the clock of its slice on ECP5 and at %.0f MHz, which is\n"
      "assumed. *Software alone* is `transform`.\n\n",
      kUsualBus.latency_us, kUsualBus.megabytes_s, kAssumedClock);
  std::printf(
      "| | K, %.0f MHz | K, %.0f MHz | R, %.0f MHz | R, %.0f MHz | software alone, 2^135 "
      "| five primes | the paper | NFLlib there |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
      designs.karatsuba_clock, kAssumedClock, designs.residue_clock, kAssumedClock);
  for (std::size_t i = 0; i < kWorks.size(); ++i) {
    const Run &k = designs.karatsuba[i], &r = designs.residue[i];
    std::printf("| %s | %.0f | %.0f | %.1f | %.1f | %.1f | %.1f | %s | %s |\n", kWorks[i].name,
                warm(k, designs.karatsuba_clock, kUsualBus), warm(k, kAssumedClock, kUsualBus),
                warm(r, designs.residue_clock, kUsualBus), warm(r, kAssumedClock, kUsualBus),
                software_alone(by_power, kWorks[i]), software_alone(by_primes, kWorks[i]),
                kWorks[i].paper, kWorks[i].nfllib);
  }
}

void write_parts(const char* design, const std::array<Run, 4>& runs) {
  for (std::size_t i = 0; i < kWorks.size(); ++i) {
    const Run& run = runs[i];
    const double whole = warm(run, kAssumedClock, kUsualBus);
    const Traffic& traffic = run.transfer->traffic;
    std::printf(
        "| %s, %s | %.1f | %.1f | %.1f | %zu | %llu | %llu | %llu | %.1f | %.1f | %.1f | %.1f |\n",
        design, kWorks[i].name, run.software, run.beside.keep + run.beside.others, run.phi,
        run.transfers, static_cast<unsigned long long>(traffic.bytes_to_device),
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
      "| | software | beside | of it Phi | transfers | bytes in | bytes out | cycles | exchange "
      "| key there | key prepared | key new |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
      kAssumedClock, static_cast<unsigned long long>(designs.residue[0].key_bytes));
  write_parts("K", designs.karatsuba);
  write_parts("R", designs.residue);
}

void write_sweep(const Designs& designs, double karatsuba_clock, double residue_clock,
                 const char* note) {
  std::printf(
      "\nOther buses, K at %.0f MHz, R at %.0f MHz%s; key there / new.\n\n"
      "| MB/s | latency | K, 1 product | K, 4 products | R, 1 product | R, 4 products "
      "| R, 1 ciphertext | R, 4 ciphertexts |\n|--:|--:|--:|--:|--:|--:|--:|--:|\n",
      karatsuba_clock, residue_clock, note);
  for (const double rate : {2000.0, 3000.0}) {
    for (const double latency : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0}) {
      const Bus bus{latency, rate};
      std::printf("| %.0f | %.0f", rate, latency);
      for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        const Run& run = designs.karatsuba[i];
        std::printf(" | %.0f / %.0f", warm(run, karatsuba_clock, bus),
                    cold(run, karatsuba_clock, bus));
      }
      for (const Run& run : designs.residue) {
        std::printf(" | %.0f / %.0f", warm(run, residue_clock, bus), cold(run, residue_clock, bus));
      }
      std::printf(" |\n");
    }
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
  write_summary(designs);
  write_all_parts(designs);
  write_sweep(designs, kAssumedClock, kAssumedClock, ", assumed");
  write_sweep(designs, designs.karatsuba_clock, designs.residue_clock,
              " (nextpnr, a slice on ECP5)");
}

}  // namespace
}  // namespace lath::hardware::bench

int main(int count, char** arguments) {
  if (count != 3) {
    std::fprintf(stderr, "usage: %s <cycles.txt> <clocks.txt>\n", arguments[0]);
    return 2;
  }
  try {
    lath::hardware::bench::write_tables(arguments[1], arguments[2]);
    return 0;
  } catch (const lath::Error& error) {
    std::fprintf(stderr, "%s: %s\n", arguments[0], error.what());
    return 1;
  }
}
