// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/io/ml_kem_keys.hpp"
#include "lath/random/generator.hpp"

/// EncryptedPrivateKeyInfo (RFC 5958): a private key encrypted under a passphrase, by OpenSSL.
namespace lath::detail::pem {

/// The DER of the encrypted bytes.
[[nodiscard]] std::vector<std::byte> encrypt_key(std::span<const std::byte> bytes,
                                                 std::span<const std::byte> passphrase,
                                                 Generator& generator,
                                                 const io::PassphraseDerivation& derivation);

/// The parts of an encrypted key.
struct EncryptedKey {
  std::span<const std::byte> algorithm;   ///< the DER of the AlgorithmIdentifier
  std::span<const std::byte> ciphertext;  ///< whole blocks, but for stream ciphers
  std::string encryption;                 ///< in words: "PBKDF2 with 600000 iterations"
  std::uint64_t iterations;               ///< of PBKDF2 and older derivations; of scrypt one
  std::uint64_t scrypt_bytes;             ///< the memory of scrypt, else 0
  std::uint64_t scrypt_work;              ///< N r p, else 0
};

/// Throws malformed for other bytes, and unsupported for algorithms that have no passphrase.
[[nodiscard]] EncryptedKey read_encrypted_key(std::span<const std::byte> der);

/// The bytes that were encrypted, or any others. Throws unsupported where that takes too much, or
/// where OpenSSL has no such algorithm; authentication for a wrong passphrase, if it shows here.
[[nodiscard]] Buffer<std::byte, Secret> decrypt_key(const EncryptedKey& key,
                                                    std::span<const std::byte> passphrase,
                                                    std::uint64_t max_iterations);

/// The passphrase is wrong, or the file was changed: nobody can tell which.
[[noreturn]] void throw_wrong_passphrase();

}  // namespace lath::detail::pem
