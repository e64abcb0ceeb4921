// SPDX-License-Identifier: Apache-2.0
#include "lattice/word_bytes.hpp"

#include <string>

#include "kernels/packing.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::lattice {

std::size_t word_bytes(std::size_t count, std::uint64_t q) noexcept {
  return kernels::packed_bytes(count, bit_length(q - 1));
}

std::span<std::byte> write_words(std::span<std::byte> out, std::span<const std::uint32_t> words,
                                 std::uint64_t q) noexcept {
  const std::size_t size = word_bytes(words.size(), q);
  kernels::pack(out.first(size), words, bit_length(q - 1));
  return out.subspan(size);
}

std::span<const std::byte> read_words(std::span<std::uint32_t> out,
                                      std::span<const std::byte> bytes, std::uint64_t q,
                                      const char* what) {
  const std::size_t size = word_bytes(out.size(), q);
  kernels::unpack(out, bytes.first(size), bit_length(q - 1));
  auto in_range = ~std::uint32_t{0};
  for (const std::uint32_t word : out) {
    in_range &= ct::mask_less(word, static_cast<std::uint32_t>(q));
  }
  const std::size_t used = out.size() * static_cast<std::size_t>(bit_length(q - 1)) % 8;
  if (used != 0) {
    const auto behind = std::to_integer<std::uint32_t>(bytes[size - 1]) >> used;
    in_range &= ct::mask_equal(behind, 0U);
  }
  // Public: what an honest sender wrote always is in range, so this says nothing about a key.
  ct::declassify(&in_range, sizeof in_range);
  if (in_range == 0) {
    throw Error(ErrorCode::malformed, std::string(what) + " with a word that is too large",
                "need words below the modulus " + std::to_string(q),
                "the bytes were damaged or made for other parameters: get them again");
  }
  return bytes.subspan(size);
}

void require_bytes(std::span<const std::byte> bytes, std::size_t needed, const char* what) {
  if (bytes.size() == needed) return;
  throw Error(
      ErrorCode::malformed, std::string(what) + " of " + std::to_string(bytes.size()) + " bytes",
      "need " + std::to_string(needed), "check that it is whole and made for these parameters");
}

}  // namespace lath::lattice
