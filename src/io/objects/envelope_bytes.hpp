// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "lath/io/stream.hpp"

namespace lath::io {

/// The bytes of an envelope, wherever they are.
class EnvelopeBytes {
 public:
  virtual ~EnvelopeBytes() = default;
  /// The next bytes, valid until the next call. Throws malformed if there are fewer.
  virtual std::span<const std::byte> take(std::size_t count) = 0;
  /// Some of the bytes that are left, at most a chunk; none at the end.
  virtual std::span<const std::byte> take_some() = 0;
  /// Whether what take() gives stays valid.
  [[nodiscard]] virtual bool stays() const noexcept { return false; }
  /// Whether bytes can be read again.
  [[nodiscard]] virtual bool has_places() const noexcept = 0;
  /// Goes on at this place, where there are places. Throws malformed behind the end.
  virtual void go_to(std::uint64_t place) = 0;
  /// Throws malformed if bytes are left, where there are places; a stream may go on.
  virtual void require_end() = 0;
};

[[nodiscard]] std::unique_ptr<EnvelopeBytes> bytes_in_memory(std::span<const std::byte> bytes);
[[nodiscard]] std::unique_ptr<EnvelopeBytes> bytes_of_stream(Source& source);
/// The bytes of an open file, which the result closes.
[[nodiscard]] std::unique_ptr<EnvelopeBytes> bytes_of_file(int file, std::uint64_t size);

[[noreturn]] void refuse_envelope(const std::string& found, const std::string& needed);
[[noreturn]] void refuse_short_envelope();

}  // namespace lath::io
