// SPDX-License-Identifier: Apache-2.0
//
// 1024 componentwise products modulo a prime of 62 bits by seven methods, after table 1 of
// C. Aguilar-Melchor et al., "NFLlib: NTT-based fast lattice library" (CT-RSA 2016). Each method is
// checked against % before it is timed. The two algorithms of N. Möller and T. Granlund are here
// for this comparison only: their time depends on the numbers.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lath/arith/barrett.hpp"
#include "lath/arith/margin_reduction.hpp"
#include "lath/arith/montgomery.hpp"
#include "lath/arith/prime_tables.hpp"
#include "lath/arith/shoup.hpp"
#include "lath/ntt/ntt_plan.hpp"
#include "lath/random/generator.hpp"
#include "lath/random/samplers.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

using Word = std::uint64_t;
constexpr std::size_t kProducts = 1024;

struct High {
  Word high, low;
};
High split(uint128 x) { return {static_cast<Word>(x >> 64), static_cast<Word>(x)}; }

// u mod p from u mod 4p: these algorithms divide by numbers whose top bit is set.
Word from_four(Word r, Word p) {
  if (r >= 2 * p) r -= 2 * p;
  if (r >= p) r -= p;
  return r;
}

// Division by an invariant d >= 2^63 with v = floor((2^128 - 1) / d) - 2^64 (N. Möller,
// T. Granlund, "Improved division by invariant integers", IEEE Trans. Computers 60, 2011).
class MollerGranlund {
 public:
  explicit MollerGranlund(Word p)
      : p_(p), d_(4 * p), v_(static_cast<Word>(~uint128{0} / d_ - (uint128{1} << 64))) {}

  // Algorithm 1: the estimated quotient is at most three too small, and the remainder two words.
  [[nodiscard]] Word algorithm_1(uint128 u) const {
    const Word u1 = split(u).high;
    const Word q = split(uint128{v_} * u1).high + u1;
    uint128 r = u - uint128{q} * d_;
    while (r >= d_) r -= d_;
    return from_four(static_cast<Word>(r), p_);
  }

  // Algorithm 4: the low word of the estimate decides about its correction.
  [[nodiscard]] Word algorithm_4(uint128 u) const {
    const High q = split(uint128{v_} * split(u).high + u);
    Word r = split(u).low - (q.high + 1) * d_;
    if (r > q.low) r += d_;
    if (r >= d_) r -= d_;
    return from_four(r, p_);
  }

 private:
  Word p_, d_, v_;
};

struct Operands {
  Word p = tabulated_primes(62).front();
  std::vector<Word> a = std::vector<Word>(kProducts), b = a, expected = a;

  Operands() {
    Generator generator = Generator::from_seed(Seed{}, "bench reduction");
    sample_uniform(std::span(a), p, generator);
    sample_uniform(std::span(b), p, generator);
    a[0] = b[0] = p - 1;
    a[1] = 0;
    for (std::size_t i = 0; i < kProducts; ++i) {
      expected[i] = static_cast<Word>(uint128{a[i]} * b[i] % p);
    }
  }
};

// Times `run(out)`, which writes all products, once they are right.
template <class Run>
void measure(benchmark::State& state, const Operands& operands, const Run& run) {
  std::vector<Word> out(kProducts, ~Word{0});
  run(out.data());
  if (out != operands.expected) {
    state.SkipWithError("wrong products");
    return;
  }
  for (auto _ : state) {
    run(out.data());
    benchmark::ClobberMemory();
  }
}

// `make(operands)` returns the function that multiplies the i-th pair.
template <class Make>
void register_method(const std::string& method, const Make& make) {
  benchmark::RegisterBenchmark(("reduction/62/" + method).c_str(), [make](benchmark::State& state) {
    const Operands operands;
    const auto product = make(operands);
    measure(state, operands, [&](Word* out) {
      for (std::size_t i = 0; i < kProducts; ++i) out[i] = product(operands.a[i], operands.b[i], i);
    });
  })->Unit(benchmark::kMicrosecond);
}

void register_invariant_methods() {
  register_method("moller_granlund_1", [](const Operands& o) {
    return [by = MollerGranlund(o.p)](Word a, Word b, std::size_t) {
      return by.algorithm_1(uint128{a} * b);
    };
  });
  register_method("moller_granlund_4", [](const Operands& o) {
    return [by = MollerGranlund(o.p)](Word a, Word b, std::size_t) {
      return by.algorithm_4(uint128{a} * b);
    };
  });
  register_method("margin", [](const Operands& o) {
    return [by = MarginReduction<Word>(o.p, 2)](Word a, Word b, std::size_t) {
      return by.multiply(a, b);
    };
  });
  register_method("barrett", [](const Operands& o) {
    return [by = Barrett<Word>(o.p)](Word a, Word b, std::size_t) { return by.multiply(a, b); };
  });
}

// With one operand prepared before the clock starts.
void register_prepared_methods() {
  register_method("shoup", [](const Operands& o) {
    std::vector<ShoupFactor<Word>> factors;
    for (const Word b : o.b) factors.emplace_back(b, o.p);
    return [factors, p = o.p](Word a, Word, std::size_t i) { return factors[i].multiply(a, p); };
  });
  register_method("montgomery", [](const Operands& o) {
    const Montgomery<Word> by(o.p);
    std::vector<Word> forms;
    for (const Word b : o.b) forms.push_back(by.to_form(b));
    return [by, forms](Word a, Word, std::size_t i) { return by.multiply(a, forms[i]); };
  });
}

}  // namespace

void register_benchmarks() {
  register_method("percent", [](const Operands& o) {
    return [p = o.p](Word a, Word b, std::size_t) { return static_cast<Word>(uint128{a} * b % p); };
  });
  register_invariant_methods();
  register_prepared_methods();
  benchmark::RegisterBenchmark("reduction/62/plan", [](benchmark::State& state) {
    const Operands operands;
    const auto plan = NttPlan<Word>::create(kProducts, operands.p);
    measure(state, operands, [&](Word* out) {
      plan.arithmetic().multiply(out, operands.a.data(), operands.b.data(), plan.degree());
    });
    state.SetLabel(std::string(isa_name(plan.kernel().isa)));
  })->Unit(benchmark::kMicrosecond);
}

}  // namespace lath::bench
