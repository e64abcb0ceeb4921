// SPDX-License-Identifier: Apache-2.0
#include "lath/base/constant_time.hpp"

#ifdef LATH_POISONING
#include <valgrind/memcheck.h>
#endif

namespace lath::ct {

void poison([[maybe_unused]] const void* data, [[maybe_unused]] std::size_t size) noexcept {
#ifdef LATH_POISONING
  VALGRIND_MAKE_MEM_UNDEFINED(data, size);
#endif
}

void declassify([[maybe_unused]] const void* data, [[maybe_unused]] std::size_t size) noexcept {
#ifdef LATH_POISONING
  VALGRIND_MAKE_MEM_DEFINED(data, size);
#endif
}

}  // namespace lath::ct
