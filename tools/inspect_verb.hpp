// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

namespace lath::tool {

/// Adds `lath inspect`.
void add_inspect_verb(CLI::App& app);

}  // namespace lath::tool
