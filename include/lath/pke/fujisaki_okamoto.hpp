// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

#include "lath/pke/key_encapsulation.hpp"
#include "lath/pke/mlwe.hpp"
#include "lath/pke/public_key_scheme.hpp"
#include "lath/pke/rlwe.hpp"

namespace lath {

/// Key encapsulation from public-key encryption by the Fujisaki-Okamoto transform with implicit
/// rejection: D. Hofheinz, K. Hövelmanns, E. Kiltz, "A Modular Analysis of the Fujisaki-Okamoto
/// Transformation" (TCC 2017), in the structure of FIPS 203 (algorithms 16 to 18). Encryption that
/// is secure against passive attackers only (IND-CPA) becomes secure against attackers who can have
/// ciphertexts of their choice decapsulated (IND-CCA2), in the random oracle model and, with a
/// weaker bound, against quantum computers. The bounds grow with failure_bound() times the number
/// of hashes that an attacker computes, so failures must be about as rare as breaking the scheme is
/// hard.
///
///     secret key   s || pk || H(pk) || z    s as Scheme::to_bytes() gives it, z 32 random bytes
///     encapsulate  m random, 256 bits; (K, r) = G(m || H(pk)); c = Encrypt(pk, m; r); secret K
///     decapsulate  m' = Decrypt(s, c); (K', r') = G(m' || H(pk));
///                  secret K' if Encrypt(pk, m'; r') = c, else J(z || c)
///
/// with H(x) = SHA3-256(D || x), G(x) = SHA3-512(D || x), whose halves are K and r, and
/// J(x) = SHAKE256(D || x), 32 bytes. D = SHA3-256("lath fujisaki-okamoto 1 " || name()) separates
/// schemes and parameters. Encrypt(pk, m; r) draws its randomness from
/// Generator::from_seed(r, "lath fujisaki-okamoto 1"). Bit i of m, low bits of a byte first, is
/// coefficient or bit i of the message, which is zero elsewhere.
///
/// A ciphertext of the right size that encodes nothing, because a word is not below q, is
/// malformed. That depends on the ciphertext alone, which the sender knows, and is detected before
/// the secret key is used.
template <PublicKeyScheme Scheme>
class FujisakiOkamoto {
 public:
  ///@{
  /// Copies share the scheme. A moved-from object keeps its scheme.
  FujisakiOkamoto(const FujisakiOkamoto&) noexcept = default;
  FujisakiOkamoto& operator=(const FujisakiOkamoto&) noexcept = default;
  ///@}
  ~FujisakiOkamoto() = default;

  /// The encapsulation over a scheme. Throws invalid_argument if a message has fewer than 256
  /// coefficients.
  explicit FujisakiOkamoto(const Scheme& scheme);

  /// The scheme and the numbers of its Parameters in their order: "mlwe 256 3 3 1 1 7681 2 2",
  /// "rlwe 1024 12289 8 32".
  [[nodiscard]] std::string name() const;
  /// The bound of the scheme's messages, see lath::failure_bound().
  [[nodiscard]] double failure_bound() const;

  /// The scheme.
  [[nodiscard]] const Scheme& scheme() const& noexcept { return scheme_; }
  const Scheme& scheme() const&& = delete;  // the transform is a temporary: give it a name
  ///@{
  /// The size of a key or ciphertext.
  [[nodiscard]] std::size_t public_key_bytes() const noexcept;
  [[nodiscard]] std::size_t secret_key_bytes() const noexcept;
  [[nodiscard]] std::size_t ciphertext_bytes() const noexcept;
  ///@}

  /// A new key pair: keys of the scheme, and 32 bytes for z.
  [[nodiscard]] kem::KeyPair generate_keys(Generator& generator) const;

  ///@{
  /// Throws malformed if the bytes are not a valid key. The hash in a secret key must be the hash
  /// of the public key in it.
  void check_public_key(std::span<const std::byte> bytes) const;
  void check_secret_key(std::span<const std::byte> bytes) const;
  ///@}
  /// The public key inside a secret key, which must be valid; see KeyEncapsulation.
  [[nodiscard]] std::span<const std::byte> public_key_in(std::span<const std::byte> bytes) const;

  /// A new secret and its ciphertext. Draws m, 32 bytes. Throws malformed if the key is not valid.
  [[nodiscard]] kem::Encapsulation encapsulate(std::span<const std::byte> public_key,
                                               Generator& generator) const;
  /// encapsulate() with a given m, for test vectors only: m must be random, and the secret is only
  /// as secret as m.
  [[nodiscard]] kem::Encapsulation encapsulate_derandomized(std::span<const std::byte> public_key,
                                                            const Seed& m) const;

  /// The secret in a ciphertext. Throws malformed if the key or the ciphertext is malformed. Takes
  /// one decryption and one encryption.
  [[nodiscard]] kem::SharedSecret decapsulate(std::span<const std::byte> secret_key,
                                              std::span<const std::byte> ciphertext) const;

 private:
  using Hash = std::array<std::byte, 32>;
  [[nodiscard]] Hash hash_of(std::span<const std::byte> public_key) const;
  [[nodiscard]] SecretBytes<64> secret_and_randomness(const Seed& m, const Hash& hash) const;
  [[nodiscard]] kem::SharedSecret rejection_secret(std::span<const std::byte> z,
                                                   std::span<const std::byte> ciphertext) const;
  [[nodiscard]] typename Scheme::Ciphertext encrypt(const typename Scheme::PublicKey& key,
                                                    const Seed& m,
                                                    std::span<const std::byte, 32> r) const;

  Scheme scheme_;
  Hash domain_;
};

extern template class FujisakiOkamoto<mlwe::Scheme>;
extern template class FujisakiOkamoto<rlwe::Scheme>;

static_assert(KeyEncapsulation<FujisakiOkamoto<mlwe::Scheme>>);
static_assert(KeyEncapsulation<FujisakiOkamoto<rlwe::Scheme>>);

}  // namespace lath
