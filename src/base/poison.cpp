// SPDX-License-Identifier: Apache-2.0
//
// Alone in this file: a program that defines these functions itself, as tests/ct does, is linked
// without it.
#include "lath/base/constant_time.hpp"

namespace lath::ct {

void poison(const void* /*data*/, std::size_t /*size*/) noexcept {}
void declassify(const void* /*data*/, std::size_t /*size*/) noexcept {}

}  // namespace lath::ct
