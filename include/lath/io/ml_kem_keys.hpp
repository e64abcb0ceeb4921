// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/ml_kem/private_key.hpp"
#include "lath/random/generator.hpp"

/// @file
/// Keys of ML-KEM as other programs write them (RFC 9935): public keys as SubjectPublicKeyInfo,
/// private keys as PKCS#8, both as DER or as the text of RFC 7468 (PEM). A private key may be
/// encrypted under a passphrase (PBES2 of RFC 8018).
///
/// A file is one key: readers refuse lengths that DER does not have, parameters of the algorithm,
/// and bytes or a second block behind the key. Text before the block of a PEM file is left out, and
/// its lines may have any length. Where a file has the public key behind a private one (version 1
/// of PKCS#8), both have to belong together; attributes are left out.
///
/// Secrets are read and written in constant time, and are in memory that wipes itself. Lengths, the
/// form, the parameter set, and whether a key is one at all are public.
namespace lath::io {

/// A public key of any parameter set.
using MlKemPublicKey =
    std::variant<ml_kem::PublicKey<512>, ml_kem::PublicKey<768>, ml_kem::PublicKey<1024>>;
/// A private key of any parameter set, with its seed where the seed is known.
using MlKemPrivateKey =
    std::variant<ml_kem::PrivateKey<512>, ml_kem::PrivateKey<768>, ml_kem::PrivateKey<1024>>;

/// A new private key. Throws invalid_argument unless `set` is 512, 768 or 1024, and as the
/// generator does.
[[nodiscard]] MlKemPrivateKey generate_ml_kem_key(unsigned set, Generator& generator);

/// 512, 768 or 1024.
[[nodiscard]] unsigned parameter_set(const MlKemPublicKey& key) noexcept;
/// 512, 768 or 1024.
[[nodiscard]] unsigned parameter_set(const MlKemPrivateKey& key) noexcept;
/// The public key of a private key.
[[nodiscard]] MlKemPublicKey public_key_of(const MlKemPrivateKey& key);

/// The content of a private key in PKCS#8: the seed of 64 bytes, which RFC 9935 recommends, the
/// secret key of the standard, or both.
enum class PrivateKeyForm { seed, expanded, both };

/// No key file is longer, in bytes. Readers need not read on.
inline constexpr std::size_t kMaxKeyFileBytes = 65536;

/// SubjectPublicKeyInfo: 22 bytes and the key.
[[nodiscard]] std::vector<std::byte> to_der(const MlKemPublicKey& key);
/// The text "-----BEGIN PUBLIC KEY-----" and so on.
[[nodiscard]] std::string to_pem(const MlKemPublicKey& key);

///@{
/// PKCS#8 of a private key, not encrypted: the bytes, and the text "-----BEGIN PRIVATE KEY-----"
/// and so on. Both are secret. The form `seed` takes 86 bytes. Throws invalid_argument for a form
/// with a seed where the key has none.
[[nodiscard]] Buffer<std::byte, Secret> to_der(const MlKemPrivateKey& key,
                                               PrivateKeyForm form = PrivateKeyForm::seed);
[[nodiscard]] Buffer<std::byte, Secret> to_pem(const MlKemPrivateKey& key,
                                               PrivateKeyForm form = PrivateKeyForm::seed);
///@}

/// How a passphrase becomes a key of AES-256-CBC.
struct PassphraseDerivation {
  /// PBKDF2 with HMAC-SHA256, which everybody reads, or scrypt (N = 2^14, r = 8, p = 1: 16 MiB).
  enum class Function { pbkdf2, scrypt };
  Function function = Function::pbkdf2;  ///< the usual one
  std::uint32_t iterations = 600'000;    ///< of PBKDF2: 600,000 take about a third of a second
};
/// The most iterations of PBKDF2 and of older derivations that a reader computes: some seconds.
inline constexpr std::uint64_t kMaxIterations = 10'000'000;

///@{
/// PKCS#8 of a private key, encrypted under a passphrase, which is any bytes: the bytes, and the
/// text
/// "-----BEGIN ENCRYPTED PRIVATE KEY-----" and so on. Draws 32 bytes, a salt and an initial vector.
/// Throws invalid_argument for a form with a seed where the key has none, and for zero iterations
/// or more than kMaxIterations; unsupported where OpenSSL fails.
[[nodiscard]] std::vector<std::byte> to_encrypted_der(const MlKemPrivateKey& key,
                                                      ByteView passphrase, Generator& generator,
                                                      PrivateKeyForm form = PrivateKeyForm::seed,
                                                      PassphraseDerivation derivation = {});
[[nodiscard]] std::string to_encrypted_pem(const MlKemPrivateKey& key, ByteView passphrase,
                                           Generator& generator,
                                           PrivateKeyForm form = PrivateKeyForm::seed,
                                           PassphraseDerivation derivation = {});
///@}

/// The public key in a file, DER or PEM. Throws malformed for anything else, and unsupported, with
/// the name of what is there, for keys of other algorithms.
[[nodiscard]] MlKemPublicKey ml_kem_public_key_from_file(ByteView file);

/// The private key in a file that is not encrypted, DER or PEM. A key with its seed and its
/// expanded form is read only if one gives the other, and an expanded key only as
/// ml_kem::PrivateKey::from_expanded() takes it. Throws malformed for anything else, unsupported
/// for keys of other algorithms, and invalid_argument for an encrypted key.
[[nodiscard]] MlKemPrivateKey ml_kem_private_key_from_file(ByteView file);

/// The private key in a file, encrypted or not: the passphrase is used where the file needs it.
/// Reads whatever encryption of PKCS#8 OpenSSL has (PBES2 with PBKDF2 or scrypt, and older ones),
/// with up to `max_iterations` and 32 MiB. A wrong passphrase and a file that was changed give the
/// same error, authentication. Throws unsupported for an encryption that OpenSSL does not have or
/// that takes more than that, else as the function above.
[[nodiscard]] MlKemPrivateKey ml_kem_private_key_from_file(
    ByteView file, ByteView passphrase, std::uint64_t max_iterations = kMaxIterations);

///@{
/// The key of one parameter set. Throws mismatch, with the name of both, for a key of another.
template <unsigned kSet>
  requires ml_kem::ParameterSet<kSet>
[[nodiscard]] ml_kem::PublicKey<kSet> of_set(const MlKemPublicKey& key);
template <unsigned kSet>
  requires ml_kem::ParameterSet<kSet>
[[nodiscard]] ml_kem::PrivateKey<kSet> of_set(const MlKemPrivateKey& key);
///@}

///@cond
[[noreturn]] void throw_other_parameter_set(unsigned found, unsigned needed);
///@endcond

template <unsigned kSet>
  requires ml_kem::ParameterSet<kSet>
ml_kem::PublicKey<kSet> of_set(const MlKemPublicKey& key) {
  if (const auto* found = std::get_if<ml_kem::PublicKey<kSet>>(&key)) return *found;
  throw_other_parameter_set(parameter_set(key), kSet);
}
template <unsigned kSet>
  requires ml_kem::ParameterSet<kSet>
ml_kem::PrivateKey<kSet> of_set(const MlKemPrivateKey& key) {
  if (const auto* found = std::get_if<ml_kem::PrivateKey<kSet>>(&key)) return *found;
  throw_other_parameter_set(parameter_set(key), kSet);
}

}  // namespace lath::io
