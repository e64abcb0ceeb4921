// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace lath::detail {

/// The remedy for bytes that are wrong.
inline constexpr const char* kDamaged = "the bytes were damaged: get them again";

/// The number in these bytes, the least significant first. There are 8 at most.
[[nodiscard]] std::uint64_t load_number(std::span<const std::byte> bytes) noexcept;

/// Reads an object, part after part. Nothing is allocated, and nothing behind the bytes is read:
/// each function throws malformed if they end too early.
class ByteReader {
 public:
  /// `what` names the object in errors, "a ciphertext", and `remedy` says what to do; both outlive
  /// the reader.
  ByteReader(std::span<const std::byte> bytes, const char* what,
             const char* remedy = kDamaged) noexcept
      : what_(what), remedy_(remedy), size_(bytes.size()), rest_(bytes) {}

  ///@{
  /// The bytes of the whole object, and those that are left.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t left() const noexcept { return rest_.size(); }
  ///@}

  [[nodiscard]] std::span<const std::byte> take(std::size_t count);
  [[nodiscard]] std::uint64_t take_number(std::size_t bytes) { return load_number(take(bytes)); }

  /// Throws malformed unless the whole object has so many bytes.
  void require_size(std::uint64_t needed) const;
  /// Throws malformed if bytes are left.
  void require_end() const;
  /// Throws malformed, of this object.
  [[noreturn]] void refuse(const std::string& found, const std::string& needed) const;

 private:
  const char* what_;
  const char* remedy_;
  std::size_t size_;
  std::span<const std::byte> rest_;
};

}  // namespace lath::detail
