// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "he/context.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/parallel.hpp"
#include "lath/ring/ring.hpp"

namespace lath::he {

/// Calls work(limb, scratch) for each of the first limbs, spread over threads. Each thread has
/// scratch memory for so many rows, which is secret. `work` is noexcept. What works limb by limb
/// needs no more memory than draws, results, and that.
template <class Work>
void for_each_limb(const Context& context, std::size_t limbs, std::size_t rows, const Work& work) {
  const std::size_t parts =
      std::min({context.engine->threads(), limbs, threads_for(limbs, context.degree())});
  const std::size_t words = rows * context.degree();
  auto scratch = Buffer<std::uint64_t, Secret>::for_overwrite(parts * words);
  parallel_for(parts, 1, [&](std::size_t part) noexcept {
    for (std::size_t limb = part; limb < limbs; limb += parts) {
      work(limb, scratch.span().subspan(part * words, words));
    }
  });
}

}  // namespace lath::he
