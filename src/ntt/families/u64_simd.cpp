// SPDX-License-Identifier: Apache-2.0
//
// The u64 family on vectors: signed values in [-2p, 2p), p < 2^62, and products by fixed factors in
// digits of 32 bits, the widest factors that AVX2 and NEON multiply. For y = y1 2^32 + y0 and a
// factor w with a = w 2^32 mod p and b = w 2^64 mod p,
//   y w 2^32 = y0 a + y1 b (mod p),
// which one Montgomery step divides by 2^32: seven products of digits instead of ten for a Shoup
// product. docs/lab/0010 bounds all ranges.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ntt/families/u64_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <cstdlib>
#include <limits>

#include "arith/fixed_factors.hpp"
#include "base/targets.inl"
#include "lath/arith/shoup.hpp"
#include "lath/arith/word.hpp"
#include "ntt/schedule/scheduled_transform.hpp"

#if HWY_TARGET == HWY_AVX3
HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR_AVX3 ",avx512ifma")
#else
HWY_BEFORE_NAMESPACE();
#endif
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_AVX3 | HWY_NEON)

namespace hn = hwy::HWY_NAMESPACE;

#include "ntt/schedule/scheduled_transform.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/transpose.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/integer_words.inl"  // NOLINT(bugprone-suspicious-include)

#if HWY_TARGET == HWY_AVX3
#include "arith/multiply_add_52.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/u64_words.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "ntt/families/harvey.inl"  // NOLINT(bugprone-suspicious-include)

using U64 = Harvey<U64Words>;

#else

// kUnitDigit: p = 1 mod 2^32, so that the low digits of p and of 1/p are 1.
template <bool kUnitDigit>
class U64 : public IntegerWords<std::uint64_t> {
  using Base = IntegerWords<std::uint64_t>;
  using D = hn::FixedTag<std::int64_t, HWY_MAX_BYTES / sizeof(std::int64_t)>;
  using DU = hn::RebindToUnsigned<D>;
  using Digits = hn::Repartition<std::int32_t, D>;

 public:
  using Words = Base;
  using Vector = hn::Vec<D>;
  using Transpositions = TranspositionsOf<D>;
  static constexpr std::size_t kPassesPerReduction = 0, kBlocksTogether = 4;
  static constexpr bool kStagesStandOnce = true;

  // The digits of a and b, each in the low half of a lane; the upper halves do not matter.
  struct Factor {
    Vector a0, a1, b0, b1;
  };
  struct NodeTwiddle {
    std::int32_t a0, a1, b0, b1;
  };
  static NodeTwiddle node_twiddle(std::uint64_t root, std::uint64_t p) {
    const auto [a, b] = centered_multiples(root, p);
    return {low_digit(a), high_digit(a), low_digit(b), high_digit(b)};
  }
  // The digits of a and b, a0 and b0 in the low halves of the words.
  template <bool>
  static constexpr std::size_t kLaneParts = 2;
  static std::array<Word, 2> lane_parts(std::uint64_t root, std::uint64_t p) {
    const auto [a, b] = centered_multiples(root, p);
    return {digits(a), digits(b)};
  }

  // Whether all values of a forward transform stay below 2^63 - 2^31, the limit of their upper
  // digits: they are at most p + (|a| + |b| + p) / 2. True for p up to 2^62 - 2^30, and for larger
  // primes unless |a| and |b| are both within 2^32 of p/2.
  static bool serves(const Roots& roots) {
    const std::uint64_t p = roots.modulus.value();
    return std::all_of(roots.forward.begin(), roots.forward.end(), [&](std::uint64_t root) {
      const auto [a, b] = centered_multiples(root, p);
      const auto sum = static_cast<std::uint64_t>(std::abs(a) + std::abs(b));
      return 3 * p + sum < std::uint64_t{0xffffffff} << 32;
    });
  }

  U64(const Roots& roots, const Twiddles<U64>& twiddles)
      : Base(roots.modulus),
        p_(static_cast<std::int64_t>(roots.modulus.value())),
        p0_(low_digit(p_)),
        p1_(high_digit(p_)),
        p_inverse_(static_cast<std::uint32_t>(inverse_of_word(roots.modulus.value()))),
        twiddles_(twiddles, roots.degree) {}

  Vector load(const Word* x) const noexcept { return hn::BitCast(d_, this->load_words(x)); }
  void store(Vector v, Word* x) const noexcept { this->store_words(hn::BitCast(du_, v), x); }
  Vector import_words(const Word* x) const noexcept { return load(x); }
  // Exports values in [-2p, 2p).
  void export_words(Vector v, Word* x) const noexcept { export_product(nearer_zero(v), x); }
  // Exports values in [-p, p).
  void export_product(Vector v, Word* x) const noexcept {
    store(hn::IfNegativeThenElse(v, hn::Add(v, p()), v), x);
  }
  void export_lazy(Vector v, Word* x) const noexcept { store(hn::Add(v, two_p()), x); }

  // [-2p, 2p) -> [-2p, 2p).
  [[gnu::always_inline]] void forward_butterfly(Vector& x, Vector& y,
                                                const Factor& root) const noexcept {
    const Vector near = nearer_zero(x);
    Vector t = product(y, root);
    // Otherwise GCC adds and subtracts the terms of t one by one.
    asm("" : "+" LATH_VECTOR_REGISTER(t.raw));
    x = checked(hn::Add(near, t), 2 * p_);
    y = checked(hn::Sub(near, t), 2 * p_);
  }
  // [-p, p) -> [-p, p). The difference of p - 1 and -p may not fit in two digits.
  [[gnu::always_inline]] void inverse_butterfly(Vector& x, Vector& y,
                                                const Factor& root) const noexcept {
    const Vector difference = kUnitDigit ? hn::Sub(x, y) : nearer_zero(hn::Sub(x, y));
    x = nearer_zero(hn::Add(x, y));
    y = product(difference, root);
  }
  Vector partial_reduce(Vector v) const noexcept { return v; }
  Vector scale(Vector v) const noexcept { return product(v, scaled_root(*this, 0)); }

  const TwiddlePointers<NodeTwiddle, Word>& twiddles() const noexcept { return twiddles_; }
  Factor node_factor(const NodeTwiddle& t) const noexcept {
    return {digit(t.a0), digit(t.a1), digit(t.b0), digit(t.b1)};
  }
  Factor lane_factor(Vector a, Vector b) const noexcept { return {a, upper(a), b, upper(b)}; }

 private:
  // a = w 2^32 and b = w 2^64.
  static std::array<std::int64_t, 2> centered_multiples(std::uint64_t w, std::uint64_t p) {
    const auto a = static_cast<std::uint64_t>((uint128{w} << 32) % p);
    const auto b = static_cast<std::uint64_t>((uint128{a} << 32) % p);
    return {centered(a, p), centered(b, p)};
  }
  // x = high 2^32 + low, both signed, for |x| < 2^62; and the two digits in one word.
  static std::int32_t low_digit(std::int64_t x) { return static_cast<std::int32_t>(x); }
  static std::int32_t high_digit(std::int64_t x) {
    return static_cast<std::int32_t>((x - low_digit(x)) >> 32);
  }
  static Word digits(std::int64_t x) {
    return Word{static_cast<std::uint32_t>(high_digit(x))} << 32 |
           static_cast<std::uint32_t>(low_digit(x));
  }
  Vector digit(std::int32_t x) const noexcept { return hn::BitCast(d_, hn::Set(Digits(), x)); }
  Vector p() const noexcept { return hn::Set(d_, p_); }
  Vector half_digit() const noexcept { return hn::Set(d_, kHalfDigit); }
  Vector two_p() const noexcept { return hn::Set(d_, 2 * p_); }

  // The upper half of each lane as its low half.
  Vector upper(Vector v) const noexcept {
    return hn::BitCast(d_, hn::ShiftRight<32>(hn::BitCast(du_, v)));
  }
  // The upper half of each lane from [-2^63 + 2^32, 2^63], plus 2^31 - 1.
  Vector biased_upper(Vector v) const noexcept { return upper(hn::Add(v, hn::Set(d_, kBias))); }
  // v / 2^32 rounded, for v in the same range.
  Vector rounded_upper(Vector v) const noexcept {
    return hn::Sub(upper(hn::Add(v, hn::Set(d_, kBias + kHalfDigit))), hn::Set(d_, kBias >> 32));
  }
  // Products of the signed low halves.
  Vector multiply_digits(Vector a, Vector b) const noexcept {
    return hn::MulEven(hn::BitCast(Digits(), a), hn::BitCast(Digits(), b));
  }
  // Working values lie in [-bound, bound); builds with LATH_CHECKING check it.
  Vector checked(Vector v, std::int64_t bound) const noexcept { return checked(v, -bound, bound); }
  Vector checked(Vector v, [[maybe_unused]] std::int64_t least,
                 [[maybe_unused]] std::int64_t end) const noexcept {
#ifdef LATH_CHECKING
    const auto usual = hn::AndNot(hn::Lt(v, hn::Set(d_, least)), hn::Lt(v, hn::Set(d_, end)));
    if (!hn::AllTrue(d_, usual)) check_lanes(v, least, end);
#endif
    return v;
  }
#ifdef LATH_CHECKING
  // Alone, since it is behind every operation.
  [[gnu::noinline]] void check_lanes(Vector v, std::int64_t least,
                                     std::int64_t end) const noexcept {
    std::array<std::int64_t, hn::MaxLanes(D())> lanes;
    hn::StoreU(v, d_, lanes.data());
    check_working_words(lanes.data(), lanes.size(), least, end);
  }
#endif
  // Takes values in [-2p, 2p) to [-p, p).
  Vector nearer_zero(Vector v) const noexcept {
    return hn::Sub(v, hn::IfNegativeThenElse(v, hn::Set(d_, -p_), p()));
  }
  // y w mod p in (-p, p), for y in [-2^63, 2^63 - 2^31).
  [[gnu::always_inline]] Vector product(Vector y, const Factor& w) const noexcept {
    const Vector y1 = upper(hn::Add(checked(y, kLeast, -(kLeast + kHalfDigit)), half_digit()));
    const Vector low = hn::Add(multiply_digits(y, w.a0), multiply_digits(y1, w.b0));
    const Vector high = hn::Add(multiply_digits(y, w.a1), multiply_digits(y1, w.b1));
    if constexpr (kUnitDigit) {
      // m is the low digit of low, and m p = m + m p1 2^32.
      const Vector m_high = multiply_digits(low, hn::Set(d_, p1_));
      return checked(hn::Add(hn::Sub(high, m_high), rounded_upper(low)), p_);
    }
    // m p has the low half of low + high 2^32, so that their difference is divisible by 2^32.
    const Vector m = multiply_digits(low, hn::Set(d_, p_inverse_));
    const Vector m_low = multiply_digits(m, hn::Set(d_, p0_));
    const Vector m_high = multiply_digits(m, hn::Set(d_, p1_));
    return checked(hn::Add(hn::Sub(high, m_high), hn::Sub(biased_upper(low), biased_upper(m_low))),
                   p_);
  }

  static constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t kHalfDigit = std::int64_t{1} << 31, kBias = 0x7fffffff00000000;

  D d_;
  DU du_;
  std::int64_t p_, p0_, p1_;  // p and its digits
  std::int64_t p_inverse_;    // 1/p mod 2^32
  TwiddlePointers<NodeTwiddle, Word> twiddles_;
};

TransformPointer<std::uint64_t> make_u64(const Roots& roots, Kernel kernel) {
  if (!U64<false>::serves(roots)) return make_reference<std::uint64_t>(roots);
  const auto low_digit = static_cast<std::uint32_t>(roots.modulus.value());
  return low_digit == 1 ? make_transform<U64<true>>(roots, kernel)
                        : make_transform<U64<false>>(roots, kernel);
}

#endif  // HWY_TARGET == HWY_AVX3
#endif  // HWY_TARGET & ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

TransformPointer<std::uint64_t> make_u64([[maybe_unused]] const Roots& roots, Isa isa) {
#if HWY_TARGETS & HWY_AVX3
  if (has(isa, Isa::avx512ifma) && roots.degree >= 32) {  // a block of AVX-512 has 32 words
    return N_AVX3::make_transform<N_AVX3::U64>(roots, {Family::u64, Isa::avx512ifma});
  }
#endif
  LATH_RETURN_ON_AVX2(isa, make_u64(roots, {Family::u64, Isa::avx2}));
  LATH_RETURN_ON_NEON(isa, make_u64(roots, {Family::u64, Isa::neon}));
  return nullptr;
}

}  // namespace lath::detail
#endif  // HWY_ONCE
