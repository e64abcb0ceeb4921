// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "lath/ring/poly.hpp"

namespace lath {

/// The automorphism x -> x^g of Z_Q[x]/(x^n + 1), for odd g, with its tables. Immutable, cheap to
/// copy, safe to share between threads. Serves every ring of its degree.
///
/// It moves words and changes signs. In coefficient form, coefficient i moves to place i g mod 2n;
/// a place j >= n is place j - n with the opposite sign, since x^n = -1. In evaluation form, word
/// j, which is a(psi^(2 brv(j) + 1)), becomes a(psi^((2 brv(j) + 1) g)): a permutation without
/// arithmetic (S. Halevi, V. Shoup, "Algorithms in HElib", CRYPTO 2014, section 2.3).
class Automorphism {
 public:
  ///@{
  /// Copies share the tables. A moved-from object keeps its tables.
  Automorphism(const Automorphism&) noexcept = default;
  Automorphism& operator=(const Automorphism&) noexcept = default;
  ///@}
  ~Automorphism() = default;

  /// The automorphism x -> x^g for polynomials of this degree, a power of two from 2 to 2^20; g
  /// counts modulo 2 degree. Throws invalid_argument for another degree, and for an even g, which
  /// gives no automorphism; and as active_isa() does. The tables take degree / 2 bytes and three
  /// kilobytes.
  static Automorphism create(std::size_t degree, std::uint64_t g);

  /// The automorphism x -> x^g for evaluation forms in any order, also of rings of another index; g
  /// counts modulo the index. Throws invalid_argument if g has a common factor with the index, and
  /// unsupported if slots hold no values. The tables take 4 degree bytes.
  static Automorphism create(const SlotMap& slots, std::uint64_t g);

  /// n.
  [[nodiscard]] std::size_t degree() const noexcept;
  /// The order of the evaluation forms that it permutes.
  [[nodiscard]] const SlotMap& slots() const& noexcept;
  const SlotMap& slots() const&& = delete;  // the automorphism is a temporary: give it a name
  /// Whether it is one of Z_Q[x]/(x^n + 1), so that it serves coefficient forms, too.
  [[nodiscard]] bool serves_coefficients() const noexcept;
  /// g modulo 2n, or modulo the index.
  [[nodiscard]] std::uint64_t exponent() const noexcept;

  /// Applies it to one limb in coefficient form: degree() words modulo p. `out` and `a` do not
  /// overlap. Constant time in the words. Two to four times as slow as a copy.
  template <ResidueWord Word>
  void apply_to_coefficients(Word* out, const Word* a, Word p) const noexcept {
    move_coefficients(out, a, p);
  }
  /// Applies it to one limb in evaluation form: degree() words. `out` and `a` do not overlap. About
  /// as fast as a copy: aligned blocks come from aligned blocks. Limbs that do not fit in the
  /// caches are fetched best if they lie one after the other; `limbs` says of how many limbs this
  /// is one, since few are fetched in another way than many.
  template <ResidueWord Word>
  void apply_to_values(Word* out, const Word* a, std::size_t limbs = 1) const noexcept {
    move_values(out, a, limbs);
  }

 private:
  struct State;
  explicit Automorphism(std::shared_ptr<const State> state) noexcept;
  template <class Word>
  void move_coefficients(Word* out, const Word* a, Word p) const noexcept;
  template <class Word>
  void move_values(Word* out, const Word* a, std::size_t limbs) const noexcept;

  std::shared_ptr<const State> state_;
};

namespace detail {
template <class Word>
void permute_slots(Word* out, const Word* a, std::span<const std::uint32_t> sources) noexcept;
}  // namespace detail

/// out[j] = a[sources[j]] for all j: the slots of an evaluation form in another order, where no
/// Automorphism serves it, as in a ring of another index (S. Halevi, V. Shoup, section 2.3). `out`
/// has as many words as there are sources, each of which is the index of a word of `a`; neither is
/// checked. `out` and `a` do not overlap. The sources are public. One load for each word.
template <ResidueWord Word>
void permute_slots(Word* out, const Word* a, std::span<const std::uint32_t> sources) noexcept {
  detail::permute_slots(out, a, sources);
}

namespace detail {
/// Whether the slots have the order of a transform modulo x^n + 1.
[[nodiscard]] inline bool is_negacyclic(const SlotMap& slots) noexcept {
  return slots.index() == 2 * std::uint64_t{slots.slots()};
}
/// Throws unsupported, naming `what`, unless is_negacyclic().
void require_negacyclic(const SlotMap& slots, const char* what, const char* remedy);
/// The automorphism of a ring with these slots.
[[nodiscard]] Automorphism automorphism_of(const SlotMap& slots, std::uint64_t g);
///@{
/// Throws unless an automorphism serves the polynomials with these plans in this form.
template <class Word>
void require_served(Coeff, const Plans<Word>& plans, const Automorphism& automorphism);
template <class Word>
void require_served(Eval, const Plans<Word>& plans, const Automorphism& automorphism);
///@}
///@{
/// Applies it to every limb of `a`, a polynomial in this form of the ring of `out`.
template <class Word>
void apply(Coeff, const Automorphism& automorphism, const Limbs<Word>& out,
           const Limbs<const Word>& a) noexcept;
template <class Word>
void apply(Eval, const Automorphism& automorphism, const Limbs<Word>& out,
           const Limbs<const Word>& a) noexcept;
///@}
}  // namespace detail

/// a(x^g), in the form and with the secrecy of `a`. Throws mismatch if the automorphism is for
/// another degree or other slots; unsupported for the evaluation form of an incomplete transform,
/// and for the coefficient form of rings that are not modulo x^n + 1. One pass over the words, on
/// several threads if that pays.
template <Ring R, class Form, class Storage>
[[nodiscard]] Poly<R, Form, Storage> apply_automorphism(const Poly<R, Form, Storage>& a,
                                                        const Automorphism& automorphism) {
  a.require_words();
  detail::require_served(Form(), detail::plans_of(a.ring()), automorphism);
  auto result = detail::Forms::for_overwrite<Form, Storage>(a.ring());
  detail::apply(Form(), automorphism, detail::limbs_of(result), detail::limbs_of(a));
  return result;
}

/// a(x^g), with tables that are computed for this call; g counts modulo the index of the ring.
/// Throws as above, and invalid_argument if g has a common factor with the index: in rings modulo
/// x^n + 1, if g is even.
template <Ring R, class Form, class Storage>
[[nodiscard]] Poly<R, Form, Storage> apply_automorphism(const Poly<R, Form, Storage>& a,
                                                        std::uint64_t g) {
  a.require_words();
  return apply_automorphism(a, detail::automorphism_of(a.ring().plan(0).slots(), g));
}

}  // namespace lath
