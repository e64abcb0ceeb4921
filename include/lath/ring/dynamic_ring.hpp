// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>

#include "lath/ring/ring.hpp"
#include "lath/rns/rns_basis.hpp"

namespace lath {

/// A ring whose degree and moduli are chosen at run time; 64-bit words. A copy is one pointer. One
/// that was moved from has degree 0 and no limbs, no polynomial is made in it, and what is asked of
/// its moduli throws invalid_argument.
class DynamicRing {
 public:
  using Word = std::uint64_t;

  /// The ring Z_Q[x]/(x^degree + 1), Q the product of `moduli`.
  ///
  /// `degree` is a power of two from 2 to 2^20; `moduli`, at least one, are distinct primes below
  /// 2^62 that are 1 mod 2 degree. Throws invalid_argument otherwise, naming the value. Costs about
  /// 10 degree modular products per modulus.
  static DynamicRing create(std::size_t degree, std::span<const std::uint64_t> moduli);
  static DynamicRing create(std::size_t degree, std::initializer_list<std::uint64_t> moduli) {
    return create(degree, std::span(moduli.begin(), moduli.size()));
  }

  /// The ring of the first `limbs` moduli, and the ring with these moduli appended: they share the
  /// plans of this one, so that only the plans of new moduli cost anything. Throw invalid_argument
  /// where there are not 1 to limbs() limbs, and as create() does.
  [[nodiscard]] DynamicRing prefix(std::size_t limbs) const;
  [[nodiscard]] DynamicRing extended(std::span<const std::uint64_t> moduli) const;
  [[nodiscard]] DynamicRing extended(std::initializer_list<std::uint64_t> moduli) const {
    return extended(std::span(moduli.begin(), moduli.size()));
  }

  /// n; the number of moduli; the modulus and the plan of limb < limbs(), which is not checked.
  [[nodiscard]] std::size_t degree() const noexcept;
  [[nodiscard]] std::size_t limbs() const noexcept;
  [[nodiscard]] const Modulus& modulus(std::size_t limb) const&;
  const Modulus& modulus(std::size_t limb) const&& = delete;  // the ring is a temporary: name it
  [[nodiscard]] const NttPlan<Word>& plan(std::size_t limb) const&;
  const NttPlan<Word>& plan(std::size_t limb) const&& = delete;  // the ring is a temporary: name it

  /// The tables of the Chinese remainder theorem for the moduli, made at the first call (see
  /// RnsBasis::create for the cost), safe from several threads.
  [[nodiscard]] const RnsBasis& basis() const&;
  const RnsBasis& basis() const&& = delete;  // the ring is a temporary: give it a name

  friend bool operator==(const DynamicRing& a, const DynamicRing& b) noexcept {
    return a.state_ == b.state_ || a.equals(b);
  }

 private:
  struct State;
  explicit DynamicRing(std::shared_ptr<const State> state) noexcept;
  void require_state() const;
  [[nodiscard]] bool equals(const DynamicRing& other) const noexcept;

  std::shared_ptr<const State> state_;
};

static_assert(Ring<DynamicRing>);

}  // namespace lath
