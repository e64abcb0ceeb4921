// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string>

#include "lath/base/buffer.hpp"
#include "lath/base/secret.hpp"
#include "lath/random/generator.hpp"

namespace lath {

/// Types of key encapsulation.
namespace kem {

/// The secret that both sides share in the end.
using SharedSecret = SecretBytes<32>;

/// A public key and its secret key, as bytes.
struct KeyPair {
  Buffer<std::byte> public_key;          ///< for everybody
  Buffer<std::byte, Secret> secret_key;  ///< for its owner only
};
/// The result of an encapsulation.
struct Encapsulation {
  Buffer<std::byte> ciphertext;  ///< to send
  SharedSecret secret;           ///< to keep
};

}  // namespace kem

/// Key encapsulation with keys and ciphertexts as bytes. Anybody with a public key generates a
/// secret of 256 bits and a ciphertext of it; the owner of the secret key recovers the secret from
/// the ciphertext. Programs for any key encapsulation are templates over this concept. All
/// randomness comes from the generator that is passed in.
///
/// Every model is designed to be secure against attackers who can have ciphertexts of their choice
/// decapsulated (IND-CCA2), and constant time in all secrets: generators, secret keys except for
/// the public key inside them, shared secrets, and whether a ciphertext is honest. A dishonest
/// ciphertext gives a secret that nobody else can predict (implicit rejection).
///
///  - name() names scheme and parameters; two objects with the same name behave alike.
///  - check_public_key() and check_secret_key() throw malformed if the bytes are not a valid key.
///  - public_key_in() gives the part of a secret key's bytes that is its public key. It throws
///    malformed for another number of bytes and checks nothing else.
///  - encapsulate() and decapsulate() throw malformed for such bytes, too. A ciphertext is
///    malformed if its size is wrong or it encodes nothing, which depends on the ciphertext alone.
///  - failure_bound() bounds the probability, over all keys and encapsulations, that an honest
///    ciphertext gives another secret.
template <class K>
concept KeyEncapsulation = std::copyable<K> && requires(const K& kem, Generator& generator,
                                                        std::span<const std::byte> bytes) {
  { kem.name() } -> std::same_as<std::string>;
  { kem.failure_bound() } -> std::same_as<double>;
  { kem.public_key_bytes() } -> std::same_as<std::size_t>;
  { kem.secret_key_bytes() } -> std::same_as<std::size_t>;
  { kem.ciphertext_bytes() } -> std::same_as<std::size_t>;
  { kem.generate_keys(generator) } -> std::same_as<kem::KeyPair>;
  { kem.check_public_key(bytes) } -> std::same_as<void>;
  { kem.check_secret_key(bytes) } -> std::same_as<void>;
  { kem.public_key_in(bytes) } -> std::same_as<std::span<const std::byte>>;
  { kem.encapsulate(bytes, generator) } -> std::same_as<kem::Encapsulation>;
  { kem.decapsulate(bytes, bytes) } -> std::same_as<kem::SharedSecret>;
};

}  // namespace lath
