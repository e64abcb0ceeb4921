// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/circuits/task.hpp"
#include "verbs.hpp"

namespace lath::tool {

/// The task that the options describe. Throws UsageError, with the name of the option, for a value
/// that is not one that the option takes, and unless one sort of numbers is given.
[[nodiscard]] circuits::Task task_of(const RouteOptions& options);

}  // namespace lath::tool
