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

namespace kem {

/// What both sides have in the end.
using SharedSecret = SecretBytes<32>;

struct KeyPair {
  Buffer<std::byte> public_key;
  Buffer<std::byte, Secret> secret_key;
};
struct Encapsulation {
  Buffer<std::byte> ciphertext;
  SharedSecret secret;
};

}  // namespace kem

/// Key encapsulation with keys and ciphertexts as bytes: whoever has a public key makes a secret of
/// 256 bits and a ciphertext of it, and the owner of the secret key finds the secret from the
/// ciphertext. Programs over any of these are templates over it. All randomness comes from the
/// generator that is passed in.
///
/// Every type that models this is meant to be secure against attackers who have ciphertexts of
/// their own making decapsulated (IND-CCA2), and constant time in what is secret: generators,
/// secret keys but for the public key inside of them, shared secrets, and whether a ciphertext is
/// honest. One that is not gives a secret that nobody else can predict (implicit rejection).
///
///  - name() says scheme and parameters; two objects with one name do the same.
///  - check_public_key() and check_secret_key() throw malformed where bytes are no key: another
///    number of them, or what no key of this scheme has.
///  - encapsulate() and decapsulate() throw malformed for such bytes too. A ciphertext is malformed
///    where its size is wrong or it is the encoding of nothing, which the ciphertext alone decides.
///  - failure_bound() bounds the probability that an honest ciphertext gives another secret, over
///    all keys and encapsulations.
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
  { kem.encapsulate(bytes, generator) } -> std::same_as<kem::Encapsulation>;
  { kem.decapsulate(bytes, bytes) } -> std::same_as<kem::SharedSecret>;
};

}  // namespace lath
