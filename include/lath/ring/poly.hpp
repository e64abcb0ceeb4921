// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "lath/base/buffer.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/ring/expression.hpp"
#include "lath/ring/ring.hpp"

namespace lath {

template <Ring R, class Form, class Storage = Public>
class Poly;

template <expression::Temporary E>
Poly(E&&) -> Poly<typename E::RingOf, typename E::Form, typename E::Storage>;

/// The evaluation form of `a`, from which products are made. A temporary is transformed in place.
template <Ring R, class Storage>
[[nodiscard]] Poly<R, Eval, Storage> ntt(Poly<R, Coeff, Storage> a);

/// The coefficient form of `a`. A temporary is transformed in place.
template <Ring R, class Storage>
[[nodiscard]] Poly<R, Coeff, Storage> intt(Poly<R, Eval, Storage> a);

/// The same polynomial without its secrecy. Each call needs a reason why everybody may know it.
template <Ring R, class Form>
[[nodiscard]] Poly<R, Form, Public> declassify(const Poly<R, Form, Secret>& a);

/// A polynomial of the ring R in coefficient or evaluation form. Only polynomials of one form are
/// added, and only evaluation forms are multiplied; anything else does not compile. With
/// `Storage = Secret` its memory is wiped when it is released, and so is that of every result
/// computed from it.
///
/// Holds limbs * degree canonical words, in [0, modulus(limb)), limb after limb. In evaluation form
/// word j of a limb is a(psi^(2 brv(j) + 1)), see NttPlan. Operations on two polynomials throw
/// mismatch where their rings differ; an expression takes one pass over the words. A polynomial
/// that was moved from may only be assigned to or destroyed.
template <Ring R, class Form, class Storage>
class Poly {
  static_assert(std::is_same_v<Form, Coeff> || std::is_same_v<Form, Eval>);

 public:
  using Word = typename R::Word;

 private:
  // A secret expression never becomes a public polynomial.
  template <class E>
  static constexpr bool kTakes =
      std::is_same_v<typename E::RingOf, R> && std::is_same_v<typename E::Form, Form> &&
      (Storage::kWipes || !E::Storage::kWipes);

 public:
  /// The zero polynomial.
  explicit Poly(R ring) : ring_(std::move(ring)), words_(ring_.limbs() * ring_.degree()) {}

  /// The polynomial with these words, limb after limb. Throws mismatch unless there are
  /// limbs * degree of them, invalid_argument where one is not below its modulus.
  static Poly from_words(R ring, std::span<const Word> words);

  /// The polynomial whose coefficients are these integers, reduced modulo each prime. Throws
  /// mismatch unless there are `degree` of them. Constant time in the integers.
  template <std::signed_integral Integer>
  static Poly from_integers(R ring, std::span<const Integer> coefficients)
    requires std::is_same_v<Form, Coeff>;

  [[nodiscard]] const R& ring() const noexcept { return ring_; }

  /// All words, limb after limb.
  [[nodiscard]] std::span<const Word> words() const noexcept { return words_.span(); }
  /// The words of one limb, degree() of them. Whoever writes to them keeps them below the modulus.
  [[nodiscard]] std::span<const Word> limb(std::size_t i) const noexcept {
    return words_.span().subspan(i * ring_.degree(), ring_.degree());
  }
  [[nodiscard]] std::span<Word> limb(std::size_t i) noexcept {
    return words_.span().subspan(i * ring_.degree(), ring_.degree());
  }

  /// The value of an expression (see expression.hpp).
  template <expression::Temporary E>
  Poly(E&& e)  // NOLINT(google-explicit-constructor): an expression is the polynomial it stands for
    requires kTakes<E>
      : Poly(e.ring()) {
    expression::evaluate(e, *this);
  }
  template <expression::Temporary E>
  Poly& operator=(E&& e)
    requires kTakes<E>
  {
    if (ring_ == e.ring()) {
      expression::evaluate(e, *this);
    } else {
      *this = Poly(std::forward<E>(e));
    }
    return *this;
  }

  template <expression::Operand B>
  Poly& operator+=(B&& b)
    requires expression::SameForm<Poly, B>
  {
    check_secrecy<B>();
    return *this = *this + std::forward<B>(b);
  }
  template <expression::Operand B>
  Poly& operator-=(B&& b)
    requires expression::SameForm<Poly, B>
  {
    check_secrecy<B>();
    return *this = *this - std::forward<B>(b);
  }
  template <expression::Operand B>
  Poly& operator*=(B&& b)
    requires expression::SameForm<Poly, B> && std::is_same_v<Form, Eval>
  {
    check_secrecy<B>();
    return *this = *this * std::forward<B>(b);
  }

  /// Whether the rings and all words are equal. Variable time, hence not for secrets.
  friend bool operator==(const Poly& a, const Poly& b) noexcept
    requires std::is_same_v<Storage, Public>
  {
    return a.ring_ == b.ring_ && std::equal(a.words().begin(), a.words().end(), b.words().begin());
  }

 private:
  template <Ring, class, class>
  friend class Poly;
  template <Ring R2, class S>
  friend Poly<R2, Eval, S> ntt(Poly<R2, Coeff, S>);
  template <Ring R2, class S>
  friend Poly<R2, Coeff, S> intt(Poly<R2, Eval, S>);
  template <Ring R2, class F>
  friend Poly<R2, F, Public> declassify(const Poly<R2, F, Secret>&);

  Poly(R ring, Buffer<Word, Storage> words) noexcept
      : ring_(std::move(ring)), words_(std::move(words)) {}

  template <class B>
  static constexpr void check_secrecy() {
    static_assert(Storage::kWipes || !expression::OperandOf<B>::Storage::kWipes,
                  "a secret operand makes the result secret: store it in a Secret polynomial");
  }

  R ring_;
  Buffer<Word, Storage> words_;
};

template <Ring R, class Form, class Storage>
Poly<R, Form, Storage> Poly<R, Form, Storage>::from_words(R ring, std::span<const Word> words) {
  Poly result(std::move(ring));
  if (words.size() != result.words_.size()) {
    throw Error(ErrorCode::mismatch, std::to_string(words.size()) + " words for a polynomial",
                "need limbs * degree = " + std::to_string(result.words_.size()),
                "give all words, limb after limb");
  }
  const std::size_t degree = result.ring_.degree();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Modulus& modulus = result.ring_.modulus(i / degree);
    // Only whether all words are in range is revealed: the masks are public.
    const std::uint64_t in_range = ct::mask_less(std::uint64_t{words[i]}, modulus.value());
    ct::declassify(&in_range, sizeof in_range);
    if (in_range == 0) {
      throw Error(ErrorCode::invalid_argument,
                  "word " + std::to_string(i % degree) + " of limb " + std::to_string(i / degree) +
                      " is not reduced",
                  "need words below the modulus " + std::to_string(modulus.value()),
                  "reduce it first, or use from_integers");
    }
    result.words_[i] = words[i];
  }
  return result;
}

template <Ring R, class Form, class Storage>
template <std::signed_integral Integer>
Poly<R, Form, Storage> Poly<R, Form, Storage>::from_integers(R ring,
                                                             std::span<const Integer> coefficients)
  requires std::is_same_v<Form, Coeff>
{
  Poly result(std::move(ring));
  const std::size_t degree = result.ring_.degree();
  if (coefficients.size() != degree) {
    throw Error(ErrorCode::mismatch, std::to_string(coefficients.size()) + " coefficients",
                "need " + std::to_string(degree) + ", one for each power of x below the degree",
                "fill up with zeros");
  }
  for (std::size_t limb = 0; limb < result.ring_.limbs(); ++limb) {
    const Modulus& modulus = result.ring_.modulus(limb);
    const std::span<Word> words = result.limb(limb);
    for (std::size_t i = 0; i < degree; ++i) {
      words[i] = static_cast<Word>(modulus.reduce_signed(coefficients[i]));
    }
  }
  return result;
}

template <Ring R, class Storage>
Poly<R, Eval, Storage> ntt(Poly<R, Coeff, Storage> a) {
  for_each_limb(a.ring_,
                [&](std::size_t i) noexcept { a.ring_.plan(i).forward(a.limb(i).data()); });
  return {std::move(a.ring_), std::move(a.words_)};
}

template <Ring R, class Storage>
Poly<R, Coeff, Storage> intt(Poly<R, Eval, Storage> a) {
  for_each_limb(a.ring_,
                [&](std::size_t i) noexcept { a.ring_.plan(i).inverse(a.limb(i).data()); });
  return {std::move(a.ring_), std::move(a.words_)};
}

template <Ring R, class Form>
Poly<R, Form, Public> declassify(const Poly<R, Form, Secret>& a) {
  Poly<R, Form, Public> result(a.ring_, Buffer<typename R::Word>(a.words()));
  ct::declassify(result.words().data(), result.words().size_bytes());
  return result;
}

/// The same of an expression, evaluated first.
template <expression::Temporary E>
[[nodiscard]] auto ntt(E&& e) {
  return ntt(Poly<typename E::RingOf, Coeff, typename E::Storage>(std::forward<E>(e)));
}
template <expression::Temporary E>
[[nodiscard]] auto intt(E&& e) {
  return intt(Poly<typename E::RingOf, Eval, typename E::Storage>(std::forward<E>(e)));
}
template <expression::Temporary E>
[[nodiscard]] auto declassify(E&& e)
  requires std::is_same_v<typename E::Storage, Secret>
{
  return declassify(Poly<typename E::RingOf, typename E::Form, Secret>(std::forward<E>(e)));
}

/// Whether the values of two expressions are equal.
template <expression::Temporary A, expression::Temporary B>
  requires expression::SameForm<A, B>
[[nodiscard]] bool operator==(A&& a, B&& b) {
  return Poly(std::forward<A>(a)) == Poly(std::forward<B>(b));
}

}  // namespace lath
