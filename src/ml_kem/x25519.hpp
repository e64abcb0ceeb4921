// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "lath/base/secret.hpp"

/// X25519 (RFC 7748), from OpenSSL. Constant time in private keys and shared secrets. Each function
/// throws unsupported where OpenSSL has no X25519.
namespace lath::xwing {

using X25519Bytes = std::span<const std::byte, 32>;

/// The public key of a private key.
std::array<std::byte, 32> x25519_public_key(X25519Bytes private_key);

/// The secret that a private key shares with the owner of a public key. Throws malformed where it
/// would be zero: for the few public keys of low order, whatever the private key. `what` names in
/// the error the thing that has the public key.
SecretBytes<32> x25519_secret(X25519Bytes private_key, X25519Bytes public_key, const char* what);

}  // namespace lath::xwing
