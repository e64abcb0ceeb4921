// SPDX-License-Identifier: Apache-2.0
//
// Halves of polynomials and their sums, and the bursts of leaves, on vectors.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hardware/software/src/plane_kernels_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "recursion_kernels.hpp"
#include "targets.inl"

HWY_BEFORE_NAMESPACE();
namespace lath::hardware::detail::HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::FixedTag<Word, HWY_MAX_BYTES / 4> kWords;
constexpr hn::FixedTag<Word, 8> kEight;

// step(d, i) for vectors from word 0 to n, a multiple of 8, which the last one is for.
template <class Step>
HWY_INLINE void for_vectors(std::size_t n, const Step& step) noexcept {
  std::size_t i = 0;
  for (; i + hn::MaxLanes(kWords) <= n; i += hn::MaxLanes(kWords)) step(kWords, i);
  if (i < n) step(kEight, i);
}

void halve(Word* out, const Word* in, std::size_t n, std::size_t planes) noexcept {
  const std::size_t half = n / 2, polynomial = planes * half;
  for (std::size_t plane = 0; plane < planes; ++plane, in += n, out += half) {
    for_vectors(half, [=](auto d, std::size_t i) HWY_ATTR {
      const auto low = hn::LoadU(d, in + i), high = hn::LoadU(d, in + half + i);
      hn::StoreU(low, d, out + i);
      hn::StoreU(high, d, out + polynomial + i);
      hn::StoreU(hn::Add(low, high), d, out + 2 * polynomial + i);
    });
  }
}

void quarter(Word* out, const Word* in, std::size_t n, std::size_t planes) noexcept {
  const std::size_t q = n / 4, polynomial = planes * q;
  for (std::size_t plane = 0; plane < planes; ++plane, in += n, out += q) {
    for_vectors(q, [=](auto d, std::size_t i) HWY_ATTR {
      const auto a = hn::LoadU(d, in + i), b = hn::LoadU(d, in + q + i);
      const auto c = hn::LoadU(d, in + 2 * q + i), e = hn::LoadU(d, in + 3 * q + i);
      const auto ab = hn::Add(a, b), ce = hn::Add(c, e);
      hn::StoreU(a, d, out + i);
      hn::StoreU(b, d, out + polynomial + i);
      hn::StoreU(ab, d, out + 2 * polynomial + i);
      hn::StoreU(c, d, out + 3 * polynomial + i);
      hn::StoreU(e, d, out + 4 * polynomial + i);
      hn::StoreU(ce, d, out + 5 * polynomial + i);
      hn::StoreU(hn::Add(a, c), d, out + 6 * polynomial + i);
      hn::StoreU(hn::Add(b, e), d, out + 7 * polynomial + i);
      hn::StoreU(hn::Add(ab, ce), d, out + 8 * polynomial + i);
    });
  }
}

void carry(Word* planes, std::size_t n) noexcept {
  for_vectors(n, [=](auto d, std::size_t i) HWY_ATTR {
    const auto mask = hn::Set(d, kChunkMask);
    auto carried = hn::Zero(d);
    for (std::size_t k = 0; k < kChunks; ++k) {
      const auto x = hn::Add(hn::LoadU(d, planes + k * n + i), carried);
      hn::StoreU(hn::And(x, mask), d, planes + k * n + i);
      carried = hn::ShiftRight<kChunkBits>(x);
    }
  });
}

// Four bursts of lanes that are a block of 128 bits each: chunks and bytes side by side.
HWY_INLINE void emit_chunk(Burst* out, hn::Vec<decltype(kEight)> chunk,
                           hn::Vec<decltype(kEight)> byte) noexcept {
  const hn::Repartition<std::uint64_t, decltype(kEight)> d64;
  const hn::FixedTag<std::uint64_t, 2> half;
  const auto zero = hn::Zero(d64);
  const auto store = [=](hn::Vec<decltype(d64)> bursts, std::size_t coefficient) HWY_ATTR {
    auto* const low = reinterpret_cast<std::uint64_t*>(out + kChunks * coefficient);
    auto* const high = reinterpret_cast<std::uint64_t*>(out + kChunks * (coefficient + 4));
    hn::StoreU(hn::LowerHalf(half, bursts), half, low);
    hn::StoreU(hn::UpperHalf(half, bursts), half, high);
  };
  const auto first = hn::BitCast(d64, hn::InterleaveLower(kEight, chunk, byte));
  const auto second = hn::BitCast(d64, hn::InterleaveUpper(kEight, chunk, byte));
  store(hn::InterleaveLower(d64, first, zero), 0);
  store(hn::InterleaveUpper(d64, first, zero), 1);
  store(hn::InterleaveLower(d64, second, zero), 2);
  store(hn::InterleaveUpper(d64, second, zero), 3);
}

void emit(Burst* out, const Word* planes, const Word* binary) noexcept {
  const auto byte = hn::Set(kEight, Word{255});
  for (std::size_t i = 0; i < kLeaf; i += 8, out += 8 * kChunks) {
    const auto words = hn::LoadU(kEight, binary + i);
    const auto chunk = [=](std::size_t k)
                           HWY_ATTR { return hn::LoadU(kEight, planes + k * kLeaf + i); };
    emit_chunk(out, chunk(0), hn::And(words, byte));
    emit_chunk(out + 1, chunk(1), hn::And(hn::ShiftRight<8>(words), byte));
    emit_chunk(out + 2, chunk(2), hn::And(hn::ShiftRight<16>(words), byte));
    emit_chunk(out + 3, chunk(3), hn::ShiftRight<24>(words));
    emit_chunk(out + 4, chunk(4), hn::Zero(kEight));
  }
}

}  // namespace

PlaneKernels plane_kernels() noexcept { return {halve, quarter, carry, emit}; }

#endif
}  // namespace lath::hardware::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::hardware::detail {

PlaneKernels plane_kernels(Isa isa) noexcept {
  LATH_HARDWARE_RETURN_ON_AVX512(isa, plane_kernels());
  LATH_HARDWARE_RETURN_ON_AVX2(isa, plane_kernels());
  return reference_plane_kernels();
}

}  // namespace lath::hardware::detail
#endif
