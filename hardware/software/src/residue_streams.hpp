// SPDX-License-Identifier: Apache-2.0
//
// The transfers of products to hardware/residue. Constant time in U and E.
#pragma once

#include <cstddef>
#include <cstdint>

#include "frames.hpp"
#include "lath/hardware/burst.hpp"
#include "residue_design.hpp"
#include "residue_kernels.hpp"

namespace lath::hardware::detail {

/// The bursts of a transfer for the products of so many messages with so many keys, its header
/// included, and of its answer without the status.
constexpr std::size_t residue_request_bursts(std::size_t messages, std::size_t keys) noexcept {
  return 1 + messages * (kBinaryBursts + keys * kErrorBursts);
}
constexpr std::size_t residue_answer_bursts(std::size_t messages, std::size_t keys) noexcept {
  return messages * keys * kChunks * kResultBursts;
}

/// The operands of products: kDegree coefficients of U for each message, and as many of E for each
/// message and each key, message after message.
struct ResidueMessages {
  const std::int8_t *u, *errors;
  std::size_t count;  ///< the messages
  std::size_t keys;   ///< the keys, in the first places
};

/// The transfer: residue_request_bursts() bursts. Uses kColumnWords of `columns`.
void write_residue_request(Burst* out, const ResidueMessages& messages, Column* columns,
                           const ResidueKernels& kernels) noexcept;

}  // namespace lath::hardware::detail
