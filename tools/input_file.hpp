// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "descriptor.hpp"
#include "file_identity.hpp"
#include "lath/base/buffer.hpp"
#include "lath/io/stream.hpp"

namespace lath::tool {

/// A file, or standard input for "-", as a source. Throws input_output where it is a folder or
/// cannot be opened or read.
class InputFile final : public io::Source {
 public:
  explicit InputFile(const std::string& path);

  std::size_t read(std::span<std::byte> out) override;
  [[nodiscard]] bool reads_on_any_thread() const noexcept override { return true; }

  /// The bytes from where reading began to the end, if that is known.
  [[nodiscard]] std::optional<std::uint64_t> size() const noexcept;
  /// Which file this is, if it is a regular one.
  [[nodiscard]] std::optional<FileIdentity> identity() const noexcept {
    return FileIdentity::of(fd_);
  }
  /// Whether others than the owner have access to the file.
  [[nodiscard]] bool is_shared() const noexcept;

 private:
  void examine();

  Descriptor file_;  // none for standard input, which is not ours to close
  int fd_;
  std::string name_;
  std::optional<std::int64_t> start_;
};

/// All bytes of `file`, but no more than one beyond `limit`: enough to see that it is too long.
Buffer<std::byte, Secret> read_at_most(io::Source& file, std::size_t limit);

}  // namespace lath::tool
