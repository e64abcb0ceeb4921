// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lath/ml_kem/ml_kem.hpp"

/// Many operations of ML-KEM at a time, from bytes to bytes, for servers: vectors hold the states
/// of several hash functions, one of each operation, and threads share the operations if that pays.
/// The operations one by one give the same results. The caller gives the memory.
///
/// Keys, ciphertexts, seeds and secrets of one kind follow one another without gaps: the objects of
/// operation i begin at i times their size, PublicKey<kSet>::kBytes, SecretKey<kSet>::kBytes,
/// Ciphertext<kSet>::kBytes, 64 for a seed d || z, and 32 for m and for a secret. All functions
/// throw mismatch unless they are for equally many operations, before anything is written or drawn,
/// and std::bad_alloc. Every number of operations is possible, none too. Inputs must not overlap
/// with outputs. Secret keys and secrets are to be in memory that is wiped, such as
/// Buffer<std::byte, Secret>.
///
/// Constant time like the operations one by one. Which keys are malformed is public. A thread uses
/// about 140 KB, and wipes the secrets in it. With AVX-512 an operation of ML-KEM-768 takes 0.6 to
/// 0.85 times as long as alone, and 0.3 to 0.45 times with one key for all; with AVX2 about as
/// long, and 0.3 to 0.5 times. docs/performance.md has the figures.
namespace lath::ml_kem {

///@cond
template <unsigned kSet>
  requires ParameterSet<kSet>
struct PackedOperations {
  static void generate_keys(std::span<std::byte> public_keys, std::span<std::byte> secret_keys,
                            Generator& generator);
  static void keys_from_seeds(std::span<const std::byte> seeds, std::span<std::byte> public_keys,
                              std::span<std::byte> secret_keys);
  static std::vector<std::size_t> encapsulate(std::span<const std::byte> public_keys,
                                              std::span<std::byte> ciphertexts,
                                              std::span<std::byte> secrets, Generator& generator);
  static void encapsulate(const PublicKey<kSet>& key, std::span<std::byte> ciphertexts,
                          std::span<std::byte> secrets, Generator& generator);
  static std::vector<std::size_t> encapsulate_derandomized(std::span<const std::byte> public_keys,
                                                           std::span<const std::byte> messages,
                                                           std::span<std::byte> ciphertexts,
                                                           std::span<std::byte> secrets);
  static void encapsulate_derandomized(const PublicKey<kSet>& key,
                                       std::span<const std::byte> messages,
                                       std::span<std::byte> ciphertexts,
                                       std::span<std::byte> secrets);
  static std::vector<std::size_t> decapsulate(std::span<const std::byte> secret_keys,
                                              std::span<const std::byte> ciphertexts,
                                              std::span<std::byte> secrets);
  static void decapsulate(const SecretKey<kSet>& key, std::span<const std::byte> ciphertexts,
                          std::span<std::byte> secrets);
};
///@endcond

/// New key pairs, as from generate_keys(), one call after the other. Draws d and z of all pairs, 64
/// bytes each, in this order. Throws as the generator does; keys then hold unspecified bytes.
template <unsigned kSet>
  requires ParameterSet<kSet>
void generate_keys_packed(std::span<std::byte> public_keys, std::span<std::byte> secret_keys,
                          Generator& generator) {
  PackedOperations<kSet>::generate_keys(public_keys, secret_keys, generator);
}

/// The key pairs of given seeds d || z, as KeyPair::from_seed() makes them.
template <unsigned kSet>
  requires ParameterSet<kSet>
void keys_from_seeds_packed(std::span<const std::byte> seeds, std::span<std::byte> public_keys,
                            std::span<std::byte> secret_keys) {
  PackedOperations<kSet>::keys_from_seeds(seeds, public_keys, secret_keys);
}

///@{
/// New secrets and their ciphertexts, for one public key each, or all for one key, which saves the
/// expansion of its matrix, more than half of the time. The results are as from encapsulate(), one
/// call after the other. Draws m, 32 bytes for each, whatever the keys are. Throws as the generator
/// does; secrets then hold unspecified bytes.
///
/// A key that PublicKey::from_bytes() refuses gives a ciphertext and a secret of zeros and does not
/// stop the others. Returns the numbers of such keys, in order.
template <unsigned kSet>
  requires ParameterSet<kSet>
[[nodiscard]] std::vector<std::size_t> encapsulate_packed(std::span<const std::byte> public_keys,
                                                          std::span<std::byte> ciphertexts,
                                                          std::span<std::byte> secrets,
                                                          Generator& generator) {
  return PackedOperations<kSet>::encapsulate(public_keys, ciphertexts, secrets, generator);
}
template <unsigned kSet>
  requires ParameterSet<kSet>
void encapsulate_packed(const PublicKey<kSet>& key, std::span<std::byte> ciphertexts,
                        std::span<std::byte> secrets, Generator& generator) {
  PackedOperations<kSet>::encapsulate(key, ciphertexts, secrets, generator);
}
///@}

///@{
/// encapsulate_packed() with given m, for test vectors only: see encapsulate_derandomized().
/// `messages` may be the memory of the secrets.
template <unsigned kSet>
  requires ParameterSet<kSet>
[[nodiscard]] std::vector<std::size_t> encapsulate_derandomized_packed(
    std::span<const std::byte> public_keys, std::span<const std::byte> messages,
    std::span<std::byte> ciphertexts, std::span<std::byte> secrets) {
  return PackedOperations<kSet>::encapsulate_derandomized(public_keys, messages, ciphertexts,
                                                          secrets);
}
template <unsigned kSet>
  requires ParameterSet<kSet>
void encapsulate_derandomized_packed(const PublicKey<kSet>& key,
                                     std::span<const std::byte> messages,
                                     std::span<std::byte> ciphertexts,
                                     std::span<std::byte> secrets) {
  PackedOperations<kSet>::encapsulate_derandomized(key, messages, ciphertexts, secrets);
}
///@}

///@{
/// The secrets in ciphertexts, each for a secret key of its own, or all for one key, which saves
/// about half of the time. The results are as from decapsulate(), with its implicit rejection.
///
/// A key that SecretKey::from_bytes() refuses gives a secret of zeros, which everybody can predict,
/// and does not stop the others. Returns the numbers of such keys, in order.
template <unsigned kSet>
  requires ParameterSet<kSet>
[[nodiscard]] std::vector<std::size_t> decapsulate_packed(std::span<const std::byte> secret_keys,
                                                          std::span<const std::byte> ciphertexts,
                                                          std::span<std::byte> secrets) {
  return PackedOperations<kSet>::decapsulate(secret_keys, ciphertexts, secrets);
}
template <unsigned kSet>
  requires ParameterSet<kSet>
void decapsulate_packed(const SecretKey<kSet>& key, std::span<const std::byte> ciphertexts,
                        std::span<std::byte> secrets) {
  PackedOperations<kSet>::decapsulate(key, ciphertexts, secrets);
}
///@}

}  // namespace lath::ml_kem
