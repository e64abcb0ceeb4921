// SPDX-License-Identifier: Apache-2.0
//
// Whole polynomials of static rings, after tables 2 and 3 of C. Aguilar-Melchor et al., "NFLlib:
// NTT-based fast lattice library" (CT-RSA 2016), with NTL and FLINT beside them in one run, and the
// double-precision row of its section 4. See README.md.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lath/arith/prime_tables.hpp"
#include "lath/arith/primes.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"
#include "lath/ring/static_ring.hpp"
#include "peers/peers.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

// Times body(a, b, c, generator) for two random polynomials in the given form and a third one.
template <class Form, Ring R, class MakeRing, class Body>
void add(const std::string& operation, const std::string& name, const MakeRing& make_ring,
         const Body& body) {
  benchmark::RegisterBenchmark(("ring/" + operation + "/" + name).c_str(),
                               [=](benchmark::State& state) {
                                 const R ring = make_ring();
                                 Generator generator = Generator::from_seed(Seed{}, "bench ring");
                                 auto a = uniform<Form>(ring, generator);
                                 const auto b = uniform<Form>(ring, generator);
                                 Poly<R, Form> c(ring);
                                 for (auto _ : state) {
                                   body(a, b, c, generator);
                                   benchmark::ClobberMemory();
                                 }
                                 const Kernel kernel = ring.plan(0).kernel();
                                 state.SetLabel(std::string(isa_name(kernel.isa)));
                               })
      ->Unit(benchmark::kMicrosecond);
}

template <Ring R, class MakeRing>
void register_ring(const std::string& set, const MakeRing& make_ring) {
  const std::string name = set + "/lath";
  add<Coeff, R>("uniform", name, make_ring, [](auto& a, const auto&, auto&, Generator& generator) {
    for (std::size_t i = 0; i < a.ring().limbs(); ++i) {
      sample_uniform(a.limb(i), a.ring().modulus(i).value(), generator);
    }
  });
  // In place, the memory of the result being that of the operand.
  add<Coeff, R>("ntt", name, make_ring, [](auto& a, const auto&, auto&, Generator&) {
    for (std::size_t i = 0; i < a.ring().limbs(); ++i) {
      a.ring().plan(i).forward(a.limb(i).data());
    }
  });
  add<Eval, R>("inverse", name, make_ring, [](auto& a, const auto&, auto&, Generator&) {
    for (std::size_t i = 0; i < a.ring().limbs(); ++i) {
      a.ring().plan(i).inverse(a.limb(i).data());
    }
  });
  add<Eval, R>("multiply", name, make_ring,
               [](const auto& a, const auto& b, auto& c, Generator&) { c = a * b; });
  add<Eval, R>("add", name, make_ring,
               [](const auto& a, const auto& b, auto& c, Generator&) { c = a + b; });
  add<Coeff, R>("product", name, make_ring, [](const auto& a, const auto& b, auto& c, Generator&) {
    c = intt(ntt(a) * ntt(b));
  });
}

enum class Peers { none, all };

template <Ring R>
void register_set(Peers peers) {
  const std::string name = std::to_string(R::kDegree) + "x" + std::to_string(R::kModulusBits) +
                           "/" + std::to_string(R::kPrimeBits);
  register_ring<R>(name, [] { return R::instance(); });
  if (peers == Peers::none) return;
  const auto primes = tabulated_primes(R::kPrimeBits).first(R::kLimbs);
  const RingSet set{name, R::kDegree, {primes.begin(), primes.end()}};
  register_ntl(set);
  register_flint(set);
}

void register_one_prime(std::size_t degree, int bits, Peers peers) {
  const std::string name =
      std::to_string(degree) + "x" + std::to_string(bits) + "/" + std::to_string(bits);
  const auto primes = ntt_primes(bits, degree, 1);
  register_ring<DynamicRing>(name, [=] { return DynamicRing::create(degree, primes); });
  if (peers == Peers::none) return;
  const RingSet set{name, degree, {primes.begin(), primes.end()}};
  register_ntl(set);
  register_flint(set);
}

}  // namespace

void register_benchmarks() {
  register_set<StaticRing<std::uint16_t, 256, 14>>(Peers::all);
  register_set<StaticRing<std::uint32_t, 512, 30>>(Peers::all);
  register_set<StaticRing<std::uint64_t, 1024, 62, 62>>(Peers::all);
  register_set<StaticRing<std::uint64_t, 1024, 100>>(Peers::none);
  register_set<StaticRing<std::uint64_t, 1024, 6200, 62>>(Peers::all);
  register_set<StaticRing<std::uint64_t, 1024, 6200>>(Peers::none);
  register_set<StaticRing<std::uint64_t, 32768, 15 * 62, 62>>(Peers::all);
  register_set<StaticRing<std::uint64_t, 32768, 950>>(Peers::none);
  register_one_prime(512, 23, Peers::none);
  for (const std::size_t degree : {4096, 8192, 16384, 32768, 65536}) {
    register_one_prime(degree, 50, Peers::all);
  }
}

}  // namespace lath::bench
