// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "lath/lattice/rlwe.hpp"

namespace lath::io {

/// Polynomials of the rlwe ring as kPolyBytes packed bytes, see lath/io/rlwe.hpp.

/// The words of a polynomial, packed; constant time.
void write_poly(std::span<std::byte> out, std::span<const std::uint64_t> words) noexcept;

/// The polynomial that the bytes encode. Throws malformed where a word is not below q; reveals only
/// whether all are. `what` names the polynomial in the message.
template <class Storage>
Poly<DynamicRing, Eval, Storage> read_poly(std::span<const std::byte> bytes, const char* what);

}  // namespace lath::io
