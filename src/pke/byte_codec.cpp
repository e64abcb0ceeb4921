// SPDX-License-Identifier: Apache-2.0
#include "pke/byte_codec.hpp"

#include <string>

#include "coding/packing.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/error.hpp"

namespace lath::detail {

ByteCodec::ByteCodec(Isa isa, std::uint64_t q) noexcept
    : isa_(isa), q_(q), bits_(bit_length(q - 1)) {}

std::size_t ByteCodec::string_bytes(std::size_t count) const noexcept {
  return packed_bytes(count, bits_);
}

void ByteCodec::require_bytes(Bytes bytes, std::size_t needed, const char* what) {
  if (bytes.size() == needed) return;
  throw Error(
      ErrorCode::malformed, std::string(what) + " of " + std::to_string(bytes.size()) + " bytes",
      "need " + std::to_string(needed), "check that it is whole and made for these parameters");
}

void ByteCodec::refuse(const char* what) const {
  throw Error(ErrorCode::malformed, std::string(what) + " with a word that is too large",
              "need words below the modulus " + std::to_string(q_),
              "the bytes were damaged or made for other parameters: get them again");
}

template <ResidueWord Word>
void ByteCodec::put_string(std::span<std::byte>& out, std::span<const Word> words) const noexcept {
  const std::size_t size = string_bytes(words.size());
  pack(isa_, out.first(size), words, bits_);
  out = out.subspan(size);
}

template <ResidueWord Word>
void ByteCodec::take_string(Bytes& bytes, std::span<Word> words, std::uint64_t& largest,
                            std::uint64_t& behind) const noexcept {
  const Bytes packed = bytes.first(string_bytes(words.size()));
  bytes = bytes.subspan(packed.size());
  const std::uint64_t less = largest - unpack(isa_, words, packed, bits_);
  largest -= less & ct::mask_of_top_bit(less);
  const std::size_t used = words.size() * static_cast<std::size_t>(bits_) % 8;
  if (used != 0) behind |= std::to_integer<std::uint64_t>(packed.back()) >> used;
}

template void ByteCodec::put_string(std::span<std::byte>&,
                                    std::span<const std::uint16_t>) const noexcept;
template void ByteCodec::put_string(std::span<std::byte>&,
                                    std::span<const std::uint32_t>) const noexcept;
template void ByteCodec::take_string(Bytes&, std::span<std::uint16_t>, std::uint64_t&,
                                     std::uint64_t&) const noexcept;
template void ByteCodec::take_string(Bytes&, std::span<std::uint32_t>, std::uint64_t&,
                                     std::uint64_t&) const noexcept;

}  // namespace lath::detail
