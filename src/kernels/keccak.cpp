// SPDX-License-Identifier: Apache-2.0

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/keccak.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "kernels/keccak.hpp"
#include "kernels/keccak_constants.hpp"
#include "lath/base/secret.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::kernels {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#include "kernels/keccak.inl"

// Four words, also where vectors have room for eight.
struct FourWords {
  static constexpr std::size_t kLanes = kKeccakStates;
  static constexpr hn::FixedTag<std::uint64_t, kLanes> kTag{};
  using Vector = hn::Vec<hn::FixedTag<std::uint64_t, kLanes>>;

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
    return Vector{_mm256_ternarylogic_epi64(x.raw, y.raw, z.raw, 0xd2)};  // not in Highway
#else
    return hn::Xor(x, hn::AndNot(y, z));
#endif
  }
  template <int kBits>
  HWY_INLINE static Vector turn(Vector x) noexcept {
    return hn::RotateRight<(64 - kBits) % 64>(x);
  }
};

void keccak_four(std::uint64_t* states) noexcept { Keccak<FourWords>::permute(states); }

}  // namespace
#endif
}  // namespace HWY_NAMESPACE
}  // namespace lath::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::kernels {
namespace reference {
namespace {

#include "kernels/keccak.inl"

struct OneWord {
  static constexpr std::size_t kLanes = 1;
  using Vector = std::uint64_t;

  static Vector load(const std::uint64_t* from) noexcept { return *from; }
  static void store(Vector x, std::uint64_t* to) noexcept { *to = x; }
  static Vector set(std::uint64_t word) noexcept { return word; }
  static Vector exclusive_or(Vector x, Vector y) noexcept { return x ^ y; }
  static Vector parity(Vector v, Vector w, Vector x, Vector y, Vector z) noexcept {
    return v ^ w ^ x ^ y ^ z;
  }
  static Vector chi(Vector x, Vector y, Vector z) noexcept { return x ^ (~y & z); }
  template <int kBits>
  static Vector turn(Vector x) noexcept {
    return std::rotl(x, kBits);
  }
};

}  // namespace
}  // namespace reference

void keccak(std::uint64_t* state) noexcept {
  reference::Keccak<reference::OneWord>::permute(state);
}

void keccak_four([[maybe_unused]] Isa isa, std::uint64_t* states) noexcept {
#if HWY_TARGETS & HWY_AVX3
  if (isa >= Isa::avx512) return N_AVX3::keccak_four(states);
#endif
#if HWY_TARGETS & HWY_AVX2
  if (isa >= Isa::avx2) return N_AVX2::keccak_four(states);
#endif
  std::uint64_t state[kKeccakWords];
  for (std::size_t k = 0; k < kKeccakStates; ++k) {
    for (std::size_t i = 0; i < kKeccakWords; ++i) state[i] = states[kKeccakStates * i + k];
    keccak(state);
    for (std::size_t i = 0; i < kKeccakWords; ++i) states[kKeccakStates * i + k] = state[i];
  }
  wipe(state, sizeof state);
}

}  // namespace lath::kernels
#endif  // HWY_ONCE
