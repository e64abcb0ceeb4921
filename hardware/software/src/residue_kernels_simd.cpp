// SPDX-License-Identifier: Apache-2.0
//
// U to its columns and residues from their bursts, on vectors of 256 bits.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hardware/software/src/residue_kernels_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>

#include "residue_kernels.hpp"
#include "targets.inl"

HWY_BEFORE_NAMESPACE();
namespace lath::hardware::detail::HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::FixedTag<Word, 8> kWords;
constexpr hn::FixedTag<std::uint64_t, 4> kWindows;
constexpr hn::FixedTag<std::uint8_t, 32> kBytes;
constexpr hn::FixedTag<std::uint8_t, 16> kHalf;
constexpr hn::FixedTag<std::int8_t, 8> kSmall;
using Words = hn::Vec<decltype(kWords)>;

// Eight residues are 27 bytes; the last of a prime's, half a vector, are read as pairs.
constexpr std::size_t kVector = 8, kVectorBytes = 27;
constexpr std::size_t kVectors = kDegree / kVector, kVectorPairs = kVectors * kVector / 2;

// Pairs of residues begin in bits 0, 54, 108 and 162 of the 27 bytes. The upper half of a vector
// begins with byte 11, and so ends with the last one.
constexpr std::size_t kUpperByte = kVectorBytes - 16;
alignas(32) constexpr std::array<std::uint8_t, 32> kWindowBytes = {
    0, 1, 2, 3, 4, 5, 6, 7, 6, 7,  8,  9,  10, 11, 12, 13,
    2, 3, 4, 5, 6, 7, 8, 9, 9, 10, 11, 12, 13, 14, 15, 0x80};
alignas(32) constexpr std::array<std::uint64_t, 4> kWindowBits = {0, 6, 4, 2};

struct Unpacking {
  hn::Vec<decltype(kBytes)> bytes;
  hn::Vec<decltype(kWindows)> bits;
  Words mask;

  HWY_INLINE Unpacking() noexcept
      : bytes(hn::Load(kBytes, kWindowBytes.data())),
        bits(hn::Load(kWindows, kWindowBits.data())),
        mask(hn::Set(kWords, kChunkMask)) {}

  // Eight residues from 27 bytes.
  HWY_INLINE Words operator()(const unsigned char* from) const noexcept {
    const auto both =
        hn::Combine(kBytes, hn::LoadU(kHalf, from + kUpperByte), hn::LoadU(kHalf, from));
    const auto windows = hn::Shr(hn::BitCast(kWindows, hn::TableLookupBytes(both, bytes)), bits);
    const auto odd = hn::ShiftLeft<32 - kChunkBits>(windows);
    return hn::And(hn::OddEven(hn::BitCast(kWords, odd), hn::BitCast(kWords, windows)), mask);
  }
};

void columns(Column* out, const std::int8_t* u) noexcept {
  constexpr std::size_t kWhole = kDegree / kColumns, kRest = kDegree % kColumns;
  std::array<std::int8_t, kColumns> last{};
  std::copy_n(u + kWhole * kColumns, kRest, last.begin());
  for (std::size_t j = 0; j < kColumns; j += kVector) {
    const auto widened = [](const std::int8_t* from) HWY_ATTR {
      return hn::PromoteTo(hn::RebindToSigned<decltype(kWords)>(), hn::LoadU(kSmall, from));
    };
    // From the last bit on, each step makes room for the one before.
    auto sum = widened(last.data() + j);
    for (std::size_t t = kWhole; t-- != 0;) {
      sum = hn::Add(hn::Add(sum, sum), widened(u + t * kColumns + j));
    }
    hn::StoreU(hn::BitCast(kWords, sum), kWords, out + j);
  }
}

std::uint32_t read(Word* results, const Burst* bursts, Word prime) noexcept {
  const Unpacking unpack;
  const unsigned char* bytes = bytes_of(bursts);
  Words greatest = hn::Zero(kWords);
  for (std::size_t v = 0; v < kVectors; ++v) {
    const Words x = unpack(bytes + v * kVectorBytes);
    greatest = hn::Max(greatest, x);
    alignas(32) std::array<std::uint64_t, kVector / 2> pairs;
    hn::Store(hn::BitCast(kWindows, x), kWindows, pairs.data());
    for (std::size_t i = 0; i < pairs.size(); ++i)
      store_pair(results, v * kVector / 2 + i, pairs[i]);
  }
  const Word beyond = prime - 1 - hn::GetLane(hn::MaxOfLanes(kWords, greatest));
  return (beyond & Word{1} << 31) | read_pairs(results, bursts, prime, kVectorPairs);
}

}  // namespace

ResidueKernels residue_kernels() noexcept { return {columns, read}; }

#endif
}  // namespace lath::hardware::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::hardware::detail {

ResidueKernels residue_kernels(Isa isa) noexcept {
  LATH_HARDWARE_RETURN_ON_AVX512(isa, residue_kernels());
  LATH_HARDWARE_RETURN_ON_AVX2(isa, residue_kernels());
  return reference_residue_kernels();
}

}  // namespace lath::hardware::detail
#endif
