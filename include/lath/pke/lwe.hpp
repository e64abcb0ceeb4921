// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/base/checked_size.hpp"
#include "lath/random/generator.hpp"
#include "lath/security/decryption_failure.hpp"
#include "lath/security/lwe_instance.hpp"
#include "lath/security/security_level.hpp"

/// LWE public-key encryption with the message in the low digits, after V. Lyubashevsky, "Basic
/// Lattice Cryptography" (2019), and A. R. Rodríguez Rodríguez, "Implementing Lattice-Based
/// Cryptography" (NTNU, 2022): mlwe.hpp over the integers modulo q instead of a ring of
/// polynomials. Secure against passive attackers only (IND-CPA): whoever can have chosen
/// ciphertexts decrypted learns the secret key.
///
///   public key   A uniform in Z_q^(m x n), B = A S + p E     S in [beta]^(n x l), E in [beta]
///   ciphertext   U = R A + p E1, V = R B + p E2 + M          R in [beta]^(k x m), E1, E2 in [beta]
///   decryption   V - U S = p (R E + E2 - E1 S) + M mod q, centered, mod p
///
/// [beta] are independent uniform integers from -beta to beta.
namespace lath::lwe {

/// A matrix of integers, row after row. One that was moved from is 0 x 0.
template <class Integer, class Storage = Public>
class Matrix {
 public:
  /// All zeros. Throws invalid_argument where there are 2^64 entries or more.
  Matrix(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), words_(checked_product("entries", rows, columns)) {}
  Matrix(const Matrix&) = default;
  Matrix(Matrix&& other) noexcept
      : rows_(std::exchange(other.rows_, 0)),
        columns_(std::exchange(other.columns_, 0)),
        words_(std::move(other.words_)) {}
  Matrix& operator=(Matrix other) noexcept {
    std::swap(rows_, other.rows_);
    std::swap(columns_, other.columns_);
    std::swap(words_, other.words_);
    return *this;
  }
  ~Matrix() = default;

  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
  /// All entries, and those of row i < rows(), which is not checked.
  [[nodiscard]] std::span<Integer> words() & noexcept { return words_.span(); }
  [[nodiscard]] std::span<const Integer> words() const& noexcept { return words_.span(); }
  std::span<const Integer> words() const&& = delete;  // the matrix is a temporary: give it a name
  [[nodiscard]] std::span<Integer> row(std::size_t i) & noexcept {
    return words_.span().subspan(i * columns_, columns_);
  }
  [[nodiscard]] std::span<const Integer> row(std::size_t i) const& noexcept {
    return words_.span().subspan(i * columns_, columns_);
  }
  std::span<const Integer> row(std::size_t i) const&& = delete;  // the matrix is a temporary

  /// Variable time, hence not for secrets.
  friend bool operator==(const Matrix& a, const Matrix& b) noexcept
    requires std::is_same_v<Storage, Public>
  {
    return a.rows_ == b.rows_ && a.columns_ == b.columns_ &&
           std::ranges::equal(a.words(), b.words());
  }

 private:
  std::size_t rows_, columns_;
  Buffer<Integer, Storage> words_;
};

struct Parameters {
  std::size_t rows = 0, columns = 0;    ///< m and n, of A; 1 to 4096 as all dimensions
  std::size_t message_rows = 1;         ///< k
  std::size_t message_columns = 1;      ///< l
  std::uint64_t modulus = 0;            ///< q, from 3 to 2^30 - 1
  std::uint64_t plaintext_modulus = 0;  ///< p, from 2 to q - 1, without a common factor with q
  unsigned noise = 0;                   ///< beta, from 1 to 64 and less than q/2
  friend bool operator==(const Parameters&, const Parameters&) = default;
};

/// 256 bits (k = l = 16, p = 2) with q = 8191 and noise from -2 to 2: m = n = 704, 960 and 1216 for
/// 128, 192 and 256 bits of security, see create(). A message fails with a probability below
/// 2^-128, by far.
[[nodiscard]] Parameters recommended_parameters(SecurityLevel level = SecurityLevel::bits128);

/// The problem whose hardness hides keys and messages: dimension min(m, n), and the samples that
/// the public key or a ciphertext give of one secret, max(m, n + l). Throws invalid_argument where
/// a number is not below 2^64, as decryption_noise() does.
[[nodiscard]] LweInstance lwe_instance(const Parameters& parameters);

/// The noise that decryption meets: m + n products in each coefficient.
[[nodiscard]] DecryptionNoise decryption_noise(const Parameters& parameters);

/// The entries of a k x l matrix over Z_p, in [0, p), row after row.
using Message = Buffer<std::uint32_t, Secret>;

/// Where a public key's matrix A comes from; as public as the key itself.
using PublicSeed = std::array<std::byte, 32>;

/// A, expanded from its seed, and the m x l matrix B of residues in [0, q).
struct PublicKey {
  PublicSeed seed;
  Matrix<std::uint32_t> b;
  friend bool operator==(const PublicKey&, const PublicKey&) = default;
};
/// The n x l matrix S of integers from -beta to beta.
struct SecretKey {
  Matrix<std::int32_t, Secret> s;
};
struct KeyPair {
  PublicKey public_key;
  SecretKey secret_key;
};
/// The k x n matrix U and the k x l matrix V of residues in [0, q).
struct Ciphertext {
  Matrix<std::uint32_t> u, v;
  friend bool operator==(const Ciphertext&, const Ciphertext&) = default;
};

/// The scheme with its parameters: immutable, cheap to copy, safe to share between threads. Secret
/// integers are small, so that sums of products of all dimensions stay below 2^53 and are reduced
/// once.
class Scheme {
 public:
  using Parameters = lwe::Parameters;
  using Message = lwe::Message;
  using PublicKey = lwe::PublicKey;
  using SecretKey = lwe::SecretKey;
  using KeyPair = lwe::KeyPair;
  using Ciphertext = lwe::Ciphertext;

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
  /// The entries of a message: k l.
  [[nodiscard]] std::size_t message_size() const noexcept;
  /// The bytes of a message among many, see encrypt_packed(): its entries in words of ceil(log2 p)
  /// bits, packed as keys are; bits behind the last one are zero, and are not looked at.
  [[nodiscard]] std::size_t message_bytes() const noexcept;

  /// m n uniform residues and m n l products.
  [[nodiscard]] KeyPair generate_keys(Generator& generator) const;

  /// Throws mismatch where the key is not one of these dimensions or the message has another size,
  /// invalid_argument where an entry of it is not below p; an error reveals which. m n uniform
  /// residues and k m (n + l) products.
  [[nodiscard]] Ciphertext encrypt(const PublicKey& key, const Message& message,
                                   Generator& generator) const;

  /// The message that was encrypted, but for the probability that failure_probability() bounds. A
  /// ciphertext made for another key, or by nobody, gives some other message: nothing here tells.
  /// Throws mismatch where key or ciphertext are not of these dimensions. k l n products.
  [[nodiscard]] Message decrypt(const SecretKey& key, const Ciphertext& ciphertext) const;

  /// Keys and ciphertexts as bytes, of these sizes: the seed and B, S as residues, U and V, row
  /// after row, each matrix packed from a new byte on in words of ceil(log2 q) bits, low bits of a
  /// byte first. Bits behind the last word are zero: one object has one encoding. Throw mismatch
  /// for objects of other dimensions. Constant time in a secret key.
  [[nodiscard]] std::size_t public_key_bytes() const noexcept;
  [[nodiscard]] std::size_t secret_key_bytes() const noexcept;
  [[nodiscard]] std::size_t ciphertext_bytes() const noexcept;
  [[nodiscard]] Buffer<std::byte> to_bytes(const PublicKey& key) const;
  [[nodiscard]] Buffer<std::byte, Secret> to_bytes(const SecretKey& key) const;
  [[nodiscard]] Buffer<std::byte> to_bytes(const Ciphertext& ciphertext) const;

  /// What these bytes encode. Throw malformed unless their number is right and every word in range;
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
  /// turn generator.split("lath lwe share"), whatever the number of threads. Throws what encrypt()
  /// throws for a message, before anything is drawn, and what the generator throws; ciphertexts
  /// then hold no particular bytes. Works with A in memory, 4 m n bytes.
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

}  // namespace lath::lwe
