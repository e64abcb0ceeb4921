// SPDX-License-Identifier: Apache-2.0
//
// BFV as a program calls it, beside SEAL and OpenFHE where they are found.

#include "homomorphic.hpp"
#include "lath/arith/primes.hpp"
#include "peers/schemes.hpp"
#include "suite.hpp"

namespace lath::bench {

void register_benchmarks() {
  constexpr std::uint64_t kT = 65537;
  const he::Literal beside_peers[] = {largest(8192, kT, 4, 1), largest(16384, kT, 8, 1),
                                      largest(32768, kT, 17, 1)};
  register_scheme<Bfv>("bfv", largest(4096, kT, 2, 1));
  for (const he::Literal& literal : beside_peers) {
    register_scheme<Bfv>("bfv", literal);
    const auto recommended = he::bfv::Parameters::recommended(literal.degree, kT);
    register_scheme<Bfv>("bfv", recommended.literal());
  }
  register_scheme<Bfv>("bfv", largest(16384, kT, 7, 2));
  // log2 Q = 300, which OpenFHE has with five primes.
  register_scheme<Bfv>("bfv", {.degree = 16384,
                               .plaintext_modulus = kT,
                               .prime_bits = {50, 50, 50, 50, 50, 50},
                               .special_prime_bits = {43, 43, 44}});
  register_scheme<Bfv>("bfv", largest(32768, kT, 16, 2));
  register_scheme<Bfv>("bfv_t60", largest(16384, ntt_primes(60, 16384, 1)[0], 8, 1));
  // Table 5 of the NFLlib paper: n = 4096 and a modulus of 124 bits, beyond today's limits.
  register_scheme<Bfv>("table_5", {.degree = 4096,
                                   .plaintext_modulus = 65537,
                                   .prime_bits = {41, 41, 42},
                                   .special_prime_bits = {42}});
  for (const he::Literal& literal : beside_peers) {
    register_seal(Scheme::bfv, literal);
    register_openfhe(Scheme::bfv, literal);
  }
}

}  // namespace lath::bench
