// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algebra/wide/wide_modulus.hpp"

namespace lath::detail {

/// out = T x for a Toeplitz matrix T of n rows, T_ij = t[n - 1 - i + j], its 2 n - 1 elements in
/// Montgomery form. While n is even and long, three products of half the length give it (S.
/// Winograd, "Arithmetic complexity of computations", 1980), so it takes about n^1.58 products.
/// `out` overlaps no operand. `scratch` has 4 n elements.
void multiply_toeplitz(const WideModulus& modulus, std::uint64_t* out, const std::uint64_t* t,
                       const std::uint64_t* x, std::size_t n, std::uint64_t* scratch) noexcept;

/// The discrete Fourier transform of odd prime length l modulo p: b_s = sum of a_i w^(i s). Apart
/// from b_0 it is a cyclic convolution of length l - 1 (C. Rader, Proc. IEEE 56, 1968), which a
/// Toeplitz matrix computes. Constant time in the elements.
class WidePrimeTransform {
 public:
  /// `powers` are the elements w^0, ..., w^(l-1) in Montgomery form, w of order l; `generator`
  /// generates the units modulo l.
  WidePrimeTransform(const WideModulus& modulus, std::uint64_t prime, std::uint64_t generator,
                     std::span<const std::uint64_t> powers);

  /// Words of scratch memory of transform().
  [[nodiscard]] std::size_t scratch_words() const noexcept { return 6 * length_ * words_; }
  /// `out` and `a` are l elements that do not overlap.
  void transform(const WideModulus& modulus, std::uint64_t* out, const std::uint64_t* a,
                 std::uint64_t* scratch) const noexcept;
  /// The place of b_s for the root 1/w: -s modulo l.
  [[nodiscard]] std::size_t opposite(std::size_t s) const noexcept {
    return s == 0 ? 0 : powers_.size() + 1 - s;
  }

 private:
  std::size_t words_, length_;         // length_ >= l - 1: the rows of the matrix
  std::vector<std::uint32_t> powers_;  // of the generator
  std::vector<std::uint64_t> matrix_;
};

}  // namespace lath::detail
