// SPDX-License-Identifier: Apache-2.0
#include "lath/base/secret.hpp"

#include <cstring>

namespace lath {

void wipe(void* data, std::size_t size) noexcept {
  if (size != 0) explicit_bzero(data, size);
}

}  // namespace lath
