// SPDX-License-Identifier: Apache-2.0
#include "lattice/ml_kem_coding.hpp"

#include <array>

#include "kernels/packing.hpp"
#include "lath/base/secret.hpp"

namespace lath::ml_kem {

void encode(std::span<std::byte> out, std::span<const Word> words, int bits) noexcept {
  kernels::pack(out, words, bits);
}

void decode(std::span<Word> out, std::span<const std::byte> bytes, int bits) noexcept {
  kernels::unpack(out, bytes, bits);
}

void compress_and_encode(std::span<std::byte> out, std::span<const Word> words, int bits) noexcept {
  std::array<Word, kDegree> compressed;
  const std::size_t bytes = kDegree / 8 * static_cast<std::size_t>(bits);
  for (; !words.empty(); words = words.subspan(kDegree), out = out.subspan(bytes)) {
    for (std::size_t i = 0; i < kDegree; ++i) compressed[i] = compress(words[i], bits);
    encode(out.first(bytes), compressed, bits);
  }
  wipe(compressed.data(), sizeof compressed);
}

void decode_and_decompress(std::span<Word> out, std::span<const std::byte> bytes,
                           int bits) noexcept {
  decode(out, bytes, bits);
  for (Word& word : out) word = decompress(word, bits);
}

}  // namespace lath::ml_kem
