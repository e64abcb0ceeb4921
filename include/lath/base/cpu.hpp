// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lath {

/// An instruction set that kernels are written for, in order of preference.
/// `scalar` is the plain C++ reference, which every machine has.
enum class Isa { scalar, avx2 };

/// "scalar" or "avx2".
std::string_view isa_name(Isa isa) noexcept;

/// The best instruction set of this CPU, as the operating system lets programs use it.
Isa detected_isa() noexcept;

/// The instruction set that plans use: detected_isa(), capped by the environment variable LATH_ISA
/// if it is set. Throws invalid_argument where LATH_ISA names no instruction set.
Isa active_isa();

}  // namespace lath
