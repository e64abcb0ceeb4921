// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace lath::detail {

/// The remedy for bytes that are wrong.
inline constexpr const char* kDamaged = "the bytes were damaged: get them again";

/// The number in these bytes, the least significant first. There are 8 at most.
[[nodiscard]] std::uint64_t load_number(std::span<const std::byte> bytes) noexcept;

/// The bytes of an object in several pieces, one after the other: chunks of a file.
class InputWindows {
 public:
  virtual ~InputWindows() = default;
  /// The next piece, which is not empty and valid until the call after. All pieces together have
  /// as many bytes as the object.
  virtual std::span<const std::byte> next() = 0;
  /// Calls work(), which reads nothing, while the next bytes are made ready where that takes time.
  /// The piece that next() gave stays valid.
  virtual void work_beside(std::uint64_t bytes, const std::function<void()>& work) {
    static_cast<void>(bytes);
    work();
  }
};

/// Where the bytes of an object are: in one piece or in several.
class ByteInput {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): one piece is the usual case
  ByteInput(std::span<const std::byte> bytes) noexcept : bytes_(bytes), size_(bytes.size()) {}
  ByteInput(InputWindows& windows, std::uint64_t size) noexcept : windows_(&windows), size_(size) {}

 private:
  friend class ByteReader;
  std::span<const std::byte> bytes_;
  InputWindows* windows_ = nullptr;
  std::uint64_t size_;
};

/// Reads an object, part after part. Nothing is allocated, and nothing behind the bytes is read:
/// each function throws malformed if they end too early.
class ByteReader {
 public:
  /// The most bytes that take() gives where the object is in several pieces: more than eight words
  /// of the longest modulus.
  static constexpr std::size_t kMostTaken = 64;

  /// `what` names the object in errors, "a ciphertext", and `remedy` says what to do; both outlive
  /// the reader.
  ByteReader(ByteInput input, const char* what, const char* remedy = kDamaged) noexcept
      : what_(what),
        remedy_(remedy),
        windows_(input.windows_),
        size_(input.size_),
        left_(input.size_),
        rest_(input.bytes_) {}

  ///@{
  /// The bytes of the whole object, and those that are left.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint64_t left() const noexcept { return left_; }
  ///@}

  /// The next bytes, valid until the next call.
  [[nodiscard]] std::span<const std::byte> take(std::size_t count);
  [[nodiscard]] std::uint64_t take_number(std::size_t bytes) { return load_number(take(bytes)); }
  /// What is left of the piece at hand, or the next one; take() gives as many of these bytes at
  /// once as one likes. Empty only at the end of the object.
  [[nodiscard]] std::span<const std::byte> window();

  /// Calls work(), which reads nothing, while the next bytes are made ready where that takes time.
  void work_beside(std::uint64_t bytes, const std::function<void()>& work) {
    windows_ != nullptr ? windows_->work_beside(bytes, work) : work();
  }

  /// Throws malformed unless the whole object has so many bytes.
  void require_size(std::uint64_t needed) const;
  /// Throws malformed if bytes are left.
  void require_end() const;
  /// Throws malformed, of this object.
  [[noreturn]] void refuse(const std::string& found, const std::string& needed) const;

 private:
  const char* what_;
  const char* remedy_;
  InputWindows* windows_;
  std::uint64_t size_, left_;
  std::span<const std::byte> rest_;           // of the piece at hand
  std::array<std::byte, kMostTaken> joined_;  // a part that stands in two pieces
};

}  // namespace lath::detail
