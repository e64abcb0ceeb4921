// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/arith/natural.hpp"
#include "lath/he/plaintexts/wide_values.hpp"
#include "lath/rns/rns_basis.hpp"

/// @file
/// Conversions of encoders between numbers of many words. `place` names the place of a number, for
/// errors. The time depends only on whether all numbers are in range.
namespace lath::he {

/// All ones if a < b, for numbers of as many words, and otherwise zero.
[[nodiscard]] std::uint64_t mask_less(std::span<const std::uint64_t> a,
                                      std::span<const std::uint64_t> b) noexcept;

/// Writes numbers of so many words each modulo t as the first numbers of `out`, which is zero and
/// has room for t - 1. Throws invalid_argument unless all are below t, or for two's complements,
/// unless their magnitudes are at most t/2.
void copy_numbers(std::span<std::uint64_t> out, std::size_t words_of_out,
                  std::span<const std::uint64_t> numbers, std::size_t words, const Natural& t,
                  Representative representative, const char* place);

/// Numbers in [0, t) as two's complements in (-t/2, t/2], of as many words as t.
[[nodiscard]] WideValues centered(const WideValues& numbers, const Natural& t);

}  // namespace lath::he
