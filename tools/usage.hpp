// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <span>

#include "failure.hpp"

namespace lath::tool {

/// What is wrong with a command line that CLI11 refused, in words of our own: a word that has no
/// place, an option without its value or given twice, or what is missing. `words` are the words
/// after the name of the program.
[[nodiscard]] UsageError usage_error(const CLI::App& app, std::span<char* const> words);

}  // namespace lath::tool
