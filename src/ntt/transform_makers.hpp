// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/arith/word.hpp"
#include "lath/ntt/ntt_plan.hpp"

namespace lath::detail {

/// The constants of the transforms of one degree, modulus and shape, the same for every family.
struct Roots {
  std::size_t degree;
  Modulus modulus;
  NttShape shape;
  std::uint64_t root;             // psi
  std::uint64_t factors_inverse;  // 1 / (number of factors) mod p
  std::vector<std::uint64_t>
      forward;  // forward[k]: node k's twiddle, k below the number of factors
  std::vector<std::uint64_t> inverse;  // inverse[k] = 1 / forward[k]
};

/// The roots of the transforms that NttPlan::create() makes; NttPlan::create() checks the arguments
/// before.
Roots roots_of(std::size_t degree, std::uint64_t modulus, NttShape shape);

/// The order of the slots of these transforms.
inline SlotMap slots_of(const Roots& roots) {
  const std::size_t slots = roots.degree >> roots.shape.skipped_layers;
  const bool cyclic = roots.shape.convolution == Convolution::cyclic;
  return SlotMap::bit_reversed(slots, cyclic ? slots : 2 * slots,
                               std::size_t{1} << roots.shape.skipped_layers);
}

template <ResidueWord Word>
using TransformPointer = std::shared_ptr<const Transform<Word>>;

/// The transforms of each family for an instruction set that available_kernels() lists; i52 on AVX2
/// emulates its multiply-add. Null if this build lacks the instruction set.
template <ResidueWord Word>
TransformPointer<Word> make_reference(const Roots& roots);
TransformPointer<std::uint16_t> make_i16(const Roots& roots, Isa isa);
TransformPointer<std::uint32_t> make_u32(const Roots& roots, Isa isa);
TransformPointer<std::uint64_t> make_u64(const Roots& roots, Isa isa);
TransformPointer<std::uint64_t> make_f64(const Roots& roots, Isa isa);
TransformPointer<std::uint64_t> make_i52(const Roots& roots, Isa isa);

}  // namespace lath::detail
