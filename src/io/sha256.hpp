// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace lath::io {

/// SHA-256 (FIPS 180-4) of `bytes`, from OpenSSL. Throws unsupported where OpenSSL has none.
std::array<std::byte, 32> sha256(std::span<const std::byte> bytes);

}  // namespace lath::io
