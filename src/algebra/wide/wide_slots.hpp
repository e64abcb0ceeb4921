// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algebra/wide/wide_modulus.hpp"
#include "lath/base/error.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::detail {

/// The slots of polynomials modulo a prime p of any size: their values at z^j for the units j
/// modulo m that are 1 modulo d, where z is a root of unity of order m modulo p with z^(m/d) =
/// omega. Polynomials come as numbers modulo p, one for each block of SubringBlocks: coefficients
/// over Z[zeta_d], at zeta_d = omega. Axis by axis, a power of two by a fast transform, and the
/// power of an odd prime by a matrix. Constant time in the numbers.
class WideSlots {
 public:
  /// A dimension of the slots: x -> x^generator moves the value of every slot to the slot before
  /// it, and of the first to the last one.
  struct Dimension {
    std::size_t size;
    std::uint64_t generator;
  };

  /// d may be 1. Throws unsupported unless p is 1 modulo m and a root of unity is found, as modulo
  /// every such prime, and the matrix of every axis has at most 4096 rows.
  WideSlots(const CyclotomicIndex& index, std::uint64_t d, const Natural& p, const Natural& omega);

  /// The number of slots.
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::size_t words() const noexcept { return modulus_.words(); }
  /// Slots are a hypercube, the last dimension the fastest.
  [[nodiscard]] std::span<const Dimension> dimensions() const noexcept { return dimensions_; }
  /// z.
  [[nodiscard]] const Natural& root() const noexcept { return root_; }
  /// The exponent j of a slot.
  [[nodiscard]] std::uint64_t exponent(std::size_t slot) const noexcept { return exponents_[slot]; }

  ///@{
  /// From numbers to values and back, in place. `scratch` has twice as many words.
  void forward(std::span<std::uint64_t> numbers, std::span<std::uint64_t> scratch) const noexcept;
  void inverse(std::span<std::uint64_t> numbers, std::span<std::uint64_t> scratch) const noexcept;
  ///@}

 private:
  using Constants = std::vector<std::uint64_t>;  // in Montgomery form, one behind the other

  struct Axis {
    std::size_t length = 0;
    std::uint64_t value = 0;               // the prime power
    std::vector<std::uint64_t> exponents;  // of the values, modulo it
    // Of a power of two: the roots of all steps and their inverses, from the longest step on, and
    // where the value of each exponent is behind the last one.
    Constants roots, inverse_roots;
    std::vector<std::uint32_t> places;
    // Of an odd prime: a row for each value, and for each coefficient.
    Constants matrix, inverse_matrix;
  };

  void add_axis(const CyclotomicIndex::Axis& of, std::uint64_t divided, const Natural& z);
  void add_dimension(std::size_t size, std::uint64_t generator, std::uint64_t q);
  void make_two(Axis& axis, const Natural& root) const;
  void make_odd(Axis& axis, const CyclotomicIndex::Axis& of, std::uint64_t divided,
                const Natural& root) const;
  void join_exponents();
  void append(Constants& to, const Natural& x) const;
  template <class Line>
  void for_each_line(std::span<std::uint64_t> numbers, std::span<std::uint64_t> scratch,
                     std::size_t a, const Line& line) const noexcept;
  void forward_line(const Axis& axis, std::span<std::uint64_t> x,
                    std::span<std::uint64_t> out) const noexcept;
  void inverse_line(const Axis& axis, std::span<std::uint64_t> x,
                    std::span<std::uint64_t> out) const noexcept;
  void multiply(const Constants& matrix, std::span<std::uint64_t> out,
                std::span<const std::uint64_t> in) const noexcept;

  std::uint64_t m_;
  WideModulus modulus_;
  Natural root_;
  std::size_t count_ = 1;
  std::vector<Axis> axes_;
  std::vector<Dimension> dimensions_;
  std::vector<std::uint64_t> exponents_;
  Constants scale_;  // the inverse of the lengths of fast transforms
};

}  // namespace lath::detail
