// SPDX-License-Identifier: Apache-2.0
//
// What a ring does between its moduli: integers modulo Q and back, automorphisms, limbs and
// conversions of bases, for degrees and numbers of limbs as BFV and BGV use them. See README.md.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <string>

#include "lath/random/generator.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/automorphism.hpp"
#include "lath/ring/convert_base.hpp"
#include "lath/ring/crt.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/limbs.hpp"
#include "lath/ring/poly.hpp"
#include "rns/set.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

// Times f(a) for a random polynomial a; `prepare(set)` makes what f needs besides, and f.
template <class Form, class Prepare>
void add(const std::string& operation, const Set& set, const Prepare& prepare) {
  benchmark::RegisterBenchmark(set.name(operation).c_str(), [=](benchmark::State& state) {
    Generator generator = Generator::from_seed(Seed{}, "bench rns");
    const auto a = uniform<Form>(set.ring(), generator);
    const auto f = prepare(set);
    for (auto _ : state) benchmark::DoNotOptimize(f(a));
  })->Unit(benchmark::kMicrosecond);
}

template <std::size_t Words>
void add_integers(const Set& set) {
  add<Coeff>("lift", set, [](const Set&) {
    return [](const auto& a) { return lift(a, Representative::nonnegative); };
  });
  add<Coeff>("lift_centered", set, [](const Set&) {
    return [](const auto& a) { return lift(a, Representative::centered); };
  });
  add<Coeff>("infinity_norm", set,
             [](const Set&) { return [](const auto& a) { return infinity_norm(a); }; });
  add<Coeff>("to_wide_integers", set, [](const Set&) {
    return [](const auto& a) { return to_wide_integers<Words>(a, Representative::centered); };
  });
  add<Coeff>("from_wide_integers", set, [](const Set& s) {
    Generator generator = Generator::from_seed(Seed{}, "bench rns integers");
    const auto integers =
        to_wide_integers<Words>(uniform<Coeff>(s.ring(), generator), Representative::centered);
    return [integers](const auto& a) {
      return from_wide_integers(a.ring(), integers.span(), Representative::centered);
    };
  });
}

void add_automorphisms(const Set& set) {
  const auto prepare = [](const Set& s) {
    return [by = Automorphism::create(s.degree, 3)](const auto& a) {
      return apply_automorphism(a, by);
    };
  };
  add<Coeff>("automorphism_coefficients", set, prepare);
  add<Eval>("automorphism_values", set, prepare);
}

void add_limbs(const Set& set) {
  add<Coeff>("drop_limbs", set, [](const Set& s) {
    return
        [half = s.ring().prefix((s.limbs + 1) / 2)](const auto& a) { return drop_limbs(a, half); };
  });
  add<Coeff>("append_limbs", set, [](const Set& s) {
    return [both = s.both()](const auto& a) { return append_limbs(a, both); };
  });
}

void add_conversion(const std::string& operation, const Set& set, Conversion conversion) {
  add<Coeff>(operation, set, [conversion](const Set& s) {
    const DynamicRing ring = s.ring(), other = s.other();
    const auto tables = BaseConversion::create(ring.basis(), other.basis());
    return [=](const auto& a) { return convert_base(a, other, tables, conversion); };
  });
}

template <std::size_t Words>
void add_set(const Set& set) {
  add_integers<Words>(set);
  add_gmp_integers(set);
  add_automorphisms(set);
  add_limbs(set);
  add_conversion("convert_fast", set, Conversion::fast);
  add_conversion("convert_nonnegative", set, Conversion::nonnegative);
  add_conversion("convert_centered", set, Conversion::centered);
}

}  // namespace

void register_benchmarks() {
  // Words: those of Q, which has 50 bits a limb.
  add_set<4>({8192, 4});
  add_set<8>({16384, 9});
  add_set<12>({32768, 15});
}

}  // namespace lath::bench
