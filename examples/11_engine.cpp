// SPDX-License-Identifier: Apache-2.0
//
// All limbs of a chain at once, as homomorphic encryption computes with them: a key switch. From a
// polynomial c and a key for t under s it makes a pair (b, a) with b + a s = c t up to a small
// error: what was to be multiplied by t is to be multiplied by s then.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <utility>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/crt.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/engine.hpp"
#include "lath/ring/limbs.hpp"
#include "lath/ring/scalar.hpp"

using namespace lath;

namespace {

constexpr std::size_t kDegree = 4096, kPrimes = 3;
using Values = Poly<DynamicRing, Eval>;

// A small polynomial. An example has no secrets.
Values small(const DynamicRing& ring, Generator& generator) {
  return ntt(declassify(ternary(ring, generator)));
}

}  // namespace

int main() {
  // A chain has the primes of Q and a special prime P. Rings of some of its limbs share everything
  // and cost nothing.
  const auto chain = DynamicRing::create(kDegree, ntt_primes(50, kDegree, kPrimes + 1));
  const LimbSet q = LimbSet::range(0, kPrimes), p = LimbSet::range(kPrimes, 1);
  const DynamicRing ring = chain.select(q);
  const std::uint64_t special = chain.modulus(kPrimes).value();
  const auto basis = [&](const LimbSet& limbs) { return basis_of(chain.select(limbs)); };

  // An engine has memory of its own: rows are made there, and copied in and out.
  const auto engine = make_cpu_engine(chain);
  std::vector<RowBuffer> memory;
  const auto to_engine = [&](const auto& a) {
    memory.push_back(engine->make_rows(a.ring().limb_set()));
    engine->copy_in(memory.back().rows(), rows_of(a));
    return memory.back().rows();
  };

  // A pair of the key for each prime of Q: k0 + k1 s = e + P t modulo this prime and e modulo all
  // others, for a small e.
  Generator generator = Generator::from_system();
  const Values s = small(chain, generator), t = small(chain, generator);
  std::vector<std::array<ConstRows, 2>> pairs;
  for (std::size_t d = 0; d < kPrimes; ++d) {
    std::vector<std::uint64_t> residues(chain.limbs(), 0);
    residues[d] = chain.modulus(d).reduce(special);
    const auto p_of_d = RnsScalar<DynamicRing>::from_residues(chain, residues);
    const Values k1 = uniform<Eval>(chain, generator), e = small(chain, generator);
    const Values k0 = p_of_d * t + (e - k1 * s);
    pairs.push_back({to_engine(k0), to_engine(k1)});
  }
  const PreparedKey key = engine->prepare(pairs);  // in the layout that this engine reads best

  // The digits of c are its limbs, as views of one memory. A map extends each to the other primes.
  const auto c = uniform<Coeff>(ring, generator);
  const Rows rows = to_engine(c);
  std::vector<RowMap> extend;
  for (std::size_t d = 0; d < kPrimes; ++d) {
    const LimbSet own = LimbSet::range(d, 1);
    extend.push_back(RowMap::extension(basis(own), basis((q | p) - own)));
  }
  std::vector<Digit> digits;
  for (std::size_t d = 0; d < kPrimes; ++d) {
    const LimbSet own = LimbSet::range(d, 1);
    digits.push_back({rows.only(own), {}, &extend[d], (q | p) - own});
  }

  // Scratch memory is the caller's, so that nothing below allocates. A thread has its own.
  const RowMap down = RowMap::extension(basis(p), basis(q));
  const Workspace workspace(
      *engine, std::max(engine->inner_products_words(digits), engine->divide_words(down)));
  const RowBuffer sum0 = engine->make_rows(q | p), sum1 = engine->make_rows(q | p);
  engine->inner_products({sum0.rows(), sum1.rows()}, digits, key, workspace);

  // The sums are for P c t, with an error as large as a prime. Divided by P, it is small.
  std::vector<std::uint64_t> inverses;
  inverses.reserve(kPrimes);
  for (std::size_t i = 0; i < kPrimes; ++i) {
    inverses.push_back(ring.modulus(i).inverse_vartime(ring.modulus(i).reduce(special)));
  }
  const auto w = RnsScalar<DynamicRing>::from_residues(ring, inverses);
  Values a(ring), b(ring);
  for (const auto& [sum, out] : {std::pair(&sum0, &b), {&sum1, &a}}) {
    engine->inverse(sum->only(p), sum->only(p));
    engine->divide(sum->only(q),
                   {.acc = sum->only(q), .in = sum->only(p), .map = &down, .w = w.scalars()},
                   workspace);
    engine->copy_out(rows_of(*out), sum->only(q));
  }

  const auto error =
      infinity_norm<3>(intt(Values(b + a * drop_limbs(s, ring) - ntt(c) * drop_limbs(t, ring))));
  std::cout << "the error is at most " << error.words[0] << ", Q has " << ring.basis().bits()
            << " bits\n";
  const bool is_small = error.words[0] < (1U << 14) && error.words[1] == 0 && error.words[2] == 0;
  std::cout << (is_small ? "the key was switched\n" : "the error is too large\n");
  return is_small ? 0 : 1;
}
