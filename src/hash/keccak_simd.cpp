// SPDX-License-Identifier: Apache-2.0

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hash/keccak_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/targets.inl"
#include "hash/keccak.hpp"
#include "hash/keccak_constants.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if (HWY_TARGET & (HWY_AVX2 | HWY_AVX3 | HWY_NEON)) || HWY_ONCE
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

#if HWY_TARGET & (HWY_AVX2 | HWY_AVX3 | HWY_NEON)
namespace hn = hwy::HWY_NAMESPACE;

#include "arith/pointwise/transpose.inl"  // NOLINT(bugprone-suspicious-include)

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
    if constexpr (kBits == 0) return x;  // Highway would rotate
    return hn::RotateRight<(64 - kBits) % 64>(x);
  }
};

void keccak_side_by_side(std::uint64_t* states) noexcept { Keccak<VectorOfWords>::permute(states); }

// As many words of all states as there are states: the vectors exchange runs of kRun words.
template <std::size_t kRun, std::size_t kStates, class V>
HWY_INLINE void transpose(V (&v)[kStates]) noexcept {
  if constexpr (kRun < kStates) {
    for (std::size_t i = 0; i < kStates; ++i) {
      if ((i & kRun) != 0) continue;
      TranspositionsOf<hn::ScalableTag<std::uint64_t>>::transpose<kRun>(v[i], v[i + kRun]);
    }
    transpose<2 * kRun>(v);
  }
}

void keccak_outputs(std::uint64_t* outputs, const std::uint64_t* states) noexcept {
  constexpr std::size_t kStates = VectorOfWords::kLanes;
  for (std::size_t first = 0; first < kKeccakOutputWords; first += kStates) {
    VectorOfWords::Vector v[kStates];
    for (std::size_t i = 0; i < kStates; ++i) {
      v[i] = VectorOfWords::load(states + (first + i) * kStates);
    }
    transpose<1>(v);
    for (std::size_t k = 0; k < kStates; ++k) {
      VectorOfWords::store(v[k], outputs + k * kKeccakOutputWords + first);
    }
  }
}
#endif

void keccak(std::uint64_t* state) noexcept { Keccak<OneWord>::permute(state); }

}  // namespace
#endif
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

void keccak(Isa isa, std::uint64_t* state) noexcept {
  LATH_RETURN_ON_AVX2(isa, keccak(state));
  HWY_STATIC_DISPATCH(keccak)(state);
}

std::size_t keccak_states(Isa isa) noexcept {
  LATH_RETURN_ON_AVX512(isa, VectorOfWords::kLanes);
  LATH_RETURN_ON_AVX2_OR_NEON(isa, VectorOfWords::kLanes);
  return 1;
}

void keccak_side_by_side(Isa isa, std::uint64_t* states) noexcept {
  LATH_RETURN_ON_AVX512(isa, keccak_side_by_side(states));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, keccak_side_by_side(states));
  keccak(isa, states);
}

void keccak_outputs(Isa isa, std::uint64_t* outputs, const std::uint64_t* states) noexcept {
  LATH_RETURN_ON_AVX512(isa, keccak_outputs(outputs, states));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, keccak_outputs(outputs, states));
  std::copy_n(states, kKeccakOutputWords, outputs);
}

}  // namespace lath::detail
#endif  // HWY_ONCE
