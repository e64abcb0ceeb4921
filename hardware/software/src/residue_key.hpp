// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "chunks.hpp"
#include "lath/hardware/burst.hpp"

namespace lath::hardware::detail {

/// The kKeyBursts bursts that make a key resident, from kDegree * kChunks residues, coefficient
/// after coefficient: its values in the order in which the pipes come to them, scaled. Takes
/// fifteen transforms of 2048 points. A key is public; the time does not depend on it.
void write_residue_key(Burst* out, std::span<const Word> key);

}  // namespace lath::hardware::detail
