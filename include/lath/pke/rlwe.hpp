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

/// Ring-LWE public-key encryption after R. Lindner and C. Peikert, "Better key sizes (and attacks)
/// for LWE-based encryption" (CT-RSA 2011), with centered binomial noise. Secure against passive
/// attackers only (IND-CPA), see PublicKeyScheme.
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
/// key, or the samples of u and v of a ciphertext.
[[nodiscard]] LweInstance lwe_instance(const Parameters& parameters);

/// The noise in decryption: 2 n products in each coefficient.
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

/// Ring-LWE encryption as a PublicKeyScheme.
class Scheme {
 public:
  ///@{
  /// As PublicKeyScheme says.
  using Parameters = rlwe::Parameters;
  using Message = rlwe::Message;
  using PublicKey = rlwe::PublicKey;
  using SecretKey = rlwe::SecretKey;
  using KeyPair = rlwe::KeyPair;
  using Ciphertext = rlwe::Ciphertext;
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
  [[nodiscard]] const PolyRing& ring() const& noexcept;
  const PolyRing& ring() const&& = delete;  // the scheme is a temporary: give it a name
  ///@}

  /// As PublicKeyScheme says. Takes a uniform polynomial, a product and two transforms.
  [[nodiscard]] KeyPair generate_keys(Generator& generator) const;
  /// As PublicKeyScheme says. Takes a uniform polynomial, two products and three transforms.
  [[nodiscard]] Ciphertext encrypt(const PublicKey& key, const Message& message,
                                   Generator& generator) const;
  /// As PublicKeyScheme says. Takes a product and a transform.
  [[nodiscard]] Message decrypt(const SecretKey& key, const Ciphertext& ciphertext) const;

  ///@{
  /// As PublicKeyScheme says. The parts are the seed and b; s; u and v. Each part is a string,
  /// without unused bits.
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
  /// As PublicKeyScheme says. The name of the generators is "lath rlwe share". Encryption works in
  /// about as much memory as the ciphertexts take.
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

}  // namespace lath::rlwe
