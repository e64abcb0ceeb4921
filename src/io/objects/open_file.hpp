// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace lath::io {

/// A regular file that is open for reading. Whoever gets it closes it.
struct OpenFile {
  int descriptor;
  std::uint64_t size;
};
/// Throws input_output where the file cannot be read or is no regular file.
[[nodiscard]] OpenFile open_file(const std::string& path);

/// Throws input_output: what could not be done with a file, and why the system says so.
[[noreturn]] void refuse_file(const std::string& what, const std::string& path, int reason);

}  // namespace lath::io
