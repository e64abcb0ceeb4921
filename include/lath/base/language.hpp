// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every public header includes this one, itself or through others. It looks at how the program is
// compiled. Where that does not fit Lath, it says so in a sentence and stops the compiler, which
// would otherwise print a thousand lines of errors, or make a program that crashes.
#if (!defined(__cplusplus) || __cplusplus < 202002L) && \
    (!defined(_MSVC_LANG) || _MSVC_LANG < 202002L)
#error "Lath needs C++20: compile with -std=c++20 (GCC 12 or Clang 16, or a newer one)"
#define LATH_NEEDS_CXX20 "compile with -std=c++20"
#include LATH_NEEDS_CXX20
#elif !defined(__cpp_exceptions)
#error "Lath reports errors by exceptions: compile without -fno-exceptions"
#define LATH_NEEDS_EXCEPTIONS "compile without -fno-exceptions"
#include LATH_NEEDS_EXCEPTIONS
#elif defined(_GLIBCXX_DEBUG) && !defined(LATH_GLIBCXX_DEBUG)
// LATH_GLIBCXX_DEBUG says that the library was compiled with it, too. CMake defines it where Lath
// is a part of the project (add_subdirectory).
#error \
    "_GLIBCXX_DEBUG gives std::vector another layout than Lath has: compile without it (or Lath with it, too)"
#define LATH_NEEDS_ITS_CONTAINERS \
  "compile without _GLIBCXX_DEBUG, for example with _GLIBCXX_ASSERTIONS"
#include LATH_NEEDS_ITS_CONTAINERS
#endif
