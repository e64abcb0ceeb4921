// SPDX-License-Identifier: Apache-2.0
//
// Complex transforms, their inputs and the largest of their values.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ntt/complex/complex_transform_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/targets.inl"
#include "lath/base/constant_time.hpp"
#include "ntt/complex/complex_transform.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX3 | HWY_AVX2 | HWY_NEON)
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#include "ntt/complex/complex_layers.inl"

constexpr auto kDoubles = kReals<double>;
constexpr auto kIndices = kPlaces<double>;
using Indices = Places<double>;

}  // namespace

void complex_transform(ComplexWords& a, const ComplexRoots& roots) noexcept { transform(a, roots); }
void complex_transform(ShortComplexWords& a, const ShortComplexRoots& roots) noexcept {
  transform(a, roots);
}
double largest_square(ComplexWords& a) noexcept { return largest_square_of(a); }
float largest_square(ShortComplexWords& a) noexcept { return largest_square_of(a); }

void inverse_complex_transform(ComplexWords& numbers, const ComplexRoots& table) noexcept {
  constexpr std::size_t lanes = kLanes<double>;
  const Words<double> a(numbers);
  const Roots<double> roots(table);
  for (std::size_t group = 0; group < a.size() / kGroupSize<double>; ++group) {
    const std::size_t begin = group * kGroupSize<double>;
    Group<double> x;
    for (std::size_t i = 0; i < lanes; ++i) x[i] = a.load(begin + i * lanes);
    for (std::size_t within = 1, of_lane = lanes / 2; of_lane > 0; within *= 2, of_lane /= 2) {
      group_layer<inverse_butterfly<double>, double>(x, roots, a.size(), group, within, of_lane);
    }
    for (std::size_t i = 0; i < lanes; ++i) a.store_spread(begin + i, x[i]);
  }
  for (std::size_t half = lanes, blocks = a.size() / (2 * lanes); blocks > 0;
       half *= 2, blocks /= 2) {
    layer<inverse_butterfly<double>>(a, roots, half, blocks);
  }
}

void doubles_of(double* out, std::span<const std::int64_t> integers) noexcept {
  for (std::size_t i = 0; i < integers.size(); i += kLanes<double>) {
    hn::StoreU(hn::ConvertTo(kDoubles, hn::LoadU(kIndices, integers.data() + i)), kDoubles,
               out + i);
  }
}

// The sums of the halves of the magnitudes.
std::array<std::int64_t, 2> sums_of_halves(std::span<const std::int64_t> integers) noexcept {
  Indices low = hn::Zero(kIndices), high = low;
  const Indices mask = hn::Set(kIndices, std::int64_t{0xffffffff});
  for (std::size_t i = 0; i < integers.size(); i += kLanes<double>) {
    const Indices x = hn::LoadU(kIndices, integers.data() + i), sign = hn::BroadcastSignBit(x);
    const auto magnitude =
        hn::BitCast(hn::RebindToUnsigned<decltype(kIndices)>(), hn::Sub(hn::Xor(x, sign), sign));
    low = hn::Add(low, hn::And(hn::BitCast(kIndices, magnitude), mask));
    high = hn::Add(high, hn::BitCast(kIndices, hn::ShiftRight<32>(magnitude)));
  }
  return {hn::GetLane(hn::SumOfLanes(kIndices, low)), hn::GetLane(hn::SumOfLanes(kIndices, high))};
}

// Writes the integers next to zero, and returns the sum of their magnitudes.
std::uint64_t floats_of(float* out, std::span<const std::uint64_t> residues,
                        std::uint64_t t) noexcept {
  const hn::Rebind<float, decltype(kDoubles)> floats;
  const hn::RebindToUnsigned<decltype(kIndices)> words;
  const Indices modulus = hn::Set(kIndices, static_cast<std::int64_t>(t));
  const Indices half = hn::Set(kIndices, static_cast<std::int64_t>(t / 2));
  Indices sum = hn::Zero(kIndices);
  for (std::size_t i = 0; i < residues.size(); i += kLanes<double>) {
    const Indices x = hn::BitCast(kIndices, hn::LoadU(words, residues.data() + i));
    const Indices above = hn::BroadcastSignBit(hn::Sub(half, x));
    const Indices integer = hn::Sub(x, hn::And(above, modulus));
    sum = hn::Add(sum, hn::Sub(hn::Xor(integer, above), above));
    hn::StoreU(hn::DemoteTo(floats, hn::ConvertTo(kDoubles, integer)), floats, out + i);
  }
  return static_cast<std::uint64_t>(hn::GetLane(hn::SumOfLanes(kIndices, sum)));
}

#endif  // HWY_TARGET & ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {
namespace {

// Without vectors, and for few numbers.
template <class Real>
void reference_layer(ComplexWordsOf<Real>& a, const ComplexRootsOf<Real>& roots, std::size_t half,
                     std::size_t blocks) noexcept {
  Real *const re = a.re(), *const im = a.im();
  for (std::size_t block = 0; block < blocks; ++block) {
    const Real w_re = roots.re()[2 * blocks + block], w_im = roots.im()[2 * blocks + block];
    for (std::size_t i = 2 * half * block; i < 2 * half * block + half; ++i) {
      const std::size_t j = i + half;
      const Real x = re[j] * w_re - im[j] * w_im, y = re[j] * w_im + im[j] * w_re;
      re[j] = re[i] - x, im[j] = im[i] - y;
      re[i] += x, im[i] += y;
    }
  }
}
void reference_inverse_layer(ComplexWords& a, const ComplexRoots& roots, std::size_t half,
                             std::size_t blocks) noexcept {
  double *const re = a.re(), *const im = a.im();
  for (std::size_t block = 0; block < blocks; ++block) {
    const double w_re = roots.re()[2 * blocks + block], w_im = roots.im()[2 * blocks + block];
    for (std::size_t i = 2 * half * block; i < 2 * half * block + half; ++i) {
      const std::size_t j = i + half;
      const double x = re[i] - re[j], y = im[i] - im[j];
      re[i] += re[j], im[i] += im[j];
      re[j] = x * w_re + y * w_im, im[j] = y * w_re - x * w_im;
    }
  }
}
void reference_inverse(ComplexWords& a, const ComplexRoots& roots) noexcept {
  for (std::size_t half = 1, blocks = a.size() / 2; blocks > 0; half *= 2, blocks /= 2) {
    reference_inverse_layer(a, roots, half, blocks);
  }
}

// The most lanes of a vector of these numbers.
template <class Real>
constexpr std::size_t kMostLanes = 64 / sizeof(Real);
template <class Real>
bool is_short(const ComplexWordsOf<Real>& a) noexcept {
  return a.size() < kMostLanes<Real> * kMostLanes<Real>;
}

void doubles_of(Isa isa, double* out, std::span<const std::int64_t> integers) noexcept {
  if (integers.size() >= kMostLanes<double>) {
    LATH_RETURN_ON_AVX512(isa, doubles_of(out, integers));
    LATH_RETURN_ON_AVX2_OR_NEON(isa, doubles_of(out, integers));
  }
  std::ranges::transform(integers, out, [](std::int64_t a) { return static_cast<double>(a); });
}

std::uint64_t floats_of(Isa isa, float* out, std::span<const std::uint64_t> residues,
                        std::uint64_t t) noexcept {
  if (residues.size() >= kMostLanes<double>) {
    LATH_RETURN_ON_AVX512(isa, floats_of(out, residues, t));
    LATH_RETURN_ON_AVX2_OR_NEON(isa, floats_of(out, residues, t));
  }
  std::uint64_t sum = 0;
  for (const std::uint64_t x : residues) {
    const std::uint64_t above = ct::mask_less(t / 2, x), integer = x - (t & above);
    sum += (integer ^ above) - above;
    *out++ = static_cast<float>(static_cast<double>(static_cast<std::int64_t>(integer)));
  }
  return sum;
}

template <class Real>
Real largest_square(Isa isa, ComplexWordsOf<Real>& a) noexcept {
  if (!is_short(a)) {
    LATH_RETURN_ON_AVX512(isa, largest_square(a));
    LATH_RETURN_ON_AVX2_OR_NEON(isa, largest_square(a));
  }
  Real largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, a.re()[i] * a.re()[i] + a.im()[i] * a.im()[i]);
  }
  return largest;
}

void add_halves(std::array<std::int64_t, 2>& sums, std::int64_t a) noexcept {
  const auto sign = static_cast<std::uint64_t>(a >> 63);
  const std::uint64_t magnitude = (static_cast<std::uint64_t>(a) ^ sign) - sign;
  sums[0] += static_cast<std::int64_t>(magnitude & 0xffffffff);
  sums[1] += static_cast<std::int64_t>(magnitude >> 32);
}

std::array<std::int64_t, 2> sums_of_whole_vectors(Isa isa,
                                                  std::span<const std::int64_t> integers) noexcept {
  LATH_RETURN_ON_AVX512(isa, sums_of_halves(integers));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, sums_of_halves(integers));
  std::array<std::int64_t, 2> sums{};
  for (const std::int64_t a : integers) add_halves(sums, a);
  return sums;
}

}  // namespace

ComplexWords words_of(Isa isa, std::span<const std::int64_t> integers) {
  ComplexWords a = ComplexWords::for_overwrite(integers.size() / 2);
  doubles_of(isa, a.re(), integers.first(a.size()));
  doubles_of(isa, a.im(), integers.subspan(a.size()));
  return a;
}

template <class Real>
void complex_transform(Isa isa, ComplexWordsOf<Real>& a,
                       const ComplexRootsOf<Real>& roots) noexcept {
  if (!is_short(a)) {
    LATH_RETURN_ON_AVX512(isa, complex_transform(a, roots));
    LATH_RETURN_ON_AVX2_OR_NEON(isa, complex_transform(a, roots));
  }
  for (std::size_t half = a.size() / 2, blocks = 1; half > 0; half /= 2, blocks *= 2) {
    reference_layer(a, roots, half, blocks);
  }
}
template void complex_transform(Isa, ComplexWords&, const ComplexRoots&) noexcept;
template void complex_transform(Isa, ShortComplexWords&, const ShortComplexRoots&) noexcept;

void inverse_complex_transform(Isa isa, ComplexWords& a, const ComplexRoots& roots) noexcept {
  if (is_short(a)) return reference_inverse(a, roots);
  LATH_RETURN_ON_AVX512(isa, inverse_complex_transform(a, roots));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, inverse_complex_transform(a, roots));
  reference_inverse(a, roots);
}

// Modulo x^(n/2) - i, one of the factors of x^n + 1, a polynomial is a_k + i a_(k+n/2). Its values
// at the roots of the other factor are the conjugates.
double largest_squared_value(Isa isa, std::span<const std::int64_t> coefficients) {
  ComplexWords a = words_of(isa, coefficients);
  complex_transform(isa, a, *roots_of_transform<double>(a.size()));
  return largest_square(isa, a);
}

ShortNorms short_norms(Isa isa, std::span<const std::uint64_t> residues, std::uint64_t t) {
  ShortComplexWords a = ShortComplexWords::for_overwrite(residues.size() / 2);
  const std::uint64_t low = floats_of(isa, a.re(), residues.first(a.size()), t);
  const std::uint64_t high = floats_of(isa, a.im(), residues.subspan(a.size()), t);
  complex_transform(isa, a, *roots_of_transform<float>(a.size()));
  return {static_cast<double>(largest_square(isa, a)), static_cast<double>(low + high)};
}

// The halves are added apart, which is exact: there are at most 2^20.
double sum_of_magnitudes(Isa isa, std::span<const std::int64_t> integers) noexcept {
  const std::size_t whole = integers.size() / kMostLanes<double> * kMostLanes<double>;
  auto sums = sums_of_whole_vectors(isa, integers.first(whole));
  for (const std::int64_t a : integers.subspan(whole)) add_halves(sums, a);
  const auto [low, high] = sums;
  return static_cast<double>(low) + 0x1p32 * static_cast<double>(high);
}

}  // namespace lath::detail
#endif  // HWY_ONCE
