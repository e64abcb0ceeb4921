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
#include "lath/pke/public_key_scheme.hpp"
#include "lath/random/generator.hpp"
#include "lath/security/decryption_failure.hpp"
#include "lath/security/lwe_instance.hpp"
#include "lath/security/security_level.hpp"

/// LWE public-key encryption with the message in the low digits, after V. Lyubashevsky, "Basic
/// Lattice Cryptography" (2019), and A. R. Rodríguez Rodríguez, "Implementing Lattice-Based
/// Cryptography" (NTNU, 2022): lath::mlwe over the integers modulo q instead of a ring of
/// polynomials. Secure against passive attackers only (IND-CPA), see PublicKeyScheme.
///
///     public key   A uniform in Z_q^(m x n), B = A S + p E   S in [beta]^(n x l), E in [beta]
///     ciphertext   U = R A + p E1, V = R B + p E2 + M        R in [beta]^(k x m), E1, E2 in [beta]
///     decryption   V - U S = p (R E + E2 - E1 S) + M mod q, centered, mod p
///
/// [beta] are independent uniform integers from -beta to beta.
namespace lath::lwe {

/// A matrix of integers, row after row. A matrix that was moved from is 0 x 0.
template <class Integer, class Storage = Public>
class Matrix {
 public:
  /// Zeros. Throws invalid_argument for 2^64 entries or more.
  Matrix(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), words_(checked_product("entries", rows, columns)) {}
  ///@{
  /// Copies are deep; moving leaves a 0 x 0 matrix behind.
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
  ///@}
  ~Matrix() = default;

  /// The number of rows.
  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  /// The number of columns.
  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
  ///@{
  /// All entries, row after row.
  [[nodiscard]] std::span<Integer> words() & noexcept { return words_.span(); }
  [[nodiscard]] std::span<const Integer> words() const& noexcept { return words_.span(); }
  std::span<const Integer> words() const&& = delete;  // the matrix is a temporary: give it a name
  ///@}
  ///@{
  /// The entries of row i < rows(), which is not checked.
  [[nodiscard]] std::span<Integer> row(std::size_t i) & noexcept {
    return words_.span().subspan(i * columns_, columns_);
  }
  [[nodiscard]] std::span<const Integer> row(std::size_t i) const& noexcept {
    return words_.span().subspan(i * columns_, columns_);
  }
  std::span<const Integer> row(std::size_t i) const&& = delete;  // the matrix is a temporary
  ///@}

  /// Whether dimensions and entries are equal. Variable time, hence not for secrets.
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

/// The parameters of a scheme. All dimensions are from 1 to 4096.
struct Parameters {
  std::size_t rows = 0;                 ///< m, the rows of A
  std::size_t columns = 0;              ///< n, the columns of A
  std::size_t message_rows = 1;         ///< k
  std::size_t message_columns = 1;      ///< l
  std::uint64_t modulus = 0;            ///< q, from 3 to 2^30 - 1
  std::uint64_t plaintext_modulus = 0;  ///< p, from 2 to q - 1, without a common factor with q
  unsigned noise = 0;                   ///< beta, from 1 to 64 and less than q/2
  /// Whether all parameters are equal.
  friend bool operator==(const Parameters&, const Parameters&) = default;
};

/// Parameters for messages of 256 bits (k = l = 16, p = 2), with q = 8191 and noise from -2 to 2:
/// m = n = 704, 960 and 1216 for 128, 192 and 256 bits of security, see create(). A message fails
/// with a probability far below 2^-128.
[[nodiscard]] Parameters recommended_parameters(SecurityLevel level = SecurityLevel::bits128);

/// The problem whose hardness hides keys and messages: dimension min(m, n), and max(m, n + l)
/// samples, the most that a public key or a ciphertext gives of one secret.
[[nodiscard]] LweInstance lwe_instance(const Parameters& parameters);

/// The noise in decryption: m + n products in each coefficient.
[[nodiscard]] DecryptionNoise decryption_noise(const Parameters& parameters);

/// A message: the entries of a k x l matrix over Z_p, in [0, p), row after row.
using Message = Buffer<std::uint32_t, Secret>;

/// The seed of a public key's matrix A; as public as the key itself.
using PublicSeed = std::array<std::byte, 32>;

/// A public key: A and B.
struct PublicKey {
  PublicSeed seed;          ///< the seed of A
  Matrix<std::uint32_t> b;  ///< B, m x l residues in [0, q)
  /// Whether both keys are equal.
  friend bool operator==(const PublicKey&, const PublicKey&) = default;
};
/// A secret key.
struct SecretKey {
  Matrix<std::int32_t, Secret> s;  ///< S, n x l integers from -beta to beta
};
/// A public key and its secret key.
struct KeyPair {
  PublicKey public_key;  ///< for everybody
  SecretKey secret_key;  ///< for its owner only
};
/// A ciphertext.
struct Ciphertext {
  Matrix<std::uint32_t> u;  ///< U, k x n residues in [0, q)
  Matrix<std::uint32_t> v;  ///< V, k x l residues in [0, q)
  /// Whether both ciphertexts are equal.
  friend bool operator==(const Ciphertext&, const Ciphertext&) = default;
};

/// LWE encryption as a PublicKeyScheme. Keys and ciphertexts carry neither q nor p, so that only
/// other dimensions are a mismatch. Secret integers are small: sums of products stay below 2^53 in
/// all dimensions and are reduced once.
class Scheme {
 public:
  ///@{
  /// As PublicKeyScheme says.
  using Parameters = lwe::Parameters;
  using Message = lwe::Message;
  using PublicKey = lwe::PublicKey;
  using SecretKey = lwe::SecretKey;
  using KeyPair = lwe::KeyPair;
  using Ciphertext = lwe::Ciphertext;
  Scheme(const Scheme&) noexcept = default;
  Scheme& operator=(const Scheme&) noexcept = default;
  ~Scheme() = default;
  static Scheme create(const Parameters& parameters);
  static Scheme create_insecure(const Parameters& parameters);
  [[nodiscard]] const Parameters& parameters() const& noexcept;
  const Parameters& parameters() const&& = delete;  // the scheme is a temporary: give it a name
  [[nodiscard]] std::size_t message_bytes() const noexcept;
  ///@}
  /// The number of entries of a message: k l.
  [[nodiscard]] std::size_t message_size() const noexcept;

  /// As PublicKeyScheme says. Takes m n uniform residues and m n l products.
  [[nodiscard]] KeyPair generate_keys(Generator& generator) const;
  /// As PublicKeyScheme says. Takes m n uniform residues and k m (n + l) products.
  [[nodiscard]] Ciphertext encrypt(const PublicKey& key, const Message& message,
                                   Generator& generator) const;
  /// As PublicKeyScheme says. Takes k l n products.
  [[nodiscard]] Message decrypt(const SecretKey& key, const Ciphertext& ciphertext) const;

  ///@{
  /// As PublicKeyScheme says. The parts are the seed and B; S as residues; U and V. Each matrix is
  /// a string, row after row. A secret key with integers outside of [-beta, beta] is malformed.
  [[nodiscard]] std::size_t public_key_bytes() const noexcept;
  [[nodiscard]] std::size_t secret_key_bytes() const noexcept;
  [[nodiscard]] std::size_t ciphertext_bytes() const noexcept;
  [[nodiscard]] Buffer<std::byte> to_bytes(const PublicKey& key) const;
  [[nodiscard]] Buffer<std::byte, Secret> to_bytes(const SecretKey& key) const;
  [[nodiscard]] Buffer<std::byte> to_bytes(const Ciphertext& ciphertext) const;
  [[nodiscard]] PublicKey public_key_from_bytes(std::span<const std::byte> bytes) const;
  [[nodiscard]] SecretKey secret_key_from_bytes(std::span<const std::byte> bytes) const;
  [[nodiscard]] Ciphertext ciphertext_from_bytes(std::span<const std::byte> bytes) const;
  ///@}

  ///@{
  /// As PublicKeyScheme says.
  [[nodiscard]] Message message_from_bytes(std::span<const std::byte> bytes) const;
  [[nodiscard]] Buffer<std::byte, Secret> message_to_bytes(const Message& message) const;
  ///@}
  ///@{
  /// As PublicKeyScheme says. The name of the generators is "lath lwe share". Encryption works with
  /// A in memory, 4 m n bytes.
  void encrypt_packed(const PublicKey& key, std::span<const std::byte> messages,
                      std::span<std::byte> ciphertexts, Generator& generator) const;
  [[nodiscard]] std::vector<std::size_t> decrypt_packed(const SecretKey& key,
                                                        std::span<const std::byte> ciphertexts,
                                                        std::span<std::byte> messages) const;
  ///@}

 private:
  struct State;
  // Throw mismatch for an object of other parameters.
  void require(const PublicKey& key) const;
  void require(const SecretKey& key) const;
  void require(const Ciphertext& ciphertext) const;
  explicit Scheme(std::shared_ptr<const State> state) noexcept;

  std::shared_ptr<const State> state_;
};

static_assert(PublicKeyScheme<Scheme>);

}  // namespace lath::lwe
