// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "arith/pointwise/pointwise.hpp"
#include "lath/arith/modulus.hpp"
#include "ntt/cyclotomic/stage_constants.hpp"

namespace lath::detail {

/// The stages of an instruction set; none where it has no fused multiply-add.
struct StageKernels {
  using Run = void (*)(const Modulus&, const StageConstants&, const StageMemory&) noexcept;
  Run forward = nullptr, backward = nullptr;
  std::size_t lanes = 0;  ///< columns side by side
};
[[nodiscard]] StageKernels stage_kernels(Isa isa);

/// The doubles of scratch memory that a stage needs.
[[nodiscard]] std::size_t stage_scratch(const StageConstants& c, std::size_t lanes) noexcept;

}  // namespace lath::detail
