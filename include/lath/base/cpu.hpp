// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lath {

/// An instruction set that kernels are written for, in order of preference; each has all that come
/// before it. `scalar` is the plain C++ reference, which every machine has.
enum class Isa {
  scalar,
  avx2,        ///< AVX2 with FMA
  avx512,      ///< AVX-512 F, BW, DQ and VL
  avx512ifma,  ///< these and the 52-bit multiply-add of IFMA
};

/// The name of `isa`: "scalar", "avx2", "avx512" or "avx512ifma".
std::string_view isa_name(Isa isa) noexcept;

/// The best instruction set that this CPU and the operating system support.
Isa detected_isa() noexcept;

/// The instruction set that plans use: detected_isa(), capped by the environment variable LATH_ISA
/// if it is set. Throws invalid_argument if LATH_ISA names no instruction set.
Isa active_isa();

}  // namespace lath
