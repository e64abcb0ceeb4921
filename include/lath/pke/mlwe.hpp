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

/// Module-LWE public-key encryption after V. Lyubashevsky, "Basic Lattice Cryptography" (2019),
/// with the message in the low digits, as in A. R. Rodríguez Rodríguez, "Implementing Lattice-Based
/// Cryptography" (NTNU, 2022). Secure against passive attackers only (IND-CPA): an attacker who can
/// have chosen ciphertexts decrypted learns the secret key. FujisakiOkamoto solves that.
///
/// With R_q = Z_q[x]/(x^N + 1), and [beta] the polynomials with independent uniform coefficients
/// from -beta to beta, drawn by sample_nearly_uniform():
///
///     public key   A uniform in R_q^(m x n), B = A S + p E   S in [beta]^(n x l), E in [beta]
///     ciphertext   U = R A + p E1, V = R B + p E2 + M        R in [beta]^(k x m), E1, E2 in [beta]
///     decryption   V - U S = p (R E + E2 - E1 S) + M mod q, centered, mod p
namespace lath::mlwe {

/// The parameters of a scheme. All dimensions are from 1 to 4096.
struct Parameters {
  std::size_t degree = 0;               ///< N, a power of two
  std::size_t rows = 0;                 ///< m, the rows of A
  std::size_t columns = 0;              ///< n, the columns of A
  std::size_t message_rows = 1;         ///< k
  std::size_t message_columns = 1;      ///< l
  std::uint64_t modulus = 0;            ///< q, a prime below 2^30, see PrimeRing
  std::uint64_t plaintext_modulus = 0;  ///< p, from 2 to q - 1
  unsigned noise = 0;                   ///< beta, from 1 to 64 and less than q/2
  /// Whether all parameters are equal.
  friend bool operator==(const Parameters&, const Parameters&) = default;
};

/// Parameters for messages of 256 bits (k = l = 1, p = 2), with N = 256, q = 7681 and noise from -2
/// to 2: m = n = 3, 4 and 5 for 128, 192 and 256 bits of security, see create(). A message fails
/// with a probability far below 2^-128.
[[nodiscard]] Parameters recommended_parameters(SecurityLevel level = SecurityLevel::bits128);

/// The rows of table 5.2 of the thesis, m = n = 32 and p = 3, by degree. A second row of degree
/// 4096 has q = 40961, which has a complete transform there, unlike 12289. The thesis does not say
/// beta; its program uses 2. In every row the noise can exceed q/2, since there are 2mN products in
/// a coefficient, not 2m.
[[nodiscard]] std::array<Parameters, 7> insecure_thesis_parameters();

/// The problem whose hardness hides keys and messages, as LWE: dimension N min(m, n), and
/// N max(m, n + l) samples, the most that a public key or a ciphertext gives of one secret. Throws
/// invalid_argument unless these numbers are below 2^64.
[[nodiscard]] LweInstance lwe_instance(const Parameters& parameters);

/// The noise in decryption: (m + n) N products in each coefficient. Throws invalid_argument unless
/// the numbers are below 2^64.
[[nodiscard]] DecryptionNoise decryption_noise(const Parameters& parameters);

/// A message: a k x l matrix of polynomials with coefficients in [0, p). Stored row after row, the
/// polynomials of a row one after the other, the coefficients of each from x^0 to x^(N - 1).
using Message = Buffer<std::uint32_t, Secret>;

/// The seed of a public key's matrix A; as public as the key itself.
using PublicSeed = std::array<std::byte, 32>;

/// A public key: A and B. Matrices are stored row after row.
struct PublicKey {
  PublicSeed seed;                        ///< the seed of A
  std::vector<Poly<ModuleRing, Eval>> b;  ///< B, m x l polynomials
  /// Whether both keys are equal.
  friend bool operator==(const PublicKey&, const PublicKey&) = default;
};
/// A secret key.
struct SecretKey {
  std::vector<Poly<ModuleRing, Eval, Secret>> s;  ///< S, n x l polynomials
};
/// A public key and its secret key.
struct KeyPair {
  PublicKey public_key;  ///< for everybody
  SecretKey secret_key;  ///< for its owner only
};
/// A ciphertext.
struct Ciphertext {
  std::vector<Poly<ModuleRing, Eval>> u;  ///< U, k x n polynomials
  std::vector<Poly<ModuleRing, Eval>> v;  ///< V, k x l polynomials
  /// Whether both ciphertexts are equal.
  friend bool operator==(const Ciphertext&, const Ciphertext&) = default;
};

/// The scheme with its parameters: immutable, cheap to copy, safe to share between threads.
class Scheme {
 public:
  ///@{
  /// The types of PublicKeyScheme.
  using Parameters = mlwe::Parameters;
  using Message = mlwe::Message;
  using PublicKey = mlwe::PublicKey;
  using SecretKey = mlwe::SecretKey;
  using KeyPair = mlwe::KeyPair;
  using Ciphertext = mlwe::Ciphertext;
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
  [[nodiscard]] const ModuleRing& ring() const& noexcept;
  const ModuleRing& ring() const&& = delete;  // the scheme is a temporary: give it a name
  /// The number of coefficients of a message: k l N.
  [[nodiscard]] std::size_t message_size() const noexcept;
  /// The size of a packed message, see encrypt_packed(): its coefficients in words of
  /// bit_length(p - 1) bits, packed like keys. Unused bits behind the last word are written as
  /// zeros and ignored when read.
  [[nodiscard]] std::size_t message_bytes() const noexcept;

  /// A new key pair. Takes m n uniform polynomials, m n l products and (m + n) l transforms.
  [[nodiscard]] KeyPair generate_keys(Generator& generator) const;

  /// Encrypts a message. Throws mismatch if the key has other parameters or the message another
  /// size, and invalid_argument, which reveals which one, if a coefficient is not below p. Takes m
  /// n uniform polynomials, k m (n + l) products and k (m + n + 2 l) transforms.
  [[nodiscard]] Ciphertext encrypt(const PublicKey& key, const Message& message,
                                   Generator& generator) const;

  /// Decrypts a ciphertext. The result is the message that was encrypted, except with the
  /// probability that failure_probability() bounds. A ciphertext for another key, or one that
  /// nobody encrypted, gives some other message without an error. Throws mismatch if key or
  /// ciphertext have other parameters.
  [[nodiscard]] Message decrypt(const SecretKey& key, const Ciphertext& ciphertext) const;

  ///@{
  /// The size of an object as bytes.
  [[nodiscard]] std::size_t public_key_bytes() const noexcept;
  [[nodiscard]] std::size_t secret_key_bytes() const noexcept;
  [[nodiscard]] std::size_t ciphertext_bytes() const noexcept;
  ///@}
  ///@{
  /// An object as bytes: the seed and B; S; U and V. Polynomials follow one another in evaluation
  /// form, packed in w = bit_length(q - 1) bits per word: bit j of word i is bit w i + j of a
  /// polynomial, low bits of a byte first. Every object has exactly one encoding. Throws mismatch
  /// if the object has other parameters. Constant time in a secret key.
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
  /// generator.split("lath mlwe share"), in turn, whatever the number of threads. Throws as
  /// encrypt() does for a message, before anything is drawn, and as the generator does; ciphertexts
  /// then hold unspecified bytes. Works with A and B in memory, 8 N m (n + l) bytes.
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

}  // namespace lath::mlwe
