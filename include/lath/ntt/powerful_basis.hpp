// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "lath/arith/modulus.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath {

/// Powers of x in the powerful basis of the ring Z[x]/(Phi_m(x)), see CyclotomicIndex. Immutable,
/// cheap to copy, safe to share between threads.
///
/// With k_q = k (m/q)^-1 mod q, x^k is the product of zeta_q^(k_q) over the prime powers q of m.
/// And along the axis of q = p^e, zeta_q^i is minus the sum of all zeta_q^(i - j q/p), 0 < j < p,
/// where i is phi(q) or more: coefficients outside of the basis are subtracted from coefficients
/// inside of it.
class PowerfulBasis {
 public:
  /// Takes about m steps, and 4 m bytes.
  static PowerfulBasis create(const CyclotomicIndex& index);

  /// m.
  [[nodiscard]] const CyclotomicIndex& index() const& noexcept;
  const CyclotomicIndex& index() const&& = delete;  // the basis is a temporary: give it a name

  /// M, the degree of the binomial that Phi_m divides: x^m - 1, M = m, for odd m, and x^(m/2) + 1,
  /// M = m/2, for even m. phi(m) for powers of two.
  [[nodiscard]] std::size_t powers() const noexcept;
  /// 2^k, for k odd primes that divide m: a coefficient of the powerful basis is the sum of so many
  /// of M coefficients of powers of x, each with a sign.
  [[nodiscard]] std::size_t terms() const noexcept;

  ///@{
  /// The integer coefficients of the sum of a_k x^k, where `a` has M words, below 2^62 / terms() in
  /// magnitude. `out` has phi(m) words.
  /// Constant time in them; takes about 2 M bytes of scratch memory, or 8 M, which is wiped. Throws
  /// mismatch for other sizes.
  void reduce(std::span<std::int64_t> out, std::span<const std::int8_t> a) const;
  void reduce(std::span<std::int64_t> out, std::span<const std::int64_t> a) const;
  ///@}

  ///@{
  /// Converts words modulo p: from the polynomial a(x), of any length, and back to the polynomial
  /// of degree below phi(m), modulo Phi_m. `out` has phi(m) words, and so has `a` on the way back;
  /// otherwise they throw mismatch. Constant time in the words. Take some m 2^k steps and words of
  /// scratch memory: for text and tests.
  void from_polynomial(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                       const Modulus& p) const;
  void to_polynomial(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                     const Modulus& p) const;
  ///@}
  /// 64 polynomials modulo 2 at once, one in each bit of the words: from M coefficients of powers
  /// of x to the phi(m) of the powerful basis. Otherwise as from_polynomial().
  void from_bits(std::span<std::uint64_t> out, std::span<const std::uint64_t> a) const;

 private:
  struct State;
  explicit PowerfulBasis(std::shared_ptr<const State> state) noexcept;
  template <class Sum, class Integer>
  void reduce_in(std::span<std::int64_t> out, std::span<const Integer> a) const;

  std::shared_ptr<const State> state_;
};

}  // namespace lath
