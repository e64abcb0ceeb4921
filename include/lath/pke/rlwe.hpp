// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/random/generator.hpp"
#include "lath/ring/poly.hpp"
#include "lath/ring/prime_ring.hpp"
#include "lath/security/decryption_failure.hpp"
#include "lath/security/lwe_instance.hpp"
#include "lath/security/security_level.hpp"

/// Ring-LWE public-key encryption after R. Lindner and C. Peikert, "Better key sizes (and attacks)
/// for LWE-based encryption" (CT-RSA 2011), with centered binomial noise. Secure against passive
/// attackers only (IND-CPA): whoever can have chosen ciphertexts decrypted learns the secret key.
///
/// With R_q = Z_q[x]/(x^n + 1), psi the polynomials whose coefficients are sums of eta bits less
/// sums of eta others, and m the polynomial that has bit i of the message (bit i mod 8 of byte
/// i / 8) as the coefficient of x^i:
///
///   public key   a uniform in R_q, b = a s + e                   s, e in psi
///   ciphertext   u = a r + e1, v = b r + e2 + floor(q/2) m       r, e1, e2 in psi
///   decryption   v - u s = m floor(q/2) + e r + e2 - e1 s: a bit is one where the coefficient is
///                nearer to q/2 than to 0
///
/// u is kept as its evaluation form, and of v only the coefficients of x^i that carry a bit.
namespace lath::rlwe {

struct Parameters {
  std::size_t degree = 0;         ///< n, a power of two from 8 on
  std::uint64_t modulus = 0;      ///< q, a prime below 2^14, see PrimeRing
  unsigned noise = 0;             ///< eta, from 1 to 32 and less than q/2
  std::size_t message_bytes = 0;  ///< from 1 to n/8
  friend bool operator==(const Parameters&, const Parameters&) = default;
};

/// Messages of 256 bits with q = 12289: n = 1024 and eta = 8 for 128 and 192 bits of security,
/// there being no power of two in between (that of E. Alkim, L. Ducas, T. Pöppelmann, P. Schwabe,
/// "Post-quantum key exchange - a new hope", USENIX Security 2016); n = 2048 and eta = 6 for 256. A
/// message fails with a probability below 2^-128.
[[nodiscard]] Parameters recommended_parameters(SecurityLevel level = SecurityLevel::bits128);

/// The sizes of table 4 of C. Aguilar-Melchor et al., "NFLlib: NTT-based fast lattice library"
/// (CT-RSA 2016), n = 256 and 512 with a modulus of 14 bits, 12289, and beside them the same with
/// the 13 bits of 7681, the other prime in use then. A message has n bits. eta = 22 is the standard
/// deviation 3.3 of the width s = 8.35 of Lindner and Peikert's sets of these years.
[[nodiscard]] std::array<Parameters, 4> insecure_nfllib_parameters();

/// What an attacker has: the n samples of a key, or those of u and v of a ciphertext. Throws
/// invalid_argument where a number is not below 2^64, as decryption_noise() does.
[[nodiscard]] LweInstance lwe_instance(const Parameters& parameters);

/// The noise that decryption meets: 2 n products in each coefficient.
[[nodiscard]] BinomialDecryptionNoise decryption_noise(const Parameters& parameters);

using PolyRing = PrimeRing<std::uint16_t>;

/// message_bytes bytes.
using Message = Buffer<std::byte, Secret>;

/// Where a public key's polynomial a comes from; as public as the key itself.
using PublicSeed = std::array<std::byte, 32>;

/// a, expanded from its seed, and b.
struct PublicKey {
  PublicSeed seed;
  Poly<PolyRing, Eval> b;
  friend bool operator==(const PublicKey&, const PublicKey&) = default;
};
struct SecretKey {
  Poly<PolyRing, Eval, Secret> s;
};
struct KeyPair {
  PublicKey public_key;
  SecretKey secret_key;
};
/// u, and the coefficients of v that carry the 8 message_bytes bits, each below q.
struct Ciphertext {
  Poly<PolyRing, Eval> u;
  std::vector<std::uint16_t> v;
  friend bool operator==(const Ciphertext&, const Ciphertext&) = default;
};

/// The scheme with its parameters: immutable, cheap to copy, safe to share between threads.
class Scheme {
 public:
  using Parameters = rlwe::Parameters;
  using Message = rlwe::Message;
  using PublicKey = rlwe::PublicKey;
  using SecretKey = rlwe::SecretKey;
  using KeyPair = rlwe::KeyPair;
  using Ciphertext = rlwe::Ciphertext;

  // No object is ever without parameters: moving copies.
  Scheme(const Scheme&) noexcept = default;
  Scheme& operator=(const Scheme&) noexcept = default;
  ~Scheme() = default;

  /// Throws invalid_argument for parameters out of the ranges above, where estimate_security() of
  /// lwe_instance() is below 128 bits, classically or on quantum computers, for a noise of 1, and
  /// where failure_bound() is above 2^-128. About 2 ms.
  static Scheme create(const Parameters& parameters);

  /// The scheme with any parameters that it can compute with, for studies and tests. Throws
  /// invalid_argument for others.
  static Scheme create_insecure(const Parameters& parameters);

  [[nodiscard]] const Parameters& parameters() const& noexcept;
  const Parameters& parameters() const&& = delete;  // the scheme is a temporary: give it a name
  /// R_q.
  [[nodiscard]] const PolyRing& ring() const& noexcept;
  const PolyRing& ring() const&& = delete;  // the scheme is a temporary: give it a name
  /// The bytes of a message.
  [[nodiscard]] std::size_t message_bytes() const noexcept;

  /// A uniform polynomial, a product and two transforms.
  [[nodiscard]] KeyPair generate_keys(Generator& generator) const;

  /// Throws mismatch where the key is not one of this scheme or the message has another size.
  /// A uniform polynomial, two products and three transforms.
  [[nodiscard]] Ciphertext encrypt(const PublicKey& key, const Message& message,
                                   Generator& generator) const;

  /// The message that was encrypted, but for the probability that failure_probability() bounds. A
  /// ciphertext made for another key, or by nobody, gives some other message: nothing here tells.
  /// Throws mismatch where key or ciphertext are not of this scheme. A product and a transform.
  [[nodiscard]] Message decrypt(const SecretKey& key, const Ciphertext& ciphertext) const;

  /// Objects as bytes, of these sizes: words of bit_length(q - 1) bits, word after word, the low
  /// bits of a byte first.
  ///
  ///   public key   seed (32) | b (n words)
  ///   secret key   s (n words)
  ///   ciphertext   u (n words) | v (8 message_bytes words)
  [[nodiscard]] std::size_t public_key_bytes() const noexcept;
  [[nodiscard]] std::size_t secret_key_bytes() const noexcept;
  [[nodiscard]] std::size_t ciphertext_bytes() const noexcept;

  /// Throw mismatch where the object is not one of this scheme. Constant time in a secret key.
  [[nodiscard]] Buffer<std::byte> to_bytes(const PublicKey& key) const;
  [[nodiscard]] Buffer<std::byte, Secret> to_bytes(const SecretKey& key) const;
  [[nodiscard]] Buffer<std::byte> to_bytes(const Ciphertext& ciphertext) const;

  /// The objects that bytes encode. Throw malformed for another number of bytes and where a word is
  /// not below q. Whether a secret key is well-formed is revealed, and nothing else about it.
  [[nodiscard]] PublicKey public_key_from_bytes(std::span<const std::byte> bytes) const;
  [[nodiscard]] SecretKey secret_key_from_bytes(std::span<const std::byte> bytes) const;
  [[nodiscard]] Ciphertext ciphertext_from_bytes(std::span<const std::byte> bytes) const;

  /// Many messages under one key, from bytes to bytes, on several threads where that pays: what the
  /// key needs is prepared once. Messages lie one after the other, message_bytes() each, and so do
  /// ciphertexts as to_bytes() gives them. Throw mismatch where the key is not one of this scheme
  /// or there are not as many of either.
  ///
  /// The ciphertexts of to_bytes(encrypt()) with a generator of its own for every 16 messages, in
  /// turn generator.split("lath rlwe share"), whatever the number of threads. Throws what encrypt()
  /// throws for a message, before anything is drawn, and what the generator throws; ciphertexts
  /// then hold no particular bytes. Works in about as much memory as the
  /// ciphertexts take.
  void encrypt_packed(const PublicKey& key, std::span<const std::byte> messages,
                      std::span<std::byte> ciphertexts, Generator& generator) const;

  /// The messages of decrypt(). Where a ciphertext is malformed its message is zeros; returns the
  /// indices of those, in order: one stranger does not stop the others.
  [[nodiscard]] std::vector<std::size_t> decrypt_packed(const SecretKey& key,
                                                        std::span<const std::byte> ciphertexts,
                                                        std::span<std::byte> messages) const;

 private:
  struct State;
  // Throw mismatch for an object of other parameters.
  void require(const PublicKey& key) const;
  void require(const SecretKey& key) const;
  void require(const Ciphertext& ciphertext) const;
  explicit Scheme(std::shared_ptr<const State> state) noexcept;

  std::shared_ptr<const State> state_;
};

}  // namespace lath::rlwe
