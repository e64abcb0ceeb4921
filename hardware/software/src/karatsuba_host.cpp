// SPDX-License-Identifier: Apache-2.0
#include "karatsuba_host.hpp"

#include <algorithm>

#include "frames.hpp"

namespace lath::hardware::detail {

KaratsubaHost::KaratsubaHost(unsigned recursions, Isa isa) noexcept
    : recursions_(recursions),
      planes_(detail::plane_kernels(isa)),
      rows_(detail::row_kernels(isa)),
      leaf_product_(detail::leaf_product(isa)) {}

KaratsubaHost::Memory::Memory(const KaratsubaHost& host, Lanes lanes, Scratch& scratch) noexcept {
  const std::size_t quartered = host.leaves() / 9 * kChunks * 4 * kLeaf, words = row_words(lanes);
  ping = scratch.take<Word>(quartered);
  pong = scratch.take<Word>(quartered);
  group = scratch.take<Word>(9 * kDeviceProduct * words);
  leaves = scratch.take<Word>(9 * kLeafProduct * words);
  joined = scratch.take<Word>(9 * (8 * 4 * kLeaf - 1) * words);
}

// Two levels at a time, after a single one where their number is odd. The first chunks are full,
// and sums of up to four; carried, they are full again, and then sums of up to 16: below 2^31.
// Bytes are sums of up to 64.
void KaratsubaHost::recurse(Word* leaves, const Word* in, std::size_t planes,
                            const Memory& memory) const noexcept {
  std::size_t n = degree(), count = 1;
  unsigned left = recursions_;
  Word *next = memory.ping, *other = memory.pong;
  while (left != 0) {
    const bool once = left % 2 != 0, first = left == recursions_;
    const std::size_t parts = once ? 3 : 9, part = once ? n / 2 : n / 4;
    const auto step = once ? planes_.halve : planes_.quarter;
    left -= once ? 1 : 2;
    Word* const out = left == 0 ? leaves : next;
    for (std::size_t p = 0; p < count; ++p) {
      Word* const to = out + p * parts * planes * part;
      step(to, in + p * planes * n, n, planes);
      if (planes != kChunks || !(first || left == 0)) continue;
      for (std::size_t t = 0; t < parts; ++t) planes_.carry(to + t * planes * part, part);
    }
    in = out;
    std::swap(next, other);
    count *= parts;
    n = part;
  }
}

void KaratsubaHost::recurse_key(Word* leaves, const Word* planes,
                                const Memory& memory) const noexcept {
  recurse(leaves, planes, kChunks, memory);
}

void KaratsubaHost::recurse_binary(Word* leaves, const Word* binary,
                                   const Memory& memory) const noexcept {
  recurse(leaves, binary, 1, memory);
}

void KaratsubaHost::write_request(Burst* out, const Word* key_leaves, const Word* binary_leaves,
                                  std::size_t messages) const noexcept {
  *out++ = karatsuba_header(messages, leaves());
  for (std::size_t leaf = 0; leaf < leaves(); ++leaf) {
    planes_.emit(out, key_leaves, binary_leaves);
    out += kChunks * kLeaf;
    key_leaves += kChunks * kLeaf;
    binary_leaves += kLeaf;
  }
}

// products(group, count) are `count` successive products of kDeviceProduct rows. Two levels at a
// time, and a single one where there is no second; carries after each, so that chunks are loose.
template <class Products>
void KaratsubaHost::join_all(Word* rows, Lanes lanes, const Memory& memory,
                             const Products& products) const noexcept {
  const std::size_t words = row_words(lanes);
  unsigned left = recursions_ - kDeviceRecursions;
  std::size_t count = power_of_three(left), h = (kDeviceProduct + 1) / 2;
  if (left == 0) std::copy_n(products(0, 1), kDeviceProduct * words, rows);
  for (bool first = true; left != 0; first = false) {
    const bool once = left == 1;
    const std::size_t parts = once ? 3 : 9, result = (once ? 4 : 8) * h - 1;
    left -= once ? 1 : 2;
    count /= parts;
    Word* out = left == 0 ? rows : memory.joined;
    for (std::size_t p = 0; p < count; ++p, out += result * words) {
      const Word* in = first ? products(p, parts) : memory.joined + p * parts * (2 * h - 1) * words;
      (once ? rows_.join : rows_.join_twice)(out, in, h, words);
      rows_.carry(out, result, lanes);
    }
    h *= once ? 2 : 4;
  }
}

void KaratsubaHost::join(Word* rows, const Burst* answer, Lanes lanes,
                         const Memory& memory) const noexcept {
  join_all(rows, lanes, memory, [&](std::size_t group, std::size_t count) -> const Word* {
    const std::size_t bursts = count * kDeviceProduct * kChunks;
    const Burst* const from = answer + group * bursts;
    if (lanes == Lanes::four) return from->words.data();  // they lie as rows do
    rows_.first_lane(memory.group, from, bursts);
    return memory.group;
  });
}

void KaratsubaHost::multiply(Word* rows, const Word* key_leaves, const Word* binary_leaves,
                             Lanes lanes, const Memory& memory) const noexcept {
  const std::size_t words = row_words(lanes);
  join_all(rows, lanes, memory, [&](std::size_t group, std::size_t count) -> const Word* {
    for (std::size_t p = 0; p < count; ++p) {
      for (std::size_t t = 0; t < 9; ++t) {
        const std::size_t leaf = (group * count + p) * 9 + t;
        leaf_product_(memory.leaves + t * kLeafProduct * words, key_leaves + leaf * kChunks * kLeaf,
                      binary_leaves + leaf * kLeaf, lanes);
      }
      Word* const product = memory.group + p * kDeviceProduct * words;
      rows_.join_twice(product, memory.leaves, kLeaf, words);
      rows_.carry(product, kDeviceProduct, lanes);
    }
    return memory.group;
  });
}

}  // namespace lath::hardware::detail
