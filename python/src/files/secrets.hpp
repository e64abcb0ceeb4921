// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bindings.hpp"

namespace lath::python {

/// A copy of a secret of Python, which is wiped after use.
using SecretCopy = Buffer<std::byte, Secret>;

/// The bytes of a bytes, bytearray or memoryview. Throws TypeError, with the name of the argument,
/// for others.
[[nodiscard]] SecretCopy secret_bytes_of(nb::handle data, const char* name);
/// The bytes of a passphrase, text in UTF-8. Throws TypeError for other types.
[[nodiscard]] SecretCopy passphrase_of(nb::handle passphrase);

}  // namespace lath::python
