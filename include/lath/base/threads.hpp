// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "lath/base/error.hpp"
#include "lath/base/language.hpp"

namespace lath {

/// The most threads that anybody may ask for.
inline constexpr std::size_t kMaxThreads = 1024;

/// How many threads share a call at most, the caller's own among them: the number that
/// set_threads() was given last; else the number in the environment variable LATH_THREADS; else
/// as many as this process has processors, by its affinity and the quota of its control groups, a
/// part of a processor not counted. At least 1, and 1 in a build without threads. The environment
/// and the system are asked once, when the number is first needed.
///
/// Throws invalid_argument if LATH_THREADS is not a number from 1 to kMaxThreads and set_threads()
/// was not called. As long as that is so, parameters and engines cannot be made, which throw the
/// same, and loops run on the calling thread alone.
[[nodiscard]] std::size_t threads();

/// Lets `count` threads share a call from now on, in the whole process and its future children; 1
/// keeps every call on the thread that makes it. More threads than processors are obeyed.
/// May be called at any time and from any thread: calls that have begun keep the threads they have,
/// and of several numbers the last one stays. Parameters and engines are made for as many threads
/// as there are then: say more before, and fewer whenever you like. Results never depend on it.
///
/// Throws invalid_argument, and changes nothing, if `count` is 0 or above kMaxThreads. In a build
/// without threads a valid number has no effect.
void set_threads(std::size_t count);

}  // namespace lath
