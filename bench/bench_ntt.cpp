// SPDX-License-Identifier: Apache-2.0
//
// The transforms and pointwise products of every family, through NttPlan: canonical words in and
// out, documented order. See README.md for what the counters mean.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fma_throughput.hpp"
#include "lath/arith/primes.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/error.hpp"
#include "lath/ntt/ntt_plan.hpp"
#include "lath/random/generator.hpp"
#include "lath/random/samplers.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

// What is measured of one family, with the largest primes of so many bits that suit the degree, or
// the degree `primes_for` where that is larger.
struct FamilyRange {
  std::string name;
  Family family;
  int prime_bits;
  std::vector<std::size_t> degrees;
  std::size_t primes_for = 0;
};

struct Case {
  std::string name;
  Family family;
  std::size_t degree;
  std::vector<std::uint64_t> moduli;  // one for each limb
};

// `product` and `steps` multiply polynomials given by coefficients, in one entry and in four. The
// forward transforms `copied`, `centered` and `small` read other memory than they write, `centered`
// residues modulo another number and `small` integers of a byte.
enum class Operation { forward, copied, centered, small, inverse, multiply, product, steps };

constexpr bool transforms(Operation operation) { return operation <= Operation::inverse; }

// Plans cost much more than what is measured, and google-benchmark calls a benchmark many times.
template <ResidueWord Word>
NttPlan<Word> cached_plan(std::size_t degree, std::uint64_t modulus, Kernel kernel) {
  static std::map<std::pair<std::size_t, std::uint64_t>, std::vector<NttPlan<Word>>> plans;
  std::vector<NttPlan<Word>>& known = plans[{degree, modulus}];
  for (const NttPlan<Word>& plan : known) {
    if (plan.kernel() == kernel) return plan;
  }
  return known.emplace_back(NttPlan<Word>::create(degree, modulus, kernel));
}

// The preferred kernels of the family, one for each modulus; fewer where one is not served here.
template <ResidueWord Word>
std::vector<Kernel> kernels_of(const Case& c) {
  std::vector<Kernel> result;
  for (const std::uint64_t modulus : c.moduli) {
    const std::vector<Kernel> available = available_kernels<Word>(modulus);
    const auto best = std::find_if(available.rbegin(), available.rend(),
                                   [&](const Kernel& k) { return k.family == c.family; });
    if (best != available.rend()) result.push_back(*best);
  }
  return result;
}

// Four butterflies make one step of a four-lane vector; the slots are what that step costs.
double butterfly_vectors(const Case& c) {
  const auto n = static_cast<double>(c.degree);
  const auto layers = static_cast<double>(std::countr_zero(c.degree));
  return static_cast<double>(c.moduli.size()) * n / 2 * layers / 4;
}

// `seconds` is the processor time of all iterations.
void add_counters(benchmark::State& state, const Case& c, Operation operation, double seconds) {
  int bits = 0;
  for (const std::uint64_t modulus : c.moduli) bits += bit_length(modulus);
  state.counters["modulus_bits"] = bits;
  if (!transforms(operation) || fma_per_ns() == 0) return;
  const double time_ns = 1e9 * seconds / static_cast<double>(state.iterations());
  state.counters["fma_slots"] = time_ns * fma_per_ns() / butterfly_vectors(c);
}

// The words of all limbs, limb after limb, as a polynomial holds them.
template <ResidueWord Word>
Buffer<Word> random_limbs(const Case& c, Generator& generator) {
  Buffer<Word> words(c.moduli.size() * c.degree);
  for (std::size_t i = 0; i < c.moduli.size(); ++i) {
    sample_uniform(words.span().subspan(i * c.degree, c.degree), c.moduli[i], generator);
  }
  return words;
}

template <Operation kOperation, ResidueWord Word>
void run(benchmark::State& state, const Case& c) {
  const std::vector<Kernel> kernels = kernels_of<Word>(c);
  if (kernels.size() != c.moduli.size()) {
    const std::string reason =
        "skipped: no " + std::string(family_name(c.family)) + " kernel for the ISA " +
        std::string(isa_name(active_isa())) +
        (active_isa() == detected_isa() ? " of this CPU" : ", to which LATH_ISA limits this run");
    state.SkipWithError(reason.c_str());
    return;
  }
  std::vector<NttPlan<Word>> plans;
  plans.reserve(kernels.size());
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    plans.push_back(cached_plan<Word>(c.degree, c.moduli[i], kernels[i]));
  }
  Generator generator = Generator::from_seed(Seed{}, "bench ntt");
  Buffer<Word> a = random_limbs<Word>(c, generator);
  constexpr bool kInPlace = kOperation == Operation::forward || kOperation == Operation::inverse;
  const Buffer<Word> b = kInPlace ? Buffer<Word>{} : random_limbs<Word>(c, generator);
  Buffer<Word> product(b.size());
  const std::clock_t start = std::clock();
  for (auto _ : state) {
    for (std::size_t i = 0; i < plans.size(); ++i) {
      const std::size_t at = i * c.degree;
      if constexpr (kOperation == Operation::forward) plans[i].forward(a.data() + at);
      if constexpr (kOperation == Operation::copied) {
        plans[i].forward(a.data() + at, b.data() + at);
      }
      if constexpr (kOperation == Operation::centered) {
        const auto q = static_cast<Word>(c.moduli[i] + 2);  // as large as another prime of a chain
        plans[i].forward_centered(a.data() + at, b.data() + at, q);
      }
      if constexpr (kOperation == Operation::small) {
        plans[i].forward(a.data() + at, reinterpret_cast<const std::int8_t*>(b.data() + at));
      }
      if constexpr (kOperation == Operation::inverse) plans[i].inverse(a.data() + at);
      if constexpr (kOperation == Operation::multiply) {
        plans[i].arithmetic().multiply(product.data() + at, a.data() + at, b.data() + at, c.degree);
      }
      if constexpr (kOperation == Operation::product || kOperation == Operation::steps) {
        Word *x = a.data() + at, *y = product.data() + at;
        std::copy_n(b.data() + at, c.degree, y);  // both ways overwrite it
        if constexpr (kOperation == Operation::product) {
          plans[i].convolve(x, y);
        } else {
          plans[i].forward(x);
          plans[i].forward(y);
          plans[i].arithmetic().multiply(x, x, y, c.degree);
          plans[i].inverse(x);
        }
      }
    }
    benchmark::ClobberMemory();
  }
  const auto ticks = static_cast<double>(std::clock() - start);
  state.SetLabel(std::string(isa_name(kernels.front().isa)));
  add_counters(state, c, kOperation, ticks / CLOCKS_PER_SEC);
}

template <Operation kOperation>
void register_case(const std::string& operation, const Case& c) {
  const std::string name = operation + "/" + c.name + "/" + std::to_string(c.degree) + "/" +
                           std::to_string(c.moduli.size());
  benchmark::RegisterBenchmark(name.c_str(), [c](benchmark::State& state) {
    switch (c.family) {
      case Family::i16:
        return run<kOperation, std::uint16_t>(state, c);
      case Family::u32:
        return run<kOperation, std::uint32_t>(state, c);
      case Family::u64:
      case Family::f64:
      case Family::i52:
        return run<kOperation, std::uint64_t>(state, c);
    }
  })->Unit(benchmark::kMicrosecond);
}

std::vector<std::size_t> powers_of_two(std::size_t first, std::size_t last) {
  std::vector<std::size_t> result;
  for (std::size_t n = first; n <= last; n *= 2) result.push_back(n);
  return result;
}

void register_family(const FamilyRange& range) {
  for (const std::size_t degree : range.degrees) {
    for (const std::size_t limbs : {std::size_t{1}, std::size_t{4}}) {
      // A fourth of the largest transform already exceeds every cache.
      if (limbs > 1 && degree == kMaxDegree) continue;
      Case c{range.name, range.family, degree, {}};
      try {
        c.moduli = ntt_primes(range.prime_bits, std::max(degree, range.primes_for), limbs);
      } catch (const Error&) {
        continue;  // so many primes of this size do not exist
      }
      register_case<Operation::forward>("ntt_forward", c);
      register_case<Operation::inverse>("ntt_inverse", c);
      register_case<Operation::multiply>("pointwise_multiply", c);
      if (limbs > 1) continue;
      register_case<Operation::copied>("ntt_forward_from", c);
      register_case<Operation::centered>("ntt_forward_centered", c);
      register_case<Operation::small>("ntt_forward_small", c);
      register_case<Operation::product>("convolve/one", c);
      register_case<Operation::steps>("convolve/steps", c);
    }
  }
}

void measure_fma_throughput(benchmark::State& state) {
  if (!fma_unavailable().empty()) {
    state.SkipWithError(("skipped: " + std::string(fma_unavailable())).c_str());
    return;
  }
  double best = 0;
  for (auto _ : state) best = std::max(best, fma_trial());
  state.counters["fma_per_ns"] = best;
}

}  // namespace

void register_benchmarks() {
  benchmark::RegisterBenchmark("fma_throughput", measure_fma_throughput)
      ->Unit(benchmark::kMicrosecond);
  std::vector<std::size_t> degrees = powers_of_two(256, 65536);
  register_family({"i16", Family::i16, 14, powers_of_two(256, 1024)});
  register_family({"u32", Family::u32, 30, degrees});
  degrees.push_back(kMaxDegree);
  register_family({"u64", Family::u64, 62, degrees});
  register_family({"u64_1", Family::u64, 62, degrees, std::size_t{1} << 31});
  register_family({"f64", Family::f64, 50, degrees});
  // The emulation is not worth measuring.
  if (has(active_isa(), Isa::avx512ifma)) register_family({"i52", Family::i52, 50, degrees});
}

}  // namespace lath::bench
