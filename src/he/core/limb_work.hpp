// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "he/core/key_tables.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/parallel.hpp"
#include "lath/ring/ring.hpp"

namespace lath::he {

/// Scratch memory to work limb by limb: so many rows for each thread, which are secret.
class LimbScratch {
 public:
  LimbScratch(const KeyTables& keys, std::size_t limbs, std::size_t rows)
      : limbs_(limbs),
        threads_(
            std::min({keys.engine->threads(), limbs, threads_for(limbs, keys.degree(), kPasses)})),
        words_(rows * keys.degree()),
        memory_(Buffer<std::uint64_t, Secret>::for_overwrite(threads_ * words_)) {}

  [[nodiscard]] std::size_t threads() const noexcept { return threads_; }
  /// The rows of a thread.
  [[nodiscard]] std::span<std::uint64_t> of_thread(std::size_t thread) noexcept {
    return memory_.span().subspan(thread * words_, words_);
  }

  /// Calls work(limb, scratch) for each of the first limbs, spread over threads. `work` is
  /// noexcept.
  template <class Work>
  void for_each_limb(const Work& work) noexcept {
    for_each_limb_on_thread(
        [&](std::size_t limb, std::size_t thread) noexcept { work(limb, of_thread(thread)); });
  }
  /// Calls work(limb, thread) for each of the first limbs, where `thread` is the number of the
  /// thread, below threads().
  template <class Work>
  void for_each_limb_on_thread(const Work& work) noexcept {
    parallel_for_on(threads_, limbs_, work);
  }

 private:
  // The passes of an encryption or decryption modulo one prime: a transform or two, and some
  // products.
  static constexpr std::size_t kPasses = 2 * kTransformPasses;

  std::size_t limbs_, threads_, words_;
  Buffer<std::uint64_t, Secret> memory_;
};

/// LimbScratch::for_each_limb() with new memory. Work limb by limb needs no other memory than
/// draws, results and this scratch memory.
template <class Work>
void for_each_limb(const KeyTables& keys, std::size_t limbs, std::size_t rows, const Work& work) {
  LimbScratch(keys, limbs, rows).for_each_limb(work);
}

}  // namespace lath::he
