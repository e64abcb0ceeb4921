// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>

#include "lath/ring/ring.hpp"

namespace lath {

/// A ring whose degree and moduli are chosen at run time; 64-bit words.
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

  [[nodiscard]] std::size_t degree() const noexcept;
  [[nodiscard]] std::size_t limbs() const noexcept;
  [[nodiscard]] const Modulus& modulus(std::size_t limb) const noexcept;
  [[nodiscard]] const NttPlan<Word>& plan(std::size_t limb) const noexcept;

  friend bool operator==(const DynamicRing& a, const DynamicRing& b) noexcept {
    return a.state_ == b.state_ || a.equals(b);
  }

 private:
  struct State;
  explicit DynamicRing(std::shared_ptr<const State> state) noexcept;
  [[nodiscard]] bool equals(const DynamicRing& other) const noexcept;

  std::shared_ptr<const State> state_;
};

static_assert(Ring<DynamicRing>);

}  // namespace lath
