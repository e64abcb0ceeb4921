// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "lath/base/secret.hpp"
#include "lath/pke/key_encapsulation.hpp"

namespace lath::io {

using PayloadKey = SecretBytes<32>;

/// The key of the envelope with this header, see lath/io/envelope.hpp.
PayloadKey derive_payload_key(const kem::SharedSecret& secret, std::span<const std::byte> header);

/// Whether more chunks follow.
enum class Position : unsigned char { inner = 0, last = 1 };

/// AES-256-GCM over the chunks of one envelope. Throws unsupported where OpenSSL fails.
class PayloadCipher {
 public:
  enum class Direction { seal, open };
  PayloadCipher(const PayloadKey& key, Direction direction);
  ~PayloadCipher();
  PayloadCipher(const PayloadCipher&) = delete;
  PayloadCipher& operator=(const PayloadCipher&) = delete;

  /// out = chunk | tag; out has kTagBytes more bytes.
  void seal(std::uint32_t number, Position position, std::span<const std::byte> chunk,
            std::span<std::byte> out);

  /// Whether `sealed` is authentic with this number and position; if so `out`, which has kTagBytes
  /// fewer bytes, holds the chunk, else zeros.
  [[nodiscard]] bool open(std::uint32_t number, Position position,
                          std::span<const std::byte> sealed, std::span<std::byte> out);

 private:
  struct State;
  void set_nonce(std::uint32_t number, Position position);
  std::unique_ptr<State> state_;
};

}  // namespace lath::io
