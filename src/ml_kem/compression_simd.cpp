// SPDX-License-Identifier: Apache-2.0

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ml_kem/compression_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "base/targets.inl"
#include "coding/packing_groups.inl"
#include "ml_kem/compression.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_NEON)
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#include "coding/packing.inl"

constexpr hn::FixedTag<std::int16_t, kGroupWords> kSigned{};

// With M = floor(2^27 / p) < 2^16, the upper half of 2^4 x M is below 2^15 x / p, by less than two.
// So is its sum with half of 2^(15 - bits), in units of which y is therefore the integer nearest to
// 2^bits x / p, or one less. Where y is one less, the remainder of 2^bits x + p/2, which is below
// 2 p and may be computed modulo 2^16, is at least p.
template <int kBits>
void compress_and_pack(std::span<std::byte> out, const std::uint16_t* words,
                       std::uint32_t p) noexcept {
  const auto scale = hn::Set(kWords, static_cast<std::uint16_t>((1U << 27) / p));
  const auto half = hn::Set(kWords, std::uint16_t{1U << (14 - kBits)});
  const auto half_of_p = hn::Set(kWords, static_cast<std::uint16_t>(p / 2));
  const auto modulus = hn::Set(kWords, static_cast<std::uint16_t>(p));
  const auto largest = hn::Set(kSigned, static_cast<std::int16_t>(p - 1));
  const auto mask = hn::Set(kWords, std::uint16_t{(1U << kBits) - 1});
  for_each_packed<kBits>(out, [=](std::size_t i) {
    const auto x = hn::LoadU(kWords, words + i);
    const auto fraction = hn::MulHigh(hn::ShiftLeft<4>(x), scale);
    const auto y = hn::ShiftRight<15 - kBits>(hn::Add(fraction, half));
    const auto left = hn::Sub(hn::Add(hn::ShiftLeft<kBits>(x), half_of_p), hn::Mul(y, modulus));
    const auto one_less = hn::VecFromMask(kSigned, hn::Gt(hn::BitCast(kSigned, left), largest));
    return hn::And(hn::Sub(y, hn::BitCast(kWords, one_less)), mask);
  });
}

// (2^(15 - bits) y p + 2^14) / 2^15.
template <int kBits>
void unpack_and_decompress(std::uint16_t* out, std::span<const std::byte> packed,
                           std::uint32_t p) noexcept {
  const auto modulus = hn::Set(kSigned, static_cast<std::int16_t>(p));
  for_each_unpacked<kBits>(packed, [=](Words words, std::size_t i) {
    const auto y = hn::BitCast(kSigned, hn::ShiftLeft<15 - kBits>(words));
    hn::StoreU(hn::BitCast(kWords, hn::MulFixedPoint15(y, modulus)), kWords, out + i);
  });
}

}  // namespace

void compress_words(std::span<std::byte> out, const std::uint16_t* words, std::uint32_t p,
                    int bits) noexcept {
  with_bits<11>(bits, [=](auto constant) { compress_and_pack<constant()>(out, words, p); });
}
void decompress_words(std::uint16_t* out, std::span<const std::byte> packed, std::uint32_t p,
                      int bits) noexcept {
  with_bits<11>(bits, [=](auto constant) { unpack_and_decompress<constant()>(out, packed, p); });
}

#endif  // HWY_TARGET & ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

void compress_and_pack(Isa isa, std::span<std::byte> out, std::span<const std::uint16_t> words,
                       std::uint32_t p, int bits) noexcept {
  const WholeGroups whole(isa, words.size(), bits);
#if HWY_TARGETS & (HWY_AVX2 | HWY_NEON)
  if (whole.words != 0)
    LATH_AVX2_OR_NEON::compress_words(out.first(whole.bytes), words.data(), p, bits);
#endif
  if (whole.words == words.size()) return;
  std::array<std::uint16_t, 64> some;
  out = out.subspan(whole.bytes);
  for (auto rest = words.subspan(whole.words); !rest.empty();) {
    const std::size_t count = std::min(rest.size(), some.size());
    for (std::size_t i = 0; i < count; ++i) some[i] = compress(rest[i], p, bits);
    pack(isa, out, std::span<const std::uint16_t>(some).first(count), bits);
    out = out.subspan(packed_bytes(count, bits));
    rest = rest.subspan(count);
  }
  wipe(some.data(), sizeof some);
}

void unpack_and_decompress(Isa isa, std::span<std::uint16_t> out, std::span<const std::byte> packed,
                           std::uint32_t p, int bits) noexcept {
  const WholeGroups whole(isa, out.size(), bits);
#if HWY_TARGETS & (HWY_AVX2 | HWY_NEON)
  if (whole.words != 0)
    LATH_AVX2_OR_NEON::decompress_words(out.data(), packed.first(whole.bytes), p, bits);
#endif
  if (whole.words == out.size()) return;
  const auto rest = out.subspan(whole.words);
  unpack(isa, rest, packed.subspan(whole.bytes), bits);
  for (std::uint16_t& word : rest) word = decompress(word, p, bits);
}

}  // namespace lath::detail
#endif  // HWY_ONCE
