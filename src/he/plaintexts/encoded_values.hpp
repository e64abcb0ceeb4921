// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/buffer.hpp"
#include "lath/base/constant_time.hpp"

/// @file
/// Conversions of encoders between vectors of integers and residues modulo t. `place` names the
/// place of an integer, for errors. The time depends only on whether all integers are in range.
namespace lath::he {

///@{
/// The integers, in [0, t) or in [-t/2, t/2], as `count` residues in [0, t), filled up with zeros.
/// Throws mismatch if there are more than `count`, invalid_argument if one is not in range.
[[nodiscard]] Buffer<std::uint64_t, Secret> residues_of(std::span<const std::uint64_t> values,
                                                        std::size_t count, std::uint64_t t,
                                                        const char* place);
[[nodiscard]] Buffer<std::uint64_t, Secret> residues_of(std::span<const std::int64_t> values,
                                                        std::size_t count, std::uint64_t t,
                                                        const char* place);
///@}
///@{
/// Residues as above, residue i at out[places[i]]. `places` is a permutation of the indices of
/// `out`, whose words hold t. `out` may be changed where this throws.
template <class Word>
void scatter_residues(std::span<Word> out, std::span<const std::uint32_t> places,
                      std::span<const std::uint64_t> values, std::uint64_t t, const char* place);
template <class Word>
void scatter_residues(std::span<Word> out, std::span<const std::uint32_t> places,
                      std::span<const std::int64_t> values, std::uint64_t t, const char* place);
///@}
///@{
/// Residues as above; the integers may lie anywhere in [-t/2, t).
[[nodiscard]] Buffer<std::uint64_t, Secret> residues_of_either_sign(
    std::span<const std::int64_t> values, std::size_t count, std::uint64_t t, const char* place);
template <class Word>
void scatter_either_sign(std::span<Word> out, std::span<const std::uint32_t> places,
                         std::span<const std::int64_t> values, std::uint64_t t, const char* place);
///@}

/// Throws mismatch if there are more values than places.
void require_count(std::size_t found, std::size_t count, const char* place);

/// The integer in (-t/2, t/2] of a residue.
[[nodiscard]] inline std::int64_t centered(std::uint64_t residue, std::uint64_t t) noexcept {
  return static_cast<std::int64_t>(residue - (t & ct::mask_less(t / 2, residue)));
}

/// Throws mismatch unless there are `count` places for the decoded integers.
void require_places(std::size_t found, std::size_t count, const char* place);

}  // namespace lath::he
