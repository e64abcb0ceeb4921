// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/arith/modulus.hpp"

namespace lath::detail {

/// The products of consecutive moduli in a complete binary tree. Its lowest nodes are groups of up
/// to kGroup moduli. A CRT lift of many limbs combines residues from these groups up to the root.
/// All integers of one depth have the same size, with room for the number of moduli times their
/// product.
class ProductTree {
 public:
  static constexpr std::size_t kGroup = 16;

  explicit ProductTree(std::span<const Modulus> moduli);

  /// The product of all moduli, in words() words.
  [[nodiscard]] const std::uint64_t* product() const noexcept { return levels_[0].products.data(); }
  [[nodiscard]] std::size_t words() const noexcept { return levels_[0].words; }
  [[nodiscard]] std::size_t scratch_words() const noexcept;

  /// out = sum_i y_i (product / q_i), in words() words, for y_i in [0, q_i), `step` words apart.
  /// `scratch` has scratch_words() words.
  void combine(std::uint64_t* out, const std::uint64_t* y, std::size_t step,
               std::uint64_t* scratch) const noexcept;

 private:
  struct Level {
    std::size_t words = 0;
    std::vector<std::uint64_t> products;  // of its nodes, `words` words each
  };

  void add_groups(std::span<const Modulus> moduli);
  void add_parents();
  void combine_group(std::uint64_t* out, std::size_t group, const std::uint64_t* y,
                     std::size_t step) const noexcept;
  void combine_node(std::uint64_t* out, std::size_t depth, std::size_t node, const std::uint64_t* y,
                    std::size_t step, std::uint64_t* scratch) const noexcept;

  std::vector<Level> levels_;       // from the root downwards
  std::vector<std::size_t> first_;  // the first modulus of each group, and the end
  std::vector<std::uint64_t>
      punctured_;  // for each modulus, the product of the others of its group
};

}  // namespace lath::detail
