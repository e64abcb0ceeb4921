// SPDX-License-Identifier: Apache-2.0
#include "lath/base/buffer.hpp"

#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace lath {

void prefer_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef __linux__
  // Only whole huge pages inside of the memory can be asked for. It is a wish: an error changes
  // nothing.
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (begin + kHugePage - 1) / kHugePage * kHugePage;
  const std::uintptr_t end = (begin + bytes) / kHugePage * kHugePage;
  if (first < end) {
    (void)madvise(static_cast<std::byte*>(memory) + (first - begin), end - first, MADV_HUGEPAGE);
  }
#endif
}

}  // namespace lath
