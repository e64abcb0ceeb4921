// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/security/index_search.hpp"
#include "verbs.hpp"

namespace lath::tool {

/// The search that the options describe. Throws UsageError, with the name of the option, for a
/// value that is not one that the option takes.
[[nodiscard]] IndexWishes wishes_of(const IndexOptions& options);

}  // namespace lath::tool
