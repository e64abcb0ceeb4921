// SPDX-License-Identifier: Apache-2.0

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hash/keccak_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "hash/keccak.hpp"
#include "hash/keccak_constants.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_ONCE
namespace {

#include "hash/keccak.inl"

// One state. It is also compiled for AVX2, since CPUs with AVX2 (and BMI2) rotate and and-not
// without copies.
struct OneWord {
  static constexpr std::size_t kLanes = 1;
  using Vector = std::uint64_t;

  HWY_INLINE static Vector load(const std::uint64_t* from) noexcept { return *from; }
  HWY_INLINE static void store(Vector x, std::uint64_t* to) noexcept { *to = x; }
  HWY_INLINE static Vector set(std::uint64_t word) noexcept { return word; }
  HWY_INLINE static Vector exclusive_or(Vector x, Vector y) noexcept { return x ^ y; }
  HWY_INLINE static Vector parity(Vector v, Vector w, Vector x, Vector y, Vector z) noexcept {
    return v ^ w ^ x ^ y ^ z;
  }
  HWY_INLINE static Vector chi(Vector x, Vector y, Vector z) noexcept { return x ^ (~y & z); }
  template <int kBits>
  HWY_INLINE static Vector turn(Vector x) noexcept {
    return std::rotl(x, kBits);
  }
};

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
namespace hn = hwy::HWY_NAMESPACE;

struct VectorOfWords {
  static constexpr hn::ScalableTag<std::uint64_t> kTag{};
  static constexpr std::size_t kLanes = hn::MaxLanes(kTag);
  using Vector = hn::Vec<hn::ScalableTag<std::uint64_t>>;

  HWY_INLINE static Vector load(const std::uint64_t* from) noexcept {
    return hn::LoadU(kTag, from);
  }
  HWY_INLINE static void store(Vector x, std::uint64_t* to) noexcept { hn::StoreU(x, kTag, to); }
  HWY_INLINE static Vector set(std::uint64_t word) noexcept { return hn::Set(kTag, word); }
  HWY_INLINE static Vector exclusive_or(Vector x, Vector y) noexcept { return hn::Xor(x, y); }
  HWY_INLINE static Vector parity(Vector v, Vector w, Vector x, Vector y, Vector z) noexcept {
    return hn::Xor3(hn::Xor3(v, w, x), y, z);
  }
  HWY_INLINE static Vector chi(Vector x, Vector y, Vector z) noexcept {
#if HWY_TARGET == HWY_AVX3
    return Vector{_mm512_ternarylogic_epi64(x.raw, y.raw, z.raw, 0xd2)};  // not in Highway
#else
    return hn::Xor(x, hn::AndNot(y, z));
#endif
  }
  template <int kBits>
  HWY_INLINE static Vector turn(Vector x) noexcept {
    return hn::RotateRight<(64 - kBits) % 64>(x);
  }
};

void keccak_side_by_side(std::uint64_t* states) noexcept { Keccak<VectorOfWords>::permute(states); }
#endif

void keccak(std::uint64_t* state) noexcept { Keccak<OneWord>::permute(state); }

}  // namespace
#endif
}  // namespace HWY_NAMESPACE
}  // namespace lath::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

void keccak([[maybe_unused]] Isa isa, std::uint64_t* state) noexcept {
#if HWY_TARGETS & HWY_AVX2
  if (has(isa, Isa::avx2)) return N_AVX2::keccak(state);
#endif
  HWY_STATIC_DISPATCH(keccak)(state);
}

std::size_t keccak_states([[maybe_unused]] Isa isa) noexcept {
#if HWY_TARGETS & HWY_AVX3
  if (has(isa, Isa::avx512)) return N_AVX3::VectorOfWords::kLanes;
#endif
#if HWY_TARGETS & HWY_AVX2
  if (has(isa, Isa::avx2)) return N_AVX2::VectorOfWords::kLanes;
#endif
  return 1;
}

void keccak_side_by_side([[maybe_unused]] Isa isa, std::uint64_t* states) noexcept {
#if HWY_TARGETS & HWY_AVX3
  if (has(isa, Isa::avx512)) return N_AVX3::keccak_side_by_side(states);
#endif
#if HWY_TARGETS & HWY_AVX2
  if (has(isa, Isa::avx2)) return N_AVX2::keccak_side_by_side(states);
#endif
  keccak(isa, states);
}

}  // namespace lath::detail
#endif  // HWY_ONCE
