// SPDX-License-Identifier: Apache-2.0
//
// The transforms of rings of every index beside those modulo x^n + 1 of at least as many words, an
// encryption P U + E with them, and reductions without them. See README.md for what the rows are.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cyclotomic/product.hpp"
#include "lath/arith/vector_arithmetic.hpp"
#include "lath/base/buffer.hpp"
#include "lath/ntt/ntt_plan.hpp"
#include "lath/ntt/sparse_reduction.hpp"
#include "lath/random/generator.hpp"
#include "lath/random/samplers.hpp"
#include "peers/cyclotomic.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

using Plan = NttPlan<std::uint64_t>;

// Primes of 50 bits; plans cost much more than what is measured.
const Plan& plan_of(std::uint64_t m, Isa isa) {
  static std::map<std::pair<std::uint64_t, std::string_view>, Plan> plans;
  const auto known = plans.find({m, isa_name(isa)});
  if (known != plans.end()) return known->second;
  const auto index = CyclotomicIndex::create(m);
  const Family family = isa == Isa::avx512ifma ? Family::i52 : Family::f64;
  const auto plan = Plan::create(index, ntt_primes(50, index, 1).front(), {family, isa});
  return plans.emplace(std::pair{m, isa_name(isa)}, plan).first->second;
}

enum class Direction { forward, inverse };

template <Direction kDirection>
void run(benchmark::State& state, std::uint64_t m, Isa isa) {
  const Plan& plan = plan_of(m, isa);
  Generator generator = Generator::from_seed(Seed{}, "bench cyclotomic");
  Buffer<std::uint64_t> a(plan.degree());
  sample_uniform(a.span(), plan.modulus(), generator);
  for (auto _ : state) {
    kDirection == Direction::forward ? plan.forward(a.data()) : plan.inverse(a.data());
    benchmark::ClobberMemory();
  }
  state.counters["words"] = static_cast<double>(plan.degree());
  state.counters["ns_per_word"] = benchmark::Counter(
      static_cast<double>(plan.degree()) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

template <Direction kDirection>
void register_direction(const std::string& direction, std::uint64_t m, Isa isa) {
  const std::string name =
      "cyclotomic/" + direction + "/" + std::to_string(m) + "/" + std::string(isa_name(isa));
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    run<kDirection>(state, m, isa);
  })->Unit(benchmark::kMicrosecond);
}

void register_index(std::uint64_t m) {
  for (const Kernel& kernel : available_kernels<std::uint64_t>(12289)) {
    const bool i52 = kernel.family == Family::i52 && kernel.isa == Isa::avx512ifma;
    if (kernel.isa == Isa::scalar || (kernel.family != Family::f64 && !i52)) continue;
    register_direction<Direction::forward>("forward", m, kernel.isa);
    register_direction<Direction::inverse>("inverse", m, kernel.isa);
  }
}

// A product of two remainders modulo Phi_m, by sums and differences of blocks.
template <class Arithmetic>
void reduce(benchmark::State& state, std::uint64_t m, const Arithmetic& arithmetic,
            std::uint64_t modulus) {
  const auto reduction = SparseReduction::create(m);
  Generator generator = Generator::from_seed(Seed{}, "bench sparse reduction");
  Buffer<std::uint64_t> product(2 * reduction.degree() - 1);
  Buffer<std::uint64_t> scratch(reduction.scratch_words(product.size()));
  sample_uniform(product.span(), modulus, generator);
  for (auto _ : state) {
    reduction.reduce(product.span(), scratch.span(), arithmetic);
    benchmark::ClobberMemory();
  }
  state.counters["additions"] = static_cast<double>(reduction.additions(product.size()));
}

void register_reductions(std::uint64_t m) {
  const auto add = [m](const std::string& modulus, auto&& run) {
    benchmark::RegisterBenchmark(("cyclotomic/reduce/" + std::to_string(m) + modulus).c_str(), run)
        ->Unit(benchmark::kMicrosecond);
  };
  constexpr std::uint64_t kLargest = (std::uint64_t{1} << 62) - 1;  // that samplers know
  add("/2^64", [m](benchmark::State& state) { reduce(state, m, WrappingArithmetic{}, kLargest); });
  add("/50", [m](benchmark::State& state) {
    const std::uint64_t p = ntt_primes(50, CyclotomicIndex::create(m), 1).front();
    reduce(state, m, VectorArithmetic<std::uint64_t>::create(p), p);
  });
}

}  // namespace

void register_benchmarks() {
  std::vector<std::uint64_t> indices{2783, 4095, 4369, 13981, 15015, 21845, 65535, 65537};
  for (std::uint64_t n = 2048; n <= 131072; n *= 2) {
    indices.push_back(3 * n);      // n words
    indices.push_back(5 * n / 2);  // n words
  }
  // The rings modulo x^n + 1 that they are compared with.
  for (std::uint64_t n = 2048; n <= 131072; n *= 2) indices.push_back(2 * n);
  for (const std::uint64_t m : indices) register_index(m);
  register_encryptions();
  for (const std::uint64_t m : {2783U, 4095U, 13981U, 65535U}) register_reductions(m);
  for (const std::uint64_t m : {2783U, 4095U, 4369U, 13981U, 15015U, 21845U, 65535U, 65537U}) {
    register_cyclotomic_products(m);
    register_cyclotomic_flint(m);
  }
  for (const std::uint64_t m : kDrawnIndices) {
    register_cyclotomic_products(m);
    register_cyclotomic_flint(m);
  }
}

}  // namespace lath::bench
