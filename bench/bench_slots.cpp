// SPDX-License-Identifier: Apache-2.0
//
// Vectors as plaintexts of any index: tables, encoding and decoding. See README.md.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lath/he/slots/slot_algebra.hpp"
#include "lath/random/generator.hpp"
#include "lath/random/samplers.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

using he::SlotAlgebra;
using Words = std::vector<std::uint64_t>;

struct Operands {
  SlotAlgebra algebra;
  Words words, constants, polynomial;
};

Operands make_operands(std::uint64_t m, std::uint64_t t) {
  auto algebra = SlotAlgebra::create(CyclotomicIndex::create(m), t);
  Generator generator = Generator::from_seed(Seed{}, "bench slots");
  Words words(algebra.index().degree()), constants(algebra.slots()), polynomial(words.size());
  sample_uniform(std::span(words), t, generator);
  sample_uniform(std::span(constants), t, generator);
  algebra.encode_constants(polynomial, constants);
  return {std::move(algebra), std::move(words), std::move(constants), std::move(polynomial)};
}

void add(const std::string& name, std::uint64_t m, std::uint64_t t,
         const std::function<void(Operands&)>& run) {
  const std::string full = "slots/" + name + "/" + std::to_string(m) + "/" + std::to_string(t);
  benchmark::RegisterBenchmark(full.c_str(), [=](benchmark::State& state) {
    Operands operands = make_operands(m, t);
    for (auto _ : state) {
      run(operands);
      benchmark::DoNotOptimize(operands.polynomial.data());
    }
  })->Unit(benchmark::kMicrosecond);
}

}  // namespace

void register_benchmarks() {
  constexpr std::uint64_t kOf60Bits = 1152921504606846883;
  struct Case {
    std::uint64_t m, t;
  };
  for (const auto& [m, t] : {Case{4095, 2},
                             {13981, 2},
                             {21845, 2},
                             {65535, 2},
                             {65535, 256},
                             {2783, 2},
                             {2783, kOf60Bits},
                             {13981, 257},
                             {32768, 65537}}) {
    add("create", m, t, [m = m, t = t](Operands& operands) {
      operands.algebra = SlotAlgebra::create(CyclotomicIndex::create(m), t);
    });
    add("encode", m, t, [](Operands& o) { o.algebra.encode(o.polynomial, o.words); });
    add("encode_constants", m, t,
        [](Operands& o) { o.algebra.encode_constants(o.polynomial, o.constants); });
    add("decode", m, t, [](Operands& o) { o.algebra.decode(o.words, o.polynomial); });
  }
}

}  // namespace lath::bench
