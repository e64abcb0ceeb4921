// SPDX-License-Identifier: Apache-2.0
//
// The polynomials of ciphertexts, products and public keys, which are rows of an engine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "he/access.hpp"
#include "he/context.hpp"
#include "he/result_memory.hpp"
#include "lath/he/keys.hpp"

namespace lath::testing {

/// A copy of a part.
template <class Form>
Poly<DynamicRing, Form> part_of(const he::CiphertextParts<Form>& c, std::size_t i) {
  return he::copy_of_part(c, i);
}

/// The ring of the parts.
template <class Form>
const DynamicRing& ring_of(const he::CiphertextParts<Form>& c) {
  return he::Access::context(c)->level(c.level()).ring;
}

/// Replaces a part.
template <class Form>
void set_part(he::CiphertextParts<Form>& c, std::size_t i, const Poly<DynamicRing, Form>& part) {
  he::engine_of(c).copy_in(he::Access::part(c, i).rows(), rows_of(part));
}

/// The first word of a part, which tells memories apart.
template <class Form>
const std::uint64_t* memory_of(const he::CiphertextParts<Form>& c, std::size_t i) {
  return c.part(i).row(0);
}

/// A copy of the part of a seeded ciphertext.
inline Poly<DynamicRing, Eval> c0_of(const he::SeededCiphertext& c) {
  const he::Context& context = *he::Access::context(c);
  Poly<DynamicRing, Eval> copy(context.level(c.level()).ring);
  context.keys->engine->copy_out(rows_of(copy), he::Access::c0(c).rows());
  return copy;
}

///@{
/// Copies of b and a of a public key.
inline Poly<DynamicRing, Eval> copy_of_rows(const he::PublicKey& key, const ConstRows& rows) {
  Poly<DynamicRing, Eval> copy(key.tables()->levels.back().ring);
  key.tables()->engine->copy_out(rows_of(copy), rows);
  return copy;
}
inline Poly<DynamicRing, Eval> b_of(const he::PublicKey& key) { return copy_of_rows(key, key.b()); }
inline Poly<DynamicRing, Eval> a_of(const he::PublicKey& key) { return copy_of_rows(key, key.a()); }
///@}

}  // namespace lath::testing
