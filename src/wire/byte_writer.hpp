// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lath::detail {

/// The lowest bytes of a number, the least significant first. There are 8 at most.
void store_number(std::span<std::byte> out, std::uint64_t number) noexcept;

/// Writes an object, part after part, into memory of the size that it takes. Whoever writes more
/// ends the program: the size was computed by the library itself.
class ByteWriter {
 public:
  explicit ByteWriter(std::span<std::byte> out) noexcept : rest_(out) {}

  void put(std::span<const std::byte> bytes) noexcept;
  /// The lowest bytes of a number, the least significant first.
  void put_number(std::uint64_t number, std::size_t bytes) noexcept {
    store_number(take(bytes), number);
  }
  /// The next bytes, for whoever fills them.
  [[nodiscard]] std::span<std::byte> take(std::size_t count) noexcept;

 private:
  std::span<std::byte> rest_;
};

}  // namespace lath::detail
