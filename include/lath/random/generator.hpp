// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "lath/base/buffer.hpp"
#include "lath/base/secret.hpp"

namespace lath {

/// The stream ciphers of generators, both from OpenSSL.
enum class Cipher {
  aes_256_ctr,  ///< AES-256 in counter mode: the faster one on CPUs with AES instructions
  chacha20,     ///< ChaCha20 (RFC 8439)
};

/// The name of a cipher: "aes-256-ctr" or "chacha20".
std::string_view cipher_name(Cipher cipher) noexcept;
/// The cipher with this name. Throws invalid_argument if there is none.
Cipher cipher_of_name(std::string_view name);

/// The start of a generator: 256 bits that nobody else knows, or a fixed value in a test.
using Seed = SecretBytes<32>;

/// A cryptographic random generator: the key stream of a cipher. There is no hidden global one;
/// functions that need randomness take a Generator.
///
/// Cipher, seed and name determine the stream, on every machine. The bytes do not depend on how
/// calls of fill() divide the stream. A generator is not shared between threads: split() it.
///
/// The stream of a seed and a name, for other implementations: let d be the first 48 bytes of
/// SHAKE256("lath generator 1" || c || seed || name), where c is one byte, 0 for AES-256-CTR and 1
/// for ChaCha20, and the name has neither a length before it nor an end mark behind it. The key is
/// the first 32 bytes of d.
///
///  - AES-256-CTR (FIPS 197, NIST SP 800-38A): the encryptions of the blocks N, N + 1, N + 2, ...,
///    where a block is a number modulo 2^128 with its high byte first, and N the last 16 bytes of
///    d.
///  - ChaCha20 (RFC 8439): the blocks 0, 1, 2, ... of the key stream for the nonce that is the last
///    12 bytes of d; the 4 bytes between key and nonce are not used. Behind block 2^32 - 1, after
///    256 GiB, the counter goes on from 0 with one added to the first 4 bytes of the nonce, a
///    number with its low byte first.
///
/// tests/kat/stream_ciphers.py is such an implementation.
///
/// After a fork the child never continues the parent's stream, whether by fork(), _Fork() or a
/// system call. A generator seeded by the system seeds itself again. One seeded explicitly throws,
/// since no other stream is the one that was asked for. A copy of a whole running machine, for
/// example from a snapshot, is not detected.
class Generator {
 public:
  /// A generator seeded by the operating system. Throws entropy if the system has no randomness,
  /// and invalid_argument as active_isa() does.
  static Generator from_system(Cipher cipher = Cipher::aes_256_ctr);

  /// The generator that `seed` and `name` determine, as said above. The name separates purposes:
  /// different names give independent streams of one seed. Throws entropy if OpenSSL fails, and
  /// invalid_argument as active_isa() does.
  static Generator from_seed(const Seed& seed, std::string_view name,
                             Cipher cipher = Cipher::aes_256_ctr);

  ///@{
  /// Generators move. One that was moved from throws invalid_argument when it is used.
  Generator(Generator&&) noexcept;
  Generator& operator=(Generator&&) noexcept;
  ///@}
  ~Generator();

  /// Fills `out` with the next bytes of the stream. Throws entropy if the cipher fails or, as said
  /// above, in a forked child, and invalid_argument if the generator was moved from; `out` is then
  /// all zeros. As fast as the cipher: some gigabytes per second.
  void fill(std::span<std::byte> out);

  /// The next 32 bytes of the stream, as a seed. Throws as fill() does.
  Seed seed();

  /// A generator independent of the rest of this one's stream, of the same cipher: from_seed() of
  /// the next 32 bytes and `name`. Throws as fill() does.
  Generator split(std::string_view name);

 private:
  struct State;
  explicit Generator(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

}  // namespace lath
