// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algebra/wide/prime_transform.hpp"
#include "algebra/wide/wide_modulus.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::detail {

/// Transforms along an axis q = l^a of the powerful basis, modulo a prime p, for a root of unity w
/// of order q: between a polynomial's coefficients and its values at w^j, for the units j modulo q
/// with j = 1 modulo l^b. It has length() coefficients: l^(a-b), for w^(l^(a-b) j) is the same for
/// all j; or phi(q) if b = 0.
///
/// Radix-l steps split polynomials modulo x^n - c into polynomials modulo x^(n/l) - r, r^l = c. For
/// b = 0 and odd l, a transform of length l comes first. Constant time in the elements.
class WideAxis {
 public:
  /// `fixed` is b; `root` is w.
  WideAxis(const WideModulus& modulus, const CyclotomicIndex::Axis& axis, unsigned fixed,
           const Natural& root);

  /// The number of coefficients, and of values.
  [[nodiscard]] std::size_t length() const noexcept { return exponents_.size(); }
  /// The units j in the order of the values.
  [[nodiscard]] std::span<const std::uint64_t> exponents() const noexcept { return exponents_; }
  /// inverse() gives the coefficients times this number, a power of l.
  [[nodiscard]] std::uint64_t scale() const noexcept { return scale_; }
  /// Words of scratch memory.
  [[nodiscard]] std::size_t scratch_words() const noexcept { return scratch_words_; }

  ///@{
  /// In place, on length() rows of `columns` elements, for each column by itself.
  void forward(const WideModulus& modulus, std::uint64_t* values, std::size_t columns,
               std::uint64_t* scratch) const noexcept;
  void inverse(const WideModulus& modulus, std::uint64_t* values, std::size_t columns,
               std::uint64_t* scratch) const noexcept;
  ///@}

 private:
  // A step from `nodes` polynomials of l * length coefficients to l times as many.
  struct Layer {
    std::size_t nodes, length;
    // r, r^2, ..., r^(l-1) for a root r of each node, and the same of 1/r.
    std::vector<std::uint64_t> roots, inverse_roots;
  };
  // The powers of w, one after another in Montgomery form.
  using Powers = std::vector<std::uint64_t>;

  void add_layer(std::uint64_t q, std::size_t length, const Powers& powers, std::size_t words);
  void split(const WideModulus& modulus, const Layer& layer, std::uint64_t* values,
             std::size_t columns, std::uint64_t* scratch) const noexcept;
  void join(const WideModulus& modulus, const Layer& layer, std::uint64_t* values,
            std::size_t columns, std::uint64_t* scratch) const noexcept;
  void split_head(const WideModulus& modulus, std::uint64_t* values, std::size_t stride,
                  std::uint64_t* scratch) const noexcept;
  void join_head(const WideModulus& modulus, std::uint64_t* values, std::size_t stride,
                 std::uint64_t* scratch) const noexcept;

  std::size_t radix_, first_length_ = 0, scratch_words_ = 0;
  std::uint64_t scale_ = 1;
  std::vector<std::size_t> heads_;  // the units modulo l, if a transform of length l comes first
  std::optional<WidePrimeTransform> prime_;
  std::vector<Layer> layers_;
  std::vector<std::uint64_t> exponents_;
};

}  // namespace lath::detail
