// SPDX-License-Identifier: Apache-2.0
//
// Products of halves to products of wholes, and the sums of rows, in plain C++.
//
// With loose chunks, in [-2^4, 2^27 + 2^4), a block of one join is at most a sum of two and a
// difference of two: in magnitude at most 2 (2^27 + 2^5). A block of the second join is a sum or
// difference of four such: 8 (2^27 + 2^5) < 2^31. A third would pass 2^32, so that carries move
// between every two.
#include "recursion_kernels.hpp"

namespace lath::hardware::detail {
namespace {

// As the equation says: L + x^h (M - L - H) + x^2h H.
void join(Word* out, const Word* in, std::size_t h, std::size_t words) noexcept {
  const std::size_t block = h * words, product = 2 * block - words;
  const Word *const low = in, *const high = in + product, *const sum = in + 2 * product;
  for (std::size_t i = 0; i < 4 * block - words; ++i) {
    Word x = 0;
    if (i < product) x += low[i];
    if (i >= block && i - block < product) x += sum[i - block] - low[i - block] - high[i - block];
    if (i >= 2 * block) x += high[i - 2 * block];
    out[i] = x;
  }
}

// Word i of a product of the first level, without writing it anywhere.
Word joined(const Word* in, std::size_t i, std::size_t block, std::size_t words) noexcept {
  const std::size_t product = 2 * block - words;
  Word x = 0;
  if (i < product) x += in[i];
  if (i >= block && i - block < product) {
    x += in[2 * product + i - block] - in[i - block] - in[product + i - block];
  }
  if (i >= 2 * block) x += in[product + i - 2 * block];
  return x;
}

void join_twice(Word* out, const Word* in, std::size_t h, std::size_t words) noexcept {
  const std::size_t block = h * words, triple = 3 * (2 * block - words);
  const std::size_t product = 4 * block - words;
  for (std::size_t i = 0; i < 8 * block - words; ++i) {
    const auto part = [=](std::size_t t, std::size_t at) {
      return joined(in + t * triple, at, block, words);
    };
    Word x = 0;
    if (i < product) x += part(0, i);
    if (i >= 2 * block && i - 2 * block < product) {
      const std::size_t at = i - 2 * block;
      x += part(2, at) - part(0, at) - part(1, at);
    }
    if (i >= 4 * block) x += part(1, i - 4 * block);
    out[i] = x;
  }
}

// Words are two's complements.
Word carry_of(Word x) noexcept {
  return static_cast<Word>(static_cast<std::int32_t>(x) >> kChunkBits);
}

void carry(Word* rows, std::size_t count, Lanes lanes) noexcept {
  const std::size_t step = lane_count(lanes);
  for (std::size_t i = count * row_words(lanes); i-- != 0;) {
    const Word carried = i / step % kChunks == 0 ? 0 : carry_of(rows[i - step]);
    rows[i] = (rows[i] & kChunkMask) + carried;
  }
}

void add(Word* out, const Word* a, const Word* b, std::size_t words) noexcept {
  for (std::size_t i = 0; i < words; ++i) out[i] = a[i] + b[i];
}
void subtract(Word* out, const Word* a, const Word* b, std::size_t words) noexcept {
  for (std::size_t i = 0; i < words; ++i) out[i] = a[i] - b[i];
}
void subtract_sum(Word* from, Word* sums, const Word* a, const Word* b,
                  std::size_t words) noexcept {
  for (std::size_t i = 0; i < words; ++i) {
    sums[i] = a[i] + b[i];
    from[i] -= sums[i];
  }
}

void first_lane(Word* out, const Burst* in, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) out[i] = in[i].words[0];
}

Word bits(const Burst* in, std::size_t count) noexcept {
  Word all = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (const Word word : in[i].words) all |= word;
  }
  return all;
}

void finish(Word* out, std::size_t messages, const Word* rows, const Word* errors,
            Word top) noexcept {
  for (std::size_t j = 0; j < messages; ++j) {
    finish_one(out + j * kDegree * kChunks, rows + j, row_words(Lanes::four), errors, j, top);
  }
}

}  // namespace

void finish_one(Word* out, const Word* rows, std::size_t words, const Word* errors,
                std::size_t message, Word top) noexcept {
  const std::size_t lanes = words / kChunks;
  for (std::size_t i = 0; i < kDegree; ++i) {
    Word carried = static_cast<Word>(static_cast<std::int8_t>(errors[i] >> (8 * message) & 255));
    for (std::size_t k = 0; k < kChunks; ++k) {
      const Word x = rows[i * words + k * lanes] + carried;
      out[i * kChunks + k] = x & (k + 1 == kChunks ? top : kChunkMask);
      carried = carry_of(x);
    }
  }
}

RowKernels reference_row_kernels() noexcept {
  return {join, join_twice, carry, add, subtract, subtract_sum, first_lane, bits, finish};
}

}  // namespace lath::hardware::detail
