// SPDX-License-Identifier: Apache-2.0
//
// What stands around the data on the streams of hardware/karatsuba.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/hardware/burst.hpp"

namespace lath::hardware::detail {

/// The lower half of the first word of a header, and of a status.
inline constexpr std::uint32_t kFrameMagic = 0x4c4b;

/// The first burst of a transfer: messages in bits 23 to 16, sub-polynomials in bits 47 to 32.
constexpr Burst request_header(std::size_t messages, std::size_t sub_polynomials) noexcept {
  return {{kFrameMagic | static_cast<std::uint32_t>(messages) << 16,
           static_cast<std::uint32_t>(sub_polynomials), 0, 0}};
}

/// What the device says in the last burst of its answer, bits 23 to 16.
enum class FrameStatus : std::uint8_t {
  ok = 0,
  too_short = 1,     ///< fewer data bursts than the header announced
  too_long = 2,      ///< more of them
  wrong_header = 3,  ///< no header, or a count that the device does not serve
};

/// The last burst of an answer: the status, and how many data bursts came in bits 63 to 32.
constexpr Burst answer_status(FrameStatus status, std::size_t data_bursts) noexcept {
  return {{kFrameMagic | static_cast<std::uint32_t>(status) << 16,
           static_cast<std::uint32_t>(data_bursts), 0, 0}};
}

/// Throws malformed unless this is an answer to `request` data bursts with `products` bursts and a
/// status, and input_output if the status is not ok.
void require_answer(std::span<const Burst> answer, std::size_t request, std::size_t products);
/// Throws malformed unless words with these bits are full chunks.
void require_chunks(std::uint32_t bits);

}  // namespace lath::hardware::detail
