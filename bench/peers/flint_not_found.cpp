// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include "peers/peers.hpp"

namespace lath::bench {

void register_flint(const RingSet& set) {
  benchmark::RegisterBenchmark(
      ("ring/product/" + set.name + "/flint").c_str(), [](benchmark::State& state) {
        state.SkipWithError("skipped: FLINT not found; install libflint-dev");
      });
}

}  // namespace lath::bench
