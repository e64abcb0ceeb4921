// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <iosfwd>
#include <span>
#include <type_traits>
#include <utility>

#include "lath/base/buffer.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/ring/operators.hpp"
#include "lath/ring/ring.hpp"

namespace lath {

template <Ring R, class Form, class Storage = Public>
class Poly;
template <Ring R>
class RnsScalar;

/// `Poly c = a * b;` deduces ring, form and secrecy of the expression.
template <class E>
Poly(Expression<E>) -> Poly<typename E::RingOf, typename E::Form, typename E::Storage>;

namespace detail {
[[noreturn]] void throw_moved_from(const char* what);
/// Copies words, limb after limb, to a polynomial, see Poly::from_words().
template <class Word>
void take_words(const Limbs<Word>& out, std::span<const Word> words);
struct Forms;
}  // namespace detail

/// The evaluation form of `a`, in which products are computed. A temporary is transformed in place.
/// Applies NttPlan::forward() to each limb, on several threads if that pays. Throws
/// invalid_argument if `a` was moved from.
template <Ring R, class Storage>
[[nodiscard]] Poly<R, Eval, Storage> ntt(Poly<R, Coeff, Storage> a);

/// The coefficient form of `a`. A temporary is transformed in place. Applies NttPlan::inverse() to
/// each limb, on several threads if that pays. Throws invalid_argument if `a` was moved from.
template <Ring R, class Storage>
[[nodiscard]] Poly<R, Coeff, Storage> intt(Poly<R, Eval, Storage> a);

/// A public copy of `a`. Every call needs a comment that says why everybody may know the
/// polynomial. Throws invalid_argument if `a` was moved from.
template <Ring R, class Form>
[[nodiscard]] Poly<R, Form, Public> declassify(const Poly<R, Form, Secret>& a);

/// A polynomial of the ring R in coefficient or evaluation form. Only polynomials of the same form
/// can be added, and only evaluation forms can be multiplied; anything else does not compile. With
/// `Storage = Secret` its memory is wiped before it is freed, and so is the memory of every result
/// computed from it.
///
/// Holds degree canonical words, in [0, modulus(limb)), for each limb: rows that begin stride()
/// words apart. In evaluation form word j of a limb is a(psi^(2 brv(j) + 1)), see NttPlan, or the
/// value that SlotMap names. Operations on two polynomials throw mismatch if their rings differ. An
/// expression takes one pass over the words. A polynomial that was moved from has no words: it can
/// be assigned to, copied, compared and destroyed; everything else throws invalid_argument.
template <Ring R, class Form, class Storage>
class Poly {
  static_assert(std::is_same_v<Form, Coeff> || std::is_same_v<Form, Eval>);

 public:
  using Word = typename R::Word;  ///< the word of a residue

 private:
  using Own = detail::Leaf<R, Form, Storage>;
  // A secret expression never becomes a public polynomial.
  template <class E>
  static constexpr bool kTakes =
      std::is_same_v<typename E::RingOf, R> && std::is_same_v<typename E::Form, Form> &&
      (Storage::kWipes || !E::Storage::kWipes);
  template <class E>
  static constexpr bool kLeaks =
      std::is_same_v<typename E::RingOf, R> && std::is_same_v<typename E::Form, Form> &&
      !Storage::kWipes && E::Storage::kWipes;

 public:
  /// The zero polynomial. Throws invalid_argument if the ring was moved from.
  explicit Poly(R ring)
      : ring_(std::move(ring)),
        stride_(row_stride<Word>(ring_.degree(), ring_.limbs())),
        words_(ring_.limbs() * stride_) {
    if (words_.size() == 0) detail::throw_moved_from("ring");
  }

  /// The polynomial with these words, limb after limb. Throws mismatch unless there are
  /// limbs * degree of them, invalid_argument if a word is not below its modulus. Constant time in
  /// words that are; an error reveals which word is not.
  static Poly from_words(R ring, std::span<const Word> words);
  // A secret does not become public. Compilers print this line.
  template <class Other>
    requires(Other::kWipes && !Storage::kWipes)
  static Poly from_words(R ring, const Buffer<Word, Other>& words) =
      delete;  // it is secret: Poly<.., Secret>

  /// The ring of the polynomial.
  [[nodiscard]] const R& ring() const& noexcept { return ring_; }
  const R& ring() const&& = delete;  // the polynomial is a temporary: give it a name

  /// The memory of all limbs: limb i begins at word i stride(), and words between limbs are zero. A
  /// ring of one limb has no others, so that these are the words of the polynomial.
  [[nodiscard]] std::span<const Word> memory() const& noexcept { return words_.span(); }
  std::span<const Word> memory() const&& = delete;  // the polynomial is a temporary: give it a name
  /// The number of words from the start of one limb to the start of the next; at least degree().
  [[nodiscard]] std::size_t stride() const noexcept { return stride_; }
  ///@{
  /// The degree() words of limb i < ring().limbs(), which is not checked. Words that are written
  /// must be below the modulus. A ring with several primes has several limbs: to set coefficients,
  /// prefer from_integers(). Throws invalid_argument if the polynomial was moved from.
  [[nodiscard]] std::span<const Word> limb(std::size_t i) const& {
    require_words();
    return words_.span().subspan(i * stride_, ring_.degree());
  }
  [[nodiscard]] std::span<Word> limb(std::size_t i) & {
    require_words();
    return words_.span().subspan(i * stride_, ring_.degree());
  }
  std::span<const Word> limb(std::size_t i) const&& = delete;  // the polynomial is a temporary
  ///@}

  /// Throws invalid_argument if the polynomial was moved from and not assigned to since.
  void require_words() const {
    if (words_.size() == 0) detail::throw_moved_from("polynomial");
  }

  ///@{
  /// The value of an expression (see expression.hpp), in one pass over the words.
  template <class E>
  Poly(Expression<E> e)  // NOLINT(google-explicit-constructor): it is the polynomial it stands for
    requires kTakes<E>
      : Poly(detail::tree(e).ring(), ForOverwrite()) {
    detail::evaluate(detail::tree(e), *this);
  }
  template <class E>
  Poly& operator=(Expression<E> e)
    requires kTakes<E>
  {
    const E tree = detail::take(e);
    if (words_.size() != 0 && ring_ == tree.ring()) {
      detail::evaluate(tree, *this);
    } else {
      *this = Poly(detail::Access::make(tree));
    }
    return *this;
  }
  ///@}

  // Storing a secret does not make it public. Compilers print these lines.
  template <class E>
    requires kLeaks<E>
  Poly(Expression<E>) = delete;  // the result is secret: declassify() it, or make a Secret Poly
  template <class E>
    requires kLeaks<E>
  Poly& operator=(Expression<E>) = delete;  // the result is secret: declassify() it
  template <class Other>
    requires kLeaks<detail::Leaf<R, Form, Other>>
  Poly(const Poly<R, Form, Other>&) = delete;  // it is secret: declassify() it
  template <class Other>
    requires kLeaks<detail::Leaf<R, Form, Other>>
  Poly& operator=(const Poly<R, Form, Other>&) = delete;  // it is secret: declassify() it

  ///@{
  /// As the operators on two operands. If they throw, this polynomial is unchanged.
  template <detail::Polynomial B>
  Poly& operator+=(const B& b)
    requires detail::SameForm<Own, detail::LeafOf<B>>
  {
    check_secrecy<typename detail::LeafOf<B>::Storage>();
    return *this = *this + b;
  }
  template <class E>
  Poly& operator+=(Expression<E> e)
    requires detail::SameForm<Own, E>
  {
    check_secrecy<typename E::Storage>();
    return *this = detail::sum(detail::leaf(*this), detail::take(e));
  }
  template <detail::Polynomial B>
  Poly& operator-=(const B& b)
    requires detail::SameForm<Own, detail::LeafOf<B>>
  {
    check_secrecy<typename detail::LeafOf<B>::Storage>();
    return *this = *this - b;
  }
  template <class E>
  Poly& operator-=(Expression<E> e)
    requires detail::SameForm<Own, E>
  {
    check_secrecy<typename E::Storage>();
    return *this = detail::difference(detail::leaf(*this), detail::take(e));
  }
  template <detail::Polynomial B>
  Poly& operator*=(const B& b)
    requires detail::BothValues<Own, detail::LeafOf<B>>
  {
    check_secrecy<typename detail::LeafOf<B>::Storage>();
    return *this = *this * b;
  }
  template <class E>
  Poly& operator*=(Expression<E> e)
    requires detail::BothValues<Own, E>
  {
    check_secrecy<typename E::Storage>();
    return *this = detail::product(detail::leaf(*this), detail::take(e));
  }
  template <detail::IntegerFactor I>
  Poly& operator*=(I k) {
    return *this = *this * k;
  }
  Poly& operator*=(const RnsScalar<R>& w) { return *this = *this * w; }
  ///@}

  template <class B>
    requires detail::BothCoefficients<Own, detail::OperandOf<B>>
  Poly& operator*=(B&&) = delete;  // coefficient forms: use ntt() of both, or convolve()

  /// Whether rings and words are equal. A polynomial that was moved from has no words. Variable
  /// time, hence not for secrets.
  friend bool operator==(const Poly& a, const Poly& b) noexcept
    requires std::is_same_v<Storage, Public>
  {
    return a.ring_ == b.ring_ && std::ranges::equal(a.memory(), b.memory());
  }

 private:
  template <Ring, class, class>
  friend class Poly;
  // Not the functions below themselves: Clang 16 takes constrained templates that are friends of a
  // template for others.
  friend struct detail::Forms;

  Poly(R ring, std::size_t stride, Buffer<Word, Storage> words) noexcept
      : ring_(std::move(ring)), stride_(stride), words_(std::move(words)) {}
  // Words to be written before they are read.
  struct ForOverwrite {};
  Poly(R ring, ForOverwrite)
      : ring_(std::move(ring)),
        stride_(row_stride<Word>(ring_.degree(), ring_.limbs())),
        words_(Buffer<Word, Storage>::for_overwrite(ring_.limbs() * stride_)) {
    if (words_.size() == 0) detail::throw_moved_from("ring");
    if (stride_ != ring_.degree()) {
      detail::clear_gaps(words_.data(), ring_.limbs(), ring_.degree(), stride_);
    }
  }

  template <class StorageOfOperand>
  static constexpr void check_secrecy() {
    static_assert(Storage::kWipes || !StorageOfOperand::kWipes,
                  "a secret operand makes the result secret: store it in a Secret polynomial");
  }

  R ring_;
  std::size_t stride_;
  Buffer<Word, Storage> words_;
};

template <Ring R, class Form, class Storage>
Poly<R, Form, Storage> Poly<R, Form, Storage>::from_words(R ring, std::span<const Word> words) {
  Poly result(std::move(ring), ForOverwrite());
  detail::take_words(detail::limbs_of(result), words);
  return result;
}

namespace detail {
struct Forms {
  /// The words of a polynomial, which a transform has changed, in the type of their form.
  template <class Form, Ring R, class From, class Storage>
  static Poly<R, Form, Storage> cast(Poly<R, From, Storage>&& a) noexcept {
    return {std::move(a.ring_), a.stride_, std::move(a.words_)};
  }
  /// A copy that is public by its type.
  template <Ring R, class Form>
  static Poly<R, Form, Public> public_copy(const Poly<R, Form, Secret>& a) {
    return {a.ring_, a.stride_, Buffer<typename R::Word>(a.memory())};
  }
  /// A polynomial whose words are to be written before they are read.
  template <class Form, class Storage, Ring R>
  static Poly<R, Form, Storage> for_overwrite(R ring) {
    return {std::move(ring), typename Poly<R, Form, Storage>::ForOverwrite()};
  }
};

/// The polynomial that a tree stands for.
template <class E>
auto value(const E& e) {
  auto result = Forms::for_overwrite<typename E::Form, typename E::Storage>(e.ring());
  evaluate(e, result);
  return result;
}
}  // namespace detail

template <Ring R, class Storage>
Poly<R, Eval, Storage> ntt(Poly<R, Coeff, Storage> a) {
  a.require_words();
  detail::forward(a.ring(), a.limb(0).data(), a.stride());
  return detail::Forms::cast<Eval>(std::move(a));
}

template <Ring R, class Storage>
Poly<R, Coeff, Storage> intt(Poly<R, Eval, Storage> a) {
  a.require_words();
  detail::inverse(a.ring(), a.limb(0).data(), a.stride());
  return detail::Forms::cast<Coeff>(std::move(a));
}

template <Ring R, class Form>
Poly<R, Form, Public> declassify(const Poly<R, Form, Secret>& a) {
  a.require_words();
  auto result = detail::Forms::public_copy(a);
  ct::declassify(result.memory().data(), result.memory().size_bytes());
  return result;
}

///@{
/// ntt(), intt() and declassify() of the value of an expression.
template <class E>
[[nodiscard]] auto ntt(Expression<E> e)
  requires std::is_same_v<typename E::Form, Coeff>
{
  return ntt(detail::value(detail::take(e)));
}
template <class E>
[[nodiscard]] auto intt(Expression<E> e)
  requires std::is_same_v<typename E::Form, Eval>
{
  return intt(detail::value(detail::take(e)));
}
template <class E>
[[nodiscard]] auto declassify(Expression<E> e)
  requires std::is_same_v<typename E::Storage, Secret>
{
  return declassify(detail::value(detail::take(e)));
}
///@}

/// Secrets are not printed.
template <Ring R, class Form>
std::ostream& operator<<(std::ostream&, const Poly<R, Form, Secret>&) = delete;  // declassify() it

/// Whether the values of two expressions are equal. Variable time, hence not for secrets.
template <class A, class B>
  requires detail::SameForm<A, B>
[[nodiscard]] bool operator==(Expression<A> a, Expression<B> b) {
  return detail::value(detail::take(a)) == detail::value(detail::take(b));
}

}  // namespace lath
