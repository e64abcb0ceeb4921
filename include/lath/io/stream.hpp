// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace lath::io {

/// Where bytes come from: a file, a pipe, memory. Not shared between threads.
class Source {
 public:
  virtual ~Source() = default;
  /// Writes the next bytes to `out`, which is not empty, and returns how many: at least one, fewer
  /// than out.size() whenever that is convenient, and 0 only at the end. What it throws passes
  /// through whoever reads from it.
  virtual std::size_t read(std::span<std::byte> out) = 0;
};

/// Where bytes go. Not shared between threads.
class Sink {
 public:
  virtual ~Sink() = default;
  /// Takes all bytes of `bytes` or throws; what it throws passes through whoever writes to it, who
  /// writes nothing more.
  virtual void write(std::span<const std::byte> bytes) = 0;
};

/// What long work reports to and is stopped by.
struct Work {
  /// Called now and then in the caller's thread with the bytes of input done so far, which never
  /// decrease; the last call has all of them. What it throws passes through.
  std::function<void(std::uint64_t)> progress;
  /// Work that sees a stop request throws cancelled.
  std::stop_token cancellation;
};

/// Reads from memory that outlives it.
class MemorySource final : public Source {
 public:
  explicit MemorySource(std::span<const std::byte> bytes) noexcept : rest_(bytes) {}
  std::size_t read(std::span<std::byte> out) override;

 private:
  std::span<const std::byte> rest_;
};

/// Collects what is written.
class MemorySink final : public Sink {
 public:
  void write(std::span<const std::byte> bytes) override;
  [[nodiscard]] const std::vector<std::byte>& bytes() const& noexcept { return bytes_; }
  const std::vector<std::byte>& bytes() const&& =
      delete;  // the sink is a temporary: give it a name

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace lath::io
