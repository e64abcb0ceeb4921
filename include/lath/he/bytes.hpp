// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "lath/base/buffer.hpp"
#include "lath/he/ciphertext.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/parameters.hpp"
#include "lath/he/plaintext.hpp"
#include "lath/he/plaintexts/plaintext_space.hpp"
#include "lath/he/symmetric_encryptor.hpp"
#include "lath/ring/bytes.hpp"

/// @file
/// Parameters, keys, plaintexts and ciphertexts as bytes, the same on every machine.
/// docs/wire-format.md specifies them: a header with the kind, the format version 2, the scheme and
/// a fingerprint of all that the object depends on, and then numbers, seeds, and residues modulo p
/// of ceil(log2 p) bits each. The uniform part of a key stands as its seed if it has one, and of
/// Galois keys if all have one; other keys take twice the bytes.
///
/// Objects of other parameters are a mismatch; the security settings of parameters make no
/// difference. Format 1, of version 0.1.0, is not read. Each object has one encoding, and a reader
/// accepts no other bytes: their number, the header and every word are checked before anything is
/// made of them, and the number before anything is allocated.
///
/// An object that is read claims the deviation of its noise (BoundOrigin::claimed): nobody can
/// check the claim without the secret key. Bytes are not authenticated: anybody who changes them
/// can change a key into another one. Envelopes with proofs are in lath/io/objects.hpp.
namespace lath::he {

///@{
/// The bytes that an object of these parameters takes, keys with seeds.
[[nodiscard]] std::size_t parameters_bytes(const SchemeParameters& parameters) noexcept;
[[nodiscard]] std::size_t plaintext_bytes(const SchemeParameters& parameters) noexcept;
[[nodiscard]] std::size_t secret_key_bytes(const SchemeParameters& parameters) noexcept;
[[nodiscard]] std::size_t public_key_bytes(const SchemeParameters& parameters) noexcept;
[[nodiscard]] std::size_t relin_key_bytes(const SchemeParameters& parameters) noexcept;
///@}
/// The bytes of Galois keys with seeds for `count` automorphisms. Throws invalid_argument if there
/// are fewer, which is one for each coefficient.
[[nodiscard]] std::size_t galois_keys_bytes(const SchemeParameters& parameters, std::size_t count);
///@{
/// The bytes that a ciphertext, a product or a seeded ciphertext of a level takes. Throws
/// invalid_argument unless the level is from 1 to parameters.levels(), and the parts are 3, or up
/// to kMostParts in BGV.
[[nodiscard]] std::size_t ciphertext_bytes(const SchemeParameters& parameters, std::size_t level);
[[nodiscard]] std::size_t product_bytes(const SchemeParameters& parameters, std::size_t level,
                                        std::size_t parts = 3);
[[nodiscard]] std::size_t seeded_ciphertext_bytes(const SchemeParameters& parameters,
                                                  std::size_t level);
///@}

///@{
/// The bytes that this object takes: its kind, its level, its parts and its seeds count. Throws as
/// to_bytes() does. Costs no pass over the object.
[[nodiscard]] std::size_t byte_size(const PublicKey& key);
[[nodiscard]] std::size_t byte_size(const RelinKey& key);
[[nodiscard]] std::size_t byte_size(const GaloisKeys& keys);
[[nodiscard]] std::size_t byte_size(const SecretKey& key);
[[nodiscard]] std::size_t byte_size(const Plaintext& plaintext);
[[nodiscard]] std::size_t byte_size(const Ciphertext& ciphertext);
[[nodiscard]] std::size_t byte_size(const Product<Coeff>& product);
[[nodiscard]] std::size_t byte_size(const Product<Eval>& product);
[[nodiscard]] std::size_t byte_size(const SeededCiphertext& ciphertext);
///@}

/// The literal of parameters, and of which scheme they are: parameters_bytes() bytes.
[[nodiscard]] Buffer<std::byte> to_bytes(const SchemeParameters& parameters);

///@{
/// A plaintext space as bytes, of which there are as many as the second function says.
[[nodiscard]] Buffer<std::byte> to_bytes(const PlaintextSpace& space);
[[nodiscard]] std::size_t plaintext_space_bytes(const PlaintextSpace& space) noexcept;
///@}
/// The plaintext space with these bytes, which may come from anywhere. Throws malformed if they are
/// none, among them numbers that PlaintextSpace refuses. Takes the time of making it.
[[nodiscard]] PlaintextSpace plaintext_space_from_bytes(ByteView bytes);

///@{
/// A key for everybody as bytes: byte_size() of them. Throws invalid_argument if it was moved from,
/// unsupported if another library made it with larger errors. Costs a pass over its words.
[[nodiscard]] Buffer<std::byte> to_bytes(const PublicKey& key);
[[nodiscard]] Buffer<std::byte> to_bytes(const RelinKey& key);
[[nodiscard]] Buffer<std::byte> to_bytes(const GaloisKeys& keys);
///@}
///@{
/// Writes the bytes of a key for everybody into `out`, otherwise as to_bytes() above. Throws
/// mismatch unless `out` has as many bytes as the key takes.
void to_bytes(const PublicKey& key, std::span<std::byte> out);
void to_bytes(const RelinKey& key, std::span<std::byte> out);
void to_bytes(const GaloisKeys& keys, std::span<std::byte> out);
///@}

///@{
/// A ciphertext or a product as bytes: byte_size() of them. Where its noise bound comes from is not
/// written. Throws invalid_argument if it was moved from. Costs a pass over its words.
[[nodiscard]] Buffer<std::byte> to_bytes(const Ciphertext& ciphertext);
[[nodiscard]] Buffer<std::byte> to_bytes(const Product<Coeff>& product);
[[nodiscard]] Buffer<std::byte> to_bytes(const Product<Eval>& product);
[[nodiscard]] Buffer<std::byte> to_bytes(const SeededCiphertext& ciphertext);
///@}
///@{
/// Writes the bytes of a ciphertext or a product into `out`, otherwise as to_bytes() above. Throws
/// mismatch unless `out` has as many bytes as the object takes.
void to_bytes(const Ciphertext& ciphertext, std::span<std::byte> out);
void to_bytes(const Product<Coeff>& product, std::span<std::byte> out);
void to_bytes(const Product<Eval>& product, std::span<std::byte> out);
void to_bytes(const SeededCiphertext& ciphertext, std::span<std::byte> out);
///@}

///@{
/// A secret as bytes, which are secret: byte_size() of them. Constant time in it.
/// Throws invalid_argument if it was moved from.
[[nodiscard]] Buffer<std::byte, Secret> to_bytes(const SecretKey& key);
[[nodiscard]] Buffer<std::byte, Secret> to_bytes(const Plaintext& plaintext);
///@}
///@{
/// Writes the bytes of a secret key or a plaintext into `out` from byte `at` on, otherwise as
/// to_bytes() above. Throws mismatch unless the bytes end within `out`. Bytes before and behind
/// them stay.
void to_bytes(const SecretKey& key, Buffer<std::byte, Secret>& out, std::size_t at = 0);
void to_bytes(const Plaintext& plaintext, Buffer<std::byte, Secret>& out, std::size_t at = 0);
///@}
///@{
/// Secrets are not written to memory that is not wiped.
void to_bytes(const SecretKey& key,
              std::span<std::byte> out) = delete;  // give a Buffer<std::byte, Secret>
void to_bytes(const Plaintext& plaintext,
              std::span<std::byte> out) = delete;  // give a Buffer<std::byte, Secret>
///@}

///@{
/// The key with these bytes, which may come from anywhere. Throws malformed if they are no such
/// key, mismatch if they are one of other parameters or of another scheme. Costs a pass over the
/// words, drawing the uniform polynomials from the seed, as KeyGenerator does, and preparing the
/// key: about a third of the time that making it takes.
[[nodiscard]] PublicKey public_key_from_bytes(const SchemeParameters& parameters, ByteView bytes);
[[nodiscard]] RelinKey relin_key_from_bytes(const SchemeParameters& parameters, ByteView bytes);
[[nodiscard]] GaloisKeys galois_keys_from_bytes(const SchemeParameters& parameters, ByteView bytes);
///@}
/// The secret key with these bytes. Throws malformed if they are none, or if the norm of the key is
/// larger than all that are read (see SecretKey), mismatch if they are one of other
/// parameters or of another scheme. Constant time; reveals whether the bytes are accepted and
/// nothing else of the key.
[[nodiscard]] SecretKey secret_key_from_bytes(const SchemeParameters& parameters, ByteView bytes);
/// The plaintext with these bytes. Throws malformed if they are none, mismatch if they are one of
/// other parameters or of another scheme. Constant time, as for a secret key.
[[nodiscard]] Plaintext plaintext_from_bytes(const SchemeParameters& parameters, ByteView bytes);

///@{
/// The ciphertext with these bytes, which may come from anywhere. Throws malformed if they are no
/// such ciphertext, or of a level that the parameters do not have, mismatch if they are one of
/// other parameters or of another scheme. Its noise bound is claimed, and so are the bounds of all
/// results computed from it: see NoiseBound and Decryptor::authenticated(). Costs a pass over the
/// words; a is drawn by SeededCiphertext::expand().
[[nodiscard]] Ciphertext ciphertext_from_bytes(const SchemeParameters& parameters, ByteView bytes);
[[nodiscard]] SeededCiphertext seeded_ciphertext_from_bytes(const SchemeParameters& parameters,
                                                            ByteView bytes);
///@}

namespace bfv {
/// The literal in the bytes of parameters of BFV, for Parameters::create(), which checks the
/// security. Throws malformed if they are no parameters, or if a field is out of its range;
/// mismatch if they are parameters of BGV; unsupported if degree or primes, special ones included,
/// are more than `limits`: the tables of the parameters may take twice as much memory as RingLimits
/// says.
[[nodiscard]] Literal literal_from_bytes(ByteView bytes, const RingLimits& limits = {});
/// The product of two ciphertexts of BFV with these bytes: all as for a ciphertext.
[[nodiscard]] he::Product<Coeff> product_from_bytes(const he::Parameters<Bfv>& parameters,
                                                    ByteView bytes);
}  // namespace bfv
namespace bgv {
/// The literal in the bytes of parameters of BGV: all as for BFV, with the two schemes exchanged.
[[nodiscard]] Literal literal_from_bytes(ByteView bytes, const RingLimits& limits = {});
/// The product of two or more ciphertexts of BGV with these bytes: all as for a ciphertext.
[[nodiscard]] he::Product<Eval> product_from_bytes(const he::Parameters<Bgv>& parameters,
                                                   ByteView bytes);
}  // namespace bgv

}  // namespace lath::he
