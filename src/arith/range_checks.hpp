// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "lath/arith/word.hpp"

/// Range checks at run time, for builds with LATH_CHECKING only: a value out of range ends the
/// program after a message. Other builds contain none of this.
namespace lath::detail {

/// Ends the program with a message about the value that is out of range.
[[noreturn]] void fail_out_of_range(const std::string& message) noexcept;

/// Ends the program unless all words are below `bound`. `which` names the words in the message.
template <ResidueWord Word>
void check_words(const char* which, const Word* words, std::size_t count,
                 std::uint64_t bound) noexcept;

/// Ends the program unless a part of a vector consists of whole groups of words.
void check_whole_groups(std::size_t first, std::size_t count, std::size_t group) noexcept;

/// Ends the program unless every value in working form is an integer of magnitude at most
/// `bound` p, and not -0. Remembers the largest |v| / p.
void check_working_values(const double* values, std::size_t count, double p, double bound) noexcept;

/// Ends the program unless every value in working form lies in [least, end).
void check_working_words(const std::int64_t* values, std::size_t count, std::int64_t least,
                         std::int64_t end) noexcept;

///@{
/// The largest |v| / p that check_working_values has seen since take_largest_working_value().
/// Inline, since kernels ask before every look at a vector.
inline std::atomic<double> largest_seen{0};
inline double largest_working_value() noexcept {
  return largest_seen.load(std::memory_order_relaxed);
}
inline double take_largest_working_value() noexcept { return largest_seen.exchange(0); }
///@}

}  // namespace lath::detail
