// SPDX-License-Identifier: Apache-2.0
//
// end_to_end <design> <messages> <software_us> <bytes in> <bytes out> <cycles> <first output cycle>
//            <key bytes> <MHz that place and route reports>
//
// Writes rows of a table: software as measured, cycles of the simulation at the clock, and the bus
// as lath/hardware/transport.hpp has it, for latencies of 1 to 50 us and 2000 and 3000 MB/s. Each
// row has the time at the clock that is given and, as an assumption, at 250 MHz.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "lath/base/error.hpp"
#include "lath/hardware/transport.hpp"

namespace lath::hardware {
namespace {

struct Design {
  const char* name;
  const char* messages;
  double software_us, clock_mhz;
  Exchange exchange;
};

void write_row(const Design& design, const Bus& bus) {
  std::array<double, 4> times{};
  std::size_t i = 0;
  for (const double clock : {design.clock_mhz, 250.0}) {
    Exchange exchange = design.exchange;
    exchange.clock_mhz = clock;
    const ExchangeTime time = time_of(exchange, bus);
    times[i++] = design.software_us + time.total - time.key_upload;
    times[i++] = design.software_us + time.total;
  }
  std::printf("| %s | %s | %.0f | %.0f | %.1f | %.1f | %.1f | %.1f |\n", design.name,
              design.messages, bus.megabytes_s, bus.latency_us, times[0], times[1], times[2],
              times[3]);
}

void write_table(const Design& design) {
  std::printf(
      "| design | messages | MB/s | latency us | warm us at %.1f MHz | cold us "
      "| warm us at 250 MHz (assumed) | cold us |\n|---|---|---|---|---|---|---|---|\n",
      design.clock_mhz);
  for (const double rate : {2000.0, 3000.0}) {
    for (const double latency : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0}) {
      write_row(design, {latency, rate});
    }
  }
}

}  // namespace
}  // namespace lath::hardware

int main(int count, char** arguments) {
  constexpr int kNumbers = 7;
  std::array<double, kNumbers> numbers{};
  bool valid = count == 3 + kNumbers;
  for (int i = 0; valid && i < kNumbers; ++i) {
    char* end = nullptr;
    double& x = numbers[static_cast<std::size_t>(i)];
    x = std::strtod(arguments[3 + i], &end);
    valid = *arguments[3 + i] != '\0' && *end == '\0' && std::isfinite(x) && x >= 0 && x < 1e15;
  }
  if (!valid) {
    std::fprintf(stderr,
                 "usage: %s <design> <messages> <software_us> <bytes in> <bytes out> <cycles> "
                 "<first output cycle> <key bytes> <MHz>\n",
                 arguments[0]);
    return 2;
  }
  const auto whole = [&](std::size_t i) { return static_cast<std::uint64_t>(numbers[i]); };
  try {
    lath::hardware::write_table({arguments[1],
                                 arguments[2],
                                 numbers[0],
                                 numbers[6],
                                 {{whole(1), whole(2), whole(3), whole(4)}, numbers[6], whole(5)}});
    return 0;
  } catch (const lath::Error& error) {
    std::fprintf(stderr, "%s: %s\n", arguments[0], error.what());
    return 1;
  }
}
