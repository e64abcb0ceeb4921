// SPDX-License-Identifier: Apache-2.0
#include "verbs.hpp"
namespace lath::tool {
void selftest() {}
}  // namespace lath::tool
