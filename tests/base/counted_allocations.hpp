// SPDX-License-Identifier: Apache-2.0
//
// Allocation operators that count, and fail where a test says so. They replace those of the program
// that includes this, so it goes into one source of a program of its own, and not into programs of
// sanitizers, which have operators of their own.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace lath::testing {

/// How often somebody asked for memory, what is not yet given back, and after how many more calls
/// none succeeds once; a negative number means never.
inline std::atomic<std::size_t> calls{0}, held{0};
inline std::atomic<std::int64_t> left{-1};

/// Whether this call is the one that fails.
inline bool fails(std::atomic<std::int64_t>& of) { return of >= 0 && of-- == 0; }

[[gnu::noinline]] inline void* take(std::size_t size, std::size_t alignment) {
  if (fails(left)) throw std::bad_alloc();
  ++calls;
  void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  ++held;
  return memory;
}

[[gnu::noinline]] inline void give(void* memory) noexcept {
  if (memory != nullptr) --held;
  std::free(memory);
}

}  // namespace lath::testing

void* operator new(std::size_t size) { return lath::testing::take(size, 16); }
void* operator new(std::size_t size, std::align_val_t a) {
  return lath::testing::take(size, static_cast<std::size_t>(a));
}
void operator delete(void* p) noexcept { lath::testing::give(p); }
void operator delete(void* p, std::size_t) noexcept { lath::testing::give(p); }
void operator delete(void* p, std::align_val_t) noexcept { lath::testing::give(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { lath::testing::give(p); }
