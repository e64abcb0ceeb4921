// SPDX-License-Identifier: Apache-2.0
//
// BGV as a program calls it, beside SEAL and OpenFHE where they are found.

#include "homomorphic.hpp"
#include "peers/schemes.hpp"
#include "suite.hpp"

namespace lath::bench {

void register_benchmarks() {
  constexpr std::uint64_t kT = 65537;
  const he::Literal beside_peers[] = {largest(8192, kT, 4, 1), largest(16384, kT, 8, 1),
                                      largest(32768, kT, 17, 1)};
  for (const he::Literal& literal : beside_peers) {
    register_scheme<Bgv>("bgv", literal);
    const auto recommended = he::bgv::Parameters::recommended(literal.degree, kT);
    register_scheme<Bgv>("bgv", recommended.literal());
  }
  register_scheme<Bgv>("bgv", largest(32768, kT, 16, 2));
  for (const he::Literal& literal : beside_peers) {
    register_seal(Scheme::bgv, literal);
    register_openfhe(Scheme::bgv, literal);
  }
}

}  // namespace lath::bench
