// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "he/context.hpp"
#include "he/core/require.hpp"
#include "he/plaintexts/require_plaintext.hpp"

namespace lath::he {

/// Throws mismatch unless an object belongs to parameters equal to these.
void require_context(const std::shared_ptr<const Context>& found,
                     const std::shared_ptr<const Context>& needed, const char* what);

/// Throws mismatch unless the scale factor of a term of a sum equals the scale factor of the terms
/// before it.
void require_scale_factor(std::size_t term, const Natural& found, const Natural& needed);

/// Throws invalid_argument if a sum of products has no terms, mismatch unless it has as many first
/// factors as second ones.
void require_terms(std::size_t first, std::size_t second);

}  // namespace lath::he
