// SPDX-License-Identifier: Apache-2.0
//
// The circuits that homomorphic encryption consists of, on an engine, with 48-bit primes: the
// product of two BFV ciphertexts, the key switch after it, conversions and automorphisms. The
// counter T is their time in units of one transform: n log2(n) / 8 steps of four butterflies, 6.3
// slots of a four-lane FMA each. See README.md.

#include <benchmark/benchmark.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "fma_throughput.hpp"
#include "lath/arith/primes.hpp"
#include "lath/random/generator.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/engine.hpp"
#include "lath/ring/scalar.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

constexpr std::size_t kDegree = 16384;
constexpr std::size_t kPrimes = 8, kSpecial = 1;
constexpr std::uint64_t kPlaintextModulus = 65537;

// Nanoseconds of one T, 0 where it cannot be measured.
double unit() {
  const double slots = 6.3 * kDegree * std::countr_zero(kDegree) / 8;
  return fma_per_ns() == 0 ? 0 : slots / fma_per_ns();
}

// The chain of Q, the special prime P, and the auxiliary base R, with everything that circuits
// need.
struct Circuits {
  LimbSet q = LimbSet::range(0, kPrimes), p = LimbSet::range(kPrimes, kSpecial);
  LimbSet r = LimbSet::range(kPrimes + kSpecial, kPrimes), qp = q | p;
  DynamicRing chain = DynamicRing::create(kDegree, ntt_primes(48, kDegree, 2 * kPrimes + kSpecial));
  std::shared_ptr<Engine> engine = make_cpu_engine(chain);
  RnsBasis basis_q = basis(q), basis_p = basis(p), basis_r = basis(r);
  // HPS over P: the second factor is scaled to R, the product back to Q.
  RowMap extend = RowMap::extension(basis_q, basis_r), reduce = RowMap::extension(basis_r, basis_q);
  RowMap shrink = RowMap::modulus_switch(basis_q, basis_r);
  RowMap scale = RowMap::scale(basis_r, basis_q, kPlaintextModulus);
  std::vector<RowMap> raise;
  RowMap down = RowMap::remainder(basis_p, basis_q);
  RnsScalar<DynamicRing> inverse_of_p;
  std::vector<RowBuffer> rows;
  std::unique_ptr<PreparedKey> key;
  std::vector<Digit> digits;
  std::unique_ptr<Workspace> workspace;
  Automorphism automorphism = Automorphism::create(kDegree, 3);

  Circuits() : inverse_of_p(inverse(chain.select(q), basis_p)) {
    Generator generator = Generator::from_seed(Seed{}, "bench circuits");
    for (int i = 0; i < 14; ++i) rows.push_back(random(chain.limb_set(), generator));
    for (std::size_t d = 0; d < kPrimes; ++d) {
      const LimbSet own = LimbSet::range(d, 1);
      raise.push_back(RowMap::extension(basis(own), basis(qp - own)));
    }
    for (std::size_t d = 0; d < kPrimes; ++d) {
      const LimbSet own = LimbSet::range(d, 1);
      digits.push_back({part(2).only(own), {}, &raise[d], qp - own});
    }
    std::vector<RowBuffer> key_rows;
    std::vector<std::array<ConstRows, 2>> views;
    for (std::size_t i = 0; i < 2 * kPrimes; ++i) key_rows.push_back(random(qp, generator));
    for (std::size_t d = 0; d < kPrimes; ++d) {
      views.push_back({key_rows[2 * d].rows(), key_rows[2 * d + 1].rows()});
    }
    key = std::make_unique<PreparedKey>(engine->prepare(views));
    std::size_t words = std::max(engine->tensor_words(), engine->inner_products_words(digits));
    for (const RowMap* map : {&extend, &reduce, &shrink, &scale}) {
      words = std::max(words, engine->convert_words(*map));
    }
    workspace = std::make_unique<Workspace>(*engine, std::max(words, engine->divide_words(down)));
  }

  [[nodiscard]] RnsBasis basis(const LimbSet& limbs) const {
    const DynamicRing ring = chain.select(limbs);
    return ring.basis();
  }
  static RnsScalar<DynamicRing> inverse(const DynamicRing& ring, const RnsBasis& of) {
    std::vector<std::uint64_t> residues;
    for (std::size_t i = 0; i < ring.limbs(); ++i) {
      const Modulus& m = ring.modulus(i);
      std::uint64_t product = 1;
      for (std::size_t j = 0; j < of.size(); ++j) {
        product = m.multiply(product, m.reduce(of.modulus(j).value()));
      }
      residues.push_back(m.inverse_vartime(product));
    }
    return RnsScalar<DynamicRing>::from_residues(ring, residues);
  }
  RowBuffer random(const LimbSet& limbs, Generator& generator) const {
    RowBuffer buffer = engine->make_rows(limbs);
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      const std::size_t place = limbs.place(i);
      sample_uniform(std::span(buffer.rows().row(place), kDegree), chain.modulus(place).value(),
                     generator);
    }
    return buffer;
  }
  // Parts 0 to 2 are the result of a product, 3 and 4, 5 and 6 its factors.
  [[nodiscard]] const Rows& part(std::size_t i) const { return rows[i].rows(); }

  // BFV's product of two ciphertexts in coefficient form (A. Kim, Y. Polyakov, V. Zucca, ASIACRYPT
  // 2021, section 3.3): a stays, b becomes round(R b / Q).
  void multiply() const {
    const Workspace& w = *workspace;
    const std::array<Rows, 2> a{part(3), part(4)}, b{part(5), part(6)}, b_scaled{part(7), part(8)};
    const std::array<Rows, 3> product{part(9), part(10), part(11)};
    for (std::size_t i = 0; i < 2; ++i) {
      engine->convert(a[i].only(r), a[i].only(q), {}, extend, w);
      engine->convert(b_scaled[i].only(r), b[i].only(q), {}, shrink, w);
      engine->convert(b_scaled[i].only(q), b_scaled[i].only(r), {}, reduce, w);
    }
    for (const LimbSet& limbs : {r, q}) {
      engine->tensor(
          {product[0].only(limbs), product[1].only(limbs), product[2].only(limbs)},
          RowForm::coefficients, {{a[0].only(limbs), a[1].only(limbs)}, RowForm::coefficients},
          {{b_scaled[0].only(limbs), b_scaled[1].only(limbs)}, RowForm::coefficients}, w);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      engine->convert(part(i).only(q), product[i].only(r), product[i].only(q), scale, w);
    }
  }
  // From the three parts of a product in coefficient form to two parts of values.
  void relinearize() const {
    const Workspace& w = *workspace;
    const std::array<Rows, 2> acc{part(12).only(qp), part(13).only(qp)};
    engine->inner_products(acc, digits, *key, w);
    for (std::size_t b = 0; b < 2; ++b) {
      engine->inverse(acc[b].only(p), acc[b].only(p));
      engine->divide(part(7 + b).only(q),
                     {acc[b].only(q),
                      acc[b].only(p),
                      &down,
                      part(b).only(q),
                      inverse_of_p.scalars(),
                      {},
                      nullptr},
                     w);
    }
  }
  void convert() const {
    engine->convert(part(9).only(r | LimbSet::range(kPrimes, 1)), part(0).only(q), {}, *to_nine,
                    *workspace);
  }
  std::unique_ptr<RowMap> to_nine =
      std::make_unique<RowMap>(RowMap::extension(basis_q, basis(r | LimbSet::range(kPrimes, 1))));
};

const Circuits& circuits() {
  static const Circuits made;
  return made;
}

template <class F>
void add(const std::string& name, const F& f) {
  benchmark::RegisterBenchmark(("circuit/" + name).c_str(), [f](benchmark::State& state) {
    const Circuits& c = circuits();
    for (auto _ : state) {
      f(c);
      benchmark::ClobberMemory();
    }
    if (unit() != 0) {
      state.counters["T"] =
          benchmark::Counter(unit() * 1e-9, benchmark::Counter::kIsIterationInvariantRate |
                                                benchmark::Counter::kInvert);
    }
  })->Unit(benchmark::kMicrosecond);
}

}  // namespace

void register_benchmarks() {
  add("bfv_multiply", [](const Circuits& c) { c.multiply(); });
  add("relinearize", [](const Circuits& c) { c.relinearize(); });
  add("convert_8_to_9", [](const Circuits& c) { c.convert(); });
  add("forward",
      [](const Circuits& c) { c.engine->forward(c.part(0).only(c.q), c.part(0).only(c.q)); });
  add("automorphism",
      [](const Circuits& c) { c.engine->permute(c.part(9), c.part(0), c.automorphism); });
  add("copy", [](const Circuits& c) {
    for (std::size_t place = 0; place < c.chain.limbs(); ++place) {
      std::memcpy(c.part(9).row(place), c.part(0).row(place), kDegree * sizeof(std::uint64_t));
    }
  });
}

}  // namespace lath::bench
