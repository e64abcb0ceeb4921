// SPDX-License-Identifier: Apache-2.0
//
// Halves of polynomials, their sums and bursts, in plain C++.
#include <algorithm>

#include "recursion_kernels.hpp"

namespace lath::hardware::detail {
namespace {

void halve(Word* out, const Word* in, std::size_t n, std::size_t planes) noexcept {
  const std::size_t half = n / 2, polynomial = planes * half;
  for (std::size_t plane = 0; plane < planes; ++plane) {
    for (std::size_t i = 0; i < half; ++i) {
      const Word low = in[plane * n + i], high = in[plane * n + half + i];
      Word* const to = out + plane * half + i;
      to[0] = low;
      to[polynomial] = high;
      to[2 * polynomial] = low + high;
    }
  }
}

void quarter(Word* out, const Word* in, std::size_t n, std::size_t planes) noexcept {
  const std::size_t q = n / 4, polynomial = planes * q;
  for (std::size_t plane = 0; plane < planes; ++plane) {
    for (std::size_t i = 0; i < q; ++i) {
      const Word* const x = in + plane * n + i;
      // Halves, and their sum, and the same of each.
      const Word halves[3][2] = {
          {x[0], x[q]}, {x[2 * q], x[3 * q]}, {x[0] + x[2 * q], x[q] + x[3 * q]}};
      for (std::size_t t = 0; t < 3; ++t) {
        Word* const to = out + 3 * t * polynomial + plane * q + i;
        to[0] = halves[t][0];
        to[polynomial] = halves[t][1];
        to[2 * polynomial] = halves[t][0] + halves[t][1];
      }
    }
  }
}

void carry(Word* planes, std::size_t n) noexcept {
  for (std::size_t i = 0; i < n; ++i) {
    Word carried = 0;
    for (std::size_t k = 0; k < kChunks; ++k) {
      const Word x = planes[k * n + i] + carried;
      planes[k * n + i] = x & kChunkMask;
      carried = x >> kChunkBits;
    }
  }
}

void emit(Burst* out, const Word* planes, const Word* binary) noexcept {
  for (std::size_t i = 0; i < kLeaf; ++i) {
    for (std::size_t k = 0; k < kChunks; ++k) {
      const Word byte = k < kMaxMessages ? binary[i] >> (8 * k) & 255 : 0;
      out[kChunks * i + k] = {{planes[k * kLeaf + i], byte, 0, 0}};
    }
  }
}

}  // namespace

PlaneKernels reference_plane_kernels() noexcept { return {halve, quarter, carry, emit}; }

void interleave_bytes(Word* out, const std::int8_t* const* bytes, std::size_t count) noexcept {
  std::fill_n(out, count, Word{0});
  for (std::size_t j = 0; j < kMaxMessages; ++j) {
    if (bytes[j] == nullptr) continue;
    for (std::size_t i = 0; i < count; ++i) {
      out[i] |= static_cast<Word>(static_cast<std::uint8_t>(bytes[j][i])) << (8 * j);
    }
  }
}

}  // namespace lath::hardware::detail
