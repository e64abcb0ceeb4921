// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/gmp.hpp"

#include <benchmark/benchmark.h>
#include <gmpxx.h>

#include <span>
#include <vector>

#include "lath/random/generator.hpp"
#include "lath/random/samplers.hpp"
#include "rns/set.hpp"

namespace lath::bench {

void add_gmp_integers(const Set& set) {
  const auto random = [set] {
    Generator generator = Generator::from_seed(Seed{}, "bench rns");
    return uniform<Coeff>(set.ring(), generator);
  };
  benchmark::RegisterBenchmark(set.name("to_gmp").c_str(), [random](benchmark::State& state) {
    const auto a = random();
    for (auto _ : state) {
      benchmark::DoNotOptimize(to_gmp_integers(a, Representative::centered));
    }
  })->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark(set.name("from_gmp").c_str(), [random](benchmark::State& state) {
    const auto a = random();
    const std::vector<mpz_class> integers = to_gmp_integers(a, Representative::centered);
    for (auto _ : state) {
      benchmark::DoNotOptimize(from_gmp_integers(a.ring(), std::span<const mpz_class>(integers)));
    }
  })->Unit(benchmark::kMicrosecond);
}

}  // namespace lath::bench
