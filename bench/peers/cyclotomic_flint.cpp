// SPDX-License-Identifier: Apache-2.0
//
// Products modulo Phi_m and a prime in FLINT, through its public interface:
// nmod_poly_mulmod_preinv, a long product and a division by Phi_m with a precomputed inverse, power
// basis to power basis.

#include <benchmark/benchmark.h>
#include <flint/fmpz_poly.h>
#include <flint/nmod_poly.h>

#include <string>

#include "lath/ntt/cyclotomic_index.hpp"
#include "peers/cyclotomic.hpp"

namespace lath::bench {
namespace {

class Product {
 public:
  explicit Product(std::uint64_t m) {
    const std::uint64_t p = ntt_primes(50, CyclotomicIndex::create(m), 1).front();
    flint_randinit(random_);
    for (nmod_poly_struct* poly : {a_, b_, c_, f_, reversed_, inverse_}) nmod_poly_init(poly, p);
    fmpz_poly_t phi;
    fmpz_poly_init(phi);
    fmpz_poly_cyclotomic(phi, m);
    fmpz_poly_get_nmod_poly(f_, phi);
    fmpz_poly_clear(phi);
    const slong n = nmod_poly_degree(f_);
    nmod_poly_reverse(reversed_, f_, n + 1);
    nmod_poly_inv_series(inverse_, reversed_, n + 1);
    for (slong i = 0; i < n; ++i) {
      nmod_poly_set_coeff_ui(a_, i, n_randint(random_, p));
      nmod_poly_set_coeff_ui(b_, i, n_randint(random_, p));
    }
  }
  Product(const Product&) = delete;
  Product& operator=(const Product&) = delete;
  ~Product() {
    for (nmod_poly_struct* poly : {a_, b_, c_, f_, reversed_, inverse_}) nmod_poly_clear(poly);
    flint_randclear(random_);
  }
  void run() { nmod_poly_mulmod_preinv(c_, a_, b_, f_, inverse_); }

 private:
  flint_rand_t random_;
  nmod_poly_t a_, b_, c_, f_, reversed_, inverse_;
};

}  // namespace

void register_cyclotomic_flint(std::uint64_t m) {
  benchmark::RegisterBenchmark(("cyclotomic/product/" + std::to_string(m) + "/flint").c_str(),
                               [m](benchmark::State& state) {
                                 Product product(m);
                                 for (auto _ : state) product.run();
                               })
      ->Unit(benchmark::kMicrosecond);
}

}  // namespace lath::bench
