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

// Eight coefficients from vectors of one word of all, 40 words in their order. Both halves of a
// vector do the same for four coefficients: five quarters of 128 bits, the letters of which are
// words, the numbers coefficients.
HWY_INLINE void store_coefficients(Word* results, Words a, Words b, Words c, Words d,
                                   Words e) noexcept {
  const auto lower = [](Words x, Words y) HWY_ATTR {
    return hn::BitCast(kWindows, hn::InterleaveLower(kWords, x, y));
  };
  const auto upper = [](Words x, Words y) HWY_ATTR {
    return hn::BitCast(kWindows, hn::InterleaveUpper(kWords, x, y));
  };
  const auto ea = hn::BitCast(kWindows, hn::OddEven(a, e));                 // e0 a1 e2 a3
  const auto q0 = hn::InterleaveLower(kWindows, lower(a, b), lower(c, d));  // a0 b0 c0 d0
  const auto q1 = hn::OddEven(lower(b, c), ea);                             // e0 a1 b1 c1
  const auto q2 = hn::CombineShiftRightBytes<8>(kWindows, upper(a, b), lower(d, e));
  const auto q3 = hn::OddEven(ea, upper(c, d));                             // c2 d2 e2 a3
  const auto q4 = hn::InterleaveUpper(kWindows, upper(b, c), upper(d, e));  // b3 c3 d3 e3
  const auto store = [=](std::size_t i, hn::Vec<decltype(kWindows)> x) HWY_ATTR {
    hn::StoreU(hn::BitCast(kWords, x), kWords, results + i * kVector);
  };
  store(0, hn::ConcatLowerLower(kWindows, q1, q0));
  store(1, hn::ConcatLowerLower(kWindows, q3, q2));
  store(2, hn::ConcatUpperLower(kWindows, q0, q4));
  store(3, hn::ConcatUpperUpper(kWindows, q2, q1));
  store(4, hn::ConcatUpperUpper(kWindows, q4, q3));
}

std::uint32_t read(Word* results, const Burst* answer) noexcept {
  static_assert(kChunks == 5);
  const Unpacking unpack;
  const unsigned char* bytes = bytes_of_prime(answer, 0);
  constexpr std::size_t kPrime = kResultBursts * sizeof(Burst);
  Words a = hn::Zero(kWords), b = a, c = a, d = a, e = a;  // the greatest of each
  const auto next = [&](Words& greatest, std::size_t k) HWY_ATTR {
    const Words x = unpack(bytes + k * kPrime);
    greatest = hn::Max(greatest, x);
    return x;
  };
  for (std::size_t v = 0; v < kVectors; ++v, bytes += kVectorBytes, results += kVector * kChunks) {
    const Words x0 = next(a, 0), x1 = next(b, 1), x2 = next(c, 2), x3 = next(d, 3), x4 = next(e, 4);
    store_coefficients(results, x0, x1, x2, x3, x4);
  }
  const auto beyond = [](std::size_t k, Words greatest) HWY_ATTR {
    return residue_prime(k) - 1 - hn::GetLane(hn::MaxOfLanes(kWords, greatest));
  };
  const std::uint32_t found =
      beyond(0, a) | beyond(1, b) | beyond(2, c) | beyond(3, d) | beyond(4, e);
  return (found & Word{1} << 31) | read_pairs(results, answer, kVectorPairs);
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
