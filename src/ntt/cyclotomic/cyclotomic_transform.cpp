// SPDX-License-Identifier: Apache-2.0
#include "ntt/cyclotomic/cyclotomic_transform.hpp"

#include <string>

#include "lath/arith/primes.hpp"
#include "lath/arith/roots.hpp"
#include "lath/base/error.hpp"

namespace lath::detail {

CyclotomicRoots CyclotomicRoots::find(const CyclotomicIndex& index, std::uint64_t p) {
  const std::uint64_t m = index.value();
  if (p < 2 || bit_length(p) > kMaxModulusBits || p % m != 1 || !is_prime(p)) {
    throw Error(ErrorCode::invalid_argument,
                "modulus " + std::to_string(p) + " for the index " + std::to_string(m),
                "need a prime below 2^" + std::to_string(kMaxModulusBits) + " that is 1 mod " +
                    std::to_string(m),
                "take primes from ntt_primes(bits, index, count)");
  }
  CyclotomicRoots roots{Modulus(p), {}, 1};
  const auto add = [&](std::uint64_t q, std::uint64_t root) {
    // psi^(m/q) = root if its part of order q is root^(1 / (m/q) mod q).
    const std::uint64_t rest = m / q % q;
    const std::uint64_t exponent = q == 2 || rest == 0 ? 1 : Modulus(q).inverse_vartime(rest);
    roots.psi = roots.modulus.multiply(roots.psi, roots.modulus.pow_vartime(root, exponent));
  };
  for (const auto& axis : index.axes()) {
    roots.of_axes.push_back(least_primitive_root(roots.modulus, axis.value));
    add(axis.value, roots.of_axes.back());
  }
  if (m % 4 == 2) add(2, p - 1);
  return roots;
}

TransformPointer<std::uint64_t> make_cyclotomic(const CyclotomicIndex& index,
                                                const CyclotomicRoots& roots, Kernel kernel) {
  const bool i52 = kernel.family == Family::i52, f64 = kernel.family == Family::f64;
  const bool is_fast = (roots.modulus.value() - 1) % index.root_order() == 0;
  if ((f64 || i52) && is_fast && kernel.isa != Isa::scalar) {
    return make_staged_transform(index, roots, kernel);
  }
  return make_cyclotomic_reference(index, roots);
}

}  // namespace lath::detail
