// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/little_endian.hpp"
#include "io/seal/member_reader.hpp"

namespace lath::io::seal {

/// The bytes of an array of so many words, the header and the number of words included.
constexpr std::size_t array_bytes(std::size_t words) noexcept {
  return kHeaderBytes + 8 + 8 * words;
}

/// Writes an object of SEAL, member after member, into as many bytes as it takes.
class MemberWriter {
 public:
  explicit MemberWriter(std::span<std::byte> out) noexcept : rest_(out) {}

  void put(std::span<const std::byte> bytes) noexcept {
    std::ranges::copy(bytes, rest_.begin());
    rest_ = rest_.subspan(bytes.size());
  }
  void put_byte(unsigned byte) noexcept {
    const std::array<std::byte, 1> one{static_cast<std::byte>(byte)};
    put(one);
  }
  void put_number(std::uint64_t number) noexcept {
    store_little_endian(rest_.data(), number);
    rest_ = rest_.subspan(8);
  }
  void put_words(std::span<const std::uint64_t> words) noexcept {
    for (const std::uint64_t word : words) put_number(word);
  }
  /// The header of an object of so many bytes, the header included.
  void put_header(std::uint64_t size) noexcept {
    const std::array<std::byte, 8> start{std::byte{0x5e},
                                         std::byte{0xa1},
                                         std::byte{kHeaderBytes},
                                         std::byte{kMajorVersion},
                                         std::byte{kWrittenMinorVersion},
                                         std::byte{0},
                                         std::byte{0},
                                         std::byte{0}};
    put(start);
    put_number(size);
  }
  /// The beginning of an array of so many words.
  void put_array_start(std::size_t words) noexcept {
    put_header(array_bytes(words));
    put_number(words);
  }

 private:
  std::span<std::byte> rest_;
};

}  // namespace lath::io::seal
