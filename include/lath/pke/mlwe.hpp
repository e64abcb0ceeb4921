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
/// Cryptography" (NTNU, 2022). Secure against passive attackers only (IND-CPA): whoever can have
/// chosen ciphertexts decrypted learns the secret key; FujisakiOkamoto mends that.
///
/// With R_q = Z_q[x]/(x^N + 1) and [beta] the polynomials with independent uniform coefficients
/// from -beta to beta, as sample_nearly_uniform() draws them:
///
///   public key   A uniform in R_q^(m x n), B = A S + p E     S in [beta]^(n x l), E in [beta]
///   ciphertext   U = R A + p E1, V = R B + p E2 + M          R in [beta]^(k x m), E1, E2 in [beta]
///   decryption   V - U S = p (R E + E2 - E1 S) + M mod q, centered, mod p
namespace lath::mlwe {

struct Parameters {
  std::size_t degree = 0;               ///< N, a power of two
  std::size_t rows = 0, columns = 0;    ///< m and n, of A; 1 to 4096 as all dimensions
  std::size_t message_rows = 1;         ///< k
  std::size_t message_columns = 1;      ///< l
  std::uint64_t modulus = 0;            ///< q, a prime below 2^30, see PrimeRing
  std::uint64_t plaintext_modulus = 0;  ///< p, from 2 to q - 1
  unsigned noise = 0;                   ///< beta, from 1 to 64 and less than q/2
  friend bool operator==(const Parameters&, const Parameters&) = default;
};

/// 256 bits (k = l = 1, p = 2) with N = 256, q = 7681 and noise from -2 to 2: m = n = 3, 4 and 5
/// for 128, 192 and 256 bits of security, see create(). A message fails with a probability below
/// 2^-128, by far.
[[nodiscard]] Parameters recommended_parameters(SecurityLevel level = SecurityLevel::bits128);

/// The rows of table 5.2 of the thesis, m = n = 32 and p = 3, by their degree, and beside the one
/// of degree 4096 the same with q = 40961, which has a complete transform; 12289 has none there.
/// The thesis does not say beta; its program has 2. In every row the noise can exceed q/2, since
/// there are not 2m products in a coefficient but 2mN.
[[nodiscard]] std::array<Parameters, 7> insecure_thesis_parameters();

/// The problem whose hardness hides keys and messages, as LWE: dimension N min(m, n), and the
/// samples that the public key or a ciphertext give of one secret, N max(m, n + l). Throws
/// invalid_argument where a number is not below 2^64, as decryption_noise() does.
[[nodiscard]] LweInstance lwe_instance(const Parameters& parameters);

/// The noise that decryption meets: (m + n) N products in each coefficient.
[[nodiscard]] DecryptionNoise decryption_noise(const Parameters& parameters);

/// A k x l matrix of polynomials with coefficients in [0, p): row after row, the polynomials of a
/// row one after the other, the coefficients of each from x^0 to x^(N - 1).
using Message = Buffer<std::uint32_t, Secret>;

/// Where a public key's matrix A comes from; as public as the key itself.
using PublicSeed = std::array<std::byte, 32>;

/// A, expanded from its seed, and the m x l matrix B, row after row, as all matrices below.
struct PublicKey {
  PublicSeed seed;
  std::vector<Poly<ModuleRing, Eval>> b;
  friend bool operator==(const PublicKey&, const PublicKey&) = default;
};
/// The n x l matrix S.
struct SecretKey {
  std::vector<Poly<ModuleRing, Eval, Secret>> s;
};
struct KeyPair {
  PublicKey public_key;
  SecretKey secret_key;
};
/// The k x n matrix U and the k x l matrix V.
struct Ciphertext {
  std::vector<Poly<ModuleRing, Eval>> u, v;
  friend bool operator==(const Ciphertext&, const Ciphertext&) = default;
};

/// The scheme with its parameters: immutable, cheap to copy, safe to share between threads.
class Scheme {
 public:
  using Parameters = mlwe::Parameters;
  using Message = mlwe::Message;
  using PublicKey = mlwe::PublicKey;
  using SecretKey = mlwe::SecretKey;
  using KeyPair = mlwe::KeyPair;
  using Ciphertext = mlwe::Ciphertext;

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
  [[nodiscard]] const ModuleRing& ring() const& noexcept;
  const ModuleRing& ring() const&& = delete;  // the scheme is a temporary: give it a name
  /// The coefficients of a message: k l N.
  [[nodiscard]] std::size_t message_size() const noexcept;
  /// The bytes of a message among many, see encrypt_packed(): its coefficients in words of
  /// ceil(log2 p) bits, packed as keys are; bits behind the last one are zero, and are not looked
  /// at.
  [[nodiscard]] std::size_t message_bytes() const noexcept;

  /// m n uniform polynomials, m n l products and (m + n) l transforms.
  [[nodiscard]] KeyPair generate_keys(Generator& generator) const;

  /// Throws mismatch where the key is not one of this scheme or the message has another size,
  /// invalid_argument where a coefficient of it is not below p; an error reveals which.
  /// m n uniform polynomials, k m (n + l) products and k (m + n + 2 l) transforms.
  [[nodiscard]] Ciphertext encrypt(const PublicKey& key, const Message& message,
                                   Generator& generator) const;

  /// The message that was encrypted, but for the probability that failure_probability() bounds. A
  /// ciphertext made for another key, or by nobody, gives some other message: nothing here tells.
  /// Throws mismatch where key or ciphertext are not of this scheme.
  [[nodiscard]] Message decrypt(const SecretKey& key, const Ciphertext& ciphertext) const;

  /// Keys and ciphertexts as bytes, of these sizes: the seed and B, S, U and V, polynomial after
  /// polynomial in evaluation form, packed in ceil(log2 q) bits a word: bit j of word i is bit
  /// i ceil(log2 q) + j of a polynomial, low bits of a byte first. One object has one encoding.
  /// Throw mismatch for objects of other parameters. Constant time in a secret key.
  [[nodiscard]] std::size_t public_key_bytes() const noexcept;
  [[nodiscard]] std::size_t secret_key_bytes() const noexcept;
  [[nodiscard]] std::size_t ciphertext_bytes() const noexcept;
  [[nodiscard]] Buffer<std::byte> to_bytes(const PublicKey& key) const;
  [[nodiscard]] Buffer<std::byte, Secret> to_bytes(const SecretKey& key) const;
  [[nodiscard]] Buffer<std::byte> to_bytes(const Ciphertext& ciphertext) const;

  /// What these bytes encode. Throw malformed unless their number is right and every word below q;
  /// of a secret key that is all that is revealed.
  [[nodiscard]] PublicKey public_key_from_bytes(std::span<const std::byte> bytes) const;
  [[nodiscard]] SecretKey secret_key_from_bytes(std::span<const std::byte> bytes) const;
  [[nodiscard]] Ciphertext ciphertext_from_bytes(std::span<const std::byte> bytes) const;

  /// Many messages under one key, from bytes to bytes, on several threads where that pays: what the
  /// key needs is prepared once. Messages lie one after the other, message_bytes() each, and so do
  /// ciphertexts as to_bytes() gives them. Throw mismatch where the key is not one of this scheme
  /// or there are not as many of either.
  ///
  /// The ciphertexts of to_bytes(encrypt()) with a generator of its own for every 16 messages, in
  /// turn generator.split("lath mlwe share"), whatever the number of threads. Throws what encrypt()
  /// throws for a message, before anything is drawn, and what the generator throws; ciphertexts
  /// then hold no particular bytes. Works with A and B in memory,
  /// 8 N m (n + l) bytes.
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

}  // namespace lath::mlwe
