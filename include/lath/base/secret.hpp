// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <iosfwd>
#include <span>

#include "lath/base/error.hpp"

namespace lath {

/// Overwrites `size` bytes with zeros. Compilers do not remove this.
void wipe(void* data, std::size_t size) noexcept;

/// Storage policy of buffers and polynomials whose content everybody may know.
struct Public {
  static constexpr bool kWipes = false;  ///< memory is freed as it is
};
/// Storage policy of buffers and polynomials whose content is secret.
struct Secret {
  static constexpr bool kWipes = true;  ///< memory is overwritten before it is freed
};

///@cond
// The policy of a result computed from an A and a B.
template <class A, class B>
struct JoinStorage {
  using type = Public;
};
template <class B>
struct JoinStorage<Secret, B> {
  using type = Secret;
};
template <class A>
struct JoinStorage<A, Secret> {
  using type = Secret;
};
template <>
struct JoinStorage<Secret, Secret> {
  using type = Secret;
};
///@endcond
/// The policy of a result computed from an `A` and a `B`: Secret if one of them is, else Public.
template <class A, class B>
using Join = typename JoinStorage<A, B>::type;

/// `Size` bytes that are wiped when they are destroyed or moved from: seeds, shared secrets,
/// symmetric keys.
template <std::size_t Size>
class SecretBytes {
 public:
  /// Zeros.
  SecretBytes() noexcept = default;
  /// A copy of `bytes`.
  explicit SecretBytes(std::span<const std::byte, Size> bytes) noexcept {
    for (std::size_t i = 0; i < Size; ++i) bytes_[i] = bytes[i];
  }
  ///@{
  /// Copies are as secret as the original; moving leaves zeros behind.
  SecretBytes(const SecretBytes&) noexcept = default;
  SecretBytes& operator=(const SecretBytes&) noexcept = default;
  SecretBytes(SecretBytes&& other) noexcept : bytes_(other.bytes_) { other.clear(); }
  SecretBytes& operator=(SecretBytes&& other) noexcept {
    if (this != &other) {
      bytes_ = other.bytes_;
      other.clear();
    }
    return *this;
  }
  ///@}
  /// Wipes the bytes.
  ~SecretBytes() { clear(); }

  /// The number of bytes.
  [[nodiscard]] static constexpr std::size_t size() noexcept { return Size; }
  // There are no views of a temporary, which wipes its memory.
  ///@{
  /// The first byte.
  [[nodiscard]] std::byte* data() & noexcept { return bytes_.data(); }
  [[nodiscard]] const std::byte* data() const& noexcept { return bytes_.data(); }
  const std::byte* data() const&& = delete;  // the bytes are a temporary: give them a name
  ///@}
  ///@{
  /// All bytes, valid as long as this object lives.
  [[nodiscard]] std::span<std::byte, Size> span() & noexcept { return bytes_; }
  [[nodiscard]] std::span<const std::byte, Size> span() const& noexcept { return bytes_; }
  std::span<const std::byte, Size> span() const&& = delete;  // the bytes are a temporary: name them
  ///@}
  ///@{
  /// The first byte, and the place behind the last: a named object is a contiguous range.
  [[nodiscard]] std::byte* begin() & noexcept { return bytes_.data(); }
  [[nodiscard]] const std::byte* begin() const& noexcept { return bytes_.data(); }
  const std::byte* begin() const&& = delete;  // the bytes are a temporary: give them a name
  [[nodiscard]] std::byte* end() & noexcept { return bytes_.data() + Size; }
  [[nodiscard]] const std::byte* end() const& noexcept { return bytes_.data() + Size; }
  const std::byte* end() const&& = delete;  // the bytes are a temporary: give them a name
  ///@}

  /// Overwrites the bytes with zeros now.
  void clear() noexcept { wipe(bytes_.data(), Size); }

 private:
  std::array<std::byte, Size> bytes_{};
};

/// Secrets are not printed.
template <std::size_t Size>
std::ostream& operator<<(std::ostream&, const SecretBytes<Size>&) = delete;  // they are secret

}  // namespace lath
