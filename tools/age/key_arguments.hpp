// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "file_identity.hpp"
#include "lath/io/age/keys.hpp"

namespace lath::tool {

/// The keys of a command line, and the files that they were read from.
struct KeyArguments {
  std::vector<io::age::Recipient> recipients;
  std::vector<io::age::Identity> identities;
  std::vector<FileRead> files;

  /// Adds a recipient that was given by its text.
  void add_recipient(const std::string& text);
  /// Adds the recipients in a file, - for standard input.
  void add_recipients_file(const std::string& path);
  /// Adds the identities in a file, - for standard input, or the one that the text is. Warns where
  /// others can read the file.
  void add_identities(const std::string& path_or_text);
};

}  // namespace lath::tool
