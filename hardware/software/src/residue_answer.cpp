// SPDX-License-Identifier: Apache-2.0
#include "residue_answer.hpp"

#include <algorithm>

#include "frames.hpp"

namespace lath::hardware::detail {

ResidueAnswer::~ResidueAnswer() {
  if (keeps_) std::copy_n(kept_, products_ * kResultWords, results_);
}

void ResidueAnswer::arrived(std::span<const Burst> so_far) noexcept {
  if (!keeps_) {
    std::copy_n(results_, products_ * kResultWords, kept_);
    keeps_ = true;
  }
  for (; read_ < products_ * kChunks && so_far.size() >= (read_ + 1) * kResultBursts; ++read_) {
    const std::size_t product = read_ / kChunks, k = read_ % kChunks;
    beyond_ |= kernels_.read(results_ + product * kResultWords + k,
                             so_far.data() + read_ * kResultBursts, residue_prime(k));
  }
}

void ResidueAnswer::accept(std::span<const Burst> answer, std::size_t request) {
  require_answer(kResidueFrames, answer, request, residue_answer_bursts(products_, 1));
  arrived(answer);
  require_residues(beyond_);
  keeps_ = false;
}

}  // namespace lath::hardware::detail
