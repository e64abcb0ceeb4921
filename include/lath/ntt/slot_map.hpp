// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lath/base/error.hpp"

namespace lath {

/// The order of an evaluation form, as data. With psi a root of unity of order index(), slot j of a
/// polynomial a holds a mod (x^block - psi^exponent(j)): `block` words, lowest coefficient first.
/// If block is 1, that is the value a(psi^exponent(j)). Immutable, cheap to copy.
class SlotMap {
 public:
  ///@{
  /// Copies share the exponents. A moved-from object keeps its exponents.
  SlotMap(const SlotMap&) noexcept = default;
  SlotMap& operator=(const SlotMap&) noexcept = default;
  ///@}
  ~SlotMap() = default;

  /// The order of a transform by halves: exponent(j) is brv(j), or 2 brv(j) + 1 if the index is
  /// 2 slots, where brv reverses log2(slots) bits. `slots` is a power of two, `index` is slots or
  /// 2 slots. Throws invalid_argument otherwise.
  static SlotMap bit_reversed(std::size_t slots, std::uint64_t index, std::size_t block = 1);
  /// Any other order: slot j holds a(psi^exponents[j]). Throws invalid_argument unless the
  /// exponents are distinct and below the index, and there are some.
  static SlotMap listed(std::uint64_t index, std::vector<std::uint32_t> exponents);

  /// m: the order of psi.
  [[nodiscard]] std::uint64_t index() const noexcept { return index_; }
  /// The number of slots.
  [[nodiscard]] std::size_t slots() const noexcept { return slots_; }
  /// The number of words in a slot.
  [[nodiscard]] std::size_t block() const noexcept { return block_; }
  /// The exponent of slot j < slots(), in [0, index()).
  [[nodiscard]] std::uint64_t exponent(std::size_t j) const noexcept;

  /// For each slot j the slot that holds a(psi^(g exponent(j))): this is the value that the
  /// automorphism x -> x^g brings to slot j. Throws invalid_argument if g does not permute the
  /// exponents, unsupported if block is not 1. g counts modulo index().
  [[nodiscard]] std::vector<std::uint32_t> sources(std::uint64_t g) const;

  /// Whether both are the same order.
  friend bool operator==(const SlotMap& a, const SlotMap& b) noexcept {
    return a.index_ == b.index_ && a.slots_ == b.slots_ && a.block_ == b.block_ &&
           (a.exponents_ == b.exponents_ || a.equals(b));
  }

 private:
  SlotMap(std::uint64_t index, std::size_t slots, std::size_t block) noexcept
      : index_(index), slots_(slots), block_(block) {}
  [[nodiscard]] bool equals(const SlotMap& other) const noexcept;

  std::uint64_t index_;
  std::size_t slots_, block_;
  std::shared_ptr<const std::vector<std::uint32_t>> exponents_;  // none: bit-reversed
};

}  // namespace lath
