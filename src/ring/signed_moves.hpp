// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "lath/arith/word.hpp"
#include "lath/base/cpu.hpp"

namespace lath::detail {

/// The effect of monomials and automorphisms on coefficients modulo x^n + 1: words move, and some
/// of them change their sign, by their place. All words are in [0, p). `out` and `a` do not
/// overlap. The kernels need only features of `isa`.

/// out[i] = -a[i] mod p for i < count.
template <ResidueWord Word>
void negate_words(Isa isa, Word* out, const Word* a, std::size_t count, Word p) noexcept;

/// out[j] is the coefficient of `a` at place j step mod 2n, where a place i >= n means -a[i - n].
/// n is a power of two of at most 2^20, and step < 2n.
template <ResidueWord Word>
void gather_coefficients(Isa isa, Word* out, const Word* a, std::size_t n, std::size_t step,
                         Word p) noexcept;

}  // namespace lath::detail
