// SPDX-License-Identifier: Apache-2.0
#include "base/scratch_pool.hpp"

#include <thread>

namespace lath::detail {

ScratchPool::ScratchPool(std::size_t words, std::size_t areas) : taken_(areas) {
  areas_.reserve(areas);
  for (std::size_t i = 0; i < areas; ++i) areas_.emplace_back(words);
}

std::size_t ScratchPool::take() noexcept {
  for (;; std::this_thread::yield()) {
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      if (!taken_[i].exchange(true, std::memory_order_acquire)) return i;
    }
  }
}

void ScratchPool::give_back(std::size_t number) noexcept {
  wipe(areas_[number].data(), areas_[number].size() * sizeof(std::uint64_t));
  taken_[number].store(false, std::memory_order_release);
}

}  // namespace lath::detail
