// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algebra/wide/axis.hpp"
#include "algebra/wide/wide_modulus.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::detail {

/// The slots of polynomials modulo Phi_m and a prime p = 1 modulo m of up to 4160 bits, or a
/// product p of such primes: the values at z^j for the units j modulo m with j = 1 modulo d, for a
/// divisor d of m and a fixed z of order m modulo p. They are phi(m)/phi(d) elements of
/// WideModulus. For d > 2 these slots belong to polynomials over Z[zeta_d]: omega = z^(m/d) is the
/// value of zeta_d in every slot.
///
/// A polynomial is a block of phi(d) coefficients for each of as many *blocks*: the coefficients,
/// in the powerful basis of index d, of an element of Z[zeta_d], whose value at omega is an element
/// modulo p. Coefficient k of a block stands at place(block, k) of the powerful basis of index m.
///
/// The slots are a hypercube: slot e_0 + l_0 (e_1 + l_1 (...)) is the value at z^j for j =
/// g_0^e_0 g_1^e_1 ..., for dimensions of lengths l_i and generators g_i, which have order l_i
/// modulo m. The longest is the first, and its slots are neighbours. So x -> x^(g_i) moves slots
/// along dimension i by one place, from place e + 1 to place e, and from 0 to l_i - 1.
///
/// Constant time in elements; m, d, p and omega are public.
class WideSlots {
 public:
  /// A dimension of the hypercube.
  struct Dimension {
    std::uint64_t generator;  ///< g: 1 modulo d, and modulo all prime powers of m but one
    std::size_t length;       ///< the order of g modulo m
    /// Whether all fields are equal.
    friend bool operator==(const Dimension&, const Dimension&) = default;
  };

  /// The slots for a divisor d of m, a prime p = 1 modulo m and an omega of order d modulo p, which
  /// is not read for d <= 2. Throws invalid_argument for other numbers. Takes about m products
  /// modulo p, and a few powers.
  WideSlots(const CyclotomicIndex& index, std::uint64_t d, const Natural& p,
            const Natural& omega = 1);
  /// The slots for a product p of different primes, each 1 modulo m. Throws and costs as above for
  /// each of them.
  WideSlots(const CyclotomicIndex& index, std::uint64_t d, const Natural& p,
            std::span<const Natural> primes, const Natural& omega);

  /// p.
  [[nodiscard]] const WideModulus& modulus() const& noexcept { return modulus_; }
  const WideModulus& modulus() const&& = delete;  // the slots are a temporary: give it a name
  /// z: made of the least number from 2 on whose power by (p - 1)/m has order m, or of these for
  /// all primes of p.
  [[nodiscard]] const Natural& root() const& noexcept { return root_; }
  const Natural& root() const&& = delete;  // the slots are a temporary: give it a name
  /// The number of slots, and of blocks: phi(m)/phi(d).
  [[nodiscard]] std::size_t slots() const noexcept { return exponents_.size(); }
  /// The number of coefficients of a block: phi(d).
  [[nodiscard]] std::size_t block_degree() const noexcept { return places_in_block_.size(); }
  /// The place of a block's coefficient in the powerful basis of m.
  [[nodiscard]] std::size_t place(std::size_t block, std::size_t k) const noexcept {
    return places_of_blocks_[block] + places_in_block_[k];
  }
  /// The dimensions of more than one slot, the longest first.
  [[nodiscard]] std::span<const Dimension> dimensions() const& noexcept { return dimensions_; }
  std::span<const Dimension> dimensions() const&& = delete;  // give it a name
  /// The exponent j of a slot.
  [[nodiscard]] std::uint64_t exponent(std::size_t slot) const noexcept { return exponents_[slot]; }

  /// Words of scratch memory.
  [[nodiscard]] std::size_t scratch_words() const noexcept { return scratch_words_; }
  ///@{
  /// From the values of the blocks at omega to the slots, and back: in place, slots() elements one
  /// after another, plain or all in Montgomery form. Scratch memory of scratch_words(), which keeps
  /// what it is left with; without it, they allocate it and wipe it. Sizes are not checked.
  void forward(std::span<std::uint64_t> values, std::span<std::uint64_t> scratch) const noexcept;
  void inverse(std::span<std::uint64_t> values, std::span<std::uint64_t> scratch) const noexcept;
  void forward(std::span<std::uint64_t> values) const;
  void inverse(std::span<std::uint64_t> values) const;
  ///@}

 private:
  struct RootOfUnity {
    Natural z;
  };
  WideSlots(const CyclotomicIndex& index, std::uint64_t d, const Natural& p, RootOfUnity root);

  struct AxisSlots;
  struct PlacedAxis {
    WideAxis axis;
    std::size_t columns;  // the number of places of all axes further in
  };
  void add_axis(const CyclotomicIndex& index, const CyclotomicIndex::Axis& axis, std::uint64_t d,
                std::vector<AxisSlots>& made);
  void order_slots(std::uint64_t m, std::vector<AxisSlots>& axes);

  WideModulus modulus_;
  Natural root_;
  std::vector<PlacedAxis> axes_;
  std::vector<std::uint64_t> scale_;  // the inverse of the product of the axes' scales
  std::vector<std::uint32_t> places_of_blocks_, places_in_block_;
  std::vector<Dimension> dimensions_;
  std::vector<std::uint64_t> exponents_;
  std::vector<std::uint32_t> order_;  // the place of each slot among the values of the axes
  std::size_t scratch_words_ = 0;
};

}  // namespace lath::detail
