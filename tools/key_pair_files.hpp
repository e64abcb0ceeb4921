// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "lath/base/error.hpp"
#include "output_file.hpp"

namespace lath::tool {

/// Throws UsageError unless both files can be called by `name` and an ending.
void check_pair_name(const std::string& name);

/// The files NAME.pub and NAME.key of a key pair, which replace an old pair together or not at all.
///
/// Both are complete and on the disk, and the secret key has a temporary name, before the public
/// key gets its name as the first. Until the secret key follows, the old secret key has its name,
/// and what was encrypted for it can be read even if the machine stops in between.
class KeyPairFiles {
 public:
  /// Creates the temporary files. Throws as OutputFile does.
  KeyPairFiles(const std::string& name, Existing existing);

  /// Throws input_output where the keys cannot be stored.
  void write(std::span<const std::byte> public_key, std::span<const std::byte> secret_key);

  /// Gives both files their names, then prints `announcement`, then removes the old pair. Throws
  /// input_output, and the old pair has its names again, where any of that but the last fails.
  /// Waits for other runs of lath that place keys in the same folder, so that a pair stays a pair.
  void place(std::string_view announcement);

 private:
  [[noreturn]] void take_back_after(const Error& error);

  std::string folder_;
  OutputFile public_, secret_;
};

}  // namespace lath::tool
