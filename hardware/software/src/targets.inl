// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hwy/highway.h>

#include "lath/base/cpu.hpp"

// Returns what a function returns that was compiled for AVX-512 or AVX2, where `isa` and this build
// have it; otherwise goes on.
#if HWY_TARGETS & HWY_AVX3
#define LATH_HARDWARE_RETURN_ON_AVX512(isa, ...) \
  if (has(isa, Isa::avx512)) return N_AVX3::__VA_ARGS__
#else
#define LATH_HARDWARE_RETURN_ON_AVX512(isa, ...) static_cast<void>(isa)
#endif
#if HWY_TARGETS & HWY_AVX2
#define LATH_HARDWARE_RETURN_ON_AVX2(isa, ...) \
  if (has(isa, Isa::avx2)) return N_AVX2::__VA_ARGS__
#else
#define LATH_HARDWARE_RETURN_ON_AVX2(isa, ...) static_cast<void>(isa)
#endif
