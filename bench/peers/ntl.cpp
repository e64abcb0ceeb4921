// SPDX-License-Identifier: Apache-2.0
//
// NTL through its public interface: zz_pX where Q is one prime below NTL's limit for it, ZZ_pX
// otherwise. Its transforms are cyclic, without the twist by powers of psi, and so do less than
// Lath's; `product` is the whole product modulo x^n + 1, the upper half of the long product
// subtracted from the lower one, which is faster than MulMod.

#include <NTL/ZZ_pX.h>
#include <NTL/lzz_pX.h>
#include <benchmark/benchmark.h>

#include <bit>
#include <string>

#include "peers/peers.hpp"

namespace lath::bench {
namespace {

NTL::ZZ to_integer(std::uint64_t p) {
  return (NTL::ZZ(static_cast<long>(p >> 32)) << 32) + static_cast<long>(p & 0xffffffff);
}

struct Small {
  using Poly = NTL::zz_pX;
  using Transform = NTL::fftRep;
  static void enter(const RingSet& set) { NTL::zz_p::init(static_cast<long>(set.moduli[0])); }
  static void forward(Transform& t, const Poly& a, long k) { NTL::TofftRep(t, a, k); }
  static void inverse(Poly& a, Transform& t, long n) { NTL::FromfftRep(a, t, 0, n - 1); }
};

struct Large {
  using Poly = NTL::ZZ_pX;
  using Transform = NTL::FFTRep;
  static void enter(const RingSet& set) {
    NTL::ZZ q(1);
    for (const std::uint64_t p : set.moduli) q *= to_integer(p);
    NTL::ZZ_p::init(q);
  }
  static void forward(Transform& t, const Poly& a, long k) { NTL::ToFFTRep(t, a, k); }
  static void inverse(Poly& a, Transform& t, long n) { NTL::FromFFTRep(a, t, 0, n - 1); }
};

template <class Kind, class Body>
void add(const RingSet& set, const std::string& operation, const Body& body) {
  benchmark::RegisterBenchmark(("ring/" + operation + "/" + set.name + "/ntl").c_str(),
                               [=](benchmark::State& state) {
                                 Kind::enter(set);
                                 const long n = static_cast<long>(set.degree);
                                 typename Kind::Poly a, b;
                                 NTL::random(a, n);
                                 NTL::random(b, n);
                                 body(state, a, b, n, std::countr_zero(set.degree));
                               })
      ->Unit(benchmark::kMicrosecond);
}

template <class Kind>
void register_kind(const RingSet& set) {
  using Poly = typename Kind::Poly;
  using Transform = typename Kind::Transform;
  add<Kind>(set, "uniform", [](benchmark::State& state, Poly& a, Poly&, long n, long) {
    for (auto _ : state) NTL::random(a, n);
  });
  add<Kind>(set, "ntt", [](benchmark::State& state, Poly& a, Poly&, long, long k) {
    Transform t;
    for (auto _ : state) Kind::forward(t, a, k);
  });
  add<Kind>(set, "inverse", [](benchmark::State& state, Poly& a, Poly& b, long n, long k) {
    Transform t;
    Kind::forward(t, a, k);
    // It may overwrite the transform, whose values do not matter to the time.
    for (auto _ : state) Kind::inverse(b, t, n);
  });
  add<Kind>(set, "multiply", [](benchmark::State& state, Poly& a, Poly& b, long, long k) {
    Transform s, t, product;
    Kind::forward(s, a, k);
    Kind::forward(t, b, k);
    for (auto _ : state) NTL::mul(product, s, t);
  });
  add<Kind>(set, "add", [](benchmark::State& state, Poly& a, Poly& b, long, long) {
    Poly sum;
    for (auto _ : state) NTL::add(sum, a, b);
  });
  add<Kind>(set, "product", [](benchmark::State& state, Poly& a, Poly& b, long n, long) {
    Poly product, upper;
    for (auto _ : state) {
      NTL::mul(product, a, b);
      NTL::RightShift(upper, product, n);
      NTL::trunc(product, product, n);
      NTL::sub(product, product, upper);
    }
  });
}

}  // namespace

void register_ntl(const RingSet& set) {
  const bool small = set.moduli.size() == 1 && (set.moduli[0] >> (NTL_SP_NBITS - 1)) == 0;
  small ? register_kind<Small>(set) : register_kind<Large>(set);
}

}  // namespace lath::bench
