// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every public header includes this one first. If the compiler's language is older than C++20, it
// says so and stops the compiler, which would otherwise print a thousand lines of errors.
#if (!defined(__cplusplus) || __cplusplus < 202002L) && \
    (!defined(_MSVC_LANG) || _MSVC_LANG < 202002L)
#error "Lath needs C++20: compile with -std=c++20 (GCC 12 or Clang 16, or a newer one)"
#define LATH_NEEDS_CXX20 "compile with -std=c++20"
#include LATH_NEEDS_CXX20
#endif
