// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>

#include "lath/base/secret.hpp"

/// HMAC and HKDF with SHA-256, and scrypt, from OpenSSL. Each function throws unsupported where
/// OpenSSL fails.
namespace lath::io::age {

using Key = SecretBytes<32>;
using Bytes = std::span<const std::byte>;

/// The bytes of a text.
inline Bytes bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

/// HMAC-SHA256 (RFC 2104) of parts, one behind the other; of at most 4096 bytes together, or of one
/// part.
Key hmac(Bytes key, std::initializer_list<Bytes> parts);

/// HKDF-Extract and HKDF-Expand (RFC 5869); the latter for up to 32 bytes of output.
Key hkdf_extract(Bytes salt, std::initializer_list<Bytes> ikm);
Key hkdf_expand(const Key& key, std::initializer_list<Bytes> info);
/// Both, one after the other.
Key hkdf(Bytes ikm, Bytes salt, std::string_view info);

/// scrypt (RFC 7914) with N = 2^log2_n, r = 8 and p = 1: takes 2^(log2_n + 10) bytes of memory.
Key scrypt(std::span<const char> passphrase, Bytes salt, unsigned log2_n);

}  // namespace lath::io::age
