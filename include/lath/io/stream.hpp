// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/base/work.hpp"

namespace lath::io {

/// A source of bytes: a file, a pipe, memory. One thread reads at a time.
class Source {
 public:
  virtual ~Source() = default;
  /// Writes the next bytes to `out`, which is not empty, and returns how many: at least one,
  /// possibly fewer than out.size(), and 0 only at the end. An exception passes through the
  /// function that reads.
  virtual std::size_t read(std::span<std::byte> out) = 0;
  /// Whether read() may be called on a thread of the library while the caller's thread writes to a
  /// sink. Functions that read and write much are faster with such a source. False unless a source
  /// says otherwise: then the calling thread alone reads.
  [[nodiscard]] virtual bool reads_on_any_thread() const noexcept { return false; }
};

/// A destination of bytes, which the calling thread alone writes to.
class Sink {
 public:
  virtual ~Sink() = default;
  /// Takes all of `bytes` or throws. An exception passes through the function that writes, which
  /// then writes nothing more.
  virtual void write(std::span<const std::byte> bytes) = 0;
};

/// Progress and cancellation. The functions here count bytes of input.
using lath::Work;

/// Reads from memory, which must outlive it.
class MemorySource final : public Source {
 public:
  /// A source of `bytes`, which are not copied.
  explicit MemorySource(std::span<const std::byte> bytes) noexcept : rest_(bytes) {}
  std::size_t read(std::span<std::byte> out) override;
  [[nodiscard]] bool reads_on_any_thread() const noexcept override { return true; }

 private:
  std::span<const std::byte> rest_;
};

/// Collects in memory all bytes that are written.
class MemorySink final : public Sink {
 public:
  void write(std::span<const std::byte> bytes) override;
  /// Everything that was written.
  [[nodiscard]] const std::vector<std::byte>& bytes() const& noexcept { return bytes_; }
  const std::vector<std::byte>& bytes() const&& =
      delete;  // the sink is a temporary: give it a name

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace lath::io
