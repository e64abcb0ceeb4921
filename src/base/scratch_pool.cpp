// SPDX-License-Identifier: Apache-2.0
#include "base/scratch_pool.hpp"

#include "base/fork.hpp"

namespace lath::detail {

ScratchPool::ScratchPool(std::size_t words, std::size_t areas) : taken_(areas) {
  static_cast<void>(fork_count());  // may throw, and does so here
  areas_.reserve(areas);
  for (std::size_t i = 0; i < areas; ++i) areas_.emplace_back(words);
}

std::size_t ScratchPool::take() noexcept {
  const std::uint32_t mine = fork_count() + 1;
  for (;;) {
    const std::uint32_t returns = returns_.load(std::memory_order_acquire);
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      std::uint32_t owner = taken_[i].load(std::memory_order_relaxed);
      if (owner != mine &&
          taken_[i].compare_exchange_strong(owner, mine, std::memory_order_acquire))
        return i;
    }
    returns_.wait(returns, std::memory_order_relaxed);
  }
}

void ScratchPool::give_back(std::size_t number) noexcept {
  wipe(areas_[number].data(), areas_[number].size() * sizeof(std::uint64_t));
  taken_[number].store(0, std::memory_order_release);
  returns_.fetch_add(1, std::memory_order_release);
  returns_.notify_one();
}

}  // namespace lath::detail
