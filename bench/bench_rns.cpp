// SPDX-License-Identifier: Apache-2.0
//
// What a ring does between its moduli: integers modulo Q and back, automorphisms, limbs and
// conversions of bases, for degrees and numbers of limbs as BFV and BGV use them. See README.md.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/base/buffer.hpp"
#include "lath/random/generator.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/automorphism.hpp"
#include "lath/ring/convert_base.hpp"
#include "lath/ring/crt.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/limbs.hpp"
#include "lath/ring/poly.hpp"
#include "lath/rns/row_map.hpp"
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

// Rows of `count` random residues and their addresses. A row is as long as the degree and a cache
// line.
struct Rows {
  Buffer<std::uint64_t> words;
  std::vector<std::uint64_t*> pointers;

  Rows(const std::vector<Modulus>& moduli, std::size_t count, Generator& generator)
      : words(moduli.size() * (count + 8)) {
    for (std::size_t i = 0; i < moduli.size(); ++i) {
      pointers.push_back(words.data() + i * (count + 8));
      sample_uniform(std::span(pointers[i], count), moduli[i].value(), generator);
    }
  }
};

// A row map from some primes of 48 bits to others, in memory of the caller.
template <class Make>
void add_row_map(const std::string& operation, std::size_t degree, std::size_t from, std::size_t to,
                 const Make& make) {
  const std::string name = "rns/" + operation + "/" + std::to_string(degree) + "x" +
                           std::to_string(from) + "to" + std::to_string(to);
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    std::vector<Modulus> primes;
    for (const std::uint64_t p : ntt_primes(48, degree, from + to)) primes.emplace_back(p);
    const auto middle = primes.begin() + static_cast<std::ptrdiff_t>(from);
    const std::vector<Modulus> sources(primes.begin(), middle), targets(middle, primes.end());
    const RowMap map = make(RnsBasis::create(sources), RnsBasis::create(targets));
    Generator generator = Generator::from_seed(Seed{}, "bench rows");
    Rows in(sources, degree, generator), own(targets, degree, generator);
    Rows out(targets, degree, generator);
    const std::vector<const std::uint64_t*> in_rows(in.pointers.begin(), in.pointers.end()),
        own_rows(own.pointers.begin(), own.pointers.end());
    Buffer<std::uint64_t> scratch(map.scratch_words());
    for (auto _ : state) {
      map.convert(out.pointers, in_rows, own_rows, degree, scratch.span());
      benchmark::ClobberMemory();
    }
  })->Unit(benchmark::kMicrosecond);
}

void add_row_maps() {
  constexpr std::size_t kDegree = 16384;
  const auto extension = [](const RnsBasis& from, const RnsBasis& to) {
    return RowMap::extension(from, to);
  };
  const auto scale = [](const RnsBasis& from, const RnsBasis& to) {
    return RowMap::scale(from, to, 65537);
  };
  const auto divide = [](const RnsBasis& from, const RnsBasis& to) {
    return RowMap::divide_and_round(from, to);
  };
  add_row_map("row_map_extension", kDegree, 8, 9, extension);
  add_row_map("row_map_scale", kDegree, 8, 9, scale);
  add_row_map("row_map_extension", kDegree, 1, 8, extension);
  add_row_map("row_map_divide", kDegree, 1, 8, divide);
  add_row_map("row_map_divide", kDegree, 2, 7, divide);
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
  add_row_maps();
}

}  // namespace lath::bench
