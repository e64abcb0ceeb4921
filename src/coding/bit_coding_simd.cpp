// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "coding/bit_coding_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <cstring>

#include "base/targets.inl"
#include "coding/bit_coding.hpp"
#include "lath/base/constant_time.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_NEON)

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kWords = HWY_MAX_BYTES / 2, kBytes = kWords / 8;  // of a vector
using Words = hn::FixedTag<std::uint16_t, kWords>;

HWY_INLINE hn::Vec<Words> subtract_once(hn::Vec<Words> x, hn::Vec<Words> q) noexcept {
  return hn::Min(x, hn::Sub(x, q));
}

void add_encoded_bits(std::span<std::uint16_t> words, std::span<const std::uint16_t> summands,
                      std::span<const std::byte> bits, std::uint16_t q) noexcept {
  const Words d;
  constexpr std::uint16_t kSingle[16] = {1,       1 << 1,  1 << 2,  1 << 3, 1 << 4,  1 << 5,
                                         1 << 6,  1 << 7,  1 << 8,  1 << 9, 1 << 10, 1 << 11,
                                         1 << 12, 1 << 13, 1 << 14, 1 << 15};
  const auto single = hn::LoadU(d, kSingle), modulus = hn::Set(d, q),
             half = hn::Set(d, static_cast<std::uint16_t>(q / 2));
  std::size_t i = 0;
  for (; i + kBytes <= bits.size(); i += kBytes) {
    auto word = std::to_integer<unsigned>(bits[i]);
    if (kBytes == 2) word |= std::to_integer<unsigned>(bits[i + 1]) << 8;
    const auto set = hn::Eq(hn::And(hn::Set(d, static_cast<std::uint16_t>(word)), single), single);
    const auto digit = hn::IfThenElseZero(set, half);
    const auto sum = subtract_once(hn::Add(hn::LoadU(d, &words[8 * i]), digit), modulus);
    hn::StoreU(subtract_once(hn::Add(sum, hn::LoadU(d, &summands[8 * i])), modulus), d,
               &words[8 * i]);
  }
  if (i == bits.size()) return;
  detail::add_encoded_bits(Isa::scalar, words.subspan(8 * i), summands.subspan(8 * i),
                           bits.subspan(i), q);
}

// Bit i is one where a[i] - b[i] mod q is one of `more` + 1 residues from `first` on.
class BitDecoder {
 public:
  explicit BitDecoder(unsigned q) noexcept
      : q_(hn::Set(d_, static_cast<std::uint16_t>(q))),
        first_(hn::Set(d_, static_cast<std::uint16_t>(q / 4 + 1))),
        more_(hn::Set(d_, static_cast<std::uint16_t>(q - 2 * (q / 4) - 2))) {}

  // All ones for a one, for a vector of words.
  HWY_INLINE hn::Vec<Words> mask(const std::uint16_t* a, const std::uint16_t* b) const noexcept {
    const auto difference = hn::Sub(hn::LoadU(d_, a), hn::LoadU(d_, b));
    // Words of negative values are the larger ones.
    const auto residue = hn::Min(difference, hn::Add(difference, q_));
    const auto above = hn::Sub(residue, first_);
    return hn::VecFromMask(d_, hn::Eq(hn::Min(above, more_), above));
  }

 private:
  Words d_;
  hn::Vec<Words> q_, first_, more_;
};

void decode_bits(std::span<std::byte> bits, std::span<const std::uint16_t> a,
                 std::span<const std::uint16_t> b, std::uint16_t q) noexcept {
  const BitDecoder decoder(q);
  std::size_t i = 0;
#if HWY_TARGET == HWY_NEON
  for (; i < bits.size(); ++i) {
    const auto set = hn::MaskFromVec(decoder.mask(&a[8 * i], &b[8 * i]));
    hn::StoreMaskBits(Words(), set, reinterpret_cast<std::uint8_t*>(&bits[i]));
  }
#else
  for (; i + 4 <= bits.size(); i += 4) {
    const auto low = decoder.mask(&a[8 * i], &b[8 * i]),
               high = decoder.mask(&a[8 * i + kWords], &b[8 * i + kWords]);
    // Two vectors come together half by half, which Highway's own way to bits does for one alone.
    const __m256i bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16(low.raw, high.raw), 0xd8);
    const auto four = static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes));
    std::memcpy(&bits[i], &four, sizeof four);
  }
#endif
  if (i == bits.size()) return;
  detail::decode_bits(Isa::scalar, bits.subspan(i), a.subspan(8 * i), b.subspan(8 * i), q);
}

#endif  // HWY_TARGET & ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

void add_encoded_bits(Isa isa, std::span<std::uint16_t> words,
                      std::span<const std::uint16_t> summands, std::span<const std::byte> bits,
                      std::uint16_t q) noexcept {
  LATH_RETURN_ON_AVX2_OR_NEON(isa, add_encoded_bits(words, summands, bits, q));
  const std::uint32_t modulus = q;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    for (std::size_t j = 8 * i; j < 8 * (i + 1); ++j) {
      const std::uint32_t bit = std::to_integer<std::uint32_t>(bits[i]) >> (j % 8) & 1;
      const std::uint32_t sum = ct::subtract_once(words[j] + ((modulus / 2) & (0 - bit)), modulus);
      words[j] = static_cast<std::uint16_t>(ct::subtract_once(sum + summands[j], modulus));
    }
  }
}

void decode_bits(Isa isa, std::span<std::byte> bits, std::span<const std::uint16_t> a,
                 std::span<const std::uint16_t> b, std::uint16_t q) noexcept {
  LATH_RETURN_ON_AVX2_OR_NEON(isa, decode_bits(bits, a, b, q));
  const std::uint32_t modulus = q;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    std::uint32_t byte = 0;
    for (std::size_t j = 8 * i; j < 8 * (i + 1); ++j) {
      const std::uint32_t x = ct::subtract_once(a[j] + modulus - b[j], modulus);
      byte |= (ct::mask_less(q / 4U, x) & ct::mask_less(x, modulus - q / 4) & 1) << (j % 8);
    }
    bits[i] = static_cast<std::byte>(byte);
  }
}

}  // namespace lath::detail
#endif  // HWY_ONCE
