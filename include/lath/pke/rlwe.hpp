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
/// attackers only (IND-CPA): an attacker who can have chosen ciphertexts decrypted learns the
/// secret key. FujisakiOkamoto solves that.
///
/// Let R_q = Z_q[x]/(x^n + 1), psi the polynomials whose coefficients are sums of eta bits minus
/// sums of eta others, and m the polynomial that has bit i of the message (bit i mod 8 of byte i /
/// 8) as the coefficient of x^i:
///
///     public key   a uniform in R_q, b = a s + e                   s, e in psi
///     ciphertext   u = a r + e1, v = b r + e2 + floor(q/2) m       r, e1, e2 in psi
///     decryption   v - u s = m floor(q/2) + e r + e2 - e1 s: a bit is one if the coefficient is
///                  nearer to q/2 than to 0
///
/// u is stored in evaluation form. For v, only the coefficients that carry a bit are stored.
namespace lath::rlwe {

/// The parameters of a scheme.
struct Parameters {
  std::size_t degree = 0;         ///< n, a power of two from 8 on
  std::uint64_t modulus = 0;      ///< q, a prime below 2^14, see PrimeRing
  unsigned noise = 0;             ///< eta, from 1 to 32 and less than q/2
  std::size_t message_bytes = 0;  ///< the size of a message, from 1 to n/8
  /// Whether all parameters are equal.
  friend bool operator==(const Parameters&, const Parameters&) = default;
};

/// Parameters for messages of 256 bits, with q = 12289. For 128 and 192 bits of security n = 1024
/// and eta = 8, as in E. Alkim, L. Ducas, T. Pöppelmann, P. Schwabe, "Post-quantum key exchange - a
/// new hope", USENIX Security 2016: there is no power of two in between. For 256 bits n = 2048 and
/// eta = 6. A message fails with a probability below 2^-128.
[[nodiscard]] Parameters recommended_parameters(SecurityLevel level = SecurityLevel::bits128);

/// The sizes of table 4 of C. Aguilar-Melchor et al., "NFLlib: NTT-based fast lattice library"
/// (CT-RSA 2016): n = 256 and 512 with 12289, a modulus of 14 bits, and the same with 7681, of 13
/// bits, the other prime in use then. A message has n bits. eta = 22 gives the standard
/// deviation 3.3 of the width s = 8.35 in Lindner and Peikert's sets of these years.
[[nodiscard]] std::array<Parameters, 4> insecure_nfllib_parameters();

/// The problem whose hardness hides keys and messages, as LWE: dimension n, and the n samples of a
/// key, or the samples of u and v of a ciphertext. Throws invalid_argument unless the numbers are
/// below 2^64.
[[nodiscard]] LweInstance lwe_instance(const Parameters& parameters);

/// The noise in decryption: 2 n products in each coefficient. Throws invalid_argument unless the
/// numbers are below 2^64.
[[nodiscard]] BinomialDecryptionNoise decryption_noise(const Parameters& parameters);

/// The ring of Ring-LWE.
using PolyRing = PrimeRing<std::uint16_t>;

/// A message: message_bytes bytes.
using Message = Buffer<std::byte, Secret>;

/// The seed of a public key's polynomial a; as public as the key itself.
using PublicSeed = std::array<std::byte, 32>;

/// A public key: a and b.
struct PublicKey {
  PublicSeed seed;         ///< the seed of a
  Poly<PolyRing, Eval> b;  ///< b
  /// Whether both keys are equal.
  friend bool operator==(const PublicKey&, const PublicKey&) = default;
};
/// A secret key.
struct SecretKey {
  Poly<PolyRing, Eval, Secret> s;  ///< s
};
/// A public key and its secret key.
struct KeyPair {
  PublicKey public_key;  ///< for everybody
  SecretKey secret_key;  ///< for its owner only
};
/// A ciphertext.
struct Ciphertext {
  Poly<PolyRing, Eval> u;  ///< u
  std::vector<std::uint16_t>
      v;  ///< the 8 message_bytes coefficients of v that carry a bit, below q
  /// Whether both ciphertexts are equal.
  friend bool operator==(const Ciphertext&, const Ciphertext&) = default;
};

/// The scheme with its parameters: immutable, cheap to copy, safe to share between threads.
class Scheme {
 public:
  ///@{
  /// The types of PublicKeyScheme.
  using Parameters = rlwe::Parameters;
  using Message = rlwe::Message;
  using PublicKey = rlwe::PublicKey;
  using SecretKey = rlwe::SecretKey;
  using KeyPair = rlwe::KeyPair;
  using Ciphertext = rlwe::Ciphertext;
  ///@}

  ///@{
  /// Copies share the parameters. A moved-from scheme keeps its parameters.
  Scheme(const Scheme&) noexcept = default;
  Scheme& operator=(const Scheme&) noexcept = default;
  ///@}
  ~Scheme() = default;

  /// The scheme with these parameters. Throws invalid_argument if they are out of the ranges above,
  /// if estimate_security() of lwe_instance() is below 128 bits, classically or on quantum
  /// computers, for a noise of 1, and if failure_bound() is above 2^-128. Takes about 2 ms.
  static Scheme create(const Parameters& parameters);

  /// The scheme with any parameters that it can compute with, for studies and tests. Throws
  /// invalid_argument for others.
  static Scheme create_insecure(const Parameters& parameters);

  /// The parameters.
  [[nodiscard]] const Parameters& parameters() const& noexcept;
  const Parameters& parameters() const&& = delete;  // the scheme is a temporary: give it a name
  /// The ring R_q.
  [[nodiscard]] const PolyRing& ring() const& noexcept;
  const PolyRing& ring() const&& = delete;  // the scheme is a temporary: give it a name
  /// The size of a message.
  [[nodiscard]] std::size_t message_bytes() const noexcept;

  /// A new key pair. Takes a uniform polynomial, a product and two transforms.
  [[nodiscard]] KeyPair generate_keys(Generator& generator) const;

  /// Encrypts a message. Throws mismatch if the key has other parameters or the message another
  /// size. Takes a uniform polynomial, two products and three transforms.
  [[nodiscard]] Ciphertext encrypt(const PublicKey& key, const Message& message,
                                   Generator& generator) const;

  /// Decrypts a ciphertext. The result is the message that was encrypted, except with the
  /// probability that failure_probability() bounds. A ciphertext for another key, or one that
  /// nobody encrypted, gives some other message without an error. Throws mismatch if key or
  /// ciphertext have other parameters. Takes a product and a transform.
  [[nodiscard]] Message decrypt(const SecretKey& key, const Ciphertext& ciphertext) const;

  ///@{
  /// The size of an object as bytes.
  [[nodiscard]] std::size_t public_key_bytes() const noexcept;
  [[nodiscard]] std::size_t secret_key_bytes() const noexcept;
  [[nodiscard]] std::size_t ciphertext_bytes() const noexcept;
  ///@}

  ///@{
  /// An object as bytes. Words have bit_length(q - 1) bits and follow each other, low bits of a
  /// byte first:
  ///
  ///     public key   seed (32) | b (n words)
  ///     secret key   s (n words)
  ///     ciphertext   u (n words) | v (8 message_bytes words)
  ///
  /// Throws mismatch if the object has other parameters. Constant time in a secret key.
  [[nodiscard]] Buffer<std::byte> to_bytes(const PublicKey& key) const;
  [[nodiscard]] Buffer<std::byte, Secret> to_bytes(const SecretKey& key) const;
  [[nodiscard]] Buffer<std::byte> to_bytes(const Ciphertext& ciphertext) const;
  ///@}

  ///@{
  /// The object that these bytes encode. Throws malformed unless their number is right and every
  /// word is below q. Nothing else is revealed about a secret key.
  [[nodiscard]] PublicKey public_key_from_bytes(std::span<const std::byte> bytes) const;
  [[nodiscard]] SecretKey secret_key_from_bytes(std::span<const std::byte> bytes) const;
  [[nodiscard]] Ciphertext ciphertext_from_bytes(std::span<const std::byte> bytes) const;
  ///@}

  /// Encrypts many messages under one key, from bytes to bytes, on several threads if that pays.
  /// The key is prepared once. Messages of message_bytes() each follow one another, and so do
  /// ciphertexts as to_bytes() returns them. Throws mismatch if the key has other parameters or
  /// there is not one ciphertext per message.
  ///
  /// The ciphertexts are the results of encrypt() with a separate generator for every 16 messages:
  /// generator.split("lath rlwe share"), in turn, whatever the number of threads. Throws as
  /// encrypt() does for a message, before anything is drawn, and as the generator does; ciphertexts
  /// then hold unspecified bytes. Works in about as much memory as the ciphertexts take.
  void encrypt_packed(const PublicKey& key, std::span<const std::byte> messages,
                      std::span<std::byte> ciphertexts, Generator& generator) const;

  /// Decrypts many ciphertexts under one key, stored as for encrypt_packed(). A malformed
  /// ciphertext gives a message of zeros and does not stop the others. Returns the indices of
  /// malformed ciphertexts, in order. Throws mismatch as encrypt_packed().
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
