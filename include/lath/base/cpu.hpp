// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "lath/base/error.hpp"

namespace lath {

/// A set of CPU features that kernels are written for, one bit for each. The names are the sets
/// that a kernel may need. Sets have no order: ask has().
enum class Isa : std::uint8_t {
  scalar = 0,          ///< plain C++, the reference, which every machine has
  avx2 = 0b001,        ///< AVX2 with FMA, BMI and BMI2
  avx512 = 0b011,      ///< also AVX-512 F, BW, DQ and VL
  avx512ifma = 0b111,  ///< also IFMA, VBMI and VAES: multiply-adds, bytes permuted, rounds of AES
  neon = 0b1000,       ///< the vectors of aarch64
};

/// Whether all features of `needed` are in `available`.
constexpr bool has(Isa available, Isa needed) noexcept {
  return (static_cast<unsigned>(available) & static_cast<unsigned>(needed)) ==
         static_cast<unsigned>(needed);
}
/// The features that are in both sets.
constexpr Isa common(Isa a, Isa b) noexcept {
  return static_cast<Isa>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}
///@{
/// Sets of features have no order: these do not compile. Ask has().
bool operator<(Isa, Isa) = delete;
bool operator>(Isa, Isa) = delete;
bool operator<=(Isa, Isa) = delete;
bool operator>=(Isa, Isa) = delete;
///@}

/// The name of a set: "scalar", "avx2", "avx512", "avx512ifma" or "neon".
std::string_view isa_name(Isa isa) noexcept;

/// The features that this CPU and the operating system support.
Isa detected_isa() noexcept;

/// The features that plans may use: the features of detected_isa() that the environment variable
/// LATH_ISA names. If it is not set, all but NEON, whose kernels were not run on hardware so far.
/// Throws invalid_argument if LATH_ISA names no instruction set.
Isa active_isa();

}  // namespace lath
