// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hwy/highway.h>

#include "lath/base/cpu.hpp"

// For functions that choose the code of an instruction set: returns the result of a function that
// was compiled for AVX2, NEON or AVX-512, where `isa` and this build have it.
#if HWY_TARGETS & HWY_NEON
#define LATH_RETURN_ON_NEON(isa, ...) \
  if (has(isa, Isa::neon)) return N_NEON::__VA_ARGS__
#else
#define LATH_RETURN_ON_NEON(isa, ...) static_cast<void>(isa)
#endif
#if HWY_TARGETS & HWY_AVX2
#define LATH_RETURN_ON_AVX2(isa, ...) \
  if (has(isa, Isa::avx2)) return N_AVX2::__VA_ARGS__
#else
#define LATH_RETURN_ON_AVX2(isa, ...) static_cast<void>(isa)
#endif
#if HWY_TARGETS & HWY_AVX3
#define LATH_RETURN_ON_AVX512(isa, ...) \
  if (has(isa, Isa::avx512)) return N_AVX3::__VA_ARGS__
#else
#define LATH_RETURN_ON_AVX512(isa, ...) static_cast<void>(isa)
#endif
#define LATH_RETURN_ON_AVX2_OR_NEON(isa, ...) \
  LATH_RETURN_ON_AVX2(isa, __VA_ARGS__);      \
  LATH_RETURN_ON_NEON(isa, __VA_ARGS__)
// The namespace of the one of these two that this build has.
#if HWY_TARGETS & HWY_NEON
#define LATH_AVX2_OR_NEON N_NEON
#else
#define LATH_AVX2_OR_NEON N_AVX2
#endif

// The registers of vectors, as the operands of asm statements name them.
#if HWY_ARCH_X86
#define LATH_VECTOR_REGISTER "x"
#else
#define LATH_VECTOR_REGISTER "w"
#endif
