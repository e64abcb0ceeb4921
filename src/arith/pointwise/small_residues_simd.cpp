// SPDX-License-Identifier: Apache-2.0
//
// Residues of small integers, and back. The scalar reference also handles the words after the last
// full vector.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "arith/pointwise/small_residues_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <cstddef>

#include "arith/pointwise/small_residues.hpp"
#include "base/targets.inl"
#include "lath/base/constant_time.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX3 | HWY_AVX2 | HWY_NEON)

namespace hn = hwy::HWY_NAMESPACE;

// The lowest bits of integers, one for each lane of D.
template <class D, class Integer>
hn::Vec<D> load_integers(D d, const Integer* from) noexcept {
  using Lane = hn::TFromD<D>;
  if constexpr (sizeof(Integer) == sizeof(Lane)) {
    return hn::LoadU(d, from);
  } else if constexpr (sizeof(Lane) == 8) {
    const hn::Rebind<std::int8_t, D> bytes;
    const hn::Rebind<std::int32_t, D> half;
    return hn::PromoteTo(d, hn::PromoteTo(half, hn::LoadU(bytes, from)));
  } else {
    const hn::Rebind<Integer, D> source;
    return hn::PromoteTo(d, hn::LoadU(source, from));
  }
}

template <ResidueWord Word, class Integer>
void small_residues(Word* out, std::span<const Integer> integers, std::uint64_t p) noexcept {
  std::size_t whole = 0;
  if constexpr (sizeof(Integer) <= sizeof(Word)) {
    const hn::ScalableTag<Word> d;
    const hn::RebindToSigned<decltype(d)> di;
    constexpr std::size_t kLanes = HWY_MAX_BYTES / sizeof(Word);
    const auto modulus = hn::BitCast(di, hn::Set(d, static_cast<Word>(p)));
    whole = integers.size() / kLanes * kLanes;
    for (std::size_t i = 0; i < whole; i += kLanes) {
      const auto x = load_integers(di, integers.data() + i);
      const auto reduced = hn::Add(x, hn::And(hn::BroadcastSignBit(x), modulus));
      hn::StoreU(hn::BitCast(d, reduced), d, out + i);
    }
  }
  detail::small_residues(Isa::scalar, out + whole, integers.subspan(whole), p);
}

void centered(std::int64_t* out, std::span<const std::uint64_t> residues,
              std::uint64_t t) noexcept {
  const hn::ScalableTag<std::int64_t> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  constexpr std::size_t kLanes = HWY_MAX_BYTES / sizeof(std::int64_t);
  const auto modulus = hn::Set(d, static_cast<std::int64_t>(t));
  const auto half = hn::Set(d, static_cast<std::int64_t>(t / 2));
  const std::size_t whole = residues.size() / kLanes * kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes) {
    const auto x = hn::BitCast(d, hn::LoadU(du, residues.data() + i));
    hn::StoreU(hn::Sub(x, hn::And(hn::BroadcastSignBit(hn::Sub(half, x)), modulus)), d, out + i);
  }
  detail::centered(Isa::scalar, out + whole, residues.subspan(whole), t);
}

void raise_residues(std::uint64_t* out, std::span<const std::uint64_t> residues, std::uint64_t t,
                    std::uint64_t p) noexcept {
  const hn::ScalableTag<std::int64_t> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  constexpr std::size_t kLanes = HWY_MAX_BYTES / sizeof(std::int64_t);
  const auto difference = hn::Set(d, static_cast<std::int64_t>(p - t));
  const auto half = hn::Set(d, static_cast<std::int64_t>(t / 2));
  const std::size_t whole = residues.size() / kLanes * kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes) {
    const auto x = hn::BitCast(d, hn::LoadU(du, residues.data() + i));
    const auto raised = hn::Add(x, hn::And(hn::BroadcastSignBit(hn::Sub(half, x)), difference));
    hn::StoreU(hn::BitCast(du, raised), du, out + i);
  }
  detail::raise_residues(Isa::scalar, out + whole, residues.subspan(whole), t, p);
}

#endif  // HWY_TARGET & ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

template <ResidueWord Word, class Integer>
void small_residues(Isa isa, Word* out, std::span<const Integer> integers,
                    std::uint64_t p) noexcept {
  LATH_RETURN_ON_AVX512(isa, small_residues(out, integers, p));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, small_residues(out, integers, p));
  for (std::size_t i = 0; i < integers.size(); ++i) {
    const auto x = static_cast<std::uint64_t>(std::int64_t{integers[i]});
    out[i] = static_cast<Word>(x + (p & ct::mask_of_top_bit(x)));
  }
}

void centered(Isa isa, std::int64_t* out, std::span<const std::uint64_t> residues,
              std::uint64_t t) noexcept {
  LATH_RETURN_ON_AVX512(isa, centered(out, residues, t));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, centered(out, residues, t));
  for (std::size_t i = 0; i < residues.size(); ++i) {
    const std::uint64_t x = residues[i];
    out[i] = static_cast<std::int64_t>(x - (t & ct::mask_less(t / 2, x)));
  }
}

void raise_residues(Isa isa, std::uint64_t* out, std::span<const std::uint64_t> residues,
                    std::uint64_t t, std::uint64_t p) noexcept {
  LATH_RETURN_ON_AVX512(isa, raise_residues(out, residues, t, p));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, raise_residues(out, residues, t, p));
  for (std::size_t i = 0; i < residues.size(); ++i) {
    const std::uint64_t x = residues[i];
    out[i] = x + ((p - t) & ct::mask_less(t / 2, x));
  }
}

// NOLINTBEGIN(bugprone-macro-parentheses): types take none
#define LATH_INSTANTIATE(Word, Integer) \
  template void small_residues(Isa, Word*, std::span<const Integer>, std::uint64_t) noexcept;
LATH_INSTANTIATE(std::uint16_t, std::int8_t)
LATH_INSTANTIATE(std::uint32_t, std::int8_t)
LATH_INSTANTIATE(std::uint64_t, std::int8_t)
LATH_INSTANTIATE(std::uint16_t, std::int64_t)
LATH_INSTANTIATE(std::uint32_t, std::int64_t)
LATH_INSTANTIATE(std::uint64_t, std::int64_t)
#undef LATH_INSTANTIATE
// NOLINTEND(bugprone-macro-parentheses)
}  // namespace lath::detail
#endif  // HWY_ONCE
