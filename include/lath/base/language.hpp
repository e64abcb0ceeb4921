// SPDX-License-Identifier: Apache-2.0
#pragma once

// Each public header has this one before anything of its own. In an older language it says what is
// missing and stops the compiler there, which else would go on for a thousand lines.
#if (!defined(__cplusplus) || __cplusplus < 202002L) && \
    (!defined(_MSVC_LANG) || _MSVC_LANG < 202002L)
#error "Lath needs C++20: compile with -std=c++20 (GCC 12 or Clang 16, or a newer one)"
#define LATH_NEEDS_CXX20 "compile with -std=c++20"
#include LATH_NEEDS_CXX20
#endif
