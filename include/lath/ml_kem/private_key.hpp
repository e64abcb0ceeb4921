// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "lath/base/secret.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/random/generator.hpp"

namespace lath::ml_kem {

/// The seed d || z of a key pair (FIPS 203, algorithm 16).
using KeySeed = SecretBytes<64>;

/// A private key as programs store it: a key pair, and the seed that the pair was made of where the
/// seed is known. A seed cannot be computed from a pair, so that a key without one never gets one.
/// A copy is as secret as the key. Moving copies: the source stays intact until it is destroyed and
/// wiped.
template <unsigned kSet>
  requires ParameterSet<kSet>
class PrivateKey {
 public:
  ///@{
  /// A copy, which is as secret as the original.
  PrivateKey(const PrivateKey&) noexcept = default;
  PrivateKey& operator=(const PrivateKey&) noexcept = default;
  ///@}
  ~PrivateKey() = default;

  /// A new key with its seed. Draws d and z, 64 bytes, as generate_keys() does. Throws as the
  /// generator does.
  [[nodiscard]] static PrivateKey generate(Generator& generator);

  /// The key of the seed d || z. Throws malformed unless there are 64 bytes. Takes as long as a key
  /// generation.
  static PrivateKey from_seed(std::span<const std::byte> seed);

  /// The key, without a seed, whose secret key has these bytes. Checks more than
  /// SecretKey::from_bytes(): all coefficients of both keys have to be below 3329, so that each key
  /// has one encoding, and what is encapsulated for the public key has to be decapsulated. Throws
  /// malformed otherwise. Reveals whether the key passes, and nothing else about it. Takes as long
  /// as an encapsulation and a decapsulation.
  static PrivateKey from_expanded(std::span<const std::byte> bytes);

  /// The key of a seed whose secret key is given, too. Throws malformed unless the seed has 64
  /// bytes and gives this secret key. Reveals nothing else about either. Takes as long as a key
  /// generation.
  static PrivateKey from_both(std::span<const std::byte> seed, std::span<const std::byte> bytes);

  /// The public key of the pair.
  [[nodiscard]] const PublicKey<kSet>& public_key() const& noexcept { return keys_.public_key; }
  const PublicKey<kSet>& public_key() const&& = delete;  // the key is a temporary: name it
  /// The secret key of the pair.
  [[nodiscard]] const SecretKey<kSet>& secret_key() const& noexcept { return keys_.secret_key; }
  const SecretKey<kSet>& secret_key() const&& = delete;  // the key is a temporary: name it
  /// The seed, which is as secret as the secret key, where it is known.
  [[nodiscard]] const std::optional<KeySeed>& seed() const& noexcept { return seed_; }
  const std::optional<KeySeed>& seed() const&& = delete;  // the key is a temporary: name it

 private:
  explicit PrivateKey(const KeyPair<kSet>& keys) : keys_(keys) {}

  KeyPair<kSet> keys_;
  std::optional<KeySeed> seed_;
};

extern template class PrivateKey<512>;
extern template class PrivateKey<768>;
extern template class PrivateKey<1024>;

}  // namespace lath::ml_kem
