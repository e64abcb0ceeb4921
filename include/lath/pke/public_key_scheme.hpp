// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>

#include "lath/pke/lwe.hpp"
#include "lath/pke/mlwe.hpp"
#include "lath/pke/rlwe.hpp"
#include "lath/random/generator.hpp"

namespace lath {

/// Public-key encryption. Programs for any such scheme are templates over this concept. An object
/// holds the parameters. The public key encrypts messages, the secret key decrypts them. All
/// randomness comes from the generator that is passed in. The scheme defines its messages; messages
/// and secret keys wipe their memory.
template <class S>
concept PublicKeyScheme =
    std::copyable<S> && std::equality_comparable<typename S::PublicKey> &&
    std::equality_comparable<typename S::Ciphertext> &&
    requires(const S& scheme, Generator& generator, const typename S::KeyPair& keys,
             const typename S::Message& message, const typename S::Ciphertext& ciphertext) {
      { keys.public_key } -> std::same_as<const typename S::PublicKey&>;
      { keys.secret_key } -> std::same_as<const typename S::SecretKey&>;
      { scheme.generate_keys(generator) } -> std::same_as<typename S::KeyPair>;
      {
        scheme.encrypt(keys.public_key, message, generator)
      } -> std::same_as<typename S::Ciphertext>;
      { scheme.decrypt(keys.secret_key, ciphertext) } -> std::same_as<typename S::Message>;
    };

static_assert(PublicKeyScheme<lwe::Scheme>);
static_assert(PublicKeyScheme<mlwe::Scheme>);
static_assert(PublicKeyScheme<rlwe::Scheme>);

}  // namespace lath
