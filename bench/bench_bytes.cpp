// SPDX-License-Identifier: Apache-2.0
//
// Polynomials to bytes and back on one thread, in packed bytes a second, beside a copy of as many
// bytes. Each is checked once before it is timed.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/random/generator.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/bytes.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/static_ring.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

// Times f(a, bytes) for a random polynomial and its bytes.
template <class MakeRing, class F>
void add(const std::string& operation, const std::string& set, const MakeRing& make, F f) {
  const std::string name = "bytes/" + operation + "/" + set;
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) mutable {
    const auto ring = make();
    Generator generator = Generator::from_seed(Seed{}, "bench bytes");
    const auto a = uniform<Eval>(ring, generator);
    auto bytes = to_bytes(a);
    if (!(from_bytes<Eval>(ring, bytes) == a)) {
      state.SkipWithError("another polynomial comes back");
      return;
    }
    for (auto _ : state) {
      f(a, bytes);
      benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
  })->Unit(benchmark::kMicrosecond);
}

template <class MakeRing>
void add_ring(const std::string& set, const MakeRing& make) {
  add("save", set, make, [](const auto& a, auto& bytes) { to_bytes(a, bytes.span()); });
  add("save_new", set, make,
      [](const auto& a, auto&) { benchmark::DoNotOptimize(to_bytes(a).size()); });
  add("load", set, make, [](const auto& a, auto& bytes) {
    const auto b = from_bytes<Eval>(a.ring(), bytes);
    benchmark::DoNotOptimize(b.limb(0).data());
  });
  add("load_secret", set, make, [](const auto& a, auto& bytes) {
    const auto b = from_bytes<Eval, Secret>(a.ring(), bytes.span());
    benchmark::DoNotOptimize(b.limb(0).data());
  });
  add("copy", set, make, [to = std::vector<std::byte>()](const auto&, auto& bytes) mutable {
    to.resize(bytes.size());
    std::ranges::copy(bytes.span(), to.begin());
    benchmark::DoNotOptimize(to.data());
  });
}

// Words of 64 bits.
void add_dynamic(std::size_t degree, std::size_t limbs, int bits) {
  const std::string set =
      std::to_string(degree) + "x" + std::to_string(limbs) + "/" + std::to_string(bits);
  add_ring(set, [=] { return DynamicRing::create(degree, ntt_primes(bits, degree, limbs)); });
}

}  // namespace

void register_benchmarks() {
  for (const int bits : {30, 50, 62}) add_dynamic(16384, 8, bits);
  add_dynamic(1024, 1, 50);
  add_dynamic(32768, 32, 50);  // more than the caches hold
  add_ring("16384x8/30/static", [] { return StaticRing<std::uint32_t, 16384, 240>(); });
  add_ring("512x3/14/static", [] { return StaticRing<std::uint16_t, 512, 42>(); });
}

}  // namespace lath::bench
