// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/security/lwe_instance.hpp"
#include "verbs.hpp"

namespace lath::tool {

/// What to do about a value of an option that is none.
inline constexpr char kEstimateHelp[] = "lath params estimate --help shows what each option takes";

/// The instance of LWE that the options describe. Throws UsageError, with the name of the option,
/// for a value that is not a number, or not one that the option takes.
[[nodiscard]] LweInstance instance_of(const EstimateOptions& options);

}  // namespace lath::tool
