// SPDX-License-Identifier: Apache-2.0
#include "pke/word_bytes.hpp"

#include <string>

#include "coding/packing.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::detail {

namespace {

using Bytes = std::span<const std::byte>;

// All ones where no bit is set behind the last of `count` words that fill `packed`.
std::uint32_t mask_ends_with_zeros(Bytes packed, std::size_t count, int bits) noexcept {
  const std::size_t used = count * static_cast<std::size_t>(bits) % 8;
  if (used == 0) return ~std::uint32_t{0};
  return ct::mask_equal(std::to_integer<std::uint32_t>(packed.back()) >> used, 0U);
}

void require_in_range(std::uint32_t in_range, std::uint64_t q, const char* what) {
  // Public: what an honest sender wrote always is in range, so this says nothing about a key.
  ct::declassify(&in_range, sizeof in_range);
  if (in_range != 0) return;
  throw Error(ErrorCode::malformed, std::string(what) + " with a word that is too large",
              "need words below the modulus " + std::to_string(q),
              "the bytes were damaged or made for other parameters: get them again");
}

}  // namespace

std::size_t word_bytes(std::size_t count, std::uint64_t q) noexcept {
  return detail::packed_bytes(count, bit_length(q - 1));
}

std::span<std::byte> write_words(std::span<std::byte> out, std::span<const std::uint32_t> words,
                                 std::uint64_t q) noexcept {
  const std::size_t size = word_bytes(words.size(), q);
  pack(Isa::scalar, out.first(size), words, bit_length(q - 1));
  return out.subspan(size);
}

Bytes read_words(std::span<std::uint32_t> out, Bytes bytes, std::uint64_t q, const char* what) {
  const int bits = bit_length(q - 1);
  const Bytes packed = bytes.first(word_bytes(out.size(), q));
  unpack(Isa::scalar, out, packed, bits);
  auto in_range = mask_ends_with_zeros(packed, out.size(), bits);
  for (const std::uint32_t word : out) {
    in_range &= ct::mask_less(word, static_cast<std::uint32_t>(q));
  }
  require_in_range(in_range, q, what);
  return bytes.subspan(packed.size());
}

std::span<std::byte> write_words(Isa isa, std::span<std::byte> out,
                                 std::span<const std::uint16_t> words, std::uint64_t q) noexcept {
  const std::size_t size = word_bytes(words.size(), q);
  pack(isa, out.first(size), words, bit_length(q - 1));
  return out.subspan(size);
}

Bytes read_words(Isa isa, std::span<std::uint16_t> out, Bytes bytes, std::uint64_t q,
                 const char* what) {
  const int bits = bit_length(q - 1);
  const Bytes packed = bytes.first(word_bytes(out.size(), q));
  const std::uint32_t largest = unpack(isa, out, packed, bits);
  require_in_range(mask_ends_with_zeros(packed, out.size(), bits) &
                       ct::mask_less(largest, static_cast<std::uint32_t>(q)),
                   q, what);
  return bytes.subspan(packed.size());
}

void require_bytes(std::span<const std::byte> bytes, std::size_t needed, const char* what) {
  if (bytes.size() == needed) return;
  throw Error(
      ErrorCode::malformed, std::string(what) + " of " + std::to_string(bytes.size()) + " bytes",
      "need " + std::to_string(needed), "check that it is whole and made for these parameters");
}

}  // namespace lath::detail
