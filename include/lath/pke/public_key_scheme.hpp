// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/random/generator.hpp"
#include "lath/security/decryption_failure.hpp"
#include "lath/security/lwe_instance.hpp"

namespace lath {

/// Public-key encryption. Programs for any such scheme are templates over this concept. Its models
/// are lwe::Scheme, mlwe::Scheme and rlwe::Scheme. This page describes the members that all models
/// have. The pages of the models add equations, parameters, layouts, costs and further members.
///
/// An object is a scheme with its parameters: immutable, cheap to copy, safe to share between
/// threads. Copies share the parameters, and a moved-from scheme keeps its parameters. All
/// randomness comes from the generator that is passed in. Messages and secret keys wipe their
/// memory, and all functions take constant time in both.
///
/// Every model is secure against passive attackers only (IND-CPA): an attacker who can have chosen
/// ciphertexts decrypted learns the secret key. FujisakiOkamoto makes key encapsulations of
/// mlwe::Scheme and rlwe::Scheme that withstand such attackers.
///
///  - create() makes a scheme of its parameters, in about 2 ms. It throws invalid_argument in four
///    cases: a parameter is out of its range, estimate_security() of lwe_instance() is below 128
///    bits, classically or on quantum computers, the noise is 1, or failure_bound() is above
///    2^-128. create_insecure() is for studies and tests: it takes all parameters that the scheme
///    can compute with, and throws invalid_argument for others.
///  - lwe_instance(parameters) returns the problem whose hardness hides keys and messages, and
///    decryption_noise(parameters) the noise in decryption. Both throw invalid_argument unless the
///    numbers in the result are below 2^64.
///  - parameters() returns the parameters. It does not compile for a temporary scheme.
///  - generate_keys() draws a new key pair. The public key encrypts messages and is for everybody.
///    The secret key decrypts them and is for its owner only.
///  - encrypt() encrypts one message. It throws mismatch if the key has other parameters or the
///    message another size. If a message consists of residues modulo p, encrypt() throws
///    invalid_argument for a residue that is not below p, and reveals its place.
///  - decrypt() returns the message that was encrypted, except with the probability that
///    failure_probability() bounds. A ciphertext for another key, or one that nobody encrypted,
///    gives some other message without an error. decrypt() throws mismatch if key or ciphertext
///    have other parameters.
///  - to_bytes() returns a key or a ciphertext as bytes. public_key_bytes(), secret_key_bytes() and
///    ciphertext_bytes() return their number. The parts of an object follow one another. A seed has
///    32 bytes. Residues modulo q stand in strings of words of w = bit_length(q - 1) bits. A string
///    begins with a new byte: bit j of word i is bit w i + j of the string, low bits of a byte
///    first. Unused bits behind the last word are zero, so that every object has exactly one
///    encoding. to_bytes() throws mismatch if the object has other parameters.
///  - public_key_from_bytes(), secret_key_from_bytes() and ciphertext_from_bytes() read such bytes.
///    They throw malformed unless the number of bytes is right, every word is in its range and
///    unused bits are zero. They reveal nothing else about a secret key.
///  - message_from_bytes() reads a message of message_bytes() bytes, and message_to_bytes() writes
///    one. Residues modulo p are packed like a string of residues modulo q, in words of
///    bit_length(p - 1) bits. Unused bits are written as zeros and ignored when read.
///    message_from_bytes() throws mismatch for another number of bytes, message_to_bytes() throws
///    as encrypt() does for a message.
///  - encrypt_packed() encrypts many messages under one key, from bytes to bytes, on several
///    threads if that pays. The key is prepared once. Messages of message_bytes() each follow one
///    another, as message_to_bytes() returns them, and so do ciphertexts. The ciphertexts are the
///    results of encrypt() with a separate generator for every 16 messages: generator.split(name),
///    in turn, whatever the number of threads, with a name for each scheme. encrypt_packed() throws
///    mismatch if the key has other parameters or there is not one ciphertext per message. It
///    throws as encrypt() does for a message, before anything is drawn, and as the generator does;
///    the ciphertexts then hold unspecified bytes.
///  - decrypt_packed() decrypts many ciphertexts under one key, stored as for encrypt_packed(). A
///    malformed ciphertext gives a message of zeros and does not stop the others. decrypt_packed()
///    returns the indices of malformed ciphertexts, in order, and throws mismatch as
///    encrypt_packed() does.
template <class S>
concept PublicKeyScheme =
    std::copyable<S> && std::equality_comparable<typename S::Parameters> &&
    std::equality_comparable<typename S::PublicKey> &&
    std::equality_comparable<typename S::Ciphertext> &&
    requires(const S& scheme, const typename S::Parameters& parameters, Generator& generator,
             const typename S::KeyPair& keys, const typename S::Message& message,
             const typename S::Ciphertext& ciphertext, std::span<const std::byte> bytes,
             std::span<std::byte> out) {
      { S::create(parameters) } -> std::same_as<S>;
      { S::create_insecure(parameters) } -> std::same_as<S>;
      { lwe_instance(parameters) } -> std::same_as<LweInstance>;
      { failure_bound(decryption_noise(parameters)) } -> std::same_as<double>;
      { scheme.parameters() } -> std::same_as<const typename S::Parameters&>;

      { keys.public_key } -> std::same_as<const typename S::PublicKey&>;
      { keys.secret_key } -> std::same_as<const typename S::SecretKey&>;
      { scheme.generate_keys(generator) } -> std::same_as<typename S::KeyPair>;
      {
        scheme.encrypt(keys.public_key, message, generator)
      } -> std::same_as<typename S::Ciphertext>;
      { scheme.decrypt(keys.secret_key, ciphertext) } -> std::same_as<typename S::Message>;

      { scheme.public_key_bytes() } -> std::same_as<std::size_t>;
      { scheme.secret_key_bytes() } -> std::same_as<std::size_t>;
      { scheme.ciphertext_bytes() } -> std::same_as<std::size_t>;
      { scheme.to_bytes(keys.public_key) } -> std::same_as<Buffer<std::byte>>;
      { scheme.to_bytes(keys.secret_key) } -> std::same_as<Buffer<std::byte, Secret>>;
      { scheme.to_bytes(ciphertext) } -> std::same_as<Buffer<std::byte>>;
      { scheme.public_key_from_bytes(bytes) } -> std::same_as<typename S::PublicKey>;
      { scheme.secret_key_from_bytes(bytes) } -> std::same_as<typename S::SecretKey>;
      { scheme.ciphertext_from_bytes(bytes) } -> std::same_as<typename S::Ciphertext>;

      { scheme.message_bytes() } -> std::same_as<std::size_t>;
      { scheme.message_from_bytes(bytes) } -> std::same_as<typename S::Message>;
      { scheme.message_to_bytes(message) } -> std::same_as<Buffer<std::byte, Secret>>;
      { scheme.encrypt_packed(keys.public_key, bytes, out, generator) } -> std::same_as<void>;
      {
        scheme.decrypt_packed(keys.secret_key, bytes, out)
      } -> std::same_as<std::vector<std::size_t>>;
    };

}  // namespace lath
