// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <string>

#include "peers/cyclotomic.hpp"

namespace lath::bench {

void register_cyclotomic_flint(std::uint64_t m) {
  benchmark::RegisterBenchmark(
      ("cyclotomic/product/" + std::to_string(m) + "/flint").c_str(),
      [](benchmark::State& state) { state.SkipWithError("skipped: FLINT was not found"); });
}

}  // namespace lath::bench
