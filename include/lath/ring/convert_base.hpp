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
/// Throws mismatch unless these are the moduli of `basis`; `which` names the ring that has others.
template <class Word>
void require_moduli(const Plans<Word>& plans, const RnsBasis& basis, const char* which);
/// Throws mismatch if the degrees differ.
void require_one_degree(std::size_t from, std::size_t to);
}  // namespace detail

/// `a` in the ring `to`: each coefficient is converted as `conversion` says, with prepared tables.
/// Throws mismatch if the rings and the tables differ in moduli, or if the degrees differ.
template <Ring To, Ring R, class Storage>
[[nodiscard]] Poly<To, Coeff, Storage> convert_base(const Poly<R, Coeff, Storage>& a, To to,
                                                    const BaseConversion& tables,
                                                    Conversion conversion)
  requires std::is_same_v<typename To::Word, typename R::Word>
{
  a.require_words();
  const std::size_t degree = a.ring().degree();
  detail::require_one_degree(degree, to.degree());
  detail::require_moduli(detail::plans_of(a.ring()), tables.from(), "the polynomial");
  detail::require_moduli(detail::plans_of(to), tables.to(), "the ring of the result");
  auto result = detail::Forms::for_overwrite<Coeff, Storage>(std::move(to));
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
