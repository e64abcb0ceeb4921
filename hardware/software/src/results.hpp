// SPDX-License-Identifier: Apache-2.0
//
// Between the memory of messages and words with a byte of each.
#pragma once

#include <array>

#include "backend.hpp"
#include "recursion_kernels.hpp"

namespace lath::hardware::detail {

/// Words with a byte of each of `count` messages.
inline void interleave_messages(Word* out, const std::int8_t* bytes, std::size_t count) noexcept {
  std::array<const std::int8_t*, kMaxMessages> of{};
  for (std::size_t j = 0; j < count; ++j) of[j] = bytes + j * kDegree;
  interleave_bytes(out, of.data(), kDegree);
}

/// Rows plus errors to results. See RowKernels::finish().
inline void finish_rows(const Messages& messages, const Word* rows, const Word* errors, Word top,
                        Lanes lanes, const RowKernels& kernels) noexcept {
  if (lanes == Lanes::one) {
    finish_one(messages.results, rows, row_words(lanes), errors, 0, top);
  } else {
    kernels.finish(messages.results, messages.count, rows, errors, top);
  }
}

}  // namespace lath::hardware::detail
