// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <string>

#include "peers/schemes.hpp"
#include "sets.hpp"

namespace lath::bench {

void register_openfhe(Scheme scheme, const he::Literal& literal) {
  const std::string name =
      std::string(name_of(scheme)) + "/multiply/" + set_name(literal) + "/openfhe";
  benchmark::RegisterBenchmark(name.c_str(), [](benchmark::State& state) {
    state.SkipWithError("skipped: OpenFHE not found; install it and set OpenFHE_DIR");
  });
}

}  // namespace lath::bench
