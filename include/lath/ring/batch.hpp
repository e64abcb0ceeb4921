// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "lath/ring/poly.hpp"

/// @file
/// Many polynomials in one call, and products of polynomials in coefficient form. A batch spreads
/// the limbs of all its polynomials over the threads together. A loop over polynomials would start
/// and join threads for each, and leave threads idle if a ring has few limbs. The polynomials of a
/// batch may belong to different rings of one type. Results do not depend on the number of threads.
/// A batch that throws leaves all operands as they were.
namespace lath {

namespace detail {
[[noreturn]] void throw_sizes(std::size_t a, std::size_t b);

template <class StorageA, class StorageB>
using StorageOf = std::conditional_t<StorageA::kWipes || StorageB::kWipes, Secret, Public>;

/// The words of the polynomials.
template <Ring R, class Form, class Storage>
std::vector<Limbs<typename R::Word>> limbs_of_all(std::vector<Poly<R, Form, Storage>>& batch) {
  std::vector<Limbs<typename R::Word>> result;
  result.reserve(batch.size());
  for (auto& polynomial : batch) result.push_back(limbs_of(polynomial));
  return result;
}

template <class P>
void require_words(const std::vector<P>& polynomials) {
  for (const P& a : polynomials) a.require_words();
}

/// A copy that wipes its memory where `Storage` asks for it.
template <class Storage, Ring R, class Form, class StorageOfA>
Poly<R, Form, Storage> copy(const Poly<R, Form, StorageOfA>& a) {
  auto result = Forms::for_overwrite<Form, Storage>(a.ring());
  std::copy_n(a.memory().data(), a.memory().size(), result.limb(0).data());
  return result;
}
}  // namespace detail

///@{
/// The evaluation forms of the polynomials, in their order. A temporary batch is transformed in
/// place. Throws invalid_argument if a polynomial was moved from.
template <Ring R, class Storage>
[[nodiscard]] std::vector<Poly<R, Eval, Storage>> ntt(std::vector<Poly<R, Coeff, Storage>>&& a) {
  detail::require_words(a);
  std::vector<Poly<R, Eval, Storage>> result;
  result.reserve(a.size());
  detail::forward<typename R::Word>(detail::limbs_of_all(a));
  for (auto& polynomial : a) result.push_back(detail::Forms::cast<Eval>(std::move(polynomial)));
  return result;
}
template <Ring R, class Storage>
[[nodiscard]] std::vector<Poly<R, Eval, Storage>> ntt(
    const std::vector<Poly<R, Coeff, Storage>>& a) {
  return ntt(std::vector<Poly<R, Coeff, Storage>>(a));
}
///@}

///@{
/// The coefficient forms of the polynomials, in their order. A temporary batch is transformed in
/// place. Throws invalid_argument if a polynomial was moved from.
template <Ring R, class Storage>
[[nodiscard]] std::vector<Poly<R, Coeff, Storage>> intt(std::vector<Poly<R, Eval, Storage>>&& a) {
  detail::require_words(a);
  std::vector<Poly<R, Coeff, Storage>> result;
  result.reserve(a.size());
  detail::inverse<typename R::Word>(detail::limbs_of_all(a));
  for (auto& polynomial : a) result.push_back(detail::Forms::cast<Coeff>(std::move(polynomial)));
  return result;
}
template <Ring R, class Storage>
[[nodiscard]] std::vector<Poly<R, Coeff, Storage>> intt(
    const std::vector<Poly<R, Eval, Storage>>& a) {
  return intt(std::vector<Poly<R, Eval, Storage>>(a));
}
///@}

/// The products a[i] b[i] in coefficient form: intt(ntt(a[i]) * ntt(b[i])), computed by
/// NttPlan::convolve(), which is faster. If a and b are the same object the results are squares,
/// which cost a third less. Takes memory for the results and a copy of b. Throws mismatch if the
/// batches differ in size or two factors in their rings, invalid_argument if a polynomial was moved
/// from.
template <Ring R, class StorageA, class StorageB>
[[nodiscard]] auto convolve(const std::vector<Poly<R, Coeff, StorageA>>& a,
                            const std::vector<Poly<R, Coeff, StorageB>>& b)
    -> std::vector<Poly<R, Coeff, detail::StorageOf<StorageA, StorageB>>> {
  using Storage = detail::StorageOf<StorageA, StorageB>;
  if (a.size() != b.size()) detail::throw_sizes(a.size(), b.size());
  detail::require_words(a);
  detail::require_words(b);
  std::vector<Poly<R, Coeff, Storage>> result, memory;
  const bool squares = static_cast<const void*>(&a) == static_cast<const void*>(&b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    detail::require_same_ring(a[i].ring(), b[i].ring(), "convolve");
    result.push_back(detail::copy<Storage>(a[i]));
    if (!squares) memory.push_back(detail::copy<Storage>(b[i]));
  }
  const auto first = detail::limbs_of_all(result);
  const auto second = squares ? first : detail::limbs_of_all(memory);
  detail::convolve<typename R::Word>(first, second);
  return result;
}

/// The product of two polynomials in coefficient form, computed like a batch of one. A square costs
/// a third less. Throws mismatch if the rings differ, invalid_argument if a polynomial was moved
/// from.
template <Ring R, class StorageA, class StorageB>
[[nodiscard]] auto convolve(const Poly<R, Coeff, StorageA>& a, const Poly<R, Coeff, StorageB>& b)
    -> Poly<R, Coeff, detail::StorageOf<StorageA, StorageB>> {
  using Storage = detail::StorageOf<StorageA, StorageB>;
  a.require_words();
  b.require_words();
  detail::require_same_ring(a.ring(), b.ring(), "convolve");
  auto result = detail::copy<Storage>(a);
  const bool square = static_cast<const void*>(&a) == static_cast<const void*>(&b);
  std::optional<Poly<R, Coeff, Storage>> memory;
  if (!square) memory = detail::copy<Storage>(b);
  auto& other = square ? result : *memory;
  detail::convolve(detail::plans_of(result.ring()), result.limb(0).data(), other.limb(0).data(),
                   result.stride());
  return result;
}
/// The product of a and b, where b is already transformed: intt(ntt(a) * b), for a factor that many
/// products share. Throws as above.
template <Ring R, class StorageA, class StorageB>
[[nodiscard]] auto convolve(const Poly<R, Coeff, StorageA>& a, const Poly<R, Eval, StorageB>& b)
    -> Poly<R, Coeff, detail::StorageOf<StorageA, StorageB>> {
  a.require_words();
  b.require_words();
  detail::require_same_ring(a.ring(), b.ring(), "convolve");
  auto result = detail::copy<detail::StorageOf<StorageA, StorageB>>(a);
  detail::convolve_transformed(detail::plans_of(result.ring()), result.limb(0).data(),
                               b.limb(0).data(), result.stride());
  return result;
}

}  // namespace lath
