// SPDX-License-Identifier: Apache-2.0
#include "cyclotomic_rows.hpp"

#include <algorithm>

// With A = B Phi_253 + R of degree 252 in y, B has 33 blocks. Phi_253 is its own mirror image, and
// Phi_253 = (1 - y)(1 - y^253) / ((1 - y^11)(1 - y^23)), so that, from the highest power down,
//   B = A (1 - y^11)(1 - y^23) / (1 - y) modulo y^33,
// sums of eleven blocks in a row less such sums 23 blocks away, and, from the lowest power up,
//   B Phi_253 = B (1 - y) / ((1 - y^11)(1 - y^23)) modulo y^220.
// Sums wrap modulo 2^32 on the way: only what they are in the end must fit. A word of R is a sum of
// at most 12 words of the product and a difference of at most 11, loose ones, so that it is in
// (-11 2^27 - 2^9, 12 2^27 + 2^9), which fits.
namespace lath::hardware::detail {
namespace {

constexpr std::size_t kBlockRows = 11, kBlocks = kIndex / kBlockRows;
constexpr std::size_t kLow = kDegree / kBlockRows, kTop = kBlocks - kLow;
static_assert(kBlocks == 253 && kLow == 220 && kTop == 33);

}  // namespace

CyclotomicRows::CyclotomicRows(const RowKernels& kernels, Lanes lanes, Scratch& scratch) noexcept
    : kernels_(&kernels), lanes_(lanes), block_(kBlockRows * row_words(lanes)) {
  series_ = scratch.take<Word>((kTop + 1) * block_);
  quotient_ = scratch.take<Word>(kTop * block_);
  ring_ = scratch.take<Word>(23 * block_);
}

void CyclotomicRows::fold(Word* rows) const noexcept {
  const std::size_t words = row_words(lanes_);
  kernels_->add(rows, rows, rows + kIndex * words, (kLinearRows - kIndex) * words);
}

void CyclotomicRows::reduce(Word* rows) const noexcept {
  divide(quotient_, at(rows, kLow));
  multiply_lower(rows, quotient_);
}

void CyclotomicRows::divide(Word* quotient, const Word* top) const noexcept {
  const RowKernels& k = *kernels_;
  const auto highest = [&](std::size_t t) { return top + (kTop - 1 - t) * block_; };
  std::copy_n(highest(0), block_, series_);
  for (std::size_t t = 1; t < kTop; ++t) {
    k.add(at(series_, t), at(series_, t - 1), highest(t), block_);
    if (t >= 11) k.subtract(at(series_, t), at(series_, t), highest(t - 11), block_);
  }
  for (std::size_t t = 0; t < kTop; ++t) {
    Word* const b = at(quotient, kTop - 1 - t);
    if (t < 23) {
      std::copy_n(at(series_, t), block_, b);
    } else {
      k.subtract(b, at(series_, t), at(series_, t - 23), block_);
    }
  }
}

// Subtracts the lower blocks of B Phi_253 from those of A. B (1 - y) has 34 blocks; divided by
// 1 - y^11 the series repeats its last eleven for ever.
void CyclotomicRows::multiply_lower(Word* rows, const Word* quotient) const noexcept {
  const RowKernels& k = *kernels_;
  const auto b = [&](std::size_t i) { return quotient + i * block_; };
  std::fill_n(ring_, 23 * block_, Word{0});
  std::copy_n(b(0), block_, series_);
  for (std::size_t i = 1; i < kTop; ++i) k.subtract(at(series_, i), b(i), b(i - 1), block_);
  k.subtract(at(series_, kTop), ring_, b(kTop - 1), block_);
  k.add(at(series_, 11), at(series_, 11), series_, (kTop + 1 - 11) * block_);
  for (std::size_t i = 0; i < kLow; ++i) {
    const std::size_t c = i <= kTop ? i : kTop + 1 - 11 + (i - (kTop + 1)) % 11;
    Word* const sum = at(ring_, i % 23);
    k.subtract_sum(at(rows, i), sum, at(series_, c), sum, block_);
  }
}

}  // namespace lath::hardware::detail
