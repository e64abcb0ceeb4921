// SPDX-License-Identifier: Apache-2.0
//
// What the library calls to mark bytes as secret or public, in place of its own functions that do
// nothing: valgrind takes secrets for undefined memory.
#include <valgrind/memcheck.h>

#include "lath/base/constant_time.hpp"

namespace lath::ct {

void poison(const void* data, std::size_t size) noexcept {
  VALGRIND_MAKE_MEM_UNDEFINED(data, size);
}

void declassify(const void* data, std::size_t size) noexcept {
  VALGRIND_MAKE_MEM_DEFINED(data, size);
}

}  // namespace lath::ct
