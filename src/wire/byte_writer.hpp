// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lath::detail {

/// The lowest bytes of a number, the least significant first. There are 8 at most.
void store_number(std::span<std::byte> out, std::uint64_t number) noexcept;

/// Memory for an object in several pieces, one after the other: chunks of a file.
class OutputWindows {
 public:
  virtual ~OutputWindows() = default;
  /// The next piece. All of the piece before was written. An empty one, where there is no more,
  /// ends the program.
  virtual std::span<std::byte> next() = 0;
};

/// Writes an object, part after part, into memory of the size that it takes. Whoever writes more
/// ends the program: the size was computed by the library itself.
class ByteWriter {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): memory is the usual case
  ByteWriter(std::span<std::byte> out) noexcept : rest_(out) {}
  explicit ByteWriter(OutputWindows& windows) noexcept : windows_(&windows) {}

  void put(std::span<const std::byte> bytes);
  /// The lowest bytes of a number, the least significant first.
  void put_number(std::uint64_t number, std::size_t bytes);

  /// What is left of the piece at hand, or the next one, for whoever fills it. Empty only at the
  /// end of memory in one piece.
  [[nodiscard]] std::span<std::byte> window();
  /// So many bytes of window() were written.
  void advance(std::size_t count) noexcept { rest_ = rest_.subspan(count); }

 private:
  OutputWindows* windows_ = nullptr;
  std::span<std::byte> rest_;
};

}  // namespace lath::detail
