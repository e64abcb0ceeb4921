// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "age/verbs.hpp"
#include "output_file.hpp"

namespace lath::tool {

/// An input and its output: names of files, or - for a standard stream.
struct InputOutput {
  std::string input, output;
};

/// The outputs of the inputs that the options name: the output that is named, standard output for
/// one input, and for several what `name` makes of each. Throws UsageError where several inputs
/// have one output, and for other names that do not go together.
std::vector<InputOutput> pair_up(const FileOptions& options,
                                 std::string (*name)(const std::string& input));

/// Throws UsageError where more than one of the input, the passphrase, and the files of keys is
/// standard input. `keys` are files besides the identities of the options.
void check_standard_input(const FileOptions& options, const std::vector<InputOutput>& pairs,
                          const std::vector<std::string>& keys = {});

/// Somewhere that takes the result of a verb.
class Output {
 public:
  virtual ~Output() = default;
  [[nodiscard]] virtual io::Sink& sink() = 0;
  /// After the last byte: makes a file appear under its name.
  virtual void place() {}

  /// A regular file, which appears when it is placed; or standard output for -, a device or a named
  /// pipe, which get bytes at once. Throws as OutputFile does.
  static std::unique_ptr<Output> open(const std::string& path, Existing existing, Readers readers);
};

}  // namespace lath::tool
