// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "lath/ring/ring.hpp"

namespace lath {

/// The ring R_q = Z_q[x]/(x^N + 1) with one prime q, chosen at run time: below 2^14 in words of 16
/// bits, below 2^30 in words of 32 bits. A copy is one pointer. A ring that was moved from has
/// degree 0 and no limbs: it has no polynomials, and modulus() and plan() throw invalid_argument.
///
/// If q has no root of unity of order 2N, the transform stops one or two layers early, see
/// NttShape. Evaluation forms are then residues modulo x^2 - zeta or x^4 - zeta, and products are
/// computed block by block.
template <ResidueWord W>
class PrimeRing {
 public:
  using Word = W;  ///< the word of a residue

  /// The ring Z_q[x]/(x^degree + 1) with q = modulus. `degree` is a power of two from 2 to 2^20,
  /// `modulus` a prime as above that is 1 mod 2 degree, or 1 mod degree (from degree 4 on), or 1
  /// mod degree / 2 (from degree 16 on). Throws invalid_argument otherwise. Costs about 10 degree
  /// modular products.
  static PrimeRing create(std::size_t degree, std::uint64_t modulus);

  /// N.
  [[nodiscard]] std::size_t degree() const noexcept;
  /// 1, or 0 if the ring was moved from.
  [[nodiscard]] std::size_t limbs() const noexcept { return state_ == nullptr ? 0 : 1; }
  /// q; `limb` is 0.
  [[nodiscard]] const Modulus& modulus(std::size_t limb = 0) const&;
  const Modulus& modulus(std::size_t limb = 0) const&& =
      delete;  // the ring is a temporary: name it
  /// The plan; `limb` is 0.
  [[nodiscard]] const NttPlan<Word>& plan(std::size_t limb = 0) const&;
  const NttPlan<Word>& plan(std::size_t limb = 0) const&& = delete;  // the ring is a temporary

  /// Whether degree and modulus are equal.
  friend bool operator==(const PrimeRing& a, const PrimeRing& b) noexcept {
    return a.state_ == b.state_ || a.equals(b);
  }

 private:
  struct State;
  explicit PrimeRing(std::shared_ptr<const State> state) noexcept;
  [[nodiscard]] bool equals(const PrimeRing& other) const noexcept;

  std::shared_ptr<const State> state_;
};

extern template class PrimeRing<std::uint16_t>;
extern template class PrimeRing<std::uint32_t>;

/// The ring of Module-LWE.
using ModuleRing = PrimeRing<std::uint32_t>;

static_assert(Ring<PrimeRing<std::uint16_t>> && Ring<ModuleRing>);

}  // namespace lath
