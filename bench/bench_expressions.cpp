// SPDX-License-Identifier: Apache-2.0
//
// Expressions of polynomials with primes of 50 bits against the same written by hand, and against a
// copy of as many bytes: in the caches of a core and far beyond them. See README.md.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>

#include "expressions/by_hand.hpp"
#include "lath/arith/prime_tables.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/cpu.hpp"
#include "lath/random/generator.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

using Values = Poly<DynamicRing, Eval>;
using Word = DynamicRing::Word;
using by_hand::Limb;

struct Operands {
  Values a, b, c, d;

  explicit Operands(const DynamicRing& ring)
      : Operands(ring, Generator::from_seed(Seed{}, "bench expressions")) {}
  Operands(const DynamicRing& ring, Generator generator)
      : a(uniform<Eval>(ring, generator)),
        b(uniform<Eval>(ring, generator)),
        c(uniform<Eval>(ring, generator)),
        d(uniform<Eval>(ring, generator)) {}

  [[nodiscard]] Limb limb(std::size_t i) const {
    return {a.limb(i).data(), b.limb(i).data(), c.limb(i).data(), d.limb(i).data()};
  }
};

// Words that a block of every operand and a temporary fit in the first-level cache with.
constexpr std::size_t kBlock = 512;

struct Part {
  std::size_t first, count;
};

// An expression, and by hand: its block with the functions of NttPlan, and a loop in plain C++.
struct Case {
  const char* name;
  std::size_t operands;
  void (*assign)(Values& out, const Operands& x);
  void (*block)(const NttPlan<Word>& plan, Word* out, const Limb& x, Part part, Word* temporary);
  void (*loop)(Word* out, const Limb& x, std::size_t count, Word p);
};

constexpr Case kMultiply{"multiply", 2, [](Values& out, const Operands& x) { out = x.a * x.b; },
                         [](const NttPlan<Word>& plan, Word* out, const Limb& x, Part part, Word*) {
                           plan.arithmetic().multiply(out, x.a, x.b, part.count, part.first);
                         },
                         by_hand::multiply};
constexpr Case kAddProducts{
    "add_products", 4, [](Values& out, const Operands& x) { out = x.a * x.b + x.c * x.d; },
    [](const NttPlan<Word>& plan, Word* out, const Limb& x, Part part, Word* temporary) {
      plan.arithmetic().multiply(temporary, x.a, x.b, part.count, part.first);
      plan.arithmetic().multiply_add(out, x.c, x.d, temporary, part.count, part.first);
    },
    by_hand::add_products};
constexpr Case kMultiplySubtract{
    "multiply_subtract", 3, [](Values& out, const Operands& x) { out = x.a * x.b - x.c; },
    [](const NttPlan<Word>& plan, Word* out, const Limb& x, Part part, Word* temporary) {
      plan.arithmetic().multiply(temporary, x.a, x.b, part.count, part.first);
      plan.arithmetic().subtract(out, temporary, x.c, part.count);
    },
    by_hand::multiply_subtract};
constexpr Case kMultiplySum{
    "multiply_sum", 3, [](Values& out, const Operands& x) { out = (x.a + x.b) * x.c; },
    [](const NttPlan<Word>& plan, Word* out, const Limb& x, Part part, Word* temporary) {
      plan.arithmetic().add(temporary, x.a, x.b, part.count);
      plan.arithmetic().multiply(out, temporary, x.c, part.count, part.first);
    },
    by_hand::multiply_sum};

constexpr Case kSubtractProduct{
    "subtract_product", 3, [](Values& out, const Operands& x) { out = x.c - x.a * x.b; },
    [](const NttPlan<Word>& plan, Word* out, const Limb& x, Part part, Word* temporary) {
      plan.arithmetic().multiply(temporary, x.a, x.b, part.count, part.first);
      plan.arithmetic().subtract(out, x.c, temporary, part.count);
    },
    by_hand::subtract_product};
constexpr Case kMultiplyDifference{
    "multiply_difference", 3, [](Values& out, const Operands& x) { out = (x.a - x.b) * x.c; },
    [](const NttPlan<Word>& plan, Word* out, const Limb& x, Part part, Word* temporary) {
      plan.arithmetic().subtract(temporary, x.a, x.b, part.count);
      plan.arithmetic().multiply(out, temporary, x.c, part.count, part.first);
    },
    by_hand::multiply_difference};
constexpr Case kMultiplyAdd{
    "multiply_add", 3, [](Values& out, const Operands& x) { out = x.a * x.b + x.c; },
    [](const NttPlan<Word>& plan, Word* out, const Limb& x, Part part, Word* temporary) {
      plan.arithmetic().multiply(temporary, x.a, x.b, part.count, part.first);
      plan.arithmetic().add(out, temporary, x.c, part.count);
    },
    by_hand::multiply_add};

void assign_blocks(const Case& expression, Values& out, const Operands& x) {
  alignas(64) Word temporary[kBlock];
  const std::size_t degree = out.ring().degree();
  for (std::size_t i = 0; i < out.ring().limbs(); ++i) {
    const Limb words = x.limb(i);
    for (std::size_t at = 0; at < degree; at += kBlock) {
      const Limb block{words.a + at, words.b + at, words.c + at, words.d + at};
      expression.block(out.ring().plan(i), out.limb(i).data() + at, block, {at, kBlock}, temporary);
    }
  }
}

void assign_by_loop(const Case& expression, Values& out, const Operands& x) {
  for (std::size_t i = 0; i < out.ring().limbs(); ++i) {
    expression.loop(out.limb(i).data(), x.limb(i), out.ring().degree(),
                    out.ring().modulus(i).value());
  }
}

// Plans of many limbs cost much more than what is measured.
const DynamicRing& cached_ring(std::size_t degree, std::size_t limbs) {
  static std::map<std::pair<std::size_t, std::size_t>, DynamicRing> rings;
  const auto found = rings.find({degree, limbs});
  if (found != rings.end()) return found->second;
  const auto primes = tabulated_primes(50).first(limbs);
  return rings.emplace(std::pair{degree, limbs}, DynamicRing::create(degree, primes)).first->second;
}

struct Size {
  std::size_t degree, limbs;
};

// Times assign(out, operands) after it has given the words of the expression.
template <class Assign>
void measure(benchmark::State& state, const Case& expression, Size size, const Assign& assign) {
  const DynamicRing& ring = cached_ring(size.degree, size.limbs);
  if (ring.plan(0).kernel().isa == Isa::scalar) {
    return state.SkipWithError("skipped: compared with vectors only");
  }
  const Operands operands(ring);
  Values expected(ring), out(ring);
  expression.assign(expected, operands);
  assign(out, operands);
  if (out != expected) return state.SkipWithError("a way by hand gives other words");
  for (auto _ : state) {
    assign(out, operands);
    benchmark::ClobberMemory();
  }
}

// Times a copy that reads and writes together as many words as the expression: half of them each.
void measure_copy(benchmark::State& state, const Case& expression, Size size) {
  const std::size_t words = size.degree * size.limbs * (expression.operands + 1) / 2;
  Buffer<Word> from(words), to(words);
  std::ranges::fill(from.span(), 1);
  std::ranges::fill(to.span(), 2);
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), to.span().size_bytes());
    benchmark::ClobberMemory();
  }
}

template <class Body>
void add(const Case& expression, Size size, const char* way, const Body& body) {
  const std::string name = "expression/" + std::string(expression.name) + "/" +
                           std::to_string(size.degree) + "x" + std::to_string(size.limbs) + "/" +
                           way;
  benchmark::RegisterBenchmark(name.c_str(), body)->Unit(benchmark::kMicrosecond);
}

void add_ways(const Case& expression, Size size) {
  add(expression, size, "lath",
      [=](benchmark::State& state) { measure(state, expression, size, expression.assign); });
  add(expression, size, "blocks", [=](benchmark::State& state) {
    measure(state, expression, size,
            [&](Values& out, const Operands& x) { assign_blocks(expression, out, x); });
  });
  add(expression, size, "loop", [=](benchmark::State& state) {
    measure(state, expression, size,
            [&](Values& out, const Operands& x) { assign_by_loop(expression, out, x); });
  });
  add(expression, size, "copy",
      [=](benchmark::State& state) { measure_copy(state, expression, size); });
}

}  // namespace

void register_benchmarks() {
  for (const Size size : {Size{4096, 1}, Size{4096, 8}, Size{32768, 8}, Size{65536, 64}}) {
    for (const Case& expression : {kMultiply, kMultiplyAdd, kMultiplySubtract, kSubtractProduct,
                                   kAddProducts, kMultiplySum, kMultiplyDifference}) {
      add_ways(expression, size);
    }
  }
}

}  // namespace lath::bench
