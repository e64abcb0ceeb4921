// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "io/age/buffered_source.hpp"

/// ASCII armour: strict PEM (RFC 7468) with the label AGE ENCRYPTED FILE.
namespace lath::io::age {

inline constexpr std::string_view kArmorBegin = "-----BEGIN AGE ENCRYPTED FILE-----",
                                  kArmorEnd = "-----END AGE ENCRYPTED FILE-----";
/// The most bytes of white space before and behind the armour.
inline constexpr std::size_t kMaxWhitespace = 1024;

/// Writes what it is given to another sink, which outlives it, in armour.
class ArmorSink final : public Sink {
 public:
  explicit ArmorSink(Sink& text) : text_(text) {}
  void write(std::span<const std::byte> bytes) override;
  /// Writes the last line and the mark at the end.
  void finish();

 private:
  static constexpr std::size_t kLineBytes = 48;
  void put_lines(std::span<const std::byte> bytes);

  Sink& text_;
  std::string lines_ = std::string(kArmorBegin) + '\n';  // not written yet
  std::array<std::byte, kLineBytes> rest_{};             // fewer bytes than a line has
  std::size_t rest_size_ = 0;
};

/// The bytes in the armour that begins behind white space in another source. Throws malformed where
/// the armour is not as age writes it, but for white space around it and lines that end with CR LF.
class ArmorSource final : public Source {
 public:
  explicit ArmorSource(BufferedSource& text) : text_(text) {}
  std::size_t read(std::span<std::byte> out) override;
  [[nodiscard]] bool reads_on_any_thread() const noexcept override {
    return text_.reads_on_any_thread();
  }

 private:
  void read_begin();
  void read_end();
  bool fill();
  std::string_view line();

  BufferedSource& text_;
  std::string line_;
  std::array<std::byte, 48> bytes_;
  std::size_t begin_ = 0, end_ = 0;  // of the bytes that are not given out yet
  bool started_ = false, ended_ = false;
  std::uint64_t number_ = 0;  // of the line
};

/// The bytes of white space at the beginning of a text.
std::size_t whitespace_before(std::string_view text) noexcept;

}  // namespace lath::io::age
