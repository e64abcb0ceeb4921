// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/buffer.hpp"
#include "lath/pke/rlwe.hpp"

namespace lath::detail {

/// The equations of rlwe.hpp on words, for one message after the other under one key. The tables of
/// the key are made once; a message allocates nothing, and shares no memory with another one.

/// Encryption under a public key.
class RlweEncryption {
 public:
  using Word = rlwe::PolyRing::Word;

  /// The polynomial a.
  static Poly<rlwe::PolyRing, Eval> expand(const rlwe::PolyRing& ring,
                                           const rlwe::PublicSeed& seed);

  /// For a key of the scheme, which stays where it is. Expands a.
  RlweEncryption(const rlwe::Scheme& scheme, const rlwe::PublicKey& key);

  /// The coefficients of r, e1 and e2, in this order, that a message takes, which is also the words
  /// that it works in; and to draw them for one or more messages.
  [[nodiscard]] std::size_t draws() const noexcept { return 2 * degree_ + message_bits_; }
  void draw(std::span<std::int8_t> draws_of_messages, Generator& generator) const;

  /// The ciphertext, u and behind it v, which stands in `working`.
  [[nodiscard]] std::span<const Word> encrypt(std::span<const std::byte> message,
                                              std::span<const std::int8_t> draws,
                                              std::span<Word> working) const;

 private:
  const rlwe::PolyRing& ring_;
  unsigned noise_;
  std::size_t degree_, message_bits_;
  Poly<rlwe::PolyRing, Eval> a_;
  const Poly<rlwe::PolyRing, Eval>& b_;
};

/// Decryption with a secret key.
class RlweDecryption {
 public:
  using Word = rlwe::PolyRing::Word;

  /// For a key of the scheme, which stays where it is; prepares it where that pays for so many
  /// messages.
  RlweDecryption(const rlwe::Scheme& scheme, const rlwe::SecretKey& key, std::size_t messages);

  /// The message of a ciphertext whose words are below q. Works where u stands.
  void decrypt(std::span<std::byte> message, std::span<Word> u,
               std::span<const Word> v) const noexcept;

 private:
  const rlwe::PolyRing& ring_;
  const Poly<rlwe::PolyRing, Eval, Secret>& s_;
  Buffer<Word, Secret> quotients_;
};

}  // namespace lath::detail
