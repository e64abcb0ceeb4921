// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lath/base/buffer.hpp"
#include "lath/io/stream.hpp"

namespace lath::io::age {

/// Reads lines of another source, and looks ahead in it.
class BufferedSource final : public Source {
 public:
  /// A source of what `source`, which outlives it, still has.
  explicit BufferedSource(Source& source) : source_(source), buffer_(kSize) {}

  std::size_t read(std::span<std::byte> out) override;
  [[nodiscard]] bool reads_on_any_thread() const noexcept override {
    return source_.reads_on_any_thread();
  }

  /// The next bytes, at least `count` <= 4096 of them unless the source ends before. They are read
  /// again by the next call. Valid until then.
  std::string_view peek(std::size_t count);
  /// Passes over bytes that peek() showed.
  void skip(std::size_t count) noexcept { begin_ += count; }
  /// Appends the next line to `line`, with its end of line, unless the source ends before. Returns
  /// whether the line has at most `limit` bytes; more are not read.
  [[nodiscard]] bool read_line(std::string& line, std::size_t limit);

 private:
  static constexpr std::size_t kSize = 65536;
  bool fill();

  Source& source_;
  Buffer<std::byte> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // the bytes that are not read yet
  bool at_end_ = false;
};

}  // namespace lath::io::age
