// SPDX-License-Identifier: Apache-2.0
//
// What stands around the data on the streams of both designs: a header before it, a status behind
// the answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/hardware/burst.hpp"

namespace lath::hardware::detail {

/// What a device says in the last burst of its answer, bits 23 to 16.
enum class FrameStatus : std::uint8_t {
  ok = 0,
  too_short = 1,      ///< fewer data bursts than the header announced
  too_long = 2,       ///< more of them
  wrong_header = 3,   ///< no header, or a count that the device does not serve
  no_key = 4,         ///< products with a key that was not sent
  beyond_degree = 5,  ///< a U with a bit where it has no coefficient
};

/// The frames of one design.
struct Frames {
  std::uint32_t magic;      ///< the lower half of the first word of a header, and of a status
  FrameStatus last_status;  ///< the largest that it knows
  const char* design;       ///< the folder that describes it
};

inline constexpr Frames kKaratsubaFrames{0x4c4b, FrameStatus::wrong_header, "hardware/karatsuba"};
inline constexpr Frames kResidueFrames{0x4c52, FrameStatus::beyond_degree, "hardware/residue"};

/// The header of hardware/karatsuba: messages in bits 23 to 16, sub-polynomials in bits 47 to 32.
constexpr Burst karatsuba_header(std::size_t messages, std::size_t sub_polynomials) noexcept {
  return {{kKaratsubaFrames.magic | static_cast<std::uint32_t>(messages) << 16,
           static_cast<std::uint32_t>(sub_polynomials), 0, 0}};
}

/// What a transfer to hardware/residue is for, bits 23 to 16 of its header.
enum class ResidueCommand : std::uint8_t { key_upload = 1, product = 2 };

/// The header of hardware/residue: messages in bits 31 to 24, and in bits 39 to 32 the index of the
/// key that follows, or a mask of those to multiply with.
constexpr Burst residue_header(ResidueCommand command, std::size_t messages,
                               std::uint32_t keys) noexcept {
  return {{kResidueFrames.magic | static_cast<std::uint32_t>(command) << 16 |
               static_cast<std::uint32_t>(messages) << 24,
           keys, 0, 0}};
}

/// The last burst of an answer: the status, and how many data bursts came in bits 63 to 32.
constexpr Burst answer_status(const Frames& frames, FrameStatus status,
                              std::size_t data_bursts) noexcept {
  return {{frames.magic | static_cast<std::uint32_t>(status) << 16,
           static_cast<std::uint32_t>(data_bursts), 0, 0}};
}

/// Throws malformed unless this is an answer to `request` data bursts with `products` bursts and a
/// status, and input_output if the status is not ok.
void require_answer(const Frames& frames, std::span<const Burst> answer, std::size_t request,
                    std::size_t products);
///@{
/// Throws malformed unless words of an answer with these bits are full chunks; and if `beyond` is
/// not 0, which says that a residue is not below its prime. Reveals no more than that.
void require_chunks(std::uint32_t bits);
void require_residues(std::uint32_t beyond);
///@}

}  // namespace lath::hardware::detail
