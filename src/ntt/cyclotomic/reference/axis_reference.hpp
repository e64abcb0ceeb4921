// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/ntt/cyclotomic_index.hpp"
#include "lath/ntt/ntt_plan.hpp"
#include "ntt/cyclotomic/reference/prime_axis.hpp"

namespace lath::detail {

/// The transform along one axis of a cyclotomic ring, of an odd prime power q = p^e: from the
/// coefficients of 1, w, w^2, ... to the values at the powers w^(g^b) of a root of unity w of order
/// q, one value at a time.
///
/// A coefficient's place is i = i_1 p^(e-1) + i_0, and the exponent of a value j = j_0 + p j_1:
///
///     sum_i c_i w^(i j) = sum_{i_0} (w^p)^(i_0 j_1) w^(i_0 j_0) sum_{i_1} c_i (w^(p^(e-1)))^(i_1
///     j_0).
///
/// The inner sums are a transform of the prime p from p - 1 coefficients; the outer sum is a
/// transform of length p^(e-1), which splits in the same way (V. Lyubashevsky, C. Peikert, O.
/// Regev, "A toolkit for ring-LWE cryptography", section 3.2).
class AxisReference {
 public:
  AxisReference(const Modulus& m, const CyclotomicIndex::Axis& axis, std::uint64_t root);

  [[nodiscard]] std::size_t degree() const noexcept { return places_.size(); }
  [[nodiscard]] std::size_t scratch_words() const noexcept;
  /// In place, on degree() neighbouring words.
  void forward(std::uint64_t* x, std::uint64_t* scratch) const noexcept;
  void inverse(std::uint64_t* x, std::uint64_t* scratch) const noexcept;

 private:
  void forward_length(std::uint64_t* x, std::size_t length, std::uint64_t* scratch) const noexcept;
  void inverse_length(std::uint64_t* x, std::size_t length, std::uint64_t* scratch) const noexcept;
  void forward_prime(std::uint64_t* x, std::uint64_t* scratch) const noexcept;
  void inverse_prime(std::uint64_t* x, std::uint64_t* scratch) const noexcept;
  [[nodiscard]] std::uint64_t power(std::uint64_t exponent) const noexcept {
    return powers_[exponent % powers_.size()];
  }

  Modulus m_;
  PrimeAxis prime_;
  std::vector<std::uint64_t> powers_;             // of w
  std::vector<std::uint32_t> places_;             // where the value of slot b is computed
  std::uint64_t prime_inverse_, degree_inverse_;  // 1/p, 1/q
};

}  // namespace lath::detail
