// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "io/objects/envelope_header.hpp"
#include "lath/base/buffer.hpp"

/// @file
/// Secrets under a passphrase: scrypt (RFC 7914) with r = 8 and p = 1 makes a key of ChaCha20 and
/// Poly1305 (RFC 8439). The salt is new for every secret, and so is the key: the nonce is zero.
namespace lath::io {

inline constexpr std::size_t kLockTagBytes = 16;
inline constexpr unsigned kLeastLog2Work = 10, kMostLog2Work = 20;

/// Throws invalid_argument unless a lock has a work that is allowed.
void require_work(unsigned log2_work);
/// Throws unsupported where an envelope asks for more work than its reader allows.
void require_allowed_work(unsigned log2_work, unsigned most);

/// The secret, encrypted, and kLockTagBytes that authenticate it with `header`.
[[nodiscard]] Buffer<std::byte> lock_secret(const Buffer<std::byte, Secret>& secret,
                                            std::span<const std::byte> passphrase, const Lock& lock,
                                            std::span<const std::byte> header);
/// The reverse. Throws authentication for another passphrase, header or secret.
[[nodiscard]] Buffer<std::byte, Secret> unlock_secret(const Buffer<std::byte>& locked,
                                                      std::span<const std::byte> passphrase,
                                                      const Lock& lock,
                                                      std::span<const std::byte> header);

/// Throws authentication: a wrong passphrase, or a changed file.
[[noreturn]] void refuse_to_unlock();

}  // namespace lath::io
