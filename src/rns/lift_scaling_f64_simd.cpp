// SPDX-License-Identifier: Apache-2.0
//
// The scaling of a lift in double precision, see narrow_sources.inl; limbs above 2^50 in integers.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rns/lift_scaling_f64_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/targets.inl"
#include "lath/base/secret.hpp"
#include "rns/lift_scaling.hpp"
#include "rns/word_rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_NATIVE_FMA && (HWY_TARGET & (HWY_AVX2 | HWY_NEON))
namespace {

#include "rns/sums_f64.inl"
//
#include "rns/narrow_sources.inl"

class F64LiftScaling final : public LiftScaling {
 public:
  explicit F64LiftScaling(std::span<const Source> sources) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (is_narrow(sources[i].modulus)) {
        narrow_.emplace_back(sources[i], i, i);
      } else {
        large_.push_back({LiftLimb(sources[i]), i});
      }
    }
  }

  void scale(std::uint64_t* y, std::uint64_t* quotients) const noexcept override {
    Vector high[kVectors], low[kVectors];
    std::fill_n(high, kVectors, hn::Zero(kD));
    std::fill_n(low, kVectors, hn::Zero(kD));
    if (!large_.empty()) scale_large(y, high, low);
    for (const NarrowSource& each : narrow_) {
      const NarrowSource source = each;  // constants that no store changes
      std::uint64_t* row = y + source.row * kColumns;
      for (std::size_t v = 0; v < kVectors; ++v) {
        const Vector residue = source.residue_of(load(row + v * kLanes));
        source.add_fraction64(high[v], low[v], residue);
        store(residue, row + v * kLanes);
      }
    }
    for (std::size_t v = 0; v < kVectors; ++v) {
      store(quotient<Scaling::fractions64>(high[v], low[v]), quotients + v * kLanes);
    }
  }

 private:
  static_assert(kGroup == kColumns);

  struct LargeLimb {
    LiftLimb limb;
    std::size_t index;
  };

  // Scales the large limbs, and writes the sums of their fractions as 2^32 high + low.
  void scale_large(std::uint64_t* y, Vector* high, Vector* low) const noexcept {
    std::array<uint128, kColumns> fractions{};
    for (const auto& [limb, index] : large_) limb.scale(y + index * kColumns, fractions.data());
    std::array<std::uint64_t, kColumns> upper, lower;
    for (std::size_t c = 0; c < kColumns; ++c) {
      upper[c] = static_cast<std::uint64_t>(fractions[c] >> 32);
      lower[c] = static_cast<std::uint64_t>(fractions[c]) & 0xffffffff;
    }
    for (std::size_t v = 0; v < kVectors; ++v) {
      high[v] = load(&upper[v * kLanes]);
      low[v] = load(&lower[v * kLanes]);
    }
    wipe(fractions.data(), sizeof fractions);
    wipe(upper.data(), sizeof upper);
    wipe(lower.data(), sizeof lower);
  }

  std::vector<NarrowSource> narrow_;
  std::vector<LargeLimb> large_;
};

std::unique_ptr<const LiftScaling> make_lift_scaling(std::span<const LiftScaling::Source> sources) {
  return std::make_unique<F64LiftScaling>(sources);
}

}  // namespace
#endif
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

std::unique_ptr<const LiftScaling> make_lift_scaling_f64(
    Isa isa, std::span<const LiftScaling::Source> sources) {
  const auto narrow = [](const auto& entry) { return is_narrow(entry.modulus); };
  if (std::ranges::none_of(sources, narrow)) return nullptr;
  LATH_RETURN_ON_AVX2_OR_NEON(isa, make_lift_scaling(sources));
  return nullptr;
}

}  // namespace lath::detail
#endif  // HWY_ONCE
