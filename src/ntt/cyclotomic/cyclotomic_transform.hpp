// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/ntt/cyclotomic_index.hpp"
#include "ntt/transform_makers.hpp"

namespace lath::detail {

/// The roots of unity of a ring modulo p: of the order q of every axis the least one, and psi with
/// psi^(m/q) equal to each of them, -1 for a factor 2 without an axis.
struct CyclotomicRoots {
  Modulus modulus;
  std::vector<std::uint64_t> of_axes;
  std::uint64_t psi;

  /// Throws invalid_argument unless p is a prime that is 1 modulo m.
  static CyclotomicRoots find(const CyclotomicIndex& index, std::uint64_t p);
};

/// The transform of a ring of this index for a kernel that available_kernels() lists.
TransformPointer<std::uint64_t> make_cyclotomic(const CyclotomicIndex& index,
                                                const CyclotomicRoots& roots, Kernel kernel);
/// The transform in double precision, for a modulus that is 1 modulo index.root_order().
TransformPointer<std::uint64_t> make_staged_transform(const CyclotomicIndex& index,
                                                      const CyclotomicRoots& roots, Kernel kernel);
/// The transform of a ring of this index, one value at a time; the judge of all others.
TransformPointer<std::uint64_t> make_cyclotomic_reference(const CyclotomicIndex& index,
                                                          const CyclotomicRoots& roots);

}  // namespace lath::detail
