// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include "peers/peers.hpp"

namespace lath::bench {

void register_ntl(const RingSet& set) {
  benchmark::RegisterBenchmark(("ring/product/" + set.name + "/ntl").c_str(),
                               [](benchmark::State& state) {
                                 state.SkipWithError("skipped: NTL not found; install libntl-dev");
                               });
}

}  // namespace lath::bench
