// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "base/little_endian.hpp"
#include "io/seal/member_reader.hpp"
#include "io/seal/member_writer.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"

/// @file
/// Polynomials as SEAL stores them: n words of 8 bytes for each prime, row after row, of
/// coefficients or of values, which are in the order of Lath.
namespace lath::io::seal {

/// How the words of an object stand in a file.
enum class StoredForm : std::uint8_t { coefficients = 0, values = 1 };

/// The words of a polynomial with these bytes, row after row, as they stand. `refused` gets ones
/// where a word is not below its modulus. Constant time.
template <class Form, class Storage>
[[nodiscard]] Poly<DynamicRing, Form, Storage> stored_words(const DynamicRing& ring,
                                                            std::span<const std::byte> bytes,
                                                            std::uint64_t& refused) {
  Poly<DynamicRing, Form, Storage> poly(ring);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    const std::uint64_t p = ring.modulus(i).value();
    for (std::uint64_t& word : poly.limb(i)) {
      word = load_little_endian(bytes.data());
      bytes = bytes.subspan(8);
      refused |= ~ct::mask_less(word, p);
    }
  }
  return poly;
}

/// A polynomial in the form `To`, of words that are canonical.
template <class To, class From, class Storage>
[[nodiscard]] Poly<DynamicRing, To, Storage> in_form(Poly<DynamicRing, From, Storage> poly) {
  if constexpr (std::is_same_v<To, From>) {
    return poly;
  } else if constexpr (std::is_same_v<To, Eval>) {
    return ntt(std::move(poly));
  } else {
    return intt(std::move(poly));
  }
}

/// The public polynomial with these bytes. Throws malformed, of the reader's object, if a word is
/// not below its modulus.
template <class Form>
[[nodiscard]] Poly<DynamicRing, Form> polynomial_of(const MemberReader& reader,
                                                    const DynamicRing& ring, StoredForm form,
                                                    std::span<const std::byte> bytes) {
  std::uint64_t refused = 0;
  const auto checked = [&](auto poly) {
    if (refused != 0) reader.refuse(" with a word that is too large", "words below their moduli");
    return in_form<Form>(std::move(poly));
  };
  if (form == StoredForm::values) return checked(stored_words<Eval, Public>(ring, bytes, refused));
  return checked(stored_words<Coeff, Public>(ring, bytes, refused));
}

/// Writes the words of a polynomial.
template <class Form, class Storage>
void put_polynomial(MemberWriter& writer, const Poly<DynamicRing, Form, Storage>& poly) noexcept {
  for (std::size_t i = 0; i < poly.ring().limbs(); ++i) writer.put_words(poly.limb(i));
}

}  // namespace lath::io::seal
