// SPDX-License-Identifier: Apache-2.0
#include "verbs.hpp"
namespace lath::tool {
void demo(const DemoOptions&) {}
}  // namespace lath::tool
