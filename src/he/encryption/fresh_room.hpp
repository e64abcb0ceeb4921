// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

#include "lath/he/noise/noise_model.hpp"
#include "lath/he/noise_bound.hpp"

/// @file
/// Whether parameters have room for the noise of a fresh ciphertext, before anything is computed.
namespace lath::he {

/// Throws invalid_argument unless a fresh ciphertext with this noise can be decrypted.
void require_fresh(const NoiseBound& noise);

/// Throws invalid_argument unless parameters that were recommended have room for an encryption with
/// the public key. `at` makes the model of another degree; the error names the least larger one of
/// the tables that has room.
void require_room(const NoiseModel& model, double log2_t,
                  const std::function<NoiseModel(std::size_t degree)>& at);

}  // namespace lath::he
