// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "ntt/kernel_table.hpp"

/// Range checks at run time, for builds with LATH_CHECKING only: a value out of range ends the
/// program after a message. Other builds contain none of this.
namespace lath::detail {

/// `kernels`, with the operands and results of every function compared with the ranges that NttPlan
/// states; in other builds `kernels` themselves.
#ifdef LATH_CHECKING
template <ResidueWord Word>
KernelTablePointer<Word> with_checked_ranges(KernelTablePointer<Word> kernels);
#else
template <ResidueWord Word>
KernelTablePointer<Word> with_checked_ranges(KernelTablePointer<Word> kernels) {
  return kernels;
}
#endif

/// Ends the program unless every value in working form is an integer of magnitude at most
/// `bound` p, and not -0. Remembers the largest |v| / p.
void check_working_values(const double* values, std::size_t count, double p, double bound) noexcept;

/// Ends the program unless every value in working form lies in [least, end).
void check_working_words(const std::int64_t* values, std::size_t count, std::int64_t least,
                         std::int64_t end) noexcept;

///@{
/// The largest |v| / p that check_working_values has seen since take_largest_working_value().
double largest_working_value() noexcept;
double take_largest_working_value() noexcept;
///@}

}  // namespace lath::detail
