// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "lath/ring/convert_base.hpp"

namespace lath {

namespace detail {
/// For each limb of `to` the limb of `from` with its modulus. Throws mismatch if one has none, or
/// if the degrees differ.
template <class Word>
std::vector<std::size_t> sources_of_limbs(const Plans<Word>& to, const Plans<Word>& from);

/// Where the limbs of a ring come from that has all moduli of another one and more.
template <ResidueWord Word>
class AppendedLimbs {
 public:
  /// `basis` has the moduli of `from`. Throws mismatch if `to` lacks one of them, or if the degrees
  /// differ.
  AppendedLimbs(const Plans<Word>& to, const Plans<Word>& from, const RnsBasis& basis);

  /// The polynomial `out` with the centered coefficients of `a`.
  void convert(const Limbs<Word>& out, const Limbs<const Word>& a) const;

 private:
  std::vector<std::size_t> sources_;  // as above, or the number of limbs of `from`
  std::optional<BaseConversion> added_;
};
}  // namespace detail

/// `a` modulo the moduli of `to`: a copy of the limbs for these moduli. The moduli of `to` are
/// moduli of a's ring, in any order; the form may be either. Throws mismatch if `to` has another
/// modulus or degree.
template <Ring To, Ring R, class Form, class Storage>
[[nodiscard]] Poly<To, Form, Storage> drop_limbs(const Poly<R, Form, Storage>& a, To to)
  requires std::is_same_v<typename To::Word, typename R::Word>
{
  a.require_words();
  const auto sources = detail::sources_of_limbs(detail::plans_of(to), detail::plans_of(a.ring()));
  auto result = detail::Forms::for_overwrite<Form, Storage>(std::move(to));
  detail::copy_limbs(detail::limbs_of(result), detail::limbs_of(a), sources);
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
  const detail::AppendedLimbs<typename R::Word> limbs(
      detail::plans_of(to), detail::plans_of(a.ring()), basis_of(a.ring()));
  auto result = detail::Forms::for_overwrite<Coeff, Storage>(std::move(to));
  limbs.convert(detail::limbs_of(result), detail::limbs_of(a));
  return result;
}

}  // namespace lath
