// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algebra/wide/operations.hpp"
#include "lath/arith/natural.hpp"

namespace lath::detail {

/// An odd modulus p from 3 on, of up to 65 words, which is public. Elements are words() words,
/// least significant first, below p. `count` elements stand one after another.
///
/// Operations are constant time in the elements. Their results may stand in place of an operand.
class WideModulus {
 public:
  /// Throws invalid_argument unless p is odd, above 2 and of at most 4160 bits.
  explicit WideModulus(const Natural& p);

  /// p.
  [[nodiscard]] const Natural& value() const& noexcept { return value_; }
  const Natural& value() const&& = delete;  // the modulus is a temporary: give it a name
  /// The number of words of an element.
  [[nodiscard]] std::size_t words() const noexcept { return p_.size(); }

  ///@{
  /// a + b, a - b and -a.
  void add(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
           std::size_t count = 1) const noexcept {
    operations_->add(constants(), out, a, b, count);
  }
  void subtract(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                std::size_t count = 1) const noexcept {
    operations_->subtract(constants(), out, a, b, count);
  }
  void negate(std::uint64_t* out, const std::uint64_t* a, std::size_t count = 1) const noexcept {
    operations_->negate(constants(), out, a, count);
  }
  ///@}
  /// Montgomery products a b / R, R = 2^(64 words()): the plain form of a product if one factor is
  /// in Montgomery form, and its Montgomery form if both are.
  void multiply(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                std::size_t count = 1) const noexcept {
    operations_->multiply(constants(), out, a, b, count);
  }
  /// Montgomery products of all elements of a by one factor.
  void scale(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* factor,
             std::size_t count) const noexcept {
    operations_->scale(constants(), out, a, factor, count);
  }
  /// One element, the sum of the Montgomery products of the elements of a and b.
  void inner_product(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                     std::size_t count) const noexcept {
    operations_->inner_product(constants(), out, a, b, count);
  }
  ///@{
  /// (u, v) = (u + v r, u - v r), and (u + v, (u - v) r), for r in Montgomery form.
  void butterflies(std::uint64_t* u, std::uint64_t* v, const std::uint64_t* r,
                   std::size_t count) const noexcept {
    operations_->butterflies(constants(), u, v, r, count);
  }
  void inverse_butterflies(std::uint64_t* u, std::uint64_t* v, const std::uint64_t* r,
                           std::size_t count) const noexcept {
    operations_->inverse_butterflies(constants(), u, v, r, count);
  }
  ///@}

  ///@{
  /// a R and a / R: to Montgomery form, and back.
  void to_montgomery(std::uint64_t* out, const std::uint64_t* a,
                     std::size_t count = 1) const noexcept {
    scale(out, a, square_.data(), count);
  }
  void from_montgomery(std::uint64_t* out, const std::uint64_t* a,
                       std::size_t count = 1) const noexcept {
    scale(out, a, plain_one_.data(), count);
  }
  ///@}
  /// The Montgomery form of 1.
  [[nodiscard]] const std::uint64_t* one() const& noexcept { return one_.data(); }
  const std::uint64_t* one() const&& = delete;  // the modulus is a temporary: give it a name
  /// The Montgomery form of a public number, reduced.
  [[nodiscard]] std::vector<std::uint64_t> montgomery_vartime(const Natural& x) const;

 private:
  [[nodiscard]] WideConstants constants() const noexcept { return {p_.data(), inverse_, words()}; }

  Natural value_;
  std::vector<std::uint64_t> p_, plain_one_, one_, square_;  // p, 1, R and R^2
  std::uint64_t inverse_;                                    // -1/p modulo 2^64
  const WideOperations* operations_;
};

}  // namespace lath::detail
