// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace lath {

/// The features of a CPU that kernels are written for, as a set: a bit for each of them. The names
/// are the sets that a kernel may need. They form no order: ask has().
enum class Isa : std::uint8_t {
  scalar = 0,          ///< plain C++, the reference, which every machine has
  avx2 = 0b001,        ///< AVX2 with FMA, BMI and BMI2
  avx512 = 0b011,      ///< also AVX-512 F, BW, DQ and VL
  avx512ifma = 0b111,  ///< also the 52-bit multiply-add of IFMA
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
bool operator<(Isa, Isa) = delete;
bool operator>(Isa, Isa) = delete;
bool operator<=(Isa, Isa) = delete;
bool operator>=(Isa, Isa) = delete;

/// "scalar", "avx2", "avx512" or "avx512ifma".
std::string_view isa_name(Isa isa) noexcept;

/// The features of this CPU, as the operating system lets programs use them.
Isa detected_isa() noexcept;

/// The features that plans may use: those of detected_isa() that the environment variable LATH_ISA
/// names too, if it is set. Throws invalid_argument where LATH_ISA names no instruction set.
Isa active_isa();

}  // namespace lath
