// SPDX-License-Identifier: Apache-2.0
#include "lath/base/cpu.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "lath/base/error.hpp"

namespace lath {

std::string_view isa_name(Isa isa) noexcept { return isa == Isa::avx2 ? "avx2" : "scalar"; }

Isa detected_isa() noexcept {
#if defined(__x86_64__)
  // What the compiler may emit inside the AVX2 kernels.
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")) {
    return Isa::avx2;
  }
#endif
  return Isa::scalar;
}

Isa active_isa() {
  const char* cap = std::getenv("LATH_ISA");
  if (cap == nullptr || *cap == '\0') return detected_isa();
  for (const Isa isa : {Isa::scalar, Isa::avx2}) {
    if (isa_name(isa) == cap) return std::min(isa, detected_isa());
  }
  throw Error(ErrorCode::invalid_argument, "LATH_ISA=" + std::string(cap) + " in the environment",
              "need scalar or avx2", "unset LATH_ISA to use the best this CPU has");
}

}  // namespace lath
