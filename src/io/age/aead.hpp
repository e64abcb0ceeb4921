// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include "io/age/hashes.hpp"

namespace lath::io::age {

inline constexpr std::size_t kTagBytes = 16;
using Nonce = std::array<unsigned char, 12>;

/// ChaCha20-Poly1305 (RFC 8439) with one key and no associated data, from OpenSSL. Throws
/// unsupported where OpenSSL fails.
class Aead {
 public:
  enum class Direction { seal, open };

  Aead(const Key& key, Direction direction);
  Aead(const Aead&) = delete;
  Aead& operator=(const Aead&) = delete;
  ~Aead();

  /// Writes the encryption of `text` and its tag to `out`, which has kTagBytes more.
  void seal(const Nonce& nonce, Bytes text, std::span<std::byte> out);
  /// Writes the text to `out`, which has kTagBytes fewer bytes, and returns whether it is
  /// authentic. If not, `out` is zeros.
  [[nodiscard]] bool open(const Nonce& nonce, Bytes sealed, std::span<std::byte> out);

 private:
  struct State;
  void set_nonce(const Nonce& nonce);

  std::unique_ptr<State> state_;
};

}  // namespace lath::io::age
