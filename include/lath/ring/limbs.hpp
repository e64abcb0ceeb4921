// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "lath/ring/convert_base.hpp"

namespace lath {

namespace detail {
[[noreturn]] void throw_missing_limb(std::uint64_t modulus);
[[noreturn]] void throw_lost_limb(std::uint64_t modulus);

/// For each limb of `to` the limb of `from` with its modulus, or from.limbs() where there is none.
template <Ring R, Ring To>
std::vector<std::size_t> source_limbs(const R& from, const To& to) {
  if (from.degree() != to.degree()) detail::throw_degrees_differ(from.degree(), to.degree());
  std::vector<std::size_t> result(to.limbs());
  for (std::size_t i = 0; i < to.limbs(); ++i) {
    // Most often a limb keeps its place.
    std::size_t j = i < from.limbs() && from.modulus(i) == to.modulus(i) ? i : 0;
    while (j < from.limbs() && !(from.modulus(j) == to.modulus(i))) ++j;
    result[i] = j;
  }
  return result;
}
}  // namespace detail

/// `a` modulo the moduli of `to`: a copy of those limbs. The moduli of `to` are moduli of a's ring,
/// in any order; the form may be either. Throws mismatch if `to` has another modulus or degree.
template <Ring To, Ring R, class Form, class Storage>
[[nodiscard]] Poly<To, Form, Storage> drop_limbs(const Poly<R, Form, Storage>& a, To to)
  requires std::is_same_v<typename To::Word, typename R::Word>
{
  a.require_words();
  const auto sources = detail::source_limbs(a.ring(), to);
  for (std::size_t i = 0; i < to.limbs(); ++i) {
    if (sources[i] == a.ring().limbs()) detail::throw_missing_limb(to.modulus(i).value());
  }
  auto result = detail::Forms::for_overwrite<Form, Storage>(std::move(to));
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const auto limb = a.limb(sources[i]);
    std::copy(limb.begin(), limb.end(), result.limb(i).begin());
  }
  return result;
}

/// `a` in the ring `to`, which has all moduli of a's ring and more: the polynomial with the same
/// centered coefficients. Limbs that both rings have are copied, the others are computed by
/// Conversion::centered and are exact as stated there; small coefficients are always exact. Throws
/// mismatch if `to` lacks a modulus of `a` or has another degree. Costs a base conversion to the
/// new moduli, tables included.
template <Ring To, Ring R, class Storage>
[[nodiscard]] Poly<To, Coeff, Storage> append_limbs(const Poly<R, Coeff, Storage>& a, To to)
  requires std::is_same_v<typename To::Word, typename R::Word>
{
  a.require_words();
  const std::size_t degree = to.degree(), own = a.ring().limbs();
  const auto sources = detail::source_limbs(a.ring(), to);
  std::vector<Modulus> added;
  std::vector<bool> kept(own, false);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (sources[i] == own) {
      added.push_back(to.modulus(i));
    } else {
      kept[sources[i]] = true;
    }
  }
  for (std::size_t j = 0; j < own; ++j) {
    if (!kept[j]) detail::throw_lost_limb(a.ring().modulus(j).value());
  }
  Buffer<typename R::Word, Storage> converted(added.size() * degree);
  if (!added.empty()) {
    BaseConversion::create(basis_of(a.ring()), RnsBasis::create(added))
        .convert(converted.data(), degree, a.memory().data(), a.stride(), degree,
                 Conversion::centered);
  }
  auto result = detail::Forms::for_overwrite<Coeff, Storage>(std::move(to));
  const typename R::Word* next = converted.data();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const bool is_new = sources[i] == own;
    std::copy_n(is_new ? next : a.limb(sources[i]).data(), degree, result.limb(i).data());
    if (is_new) next += degree;
  }
  return result;
}

}  // namespace lath
