// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>

#include "lath/arith/kernel.hpp"
#include "lath/arith/word.hpp"

namespace lath {

/// The operations on vectors modulo p. a, b, c, d are vectors of canonical words, w is a scalar
/// (see VectorArithmetic::scalar); the results are canonical words. Operands are given in the order
/// of the letters, a scalar last.
enum class Operation : std::uint8_t {
  add,                   ///< a + b
  subtract,              ///< a - b
  negate,                ///< -a
  reduce,                ///< a mod p, for words of a in [0, 4p)
  scale,                 ///< a w
  scale_add,             ///< a w + b
  subtract_scaled,       ///< b - a w
  scale_difference,      ///< (a - b) w
  scale_difference_add,  ///< (a - b) w + c: the last step of a division by a modulus
  prepare,               ///< the quotients of a, see VectorArithmetic::prepare()
  multiply,              ///< a b
  multiply_prepared,     ///< a b, where c holds the quotients of b
  multiply_add,          ///< a b + c
  multiply_subtract,     ///< a b - c
  subtract_product,      ///< c - a b
  add_products,          ///< a b + c d
  multiply_sum,          ///< (a + b) c
  multiply_difference,   ///< (a - b) c
};

/// Whether the last operand is a scalar.
[[nodiscard]] constexpr bool has_scalar(Operation operation) noexcept {
  return operation >= Operation::scale && operation <= Operation::scale_difference_add;
}

/// The number of vectors that an operation takes, without its scalar.
[[nodiscard]] constexpr std::size_t vectors_of(Operation operation) noexcept {
  using enum Operation;
  switch (operation) {
    case negate:
    case reduce:
    case scale:
    case prepare:
      return 1;
    case add:
    case subtract:
    case scale_add:
    case subtract_scaled:
    case scale_difference:
    case multiply:
      return 2;
    case add_products:
      return 4;
    default:
      return 3;
  }
}

/// The number of operations.
inline constexpr std::size_t kOperations = 18;

/// A scalar w, prepared for the products of one VectorArithmetic.
template <ResidueWord Word>
struct Scalar {
  Word value = 0;     ///< w in [0, p)
  Word quotient = 0;  ///< has a meaning of the kernel's own; not to be stored
};

namespace detail {
template <ResidueWord Word>
class PointwiseTable;
/// An operation of a table.
template <ResidueWord Word>
using PointwiseEntry = void (*)(const PointwiseTable<Word>&, Word* out, const Word* const* operands,
                                std::size_t first, std::size_t count) noexcept;
}  // namespace detail

/// Arithmetic on vectors modulo one number p: the constants of p, and the kernel chosen for this
/// CPU. Immutable, cheap to copy, safe to share between threads.
///
/// Vectors have any number of words, canonical ones in [0, p) unless an operation says otherwise. A
/// result may replace an operand; other overlaps are not allowed. One pass over the words. No
/// function allocates. The time does not depend on the words.
///
/// The arithmetic of an evaluation form (NttPlan::arithmetic()) is the same with one difference. If
/// a transform skips k layers, products (the operations from `multiply` on) are products of blocks
/// modulo x^(2^k) - zeta_j. Then a call works on the whole vector, or on a part of it whose `first`
/// word and `count` are multiples of 64.
template <ResidueWord Word>
class VectorArithmetic {
 public:
  ///@{
  /// Copies share the constants. A moved-from object keeps its constants.
  VectorArithmetic(const VectorArithmetic&) noexcept = default;
  VectorArithmetic& operator=(const VectorArithmetic&) noexcept = default;
  ///@}
  ~VectorArithmetic() = default;

  /// The arithmetic modulo `modulus`, from 2 to kModulusBits<Word> bits, with the fastest kernel
  /// that this CPU and LATH_ISA allow. Throws invalid_argument for another modulus.
  static VectorArithmetic create(std::uint64_t modulus);
  /// The arithmetic modulo `modulus` with the given kernel, for tests and measurements. Throws
  /// unsupported if the kernel does not serve this modulus or this CPU, and otherwise as above.
  static VectorArithmetic create(std::uint64_t modulus, Kernel kernel);

  /// p.
  [[nodiscard]] Word modulus() const noexcept;
  /// The kernel that was chosen.
  [[nodiscard]] Kernel kernel() const noexcept;

  /// The scalar `value` in [0, p), which is not checked. Constant time.
  [[nodiscard]] Scalar<Word> scalar(Word value) const noexcept;

  /// Applies an operation: `operands` are as many pointers as the operation has operands, to
  /// `count` words each, or to the two words of a Scalar. `first` is the place of the first word in
  /// its vector.
  void apply(Operation operation, Word* out, const Word* const* operands, std::size_t count,
             std::size_t first = 0) const noexcept {
    entries_[static_cast<std::size_t>(operation)](*table_, out, operands, first, count);
  }
  /// Applies an operation to operands in braces, otherwise as above.
  void apply(Operation operation, Word* out, std::initializer_list<const Word*> operands,
             std::size_t count, std::size_t first = 0) const noexcept {
    apply(operation, out, operands.begin(), count, first);
  }

  ///@{
  /// The operation of this name.
  void add(Word* out, const Word* a, const Word* b, std::size_t count) const noexcept;
  void subtract(Word* out, const Word* a, const Word* b, std::size_t count) const noexcept;
  void negate(Word* out, const Word* a, std::size_t count) const noexcept;
  void reduce(Word* out, const Word* a, std::size_t count) const noexcept;
  void scale(Word* out, const Word* a, const Scalar<Word>& w, std::size_t count) const noexcept;
  void scale_add(Word* out, const Word* a, const Word* b, const Scalar<Word>& w,
                 std::size_t count) const noexcept;
  void scale_difference_add(Word* out, const Word* a, const Word* b, const Word* c,
                            const Scalar<Word>& w, std::size_t count) const noexcept;
  void multiply(Word* out, const Word* a, const Word* b, std::size_t count,
                std::size_t first = 0) const noexcept;
  void multiply_add(Word* out, const Word* a, const Word* b, const Word* c, std::size_t count,
                    std::size_t first = 0) const noexcept;
  ///@}
  /// Prepares b for many products. `quotients` receives as many words as b has, with a meaning of
  /// the kernel's own: they are for this object only and must not be stored. Costs about a product.
  void prepare(Word* quotients, const Word* b, std::size_t count) const noexcept;
  /// As multiply(), with b prepared.
  void multiply_prepared(Word* out, const Word* a, const Word* b, const Word* quotients,
                         std::size_t count, std::size_t first = 0) const noexcept;

  ///@cond
  explicit VectorArithmetic(std::shared_ptr<const detail::PointwiseTable<Word>> table) noexcept;
  [[nodiscard]] const detail::PointwiseTable<Word>& table() const noexcept { return *table_; }
  ///@endcond

 private:
  std::shared_ptr<const detail::PointwiseTable<Word>> table_;
  const detail::PointwiseEntry<Word>* entries_;  // of the table
};

extern template class VectorArithmetic<std::uint16_t>;
extern template class VectorArithmetic<std::uint32_t>;
extern template class VectorArithmetic<std::uint64_t>;

}  // namespace lath
