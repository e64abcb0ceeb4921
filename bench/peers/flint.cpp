// SPDX-License-Identifier: Apache-2.0
//
// FLINT through its public interface: nmod_poly where Q is one prime, fmpz_mod_poly otherwise. It
// offers no transform; `product` is the whole product modulo x^n + 1, the upper half of the long
// product subtracted from the lower one, which is faster than its products modulo a polynomial. Its
// randomness is a Mersenne twister, for tests.

#include <benchmark/benchmark.h>
#include <flint/fmpz_mod_poly.h>
#include <flint/nmod_poly.h>

#include <string>

#include "peers/peers.hpp"

namespace lath::bench {
namespace {

struct Random {
  Random() { flint_randinit(state); }
  Random(const Random&) = delete;
  Random& operator=(const Random&) = delete;
  ~Random() { flint_randclear(state); }
  flint_rand_t state;
};

class OneWord {
 public:
  explicit OneWord(const RingSet& set) : n_(static_cast<slong>(set.degree)) {
    for (nmod_poly_struct* poly : {a_, b_, c_, upper_}) {
      nmod_poly_init2(poly, set.moduli[0], 2 * n_ + 1);
    }
    for (slong i = 0; i < n_; ++i) {
      nmod_poly_set_coeff_ui(a_, i, n_randint(random_.state, set.moduli[0]));
      nmod_poly_set_coeff_ui(b_, i, n_randint(random_.state, set.moduli[0]));
    }
  }
  OneWord(const OneWord&) = delete;
  OneWord& operator=(const OneWord&) = delete;
  ~OneWord() {
    for (nmod_poly_struct* poly : {a_, b_, c_, upper_}) nmod_poly_clear(poly);
  }
  void uniform() { nmod_poly_randtest(a_, random_.state, n_); }
  void add() { nmod_poly_add(c_, a_, b_); }
  void product() {
    nmod_poly_mul(c_, a_, b_);
    nmod_poly_shift_right(upper_, c_, n_);
    nmod_poly_truncate(c_, n_);
    nmod_poly_sub(c_, c_, upper_);
  }

 private:
  slong n_;
  Random random_;
  nmod_poly_t a_, b_, c_, upper_;
};

class ManyWords {
 public:
  explicit ManyWords(const RingSet& set) : n_(static_cast<slong>(set.degree)) {
    fmpz_t q;
    fmpz_init_set_ui(q, 1);
    for (const std::uint64_t p : set.moduli) fmpz_mul_ui(q, q, p);
    fmpz_mod_ctx_init(context_, q);
    fmpz_clear(q);
    for (fmpz_mod_poly_struct* poly : {a_, b_, c_, upper_}) {
      fmpz_mod_poly_init2(poly, 2 * n_ + 1, context_);
    }
    fmpz_t coefficient;
    fmpz_init(coefficient);
    for (slong i = 0; i < n_; ++i) {
      fmpz_randm(coefficient, random_.state, fmpz_mod_ctx_modulus(context_));
      fmpz_mod_poly_set_coeff_fmpz(a_, i, coefficient, context_);
      fmpz_randm(coefficient, random_.state, fmpz_mod_ctx_modulus(context_));
      fmpz_mod_poly_set_coeff_fmpz(b_, i, coefficient, context_);
    }
    fmpz_clear(coefficient);
  }
  ManyWords(const ManyWords&) = delete;
  ManyWords& operator=(const ManyWords&) = delete;
  ~ManyWords() {
    for (fmpz_mod_poly_struct* poly : {a_, b_, c_, upper_}) {
      fmpz_mod_poly_clear(poly, context_);
    }
    fmpz_mod_ctx_clear(context_);
  }
  void uniform() { fmpz_mod_poly_randtest(a_, random_.state, n_, context_); }
  void add() { fmpz_mod_poly_add(c_, a_, b_, context_); }
  void product() {
    fmpz_mod_poly_mul(c_, a_, b_, context_);
    fmpz_mod_poly_shift_right(upper_, c_, n_, context_);
    fmpz_mod_poly_truncate(c_, n_, context_);
    fmpz_mod_poly_sub(c_, c_, upper_, context_);
  }

 private:
  slong n_;
  Random random_;
  fmpz_mod_ctx_t context_;
  fmpz_mod_poly_t a_, b_, c_, upper_;
};

template <class Kind>
void add(const RingSet& set, const std::string& operation, void (Kind::*run)()) {
  benchmark::RegisterBenchmark(("ring/" + operation + "/" + set.name + "/flint").c_str(),
                               [=](benchmark::State& state) {
                                 Kind ring(set);
                                 for (auto _ : state) (ring.*run)();
                               })
      ->Unit(benchmark::kMicrosecond);
}

template <class Kind>
void register_kind(const RingSet& set) {
  add<Kind>(set, "uniform", &Kind::uniform);
  add<Kind>(set, "add", &Kind::add);
  add<Kind>(set, "product", &Kind::product);
}

}  // namespace

void register_flint(const RingSet& set) {
  set.moduli.size() == 1 ? register_kind<OneWord>(set) : register_kind<ManyWords>(set);
}

}  // namespace lath::bench
