// SPDX-License-Identifier: Apache-2.0
//
// Products of leaves in plain C++: sums of 40 products of a chunk with at most 64 are below 2^39.
#include <algorithm>

#include "recursion_kernels.hpp"

namespace lath::hardware::detail {
namespace {

void leaf_product(Word* rows, const Word* planes, const Word* binary, Lanes lanes) noexcept {
  const std::size_t messages = lane_count(lanes);
  for (std::size_t n = 0; n < kLeafProduct; ++n) {
    const std::size_t begin = n < kLeaf ? 0 : n + 1 - kLeaf, end = std::min(n + 1, kLeaf);
    for (std::size_t j = 0; j < messages; ++j) {
      std::uint64_t carried = 0;
      for (std::size_t k = 0; k < kChunks; ++k) {
        std::uint64_t sum = carried;
        for (std::size_t i = begin; i < end; ++i) {
          sum += std::uint64_t{planes[k * kLeaf + n - i]} * (binary[i] >> (8 * j) & 255);
        }
        rows[(n * kChunks + k) * messages + j] = static_cast<Word>(sum) & kChunkMask;
        carried = sum >> kChunkBits;
      }
    }
  }
}

}  // namespace

LeafProduct reference_leaf_product() noexcept { return leaf_product; }

}  // namespace lath::hardware::detail
