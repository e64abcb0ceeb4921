// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "lath/base/buffer.hpp"
#include "lath/base/secret.hpp"
#include "lath/ring/engine.hpp"
#include "ring/engine/scratch.hpp"

namespace lath {

/// Memory of the program for rows, from a cache line on, on huge pages where it is large. If it
/// `wipes`, it is overwritten before it is freed.
inline EngineMemory program_memory(std::size_t words, bool wipes) {
  const std::size_t bytes = std::max<std::size_t>(words, 1) * sizeof(std::uint64_t);
  const std::size_t unit = bytes < kHugePage ? kCacheLine : kHugePage;
  void* begin = std::aligned_alloc(unit, (bytes + unit - 1) / unit * unit);
  if (begin == nullptr) throw std::bad_alloc();
  if (unit == kHugePage) prefer_huge_pages(begin, (bytes + unit - 1) / unit * unit);
  return {static_cast<std::uint64_t*>(begin), [bytes, wipes](std::uint64_t* words_to_free) {
            if (wipes) wipe(words_to_free, bytes);
            std::free(words_to_free);
          }};
}

}  // namespace lath
