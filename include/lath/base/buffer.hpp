// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <iosfwd>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "lath/base/secret.hpp"

namespace lath {

/// Bytes between the starts of two cache lines; every Buffer begins on such a boundary.
inline constexpr std::size_t kCacheLine = 64;

/// From this size on, buffers prefer huge pages: fewer pages to set up, and fewer to look up.
inline constexpr std::size_t kHugePage = std::size_t{1} << 21;
/// Asks the system for huge pages where it has them; otherwise the memory stays as it is.
void prefer_huge_pages(void* memory, std::size_t bytes) noexcept;

/// A zero-initialised array on the heap, aligned to a cache line. Its size is fixed when it is
/// created. With `Storage = Secret` its bytes are overwritten before they are freed. Constructors
/// throw std::bad_alloc if memory runs out. A buffer that was moved from is empty. Indices are not
/// checked. A named buffer is a contiguous range: `for (T x : buffer)`, `std::span s = buffer`, the
/// algorithms of std::ranges. A temporary buffer gives its elements by value.
template <class T, class Storage = Public>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  /// The empty buffer.
  Buffer() noexcept = default;
  /// `size` zeros.
  explicit Buffer(std::size_t size) : data_(allocate(size)), size_(size) {
    if (size != 0) std::memset(static_cast<void*>(data_), 0, size * sizeof(T));
  }
  /// `size` elements that are not initialised: to be written before they are read.
  [[nodiscard]] static Buffer for_overwrite(std::size_t size) {
    Buffer result;
    result.data_ = allocate(size);
    result.size_ = size;
    return result;
  }
  /// A copy of `values`.
  explicit Buffer(std::span<const T> values)
      : data_(allocate(values.size())), size_(values.size()) {
    std::copy(values.begin(), values.end(), data_);
  }
  // A secret does not become public by a copy. Compilers print this line.
  template <class Other>
    requires(Other::kWipes && !Storage::kWipes)
  Buffer(const Buffer<T, Other>&) = delete;  // it is secret: copy it to a Buffer<T, Secret>
  ///@{
  /// Copies are deep; moving leaves an empty buffer behind.
  Buffer(const Buffer& other) : Buffer(std::span<const T>(other.data_, other.size_)) {}
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ///@}
  /// Frees the memory, wiped first if it is secret.
  ~Buffer() {
    if (data_ == nullptr) return;
    if constexpr (Storage::kWipes) wipe(data_, size_ * sizeof(T));
    ::operator delete(data_, std::align_val_t{kCacheLine});
  }

  /// The number of elements.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  // There are no views of a temporary, which takes its memory with it.
  ///@{
  /// The first element, or nullptr if the buffer is empty.
  [[nodiscard]] T* data() & noexcept { return data_; }
  [[nodiscard]] const T* data() const& noexcept { return data_; }
  const T* data() const&& = delete;  // the buffer is a temporary: give it a name
  ///@}
  ///@{
  /// Element i < size().
  [[nodiscard]] T& operator[](std::size_t i) & noexcept { return data_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const& noexcept { return data_[i]; }
  /// The element of a temporary, as a copy.
  [[nodiscard]] T operator[](std::size_t i) const&& noexcept { return data_[i]; }
  ///@}
  ///@{
  /// The first element, and the place behind the last.
  [[nodiscard]] T* begin() & noexcept { return data_; }
  [[nodiscard]] const T* begin() const& noexcept { return data_; }
  const T* begin() const&& = delete;  // the buffer is a temporary: give it a name
  [[nodiscard]] T* end() & noexcept { return data_ + size_; }
  [[nodiscard]] const T* end() const& noexcept { return data_ + size_; }
  const T* end() const&& = delete;  // the buffer is a temporary: give it a name
  ///@}
  ///@{
  /// All elements. The span is valid until the buffer is destroyed or assigned to.
  [[nodiscard]] std::span<T> span() & noexcept { return {data_, size_}; }
  [[nodiscard]] std::span<const T> span() const& noexcept { return {data_, size_}; }
  std::span<const T> span() const&& = delete;      // the buffer is a temporary: give it a name
  operator std::span<const T>() && = delete;       // the buffer is a temporary: give it a name
  operator std::span<const T>() const&& = delete;  // the buffer is a temporary: give it a name
                                                   ///@}

 private:
  static T* allocate(std::size_t size) {
    if (size == 0) return nullptr;
    if (size > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    void* memory = ::operator new(size * sizeof(T), std::align_val_t{kCacheLine});
    if (size * sizeof(T) >= kHugePage) prefer_huge_pages(memory, size * sizeof(T));
    return static_cast<T*>(memory);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Bytes that a function reads: a span, or any other range of bytes in a row. A Buffer may be a
/// temporary, since the view is used only while the function runs.
class ByteView {
 public:
  /// The bytes of a range.
  template <class Range>
    requires std::constructible_from<std::span<const std::byte>, const Range&>
  // NOLINTNEXTLINE(google-explicit-constructor): functions take ranges in place of a view
  ByteView(const Range& bytes) noexcept : bytes_(bytes) {}
  /// The bytes.
  [[nodiscard]] std::span<const std::byte> span() const noexcept { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

/// Secrets are not printed.
template <class T>
std::ostream& operator<<(std::ostream&, const Buffer<T, Secret>&) = delete;  // it is secret

}  // namespace lath
