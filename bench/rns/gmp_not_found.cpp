// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include "rns/set.hpp"

namespace lath::bench {

void add_gmp_integers(const Set& set) {
  benchmark::RegisterBenchmark(set.name("to_gmp").c_str(), [](benchmark::State& state) {
    state.SkipWithError("skipped: GMP not found; install libgmp-dev");
  });
}

}  // namespace lath::bench
