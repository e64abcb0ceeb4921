// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <vector>

#include "lath/base/cpu.hpp"

namespace lath::testing {

/// The vectors that every kernel has where an architecture has them.
#if defined(__aarch64__)
inline constexpr Isa kFirstVectors = Isa::neon;
#else
inline constexpr Isa kFirstVectors = Isa::avx2;
#endif

/// The scalar reference, and those of the other instruction sets and of NEON that this CPU has,
/// whatever LATH_ISA says.
inline std::vector<Isa> isas(std::initializer_list<Isa> others) {
  std::vector<Isa> all{Isa::scalar};
  if (has(detected_isa(), Isa::neon)) all.push_back(Isa::neon);
  for (const Isa isa : others) {
    if (has(detected_isa(), isa)) all.push_back(isa);
  }
  return all;
}

}  // namespace lath::testing
