// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lath/ntt/slot_map.hpp"

namespace lath {

/// The largest index of a ring with any prime factors.
inline constexpr std::uint64_t kMaxIndex = std::uint64_t{1} << 18;
/// The largest prime whose transforms need no convolution of another length, and the largest prime
/// factor, apart from 257 and 65537, of an index above kMaxIndex.
inline constexpr std::uint64_t kMaxSmallPrime = 31;

/// The index m of a cyclotomic ring Z[x]/(Phi_m(x)), factored. Immutable, cheap to copy, safe to
/// share between threads.
///
/// The ring is the tensor product of the rings of the prime powers of m (V. Lyubashevsky, C.
/// Peikert, O. Regev, "A toolkit for ring-LWE cryptography", EUROCRYPT 2013). So its elements are
/// arrays with one axis for each prime power q: the odd ones by rising prime, then the power of
/// two, which stands last, so that neighbours along it are neighbours in memory. A factor 2 of m =
/// 2 odd has no axis, since it does not change the ring.
///
/// Coefficients belong to the *powerful basis*, the products of zeta_q^i for 0 <= i < phi(q), where
/// zeta_q = x^(m/q). For a power of a prime that is the power basis 1, x, x^2, ... Values are
/// a(psi^j) for the units j modulo m, where j = g^b modulo each odd q for the value at place b of
/// its axis, g the axis's generator; along a power of two they have the order of the rings modulo
/// x^n + 1. An automorphism x -> x^k shifts values along every odd axis, cyclically.
class CyclotomicIndex {
 public:
  /// A prime power q = p^e of m.
  struct Axis {
    std::uint64_t prime = 0;      ///< p
    unsigned exponent = 0;        ///< e
    std::uint64_t value = 0;      ///< q
    std::size_t degree = 0;       ///< phi(q) = (p - 1) p^(e-1): the length of the axis
    std::uint64_t generator = 0;  ///< g: the least generator of the units modulo q; 5 for p = 2
    /// Whether all fields are equal.
    friend bool operator==(const Axis&, const Axis&) = default;
  };

  ///@{
  /// Copies share the tables. A moved-from object keeps its tables.
  CyclotomicIndex(const CyclotomicIndex&) noexcept = default;
  CyclotomicIndex& operator=(const CyclotomicIndex&) noexcept = default;
  ///@}
  ~CyclotomicIndex() = default;

  /// The index m, from 3 to kMaxIndex; above that one with phi(m) <= 2^20 whose prime factors are
  /// at most kMaxSmallPrime, 257 or 65537. Throws invalid_argument otherwise, with the nearest
  /// index that would do. Costs about m steps.
  static CyclotomicIndex create(std::uint64_t m);

  /// m.
  [[nodiscard]] std::uint64_t value() const noexcept;
  /// phi(m), the degree of the ring.
  [[nodiscard]] std::size_t degree() const noexcept;
  /// The product of the primes that divide m.
  [[nodiscard]] std::uint64_t radical() const noexcept;
  /// Whether m is a power of two: the ring is Z[x]/(x^n + 1) with n = m/2.
  [[nodiscard]] bool is_power_of_two() const noexcept;
  /// The prime powers of m in the order of the axes, the outermost first.
  [[nodiscard]] std::span<const Axis> axes() const& noexcept;
  std::span<const Axis> axes() const&& = delete;  // the index is a temporary: give it a name

  /// The number that divides p - 1 if the transforms modulo p are fast: a multiple of m, and of the
  /// lengths of the convolutions that they compute along long axes. Where too few primes are so,
  /// primes that are 1 modulo m serve too, with as many products for each prime factor of m as it
  /// has units.
  [[nodiscard]] std::uint64_t root_order() const noexcept;

  /// Element `place` of the powerful basis is x^power(place) modulo x^m - 1. `place` < degree().
  [[nodiscard]] std::uint64_t power(std::size_t place) const noexcept;
  /// The order of evaluation forms.
  [[nodiscard]] const SlotMap& slots() const& noexcept;
  const SlotMap& slots() const&& = delete;  // the index is a temporary: give it a name

  /// Whether the values are equal.
  friend bool operator==(const CyclotomicIndex& a, const CyclotomicIndex& b) noexcept {
    return a.value() == b.value();
  }

 private:
  struct State;
  explicit CyclotomicIndex(std::shared_ptr<const State> state) noexcept;

  std::shared_ptr<const State> state_;
};

/// Whether there is a ring of index m: CyclotomicIndex::create(m) does not throw.
[[nodiscard]] bool is_ring_index(std::uint64_t m) noexcept;

/// phi(m), the number of units modulo m, for m from 1 on. Tries divisors up to the root of m.
[[nodiscard]] std::uint64_t euler_phi(std::uint64_t m) noexcept;

/// The length of the cyclic convolution by which a transform along an axis of this odd prime
/// computes (C. Rader, Proc. IEEE 56, 1968): prime - 1 if that is a power of two, else at least 2
/// prime - 3, a power of two or three times one; or 1 where it computes sums of products.
[[nodiscard]] std::size_t convolution_length(std::uint64_t prime) noexcept;

/// About how long a fast transform of this index takes for each word, in units of the time that one
/// layer of butterflies takes for a word of a ring modulo x^n + 1: for a power of two that is
/// log2(n). For comparisons of indices; measured times are in docs/performance.md.
[[nodiscard]] double transform_cost(const CyclotomicIndex& index);
/// The transform cost of the index m, which has no tables yet.
[[nodiscard]] double transform_cost(std::uint64_t m);

/// The `count` largest primes below 2^bits that are 1 modulo root_order(), largest first, `bits`
/// from 2 to 62. Throws invalid_argument if there are fewer; primes that are 1 modulo m serve then,
/// too.
[[nodiscard]] std::vector<std::uint64_t> ntt_primes(int bits, const CyclotomicIndex& index,
                                                    std::size_t count);

}  // namespace lath
