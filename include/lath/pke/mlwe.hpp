// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/pke/public_key_scheme.hpp"
#include "lath/random/generator.hpp"
#include "lath/ring/poly.hpp"
#include "lath/ring/prime_ring.hpp"
#include "lath/security/decryption_failure.hpp"
#include "lath/security/lwe_instance.hpp"
#include "lath/security/security_level.hpp"

/// Module-LWE public-key encryption after V. Lyubashevsky, "Basic Lattice Cryptography" (2019),
/// with the message in the low digits, as in A. R. Rodríguez Rodríguez, "Implementing Lattice-Based
/// Cryptography" (NTNU, 2022). Secure against passive attackers only (IND-CPA), see
/// PublicKeyScheme.
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
/// N max(m, n + l) samples, the most that a public key or a ciphertext gives of one secret.
[[nodiscard]] LweInstance lwe_instance(const Parameters& parameters);

/// The noise in decryption: (m + n) N products in each coefficient.
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

/// Module-LWE encryption as a PublicKeyScheme.
class Scheme {
 public:
  ///@{
  /// As PublicKeyScheme says.
  using Parameters = mlwe::Parameters;
  using Message = mlwe::Message;
  using PublicKey = mlwe::PublicKey;
  using SecretKey = mlwe::SecretKey;
  using KeyPair = mlwe::KeyPair;
  using Ciphertext = mlwe::Ciphertext;
  Scheme(const Scheme&) noexcept = default;
  Scheme& operator=(const Scheme&) noexcept = default;
  ~Scheme() = default;
  static Scheme create(const Parameters& parameters);
  static Scheme create_insecure(const Parameters& parameters);
  [[nodiscard]] const Parameters& parameters() const& noexcept;
  const Parameters& parameters() const&& = delete;  // the scheme is a temporary: give it a name
  [[nodiscard]] std::size_t message_bytes() const noexcept;
  ///@}
  ///@{
  /// The ring R_q.
  [[nodiscard]] const ModuleRing& ring() const& noexcept;
  const ModuleRing& ring() const&& = delete;  // the scheme is a temporary: give it a name
  ///@}
  /// The number of coefficients of a message: k l N.
  [[nodiscard]] std::size_t message_size() const noexcept;

  /// As PublicKeyScheme says. Takes m n uniform polynomials, m n l products and (m + n) l
  /// transforms.
  [[nodiscard]] KeyPair generate_keys(Generator& generator) const;
  /// As PublicKeyScheme says. Takes m n uniform polynomials, k m (n + l) products and
  /// k (m + n + 2 l) transforms.
  [[nodiscard]] Ciphertext encrypt(const PublicKey& key, const Message& message,
                                   Generator& generator) const;
  /// As PublicKeyScheme says. Takes k l n products and k l transforms.
  [[nodiscard]] Message decrypt(const SecretKey& key, const Ciphertext& ciphertext) const;

  ///@{
  /// As PublicKeyScheme says. The parts are the seed and B; S; U and V. Each polynomial is a
  /// string, in evaluation form.
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
  /// As PublicKeyScheme says. The name of the generators is "lath mlwe share". Encryption works
  /// with A and B in memory, 8 N m (n + l) bytes.
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

}  // namespace lath::mlwe
