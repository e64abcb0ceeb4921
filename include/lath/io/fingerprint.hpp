// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "lath/base/error.hpp"

namespace lath::io {

/// Identifies a public key: the SHA-256 digest of its encoding. Public.
using Fingerprint = std::array<std::byte, 32>;

/// The first 64 bits as 16 hexadecimal digits, for people to compare.
[[nodiscard]] std::string short_name(const Fingerprint& fingerprint);

}  // namespace lath::io
