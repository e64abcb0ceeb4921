// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arith/pointwise/fractions.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/base/cpu.hpp"
#include "lath/rns/rns_basis.hpp"

namespace lath::he {

/// round(t x / Q) mod t, the decryption of BFV, from residues of x that come prime by prime: each
/// is added to a sum and needed no more. With a_i = (Q/q_i)^-1 mod q_i,
///
///     x / Q  =  sum_i x_i a_i / q_i  mod 1,
///
/// and t times it, rounded, is a plaintext (S. Halevi, Y. Polyakov, V. Shoup, CT-RSA 2019, section
/// 2.3, with fixed-point numbers modulo 1 in place of products modulo q_i). For k primes the result
/// is the rounding of t x / Q + e with |e| <= (k + 1) t 2^-52, on every machine and in any order.
/// Constant time in the residues.
class PlaintextRounding {
 public:
  /// Whether the primes are below 2^50, and |e| is below 2^-22: less than the part of the budget
  /// that no noise bound may use.
  static bool is_precise(const RnsBasis& basis, const Modulus& t) noexcept;

  /// For the primes of a basis, in its order. It must be precise for t. Uses only features of
  /// `isa`.
  PlaintextRounding(const RnsBasis& basis, const Modulus& t, Isa isa = active_isa());

  /// The word of an empty sum. If several sums are added afterwards, one of them begins with this
  /// word, and the others with zero.
  [[nodiscard]] std::uint64_t start() const noexcept { return start_; }
  /// Adds residues modulo prime i to as many sums.
  void add(std::span<std::uint64_t> sums, std::size_t i, const std::uint64_t* x) const noexcept;
  /// Writes as many plaintext words as there are sums, in [0, t).
  void round(std::uint64_t* out, std::span<const std::uint64_t> sums) const noexcept;

 private:
  Isa isa_;
  std::uint64_t t_, start_;
  std::vector<detail::Fraction104> fractions_;  // a_i / q_i
};

}  // namespace lath::he
