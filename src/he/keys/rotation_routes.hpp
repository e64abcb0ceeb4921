// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lath::he {

/// The shortest ways to compose automorphisms x -> x^g of x^n + 1 of given ones: a breadth-first
/// search from the identity through the group of odd numbers modulo 2n. Takes 5 bytes for each of
/// its n elements.
class RotationRoutes {
 public:
  /// For n, a power of two from 2 on, and odd exponents below 2n.
  RotationRoutes(std::size_t degree, std::span<const std::uint64_t> elements);

  /// The number of given automorphisms on the way to an odd g < 2n: 0 for the identity, and
  /// unreachable if there is no way or none of at most log2(n) steps.
  [[nodiscard]] std::size_t length(std::uint64_t g) const noexcept { return length_[g / 2]; }
  static constexpr std::size_t unreachable = 255;
  /// The last automorphism on the way to g. Only for a g that has a way with at least one step.
  [[nodiscard]] std::uint64_t last(std::uint64_t g) const noexcept { return last_[g / 2]; }
  /// The automorphism that the way to g has composed before the last step.
  [[nodiscard]] std::uint64_t before(std::uint64_t g) const noexcept;

 private:
  std::vector<std::uint8_t> length_;
  std::vector<std::uint32_t> last_;
};

}  // namespace lath::he
