// SPDX-License-Identifier: Apache-2.0
#include "fma_throughput.hpp"

#include <algorithm>
#include <chrono>

#include "lath/base/cpu.hpp"

namespace lath::bench {

#if defined(__x86_64__)

namespace {

// Neither the library nor Highway appears here: the yardstick must not change with what it
// measures. The instructions are written out in one asm statement, so that no compiler can make
// them wider, drop them, or keep an accumulator in memory; the vector type only lets it choose the
// registers. Processors finish two of them per cycle with a latency of four or five cycles, so that
// ten independent chains keep them busy; here are twelve.
using FourDoubles = double __attribute__((vector_size(32)));
constexpr int kChains = 12;

[[gnu::target("avx2,fma"), gnu::noinline]] void run_chains(int rounds) {
  // x <- x / 2 + 1/2 stays at 1: normal numbers throughout.
  FourDoubles half{0.5, 0.5, 0.5, 0.5};
  FourDoubles a{1, 1, 1, 1}, b = a, c = a, d = a, e = a, f = a;
  FourDoubles g = a, h = a, i = a, j = a, k = a, l = a;
  for (int round = 0; round < rounds; ++round) {
    asm volatile(
        "vfmadd213pd %12, %12, %0\n\t"
        "vfmadd213pd %12, %12, %1\n\t"
        "vfmadd213pd %12, %12, %2\n\t"
        "vfmadd213pd %12, %12, %3\n\t"
        "vfmadd213pd %12, %12, %4\n\t"
        "vfmadd213pd %12, %12, %5\n\t"
        "vfmadd213pd %12, %12, %6\n\t"
        "vfmadd213pd %12, %12, %7\n\t"
        "vfmadd213pd %12, %12, %8\n\t"
        "vfmadd213pd %12, %12, %9\n\t"
        "vfmadd213pd %12, %12, %10\n\t"
        "vfmadd213pd %12, %12, %11"
        : "+x"(a), "+x"(b), "+x"(c), "+x"(d), "+x"(e), "+x"(f), "+x"(g), "+x"(h), "+x"(i), "+x"(j),
          "+x"(k), "+x"(l)
        : "x"(half));
  }
}

}  // namespace

std::string_view fma_unavailable() {
  return has(detected_isa(), Isa::avx2) ? "" : "this CPU has no AVX2 with FMA";
}

double fma_trial() {
  if (!fma_unavailable().empty()) return 0;
  constexpr int kRounds = 1 << 16;
  const auto start = std::chrono::steady_clock::now();
  run_chains(kRounds);
  const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
  return static_cast<double>(kRounds) * kChains / elapsed.count();
}

#else

std::string_view fma_unavailable() { return "the calibration is written for x86-64 only"; }
double fma_trial() { return 0; }

#endif

double fma_per_ns() {
  static const double best = [] {
    double result = 0;
    for (int trial = 0; trial < 200; ++trial) result = std::max(result, fma_trial());
    return result;
  }();
  return best;
}

}  // namespace lath::bench
