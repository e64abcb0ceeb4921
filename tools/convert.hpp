// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "output_file.hpp"

namespace CLI {
class App;
}

namespace lath::tool {

/// The options of `lath convert`, as they were given.
struct ConvertOptions {
  std::string input, output;
  std::optional<std::string> parameters, legacy_security, noise_budget;
  Existing existing = Existing::keep;
};
/// Reads an object of SEAL and writes it as bytes of Lath, or the other way round. Throws
/// UsageError for options that are none.
void convert(const ConvertOptions& options);

/// Adds the verb to the command line.
void add_convert_verb(CLI::App& app);

}  // namespace lath::tool
