// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "lath/he/ciphertext.hpp"
#include "lath/he/core/session_work.hpp"
#include "lath/he/evaluation_keys.hpp"
#include "lath/he/plain_factor.hpp"
#include "lath/he/plaintext.hpp"

namespace lath::he {

/// How a session treats its operands: bfv::Evaluator(parameters, {.automatic_levels = true}).
struct EvaluatorOptions {
  /// Whether operands of different levels meet at the lowest of them; otherwise they are refused.
  /// Operands above it are switched as by mod_switch(), into memory of the session: they stay as
  /// they were, and nothing is allocated. The result has the level, the noise and, in BGV, the
  /// scale factor that it has for operands switched before. Dot products still want one factor. A
  /// prepared plaintext of a lower level brings ciphertexts down, too.
  ///
  /// Each time costs a mod_switch(), for each part a transform of every dropped prime and, for each
  /// eight of them, of all others: switch an operand yourself that is used again.
  bool automatic_levels = false;
};

///@{
/// Operands that everybody may know: a signed integer of 64 bits, which stands in all slots or in
/// coefficient 0, a plaintext, and for products a prepared plaintext.
template <class T>
concept PlainSummand = (std::integral<T> && !std::same_as<T, bool>) || std::same_as<T, Plaintext>;
template <class T>
concept PlainMultiplier = PlainSummand<T> || std::same_as<T, PlainFactor>;
///@}

/// The factors of a product: two ciphertexts, and in BGV products, too.
template <class Scheme, class A, class B>
concept ProductFactors = (std::same_as<A, Ciphertext> && std::same_as<B, Ciphertext>) ||
                         (std::same_as<typename Scheme::Product, Product<Eval>> &&
                          (std::same_as<A, Ciphertext> || std::same_as<A, Product<Eval>>) &&
                          (std::same_as<B, Ciphertext> || std::same_as<B, Product<Eval>>));

class SessionState;

/// The operations that the sessions of both schemes have; Session adds the products of ciphertexts.
/// A session is a thread's place to compute: an evaluator, evaluation keys, and scratch memory. It
/// shares the tables of its evaluator, which may end before it. Results do not depend on the number
/// of threads, the order of sums or the kernels of the CPU.
///
/// Each operation has two forms. One returns its result. The other takes `out` and writes the
/// result there: in the memory that `out` has if it belongs to these parameters and has the level
/// of the result, so that nothing is allocated, else in new memory. `out` may be an operand, except
/// where an operation says so.
///
/// Every operation throws mismatch if an operand or a key belongs to other parameters or another
/// secret key, or, without automatic levels, if operands have different levels; invalid_argument
/// if the noise bound of the result does not promise that it can be decrypted, if `out` may not be
/// an operand and is, if the evaluation keys lack a key, and if two threads use the session at
/// once. Operands, and `out`, stay as they were after such an error.
class SchemeSession {
 public:
  ///@{
  /// The sum and the difference of two ciphertexts, or of two products, which then need only one
  /// relinearisation. One pass over the words. In BGV, operands with different scale factors f and
  /// f' are first multiplied by integers a and b with a f = b f' modulo t, chosen to minimise the
  /// noise of the sum, about sqrt(t) both if the operands have equal noise. Ciphertexts that went
  /// through the same products and switches have the same factor.
  template <CiphertextOperand Operand>
  [[nodiscard]] Operand add(const Operand& a, const Operand& b) {
    return result<Operand>([&](Operand& out) { add(out, a, b); });
  }
  template <CiphertextOperand Operand>
  [[nodiscard]] Operand sub(const Operand& a, const Operand& b) {
    return result<Operand>([&](Operand& out) { sub(out, a, b); });
  }
  template <CiphertextOperand Operand>
  void add(Operand& out, const Operand& a, const Operand& b) {
    sum(out, a, b, Sign::plus);
  }
  template <CiphertextOperand Operand>
  void sub(Operand& out, const Operand& a, const Operand& b) {
    sum(out, a, b, Sign::minus);
  }
  ///@}

  ///@{
  /// The sum and the difference with a plaintext, which take one transform for each prime, or with
  /// an integer.
  template <PlainSummand Summand>
  [[nodiscard]] Ciphertext add_plain(const Ciphertext& a, const Summand& b) {
    return result<Ciphertext>([&](Ciphertext& out) { add_plain(out, a, b); });
  }
  template <PlainSummand Summand>
  [[nodiscard]] Ciphertext sub_plain(const Ciphertext& a, const Summand& b) {
    return result<Ciphertext>([&](Ciphertext& out) { sub_plain(out, a, b); });
  }
  template <PlainSummand Summand>
  void add_plain(Ciphertext& out, const Ciphertext& a, const Summand& b) {
    combine(out, a, b, Sign::plus);
  }
  template <PlainSummand Summand>
  void sub_plain(Ciphertext& out, const Ciphertext& a, const Summand& b) {
    combine(out, a, b, Sign::minus);
  }
  ///@}
  ///@{
  /// The product with a prepared plaintext, one pass over the words, with a plaintext, which is
  /// prepared first, see PlainFactor, or with an integer k: multiply_plain(a, -1) is the negative.
  /// The noise grows by PlainFactor::log2_norm(), or by |k|, where k is the integer modulo t next
  /// to zero. Without automatic levels, throws mismatch if the plaintext was prepared for a level
  /// below the level of the ciphertext.
  template <PlainMultiplier Multiplier>
  [[nodiscard]] Ciphertext multiply_plain(const Ciphertext& a, const Multiplier& b) {
    return result<Ciphertext>([&](Ciphertext& out) { multiply_plain(out, a, b); });
  }
  template <PlainMultiplier Multiplier>
  void multiply_plain(Ciphertext& out, const Ciphertext& a, const Multiplier& b) {
    scale(out, a, b);
  }
  ///@}
  ///@{
  /// The sum of the products a[i] b[i] with prepared plaintexts: a vector or a row of a matrix
  /// times a ciphertext vector. One pass over the words for each product. In BGV all ciphertexts
  /// must have one scale factor, as ciphertexts have that went through the same products and
  /// switches: this sum does not bring factors together, which would multiply the noise of every
  /// term. To add terms of different factors, multiply each by its plaintext and add() the
  /// products. Throws invalid_argument if there are no terms or if `out` is an operand other than
  /// a[0], mismatch if the numbers of terms or the factors differ.
  [[nodiscard]] Ciphertext dot_plain(std::span<const Ciphertext> a, std::span<const PlainFactor> b);
  void dot_plain(Ciphertext& out, std::span<const Ciphertext> a, std::span<const PlainFactor> b);
  ///@}

  ///@{
  /// Substitutes x^g for x, in a ciphertext or a hoisted one. `out` must not be the operand. Throws
  /// invalid_argument if g is not below the index and prime to it, or if there is no key for it.
  template <SubstitutionOperand Operand>
  [[nodiscard]] Ciphertext apply_galois(const Operand& a, std::uint64_t g) {
    return result<Ciphertext>([&](Ciphertext& out) { apply_galois(out, a, g); });
  }
  template <SubstitutionOperand Operand>
  void apply_galois(Ciphertext& out, const Operand& a, std::uint64_t g) {
    substitute(out, a, g);
  }
  ///@}
  ///@{
  /// Computes once the digits, modulo all primes, that many substitutions of one ciphertext share.
  /// Each substitution of the result takes about half the time of a substitution of the ciphertext,
  /// less with more digits, and gives the same result.
  [[nodiscard]] HoistedCiphertext hoist(const Ciphertext& a);
  void hoist(HoistedCiphertext& out, const Ciphertext& a);
  ///@}
  ///@{
  /// Rotates both rows of slots by `columns` to the left, or to the right if it is negative, and
  /// exchanges the rows, see SlotEncoder. A rotation is one key switch if there is the key of
  /// row_rotation(), else it is composed of the fewest rotations that have keys, at most log2(n) of
  /// them, and each adds its time and its noise; the exchange takes the key of row_exchange(). A
  /// rotation by no columns is a copy. `out` must not be the operand. Throws invalid_argument if
  /// the keys do not suffice, naming the rotation; unsupported in rings of other indices than
  /// powers of two, whose slots are no two rows: there call apply_galois().
  [[nodiscard]] Ciphertext rotate_rows(const Ciphertext& a, std::int64_t columns);
  [[nodiscard]] Ciphertext exchange_rows(const Ciphertext& a);
  void rotate_rows(Ciphertext& out, const Ciphertext& a, std::int64_t columns);
  void exchange_rows(Ciphertext& out, const Ciphertext& a);
  ///@}
  ///@{
  /// The sum of each 2^k neighbouring columns, in all of them if 2^k is n/2: slot j of a row
  /// becomes the sum of slots j to j + 2^k - 1. Twice as many, n, are the sum of all slots. Takes k
  /// rotations, by 1, 2, 4, ... columns, and for n the exchange of rows: sum_rotations() names
  /// their keys. Rotations are composed as by rotate_rows(). Throws invalid_argument unless
  /// `columns` is a power of two up to n, and unsupported as rotate_rows() does.
  [[nodiscard]] Ciphertext sum_columns(const Ciphertext& a, std::size_t columns);
  void sum_columns(Ciphertext& out, const Ciphertext& a, std::size_t columns);
  ///@}

  ///@{
  /// Switches `a` to a lower level, where it is smaller and operations are faster. The plaintext
  /// stays the same. In BFV the noise grows slightly in proportion. In BGV the noise shrinks by the
  /// dropped primes, down to a floor of about t sqrt(n/12). Up to eight primes are dropped in one
  /// division: a switch by several levels takes fewer transforms than several switches by one, and
  /// leaves less noise where t is longer than a prime. `out` must not be the operand. Throws
  /// invalid_argument unless `to` is from 1 to the level of `a`.
  template <CiphertextOperand Operand>
  [[nodiscard]] Operand mod_switch(const Operand& a, std::size_t to) {
    return result<Operand>([&](Operand& out) { mod_switch(out, a, to); });
  }
  template <CiphertextOperand Operand>
  void mod_switch(Operand& out, const Operand& a, std::size_t to) {
    lower(out, a, to);
  }
  ///@}

 protected:
  ///@cond
  SchemeSession(std::shared_ptr<const Context> context, const EvaluationKeys& keys,
                EvaluatorOptions options);
  SchemeSession(SchemeSession&&) noexcept = default;
  SchemeSession& operator=(SchemeSession&&) noexcept = default;
  ~SchemeSession() = default;
  [[nodiscard]] SessionState* state() const noexcept { return state_.get(); }
  // Changes the parameters to others of the same scheme and key space.
  void move_to(const std::shared_ptr<const Context>& context);
  // A new result that `write` writes.
  template <class Result, class Write>
  [[nodiscard]] Result result(const Write& write) {
    Result out = empty<Result>();
    write(out);
    return out;
  }
  ///@endcond

 private:
  friend std::size_t session_bytes(const SchemeSession& session);

  enum class Sign : std::uint8_t { plus, minus };
  struct Delete {
    void operator()(SessionState* state) const noexcept;
  };

  template <class Result>
  [[nodiscard]] Result empty() const;
  // The overloads for std::int64_t take the integers of all types.
  template <std::integral Integer>
  void combine(Ciphertext& out, const Ciphertext& a, Integer b, Sign sign) {
    combine(out, a, word(b), sign);
  }
  template <std::integral Integer>
  void scale(Ciphertext& out, const Ciphertext& a, Integer b) {
    scale(out, a, word(b));
  }
  template <std::integral Integer>
  static std::int64_t word(Integer k) {
    if (!std::in_range<std::int64_t>(k)) refuse_integer(static_cast<std::uint64_t>(k));
    return static_cast<std::int64_t>(k);
  }
  [[noreturn]] static void refuse_integer(std::uint64_t k);
  // Overloads without constraints, whose symbols are the same with every compiler.
  void sum(Ciphertext& out, const Ciphertext& a, const Ciphertext& b, Sign sign);
  void sum(Product<Coeff>& out, const Product<Coeff>& a, const Product<Coeff>& b, Sign sign);
  void sum(Product<Eval>& out, const Product<Eval>& a, const Product<Eval>& b, Sign sign);
  void substitute(Ciphertext& out, const Ciphertext& a, std::uint64_t g);
  void substitute(Ciphertext& out, const HoistedCiphertext& a, std::uint64_t g);
  void lower(Ciphertext& out, const Ciphertext& a, std::size_t to);
  void lower(Product<Coeff>& out, const Product<Coeff>& a, std::size_t to);
  void lower(Product<Eval>& out, const Product<Eval>& a, std::size_t to);
  void combine(Ciphertext& out, const Ciphertext& a, const Plaintext& b, Sign sign);
  void combine(Ciphertext& out, const Ciphertext& a, std::int64_t b, Sign sign);
  void scale(Ciphertext& out, const Ciphertext& a, const PlainFactor& b);
  void scale(Ciphertext& out, const Ciphertext& a, const Plaintext& b);
  void scale(Ciphertext& out, const Ciphertext& a, std::int64_t b);

  std::unique_ptr<SessionState, Delete> state_;
};

/// A session of one scheme, Bfv or Bgv: evaluator.session(keys) makes it. One thread at a time uses
/// it; a second one gets an error. It can be moved; an object that was moved from has no session,
/// and its operations throw mismatch.
///
/// A product of BFV takes 16 transforms and 9 conversions of as many primes as the level has, and
/// each further term of a dot product 10 and 6; the square multiply(a, a) takes two transforms
/// less. In BGV a product is one pass over the words: (a0 b0, a0 b1 + a1 b0, a1 b1).
template <class Scheme>
class Session : public SchemeSession {
  using Product = typename Scheme::Product;

 public:
  ///@{
  /// The product, not relinearised. A square of a ciphertext is noticed by the address of its
  /// factors.
  ///
  /// In BGV the factors may be products, too: a product of k ciphertexts has k + 1 parts, and k is
  /// at most 8. It takes one pass over the words of both and of the result, with a multiplication
  /// for each pair of parts. So shallow circuits need no relinearisation, and no key for it:
  /// products of any number of parts can be added, switched and decrypted, but only three parts
  /// relinearised. In BFV a product itself takes longer than its relinearisation. `out` must not be
  /// an operand. Throws invalid_argument if the product had too many parts.
  template <class A, class B>
    requires ProductFactors<Scheme, A, B>
  [[nodiscard]] Product multiply(const A& a, const B& b) {
    return result<Product>([&](Product& out) { write_product(out, a, b); });
  }
  template <class A, class B>
    requires ProductFactors<Scheme, A, B>
  void multiply(Product& out, const A& a, const B& b) {
    write_product(out, a, b);
  }
  ///@}
  ///@{
  /// The sum of the products a[i] b[i], not relinearised, which is scaled once in BFV. In BGV all
  /// products must have one scale factor, the product of the factors of a[i] and b[i]; add()
  /// brings products of other factors together. Throws invalid_argument if there are no terms,
  /// mismatch if the numbers of terms or the factors of the products differ.
  [[nodiscard]] Product dot_product(std::span<const Ciphertext> a, std::span<const Ciphertext> b) {
    return result<Product>([&](Product& out) { dot_product(out, a, b); });
  }
  void dot_product(Product& out, std::span<const Ciphertext> a, std::span<const Ciphertext> b);
  ///@}
  ///@{
  /// The ciphertext of a product. Throws invalid_argument if the session has no relinearisation
  /// key, or if the product has more than three parts.
  [[nodiscard]] Ciphertext relinearize(const Product& product) {
    return result<Ciphertext>([&](Ciphertext& out) { relinearize(out, product); });
  }
  void relinearize(Ciphertext& out, const Product& product);
  ///@}

 private:
  template <class>
  friend class Evaluator;
  template <class>
  friend class SessionPool;
  template <class S>
  friend Session<S> moved_to(const typename S::Parameters& parameters, Session<S>&& session);
  using SchemeSession::SchemeSession;
  void write_product(Product& out, const Ciphertext& a, const Ciphertext& b) {
    dot_product(out, {&a, 1}, {&b, 1});
  }
  void write_product(Product& out, const CiphertextParts<Eval>& a, const CiphertextParts<Eval>& b);
};

/// The session for other parameters over the same key space, with its keys, options and scratch
/// memory, so that a program that takes one plaintext space after another allocates no more. Throws
/// mismatch if the parameters have another key space: then the session stays as it was.
template <class Scheme>
[[nodiscard]] Session<Scheme> moved_to(const typename Scheme::Parameters& parameters,
                                       Session<Scheme>&& session) {
  session.move_to(parameters.context());
  return std::move(session);
}

/// The bytes of scratch memory that a session has now. It takes memory for an operation when that
/// comes first. Throws as operations do if the session is used or was moved from.
[[nodiscard]] std::size_t session_bytes(const SchemeSession& session);
/// The most bytes of scratch memory that a session takes for such work, by default for all of it;
/// products of more than three parts that meet at lower levels take more.
[[nodiscard]] std::size_t session_bytes(const SchemeParameters& parameters,
                                        std::span<const SessionWork> works = kAllSessionWork);

}  // namespace lath::he
