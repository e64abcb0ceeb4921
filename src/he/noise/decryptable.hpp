// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/he/noise_bound.hpp"

namespace lath::he {

/// Whether the bound promises the right plaintext. Finding it errs by less than 2^-30.
[[nodiscard]] bool is_decryptable(const NoiseBound& noise) noexcept;

/// Throws invalid_argument unless the bound promises the right plaintext.
void require_decryptable(const NoiseBound& noise, const char* what);

}  // namespace lath::he
