// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "he/context.hpp"

namespace lath::he {

/// Throws mismatch unless an object belongs to these parameters.
void require_context(const std::shared_ptr<const Context>& found,
                     const std::shared_ptr<const Context>& needed, const char* what);

/// Throws mismatch unless two levels are equal.
void require_level(std::size_t found, std::size_t needed);

}  // namespace lath::he
