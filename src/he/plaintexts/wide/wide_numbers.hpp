// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/arith/natural.hpp"

/// @file
/// Conversions of encoders between numbers of many words. `place` names the place of a number, for
/// errors. The time depends only on whether all numbers are in range.
namespace lath::he {

/// All ones if a < b, for numbers of as many words, and otherwise zero.
[[nodiscard]] std::uint64_t mask_less(std::span<const std::uint64_t> a,
                                      std::span<const std::uint64_t> b) noexcept;

/// Writes numbers of so many words each as the first numbers of `out`, which is zero. Throws
/// invalid_argument unless all are below t, which numbers of `out` have room for.
void copy_numbers(std::span<std::uint64_t> out, std::size_t words_of_out,
                  std::span<const std::uint64_t> numbers, std::size_t words, const Natural& t,
                  const char* place);

}  // namespace lath::he
