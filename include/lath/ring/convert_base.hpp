// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "lath/ring/crt.hpp"
#include "lath/ring/poly.hpp"
#include "lath/rns/base_conversion.hpp"

namespace lath {

namespace detail {
[[noreturn]] void throw_other_moduli(std::size_t limb, std::uint64_t of_poly,
                                     std::uint64_t of_conversion);
[[noreturn]] void throw_other_limb_count(const char* which, std::size_t limbs,
                                         std::size_t of_conversion);
[[noreturn]] void throw_degrees_differ(std::size_t from, std::size_t to);

/// Throws mismatch unless the moduli of `ring` are those of `basis`.
template <Ring R>
void require_moduli(const R& ring, const RnsBasis& basis, const char* which) {
  if (ring.limbs() != basis.size()) throw_other_limb_count(which, ring.limbs(), basis.size());
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    if (!(ring.modulus(i) == basis.modulus(i))) {
      throw_other_moduli(i, ring.modulus(i).value(), basis.modulus(i).value());
    }
  }
}
}  // namespace detail

/// `a` in the ring `to`: each coefficient is converted as `conversion` says, with prepared tables.
/// Throws mismatch if the moduli of the rings are not those of the tables, or if the degrees
/// differ.
template <Ring To, Ring R, class Storage>
[[nodiscard]] Poly<To, Coeff, Storage> convert_base(const Poly<R, Coeff, Storage>& a, To to,
                                                    const BaseConversion& tables,
                                                    Conversion conversion)
  requires std::is_same_v<typename To::Word, typename R::Word>
{
  a.require_words();
  const std::size_t degree = a.ring().degree();
  if (degree != to.degree()) detail::throw_degrees_differ(degree, to.degree());
  detail::require_moduli(a.ring(), tables.from(), "the polynomial");
  detail::require_moduli(to, tables.to(), "the ring of the result");
  Poly<To, Coeff, Storage> result(std::move(to));
  tables.convert(result.limb(0).data(), result.stride(), a.memory().data(), a.stride(), degree,
                 conversion);
  return result;
}
/// `a` in the ring `to`, with tables that are computed for this call.
template <Ring To, Ring R, class Storage>
[[nodiscard]] Poly<To, Coeff, Storage> convert_base(const Poly<R, Coeff, Storage>& a, To to,
                                                    Conversion conversion)
  requires std::is_same_v<typename To::Word, typename R::Word>
{
  a.require_words();
  const auto tables = BaseConversion::create(basis_of(a.ring()), basis_of(to));
  return convert_base(a, std::move(to), tables, conversion);
}

}  // namespace lath
