// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "lath/he/ciphertext.hpp"
#include "lath/he/evaluator_workspace.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plain_factor.hpp"
#include "lath/he/plaintext.hpp"

namespace lath::he {

/// How an evaluator treats its operands: bfv::Evaluator(parameters, {.automatic_levels = true}).
struct EvaluatorOptions {
  /// Whether operands of different levels meet at the lowest of them; otherwise they are refused.
  /// Those above are switched as by mod_switch(), into the workspace: they stay as they were, and
  /// nothing is allocated. The result is the one of operands that were switched before, with that
  /// level, that noise, and in BGV that factor: sums may take multiples of such operands, and dot
  /// products still want one factor. A prepared plaintext of a lower level brings ciphertexts down,
  /// too.
  ///
  /// Each time costs what mod_switch() does, for each part and each prime that is dropped about a
  /// transform of all others: switch an operand yourself that is used again. Functions without a
  /// workspace refuse different levels all the same.
  bool automatic_levels = false;
};

/// What all schemes compute on ciphertexts; products are in bfv::Evaluator and bgv::Evaluator.
/// Results do not depend on the number of threads, the order of sums or the kernels of the CPU.
/// Immutable; threads share it, each with a workspace of its own.
///
/// Every function throws mismatch if operands have other parameters (what was moved from has none)
/// or, without automatic levels, different levels, and invalid_argument if the noise bound of its
/// result does not promise that it can be decrypted. Operands stay as they were, and so does
/// everything after such an error.
///
/// A function that takes `out` writes its result there: in the memory that `out` has if it is of
/// these parameters and of the level of the result, so that nothing is allocated, else in new
/// memory. `out` may be an operand, but not of apply_galois(), rotate_rows(), exchange_rows() and
/// mod_switch(), which throw invalid_argument then.
class Evaluator {
 public:
  ///@{
  /// The sum, the difference, and the negative. One pass over the words. In BGV, operands with
  /// different factors are multiplied by integers a and b with a f = b f' modulo t first, the noise
  /// with them: those with the least noise of the sum, about sqrt(t) both if the operands have
  /// equal noise. Ciphertexts that went through the same products and switches have the same
  /// factor. The workspace is for automatic levels.
  [[nodiscard]] Ciphertext add(const Ciphertext& a, const Ciphertext& b) const;
  [[nodiscard]] Ciphertext sub(const Ciphertext& a, const Ciphertext& b) const;
  [[nodiscard]] Ciphertext add(const Ciphertext& a, const Ciphertext& b,
                               EvaluatorWorkspace& workspace) const;
  [[nodiscard]] Ciphertext sub(const Ciphertext& a, const Ciphertext& b,
                               EvaluatorWorkspace& workspace) const;
  [[nodiscard]] Ciphertext negate(const Ciphertext& a) const;
  void add(Ciphertext& out, const Ciphertext& a, const Ciphertext& b) const;
  void sub(Ciphertext& out, const Ciphertext& a, const Ciphertext& b) const;
  void add(Ciphertext& out, const Ciphertext& a, const Ciphertext& b,
           EvaluatorWorkspace& workspace) const;
  void sub(Ciphertext& out, const Ciphertext& a, const Ciphertext& b,
           EvaluatorWorkspace& workspace) const;
  void negate(Ciphertext& out, const Ciphertext& a) const;
  ///@}
  ///@{
  /// The same of products that were not relinearised: so many of them need only one
  /// relinearisation.
  template <class Form>
  [[nodiscard]] Product<Form> add(const Product<Form>& a, const Product<Form>& b) const;
  template <class Form>
  [[nodiscard]] Product<Form> sub(const Product<Form>& a, const Product<Form>& b) const;
  template <class Form>
  [[nodiscard]] Product<Form> add(const Product<Form>& a, const Product<Form>& b,
                                  EvaluatorWorkspace& workspace) const;
  template <class Form>
  [[nodiscard]] Product<Form> sub(const Product<Form>& a, const Product<Form>& b,
                                  EvaluatorWorkspace& workspace) const;
  template <class Form>
  void add(Product<Form>& out, const Product<Form>& a, const Product<Form>& b) const;
  template <class Form>
  void sub(Product<Form>& out, const Product<Form>& a, const Product<Form>& b) const;
  template <class Form>
  void add(Product<Form>& out, const Product<Form>& a, const Product<Form>& b,
           EvaluatorWorkspace& workspace) const;
  template <class Form>
  void sub(Product<Form>& out, const Product<Form>& a, const Product<Form>& b,
           EvaluatorWorkspace& workspace) const;
  ///@}

  ///@{
  /// The sum and the difference with a plaintext. Takes one transform for each prime.
  [[nodiscard]] Ciphertext add_plain(const Ciphertext& a, const Plaintext& b,
                                     EvaluatorWorkspace& workspace) const;
  [[nodiscard]] Ciphertext sub_plain(const Ciphertext& a, const Plaintext& b,
                                     EvaluatorWorkspace& workspace) const;
  void add_plain(Ciphertext& out, const Ciphertext& a, const Plaintext& b,
                 EvaluatorWorkspace& workspace) const;
  void sub_plain(Ciphertext& out, const Ciphertext& a, const Plaintext& b,
                 EvaluatorWorkspace& workspace) const;
  ///@}
  ///@{
  /// The product with a plaintext. One pass over the words if the plaintext is prepared; the other
  /// form prepares it first, see PlainFactor. The workspace is for automatic levels; without them,
  /// throws mismatch if the plaintext was prepared for a level below that of the ciphertext.
  [[nodiscard]] Ciphertext multiply_plain(const Ciphertext& a, const PlainFactor& b) const;
  [[nodiscard]] Ciphertext multiply_plain(const Ciphertext& a, const PlainFactor& b,
                                          EvaluatorWorkspace& workspace) const;
  [[nodiscard]] Ciphertext multiply_plain(const Ciphertext& a, const Plaintext& b) const;
  void multiply_plain(Ciphertext& out, const Ciphertext& a, const PlainFactor& b) const;
  void multiply_plain(Ciphertext& out, const Ciphertext& a, const PlainFactor& b,
                      EvaluatorWorkspace& workspace) const;
  ///@}
  ///@{
  /// The sum of the products a[i] b[i] with prepared plaintexts: a vector or a row of a matrix
  /// times a ciphertext vector. One pass over the words for each product. In BGV all ciphertexts
  /// must have one scale factor, as those have that went through the same products and switches:
  /// this sum does not bring factors together, which would multiply the noise of every term. To
  /// add terms of different factors, multiply them by themselves and add() the products. Throws
  /// invalid_argument if there are none or `out` is one of them but the first, mismatch if the
  /// numbers or the factors differ. The workspace is for automatic levels.
  [[nodiscard]] Ciphertext dot_plain(std::span<const Ciphertext> a,
                                     std::span<const PlainFactor> b) const;
  [[nodiscard]] Ciphertext dot_plain(std::span<const Ciphertext> a, std::span<const PlainFactor> b,
                                     EvaluatorWorkspace& workspace) const;
  void dot_plain(Ciphertext& out, std::span<const Ciphertext> a,
                 std::span<const PlainFactor> b) const;
  void dot_plain(Ciphertext& out, std::span<const Ciphertext> a, std::span<const PlainFactor> b,
                 EvaluatorWorkspace& workspace) const;
  ///@}
  ///@{
  /// The sum with and the product by an integer, in all slots or in coefficient 0. The noise of a
  /// product grows by |k|, where k is the integer modulo t next to zero.
  [[nodiscard]] Ciphertext add_integer(const Ciphertext& a, std::int64_t k) const;
  [[nodiscard]] Ciphertext multiply_integer(const Ciphertext& a, std::int64_t k) const;
  void add_integer(Ciphertext& out, const Ciphertext& a, std::int64_t k) const;
  void multiply_integer(Ciphertext& out, const Ciphertext& a, std::int64_t k) const;
  ///@}

  ///@{
  /// Substitutes x^g for x. Throws invalid_argument if g is not below the index and prime to it, or
  /// if there is no key for it.
  [[nodiscard]] Ciphertext apply_galois(const Ciphertext& a, std::uint64_t g,
                                        const GaloisKeys& keys,
                                        EvaluatorWorkspace& workspace) const;
  void apply_galois(Ciphertext& out, const Ciphertext& a, std::uint64_t g, const GaloisKeys& keys,
                    EvaluatorWorkspace& workspace) const;
  ///@}
  ///@{
  /// What many substitutions of one ciphertext have in common, computed once: its digits modulo all
  /// primes. Each substitution of the result takes about half the time of one of the ciphertext,
  /// less with more digits, and gives the same.
  [[nodiscard]] HoistedCiphertext hoist(const Ciphertext& a, EvaluatorWorkspace& workspace) const;
  void hoist(HoistedCiphertext& out, const Ciphertext& a, EvaluatorWorkspace& workspace) const;
  [[nodiscard]] Ciphertext apply_galois(const HoistedCiphertext& a, std::uint64_t g,
                                        const GaloisKeys& keys,
                                        EvaluatorWorkspace& workspace) const;
  void apply_galois(Ciphertext& out, const HoistedCiphertext& a, std::uint64_t g,
                    const GaloisKeys& keys, EvaluatorWorkspace& workspace) const;
  ///@}
  ///@{
  /// Rotates both rows of slots by `columns` to the left, or to the right if it is negative, and
  /// exchanges the rows, see SlotEncoder. Rotations need the key of row_rotation(), the exchange
  /// that of row_exchange(). A rotation by no columns is a copy. Throws unsupported in rings of
  /// other indices than powers of two, whose slots are no two rows: there call apply_galois().
  [[nodiscard]] Ciphertext rotate_rows(const Ciphertext& a, std::int64_t columns,
                                       const GaloisKeys& keys, EvaluatorWorkspace& workspace) const;
  [[nodiscard]] Ciphertext exchange_rows(const Ciphertext& a, const GaloisKeys& keys,
                                         EvaluatorWorkspace& workspace) const;
  void rotate_rows(Ciphertext& out, const Ciphertext& a, std::int64_t columns,
                   const GaloisKeys& keys, EvaluatorWorkspace& workspace) const;
  void exchange_rows(Ciphertext& out, const Ciphertext& a, const GaloisKeys& keys,
                     EvaluatorWorkspace& workspace) const;
  ///@}
  ///@{
  /// The sum of each 2^k neighbouring columns, in all of them if 2^k is n/2: slot j of a row
  /// becomes the sum of slots j to j + 2^k - 1. `columns` is that power of two; throws
  /// invalid_argument for another number, and unsupported as above. Takes k rotations, by 1, 2, 4,
  /// ... columns, and their keys. `out` may be `a`. The sum of all slots is the sum of n/2
  /// columns plus its exchange_rows().
  [[nodiscard]] Ciphertext sum_columns(const Ciphertext& a, std::size_t columns,
                                       const GaloisKeys& keys, EvaluatorWorkspace& workspace) const;
  void sum_columns(Ciphertext& out, const Ciphertext& a, std::size_t columns,
                   const GaloisKeys& keys, EvaluatorWorkspace& workspace) const;
  ///@}

  ///@{
  /// The same plaintext at a lower level: smaller and faster. In BFV it has as much noise in
  /// proportion as before and a little more; in BGV its error falls by the primes in between, and
  /// not much below t sqrt(n/12). Throws invalid_argument unless `to` is from 1 to the level of
  /// `a`.
  [[nodiscard]] Ciphertext mod_switch(const Ciphertext& a, std::size_t to,
                                      EvaluatorWorkspace& workspace) const;
  void mod_switch(Ciphertext& out, const Ciphertext& a, std::size_t to,
                  EvaluatorWorkspace& workspace) const;
  template <class Form>
  [[nodiscard]] Product<Form> mod_switch(const Product<Form>& a, std::size_t to,
                                         EvaluatorWorkspace& workspace) const;
  template <class Form>
  void mod_switch(Product<Form>& out, const Product<Form>& a, std::size_t to,
                  EvaluatorWorkspace& workspace) const;
  ///@}

 protected:
  ///@cond
  Evaluator(std::shared_ptr<const Context> context, EvaluatorOptions options) noexcept
      : context_(std::move(context)), options_(options) {}
  Evaluator(const Evaluator&) noexcept = default;
  Evaluator& operator=(const Evaluator&) noexcept = default;
  ~Evaluator() = default;
  [[nodiscard]] const std::shared_ptr<const Context>& context() const noexcept { return context_; }
  // Where operands are switched: null if they may not be. Throws mismatch for other parameters.
  [[nodiscard]] EvaluatorWorkspace* switching(EvaluatorWorkspace& workspace) const;
  ///@endcond

 private:
  std::shared_ptr<const Context> context_;
  EvaluatorOptions options_;
};

}  // namespace lath::he
