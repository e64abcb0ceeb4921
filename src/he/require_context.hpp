// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "he/context.hpp"

namespace lath::he {

/// The parameters of an object that is to do something. Throws invalid_argument if it was moved
/// from: then it has none.
const Context& require_whole(const std::shared_ptr<const Context>& context, const char* what);

/// The parameters of an operand. Throws mismatch if it was moved from: it belongs to none.
const Context& require_parameters(const std::shared_ptr<const Context>& found, const char* what);

/// Throws mismatch unless an object belongs to these parameters.
void require_context(const std::shared_ptr<const Context>& found,
                     const std::shared_ptr<const Context>& needed, const char* what);

/// Throws mismatch unless the scale factor of a term of a sum is that of those before it.
void require_scale_factor(std::size_t term, std::uint64_t found, std::uint64_t needed);

/// Throws invalid_argument if a sum of products has no terms, mismatch unless it has as many first
/// factors as second ones.
void require_terms(std::size_t first, std::size_t second);

}  // namespace lath::he
