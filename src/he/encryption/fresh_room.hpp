// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "he/context.hpp"
#include "lath/he/noise_bound.hpp"

/// @file
/// Whether parameters have room for what is encrypted, before anything is computed.
namespace lath::he {

/// Throws invalid_argument unless a fresh ciphertext with this noise can be decrypted.
void require_fresh(const NoiseBound& noise);

/// Throws invalid_argument unless parameters that were recommended have room for an encryption with
/// the public key. `at` makes those of another degree; the error names the least larger one of the
/// tables that has room.
void require_room(const Context& context,
                  const std::function<std::shared_ptr<const Context>(std::size_t degree)>& at);

}  // namespace lath::he
