// SPDX-License-Identifier: Apache-2.0
#include "lath/base/cpu.hpp"

#include <cstdlib>

#include "base/names.hpp"
#include "lath/base/error.hpp"
#include "lath/base/quote.hpp"

namespace lath {

namespace {

constexpr detail::Named<Isa> kIsas[] = {{Isa::scalar, "scalar"},
                                        {Isa::avx2, "avx2"},
                                        {Isa::avx512, "avx512"},
                                        {Isa::avx512ifma, "avx512ifma"},
                                        {Isa::neon, "neon"}};

// The instruction set that is used only where LATH_ISA asks for it.
constexpr Isa kOptional = Isa::neon;

}  // namespace

std::string_view isa_name(Isa isa) noexcept { return detail::name_in(kIsas, isa, "unknown"); }

Isa detected_isa() noexcept {
#if defined(__x86_64__)
  // The features that the compiler may use inside the kernels of each set.
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (!avx2) return Isa::scalar;
  if (!avx512) return Isa::avx2;
  const bool ifma = __builtin_cpu_supports("avx512ifma") && __builtin_cpu_supports("avx512vbmi") &&
                    __builtin_cpu_supports("vaes");
  return ifma ? Isa::avx512ifma : Isa::avx512;
#elif defined(__aarch64__)
  return Isa::neon;  // a part of the architecture
#else
  return Isa::scalar;
#endif
}

Isa active_isa() {
  const char* cap = std::getenv("LATH_ISA");
  if (cap == nullptr || *cap == '\0') {
    return detected_isa() == kOptional ? Isa::scalar : detected_isa();
  }
  for (const auto& [isa, name] : kIsas) {
    if (std::string_view(name) == cap) return common(isa, detected_isa());
  }
  throw Error(ErrorCode::invalid_argument, "LATH_ISA=" + quote(cap) + " in the environment",
              "need scalar, avx2, avx512, avx512ifma or neon",
              "unset LATH_ISA to use the best this CPU has");
}

}  // namespace lath
