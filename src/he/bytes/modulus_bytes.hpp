// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "he/bytes/object_bytes.hpp"
#include "lath/arith/natural.hpp"
#include "lath/he/literal.hpp"

/// @file
/// Plaintext moduli in the bytes of parameters and of plaintext spaces: t, and a short modulus. In
/// each case whoever reads gives the number of bytes of the whole object, and of those that stand
/// outside of what is read. Throws malformed, before anything is allocated, for lengths that do not
/// fit.
namespace lath::he {

/// The bytes of a count, and of a word.
inline constexpr std::size_t kCountBytes = 2, kWordBytes = 8;

///@{
/// t: the number of its words, and the words, of which the last is not zero. At least `fixed` bytes
/// of the object are there without the words, the count among them.
[[nodiscard]] std::size_t bytes_of_modulus(const Natural& t) noexcept;
void put_modulus(ObjectWriter& writer, const Natural& t) noexcept;
[[nodiscard]] Natural take_modulus(ObjectReader& reader, std::size_t size, std::size_t fixed);
///@}

///@{
/// A short modulus, nothing for none: the index, the numbers of coefficients and of words of the
/// root, and both. It stands behind `before` bytes, to the end of the object.
[[nodiscard]] std::size_t bytes_of_short(const ShortModulus& t) noexcept;
void put_short(ObjectWriter& writer, const ShortModulus& t) noexcept;
[[nodiscard]] ShortModulus take_short(ObjectReader& reader, std::size_t size, std::size_t before);
///@}

}  // namespace lath::he
