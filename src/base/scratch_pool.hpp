// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/base/secret.hpp"

namespace lath::detail {

/// Scratch memory for functions that must not allocate: areas of one size, made beforehand, which
/// calls borrow. Where more calls run at once than there are areas, the others sleep. Safe to share
/// between threads; a forked child has the areas back that other threads of its parent had. Areas
/// are wiped when they are given back, since they may hold secrets.
class ScratchPool {
 public:
  /// `areas` areas of `words` words. Throws std::bad_alloc.
  ScratchPool(std::size_t words, std::size_t areas);

  /// An area for as long as this object lives. Its words have no values yet.
  class Area {
   public:
    explicit Area(ScratchPool& pool) noexcept : pool_(pool), number_(pool.take()) {}
    ~Area() { pool_.give_back(number_); }
    Area(const Area&) = delete;
    Area& operator=(const Area&) = delete;

    [[nodiscard]] std::uint64_t* data() const noexcept { return pool_.areas_[number_].data(); }

   private:
    ScratchPool& pool_;
    std::size_t number_;
  };

 private:
  [[nodiscard]] std::size_t take() noexcept;
  void give_back(std::size_t number) noexcept;

  std::vector<Buffer<std::uint64_t, Secret>> areas_;
  // For each area 0, or one more than the number of forks when it was taken.
  std::vector<std::atomic<std::uint32_t>> taken_;
  std::atomic<std::uint32_t> returns_{0};
};

}  // namespace lath::detail
