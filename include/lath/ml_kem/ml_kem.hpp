// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

#include "lath/base/error.hpp"
#include "lath/base/secret.hpp"
#include "lath/pke/key_encapsulation.hpp"
#include "lath/random/generator.hpp"

/// ML-KEM, the module-lattice key encapsulation of FIPS 203 (NIST, August 2024). Anybody with a
/// public key generates a secret of 256 bits and a ciphertext of it; the owner of the secret key
/// recovers the secret from the ciphertext. Secure against active attackers, too (IND-CCA2), under
/// the Module-LWE assumption. All keys, ciphertexts and secrets are the standard's, byte for byte.
///
/// Sizes in bytes, and the probability that an honest ciphertext gives another secret:
///
/// | parameter set            | 512      | 768      | 1024     |
/// |--------------------------|----------|----------|----------|
/// | as hard to break as AES- | 128      | 192      | 256      |
/// | public key               | 800      | 1184     | 1568     |
/// | secret key               | 1632     | 2400     | 3168     |
/// | ciphertext               | 768      | 1088     | 1568     |
/// | failure                  | 2^-138.8 | 2^-164.8 | 2^-174.8 |
///
/// Everything is constant time in all secrets: seeds, secret keys except for the public key inside
/// them, shared secrets, and whether a ciphertext is honest.
namespace lath::ml_kem {

/// The parameter sets of FIPS 203, section 8.
template <unsigned kSet>
concept ParameterSet = kSet == 512 || kSet == 768 || kSet == 1024;

/// The secret that both sides share in the end.
using SharedSecret = kem::SharedSecret;

///@cond
template <unsigned kSet>
  requires ParameterSet<kSet>
struct KeyPair;
///@endcond

/// The standard's encapsulation key: t, packed in 12 bits per coefficient, and rho.
template <unsigned kSet>
  requires ParameterSet<kSet>
class PublicKey {
 public:
  /// The size of a key in bytes.
  static constexpr std::size_t kBytes = kSet * 3 / 2 + 32;

  /// The key with these bytes. Throws malformed unless there are kBytes of them and every
  /// coefficient is below 3329: the checks of FIPS 203, section 7.2. Takes less than a microsecond.
  static PublicKey from_bytes(std::span<const std::byte> bytes);

  /// The bytes of the key.
  [[nodiscard]] std::span<const std::byte, kBytes> bytes() const& noexcept { return bytes_; }
  std::span<const std::byte, kBytes> bytes() const&& = delete;  // the key is a temporary: name it

  /// Whether both keys have the same bytes.
  friend bool operator==(const PublicKey&, const PublicKey&) = default;

 private:
  PublicKey() = default;
  friend KeyPair<kSet>;

  std::array<std::byte, kBytes> bytes_{};
};

/// The standard's decapsulation key: s packed, the public key, its hash, and z. A copy is as secret
/// as the key. Moving copies: the source stays intact until it is destroyed and wiped.
template <unsigned kSet>
  requires ParameterSet<kSet>
class SecretKey {
 public:
  /// The size of a key in bytes.
  static constexpr std::size_t kBytes = 3 * kSet + 96;

  ///@{
  /// A copy, which is as secret as the original.
  SecretKey(const SecretKey&) noexcept = default;
  SecretKey& operator=(const SecretKey&) noexcept = default;
  ///@}

  /// The key with these bytes. Throws malformed unless there are kBytes of them and the hash inside
  /// is the hash of the public key inside: the checks of FIPS 203, section 7.3, and no others. So a
  /// key is accepted whose s, or whose public key with a hash that fits, has coefficients from 3329
  /// to 4095, which count modulo 3329: PublicKey::from_bytes() refuses that public key. Whoever
  /// wants one encoding for each key gives PublicKey::from_bytes() the kSet * 3/2 + 32 bytes behind
  /// the first kSet * 3/2, too, or stores seeds: see KeyPair::from_seed(). Takes a few
  /// microseconds.
  static SecretKey from_bytes(std::span<const std::byte> bytes);

  /// The bytes, which are secret.
  [[nodiscard]] std::span<const std::byte, kBytes> bytes() const& noexcept { return bytes_.span(); }
  std::span<const std::byte, kBytes> bytes() const&& = delete;  // the key is a temporary: name it

 private:
  SecretKey() = default;
  friend KeyPair<kSet>;

  SecretBytes<kBytes> bytes_;
};

/// A public key and its secret key.
template <unsigned kSet>
  requires ParameterSet<kSet>
struct KeyPair {
  PublicKey<kSet> public_key;  ///< for everybody
  SecretKey<kSet> secret_key;  ///< for its owner only

  /// The key pair of the seed d || z (FIPS 203, algorithm 16): restores a key that was stored as
  /// its seed. Throws malformed unless there are 64 bytes.
  static KeyPair from_seed(std::span<const std::byte> seed);
};

/// A ciphertext: u and v, compressed and packed.
template <unsigned kSet>
  requires ParameterSet<kSet>
struct Ciphertext {
  /// The size of a ciphertext in bytes.
  static constexpr std::size_t kBytes = kSet == 512 ? 768 : kSet == 768 ? 1088 : 1568;

  std::array<std::byte, kBytes> bytes{};  ///< the bytes; all values are possible

  /// The ciphertext with these bytes. Throws malformed unless there are kBytes of them.
  static Ciphertext from_bytes(std::span<const std::byte> bytes);

  /// Whether both have the same bytes.
  friend bool operator==(const Ciphertext&, const Ciphertext&) = default;
};

/// The result of an encapsulation.
template <unsigned kSet>
  requires ParameterSet<kSet>
struct Encapsulation {
  Ciphertext<kSet> ciphertext;  ///< to send
  SharedSecret secret;          ///< to keep
};

/// A new key pair (FIPS 203, algorithm 19). Draws d and z, 64 bytes. Throws as the generator does.
template <unsigned kSet>
[[nodiscard]] KeyPair<kSet> generate_keys(Generator& generator);

/// A new secret for the owner of `key`, and the ciphertext to send (FIPS 203, algorithm 20). Draws
/// m, 32 bytes. Throws as the generator does.
template <unsigned kSet>
[[nodiscard]] Encapsulation<kSet> encapsulate(const PublicKey<kSet>& key, Generator& generator);

/// encapsulate() with a given m (FIPS 203, algorithm 17). For test vectors only: the standard
/// demands fresh randomness everywhere else, and the secret is only as secret as m.
template <unsigned kSet>
[[nodiscard]] Encapsulation<kSet> encapsulate_derandomized(const PublicKey<kSet>& key,
                                                           const Seed& m);

/// The secret in a ciphertext (FIPS 203, algorithm 21). A ciphertext that was not encapsulated for
/// this key gives a secret that nobody else can predict, the same one every time (implicit
/// rejection). The failure shows only when the two sides find that their secrets differ.
template <unsigned kSet>
[[nodiscard]] SharedSecret decapsulate(const SecretKey<kSet>& key,
                                       const Ciphertext<kSet>& ciphertext);

/// The functions above with keys and ciphertexts as bytes, for programs that take any
/// KeyEncapsulation.
template <unsigned kSet>
  requires ParameterSet<kSet>
class Kem {
 public:
  /// "ml-kem-512" and so on.
  [[nodiscard]] static std::string name() { return "ml-kem-" + std::to_string(kSet); }
  /// The probability that an honest ciphertext gives another secret, as in the table above.
  [[nodiscard]] static double failure_bound();

  ///@{
  /// The size of a key or ciphertext.
  [[nodiscard]] static std::size_t public_key_bytes() noexcept { return PublicKey<kSet>::kBytes; }
  [[nodiscard]] static std::size_t secret_key_bytes() noexcept { return SecretKey<kSet>::kBytes; }
  [[nodiscard]] static std::size_t ciphertext_bytes() noexcept { return Ciphertext<kSet>::kBytes; }
  ///@}

  /// As ml_kem::generate_keys().
  [[nodiscard]] static kem::KeyPair generate_keys(Generator& generator);

  ///@{
  /// Throws malformed as from_bytes() of the key does.
  static void check_public_key(std::span<const std::byte> bytes);
  static void check_secret_key(std::span<const std::byte> bytes);
  ///@}

  /// The part of a secret key's bytes that is its public key. Throws malformed for another number
  /// of bytes and checks nothing else.
  [[nodiscard]] static std::span<const std::byte> public_key_in(std::span<const std::byte> bytes);
  /// As ml_kem::encapsulate(). Throws malformed if the key is not valid.
  [[nodiscard]] static kem::Encapsulation encapsulate(std::span<const std::byte> public_key,
                                                      Generator& generator);
  /// As ml_kem::decapsulate(). Throws malformed if the key is not valid or the ciphertext has
  /// another size.
  [[nodiscard]] static SharedSecret decapsulate(std::span<const std::byte> secret_key,
                                                std::span<const std::byte> ciphertext);
};

extern template class Kem<512>;
extern template class Kem<768>;
extern template class Kem<1024>;

static_assert(KeyEncapsulation<Kem<768>>);

}  // namespace lath::ml_kem
