// SPDX-License-Identifier: Apache-2.0
//
// Layers of butterflies, with the blocks of a layer side by side in memory. Two layers share their
// loads. When blocks are as short as a vector, groups of them are read so that each lane has a
// block of its own.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ntt/complex/complex_transform_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/targets.inl"
#include "ntt/complex/complex_transform.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX3 | HWY_AVX2 | HWY_NEON)
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kLanes = HWY_MAX_BYTES / sizeof(double);
constexpr hn::FixedTag<double, kLanes> kDoubles;
constexpr hn::FixedTag<std::int64_t, kLanes> kIndices;
using Doubles = hn::Vec<decltype(kDoubles)>;
using Indices = hn::Vec<decltype(kIndices)>;

struct Complex {
  Doubles re, im;
};

Complex add(const Complex& a, const Complex& b) noexcept {
  return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)};
}
Complex sub(const Complex& a, const Complex& b) noexcept {
  return {hn::Sub(a.re, b.re), hn::Sub(a.im, b.im)};
}
Complex multiply(const Complex& a, const Complex& w) noexcept {
  return {hn::Sub(hn::Mul(a.re, w.re), hn::Mul(a.im, w.im)),
          hn::Add(hn::Mul(a.re, w.im), hn::Mul(a.im, w.re))};
}
Complex conjugate(const Complex& w) noexcept { return {w.re, hn::Neg(w.im)}; }

// (u, v) becomes (u + w v, u - w v), and the inverse of that up to a factor of 2.
void butterfly(Complex& u, Complex& v, const Complex& w) noexcept {
  const Complex x = multiply(v, w);
  v = sub(u, x);
  u = add(u, x);
}
void inverse_butterfly(Complex& u, Complex& v, const Complex& w) noexcept {
  const Complex x = sub(u, v);
  u = add(u, v);
  v = multiply(x, conjugate(w));
}

// The numbers in memory.
class Words {
 public:
  explicit Words(ComplexWords& a) noexcept : re_(a.re()), im_(a.im()), size_(a.size()) {}
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] Complex load(std::size_t i) const noexcept {
    return {hn::LoadU(kDoubles, re_ + i), hn::LoadU(kDoubles, im_ + i)};
  }
  void store(std::size_t i, const Complex& x) const noexcept {
    hn::StoreU(x.re, kDoubles, re_ + i);
    hn::StoreU(x.im, kDoubles, im_ + i);
  }
  // Every kLanes-th number from i on.
  [[nodiscard]] Complex load_spread(std::size_t i) const noexcept {
    return {hn::GatherIndex(kDoubles, re_ + i, places()),
            hn::GatherIndex(kDoubles, im_ + i, places())};
  }
  void store_spread(std::size_t i, const Complex& x) const noexcept {
    hn::ScatterIndex(x.re, kDoubles, re_ + i, places());
    hn::ScatterIndex(x.im, kDoubles, im_ + i, places());
  }

 private:
  static Indices places() noexcept {
    return hn::Mul(hn::Iota(kIndices, 0), hn::Set(kIndices, std::int64_t{kLanes}));
  }

  double *re_, *im_;
  std::size_t size_;
};

// The roots of one block, and of blocks `step` apart, a lane each.
class Roots {
 public:
  explicit Roots(const ComplexRoots& roots) noexcept : re_(roots.re()), im_(roots.im()) {}
  [[nodiscard]] Complex of(std::size_t block) const noexcept {
    return {hn::Set(kDoubles, re_[block]), hn::Set(kDoubles, im_[block])};
  }
  [[nodiscard]] Complex spread(std::size_t block, std::size_t step) const noexcept {
    const Indices places =
        hn::Mul(hn::Iota(kIndices, 0), hn::Set(kIndices, static_cast<std::int64_t>(step)));
    return {hn::GatherIndex(kDoubles, re_ + block, places),
            hn::GatherIndex(kDoubles, im_ + block, places)};
  }

 private:
  const double *re_, *im_;
};

// The place of the first block of a layer with so many blocks: x^size - i is block 2 of 4 blocks.
std::size_t first_block(std::size_t blocks) noexcept { return 2 * blocks; }

// The layer with these halves of blocks, in one direction.
template <auto kButterfly>
void layer(const Words& a, const Roots& roots, std::size_t half, std::size_t blocks) noexcept {
  for (std::size_t block = 0; block < blocks; ++block) {
    const Complex w = roots.of(first_block(blocks) + block);
    for (std::size_t i = 2 * half * block; i < 2 * half * block + half; i += kLanes) {
      Complex u = a.load(i), v = a.load(i + half);
      kButterfly(u, v, w);
      a.store(i, u);
      a.store(i + half, v);
    }
  }
}

// The layer with these halves of blocks, and the next one.
void two_layers(const Words& a, const Roots& roots, std::size_t half, std::size_t blocks) noexcept {
  const std::size_t quarter = half / 2;
  for (std::size_t block = 0; block < blocks; ++block) {
    const Complex w = roots.of(first_block(blocks) + block);
    const std::size_t next = first_block(2 * blocks) + 2 * block;
    const Complex low = roots.of(next), high = roots.of(next + 1);
    for (std::size_t i = 2 * half * block; i < 2 * half * block + quarter; i += kLanes) {
      std::array<Complex, 4> x{a.load(i), a.load(i + quarter), a.load(i + half),
                               a.load(i + half + quarter)};
      butterfly(x[0], x[2], w);
      butterfly(x[1], x[3], w);
      butterfly(x[0], x[1], low);
      butterfly(x[2], x[3], high);
      for (std::size_t k = 0; k < 4; ++k) a.store(i + k * quarter, x[k]);
    }
  }
}

// As many blocks of kLanes numbers as lanes: number i of each block in vector i.
using Group = std::array<Complex, kLanes>;

// A layer of a group, where each lane has so many blocks.
template <auto kButterfly>
void group_layer(Group& x, const Roots& roots, std::size_t size, std::size_t group,
                 std::size_t half, std::size_t of_lane) noexcept {
  const std::size_t first = first_block(size / kLanes * of_lane) + group * kLanes * of_lane;
  for (std::size_t b = 0; b < of_lane; ++b) {
    const Complex w = roots.spread(first + b, of_lane);
    for (std::size_t i = 2 * half * b; i < 2 * half * b + half; ++i) {
      kButterfly(x[i], x[i + half], w);
    }
  }
}

constexpr std::size_t kGroupSize = kLanes * kLanes;

}  // namespace

void complex_transform(ComplexWords& numbers, const ComplexRoots& table) noexcept {
  const Words a(numbers);
  const Roots roots(table);
  std::size_t half = a.size() / 2, blocks = 1;
  for (; half >= 2 * kLanes; half /= 4, blocks *= 4) two_layers(a, roots, half, blocks);
  if (half >= kLanes) layer<butterfly>(a, roots, half, blocks);
  for (std::size_t group = 0; group < a.size() / kGroupSize; ++group) {
    const std::size_t begin = group * kGroupSize;
    Group x;
    for (std::size_t i = 0; i < kLanes; ++i) x[i] = a.load_spread(begin + i);
    for (std::size_t within = kLanes / 2, of_lane = 1; within > 0; within /= 2, of_lane *= 2) {
      group_layer<butterfly>(x, roots, a.size(), group, within, of_lane);
    }
    for (std::size_t i = 0; i < kLanes; ++i) a.store(begin + i * kLanes, x[i]);
  }
}

void inverse_complex_transform(ComplexWords& numbers, const ComplexRoots& table) noexcept {
  const Words a(numbers);
  const Roots roots(table);
  for (std::size_t group = 0; group < a.size() / kGroupSize; ++group) {
    const std::size_t begin = group * kGroupSize;
    Group x;
    for (std::size_t i = 0; i < kLanes; ++i) x[i] = a.load(begin + i * kLanes);
    for (std::size_t within = 1, of_lane = kLanes / 2; of_lane > 0; within *= 2, of_lane /= 2) {
      group_layer<inverse_butterfly>(x, roots, a.size(), group, within, of_lane);
    }
    for (std::size_t i = 0; i < kLanes; ++i) a.store_spread(begin + i, x[i]);
  }
  for (std::size_t half = kLanes, blocks = a.size() / (2 * kLanes); blocks > 0;
       half *= 2, blocks /= 2) {
    layer<inverse_butterfly>(a, roots, half, blocks);
  }
}

void doubles_of(double* out, std::span<const std::int64_t> integers) noexcept {
  for (std::size_t i = 0; i < integers.size(); i += kLanes) {
    hn::StoreU(hn::ConvertTo(kDoubles, hn::LoadU(kIndices, integers.data() + i)), kDoubles,
               out + i);
  }
}

// The sums of the halves of the magnitudes.
std::array<std::int64_t, 2> sums_of_halves(std::span<const std::int64_t> integers) noexcept {
  Indices low = hn::Zero(kIndices), high = low;
  const Indices mask = hn::Set(kIndices, std::int64_t{0xffffffff});
  for (std::size_t i = 0; i < integers.size(); i += kLanes) {
    const Indices x = hn::LoadU(kIndices, integers.data() + i), sign = hn::BroadcastSignBit(x);
    const auto magnitude =
        hn::BitCast(hn::RebindToUnsigned<decltype(kIndices)>(), hn::Sub(hn::Xor(x, sign), sign));
    low = hn::Add(low, hn::And(hn::BitCast(kIndices, magnitude), mask));
    high = hn::Add(high, hn::BitCast(kIndices, hn::ShiftRight<32>(magnitude)));
  }
  return {hn::GetLane(hn::SumOfLanes(kIndices, low)), hn::GetLane(hn::SumOfLanes(kIndices, high))};
}

// The largest square of the magnitude of a number.
double largest_square(ComplexWords& numbers) noexcept {
  const Words a(numbers);
  Doubles largest = hn::Zero(kDoubles);
  for (std::size_t i = 0; i < a.size(); i += kLanes) {
    const Complex x = a.load(i);
    largest = hn::Max(largest, hn::Add(hn::Mul(x.re, x.re), hn::Mul(x.im, x.im)));
  }
  return hn::GetLane(hn::MaxOfLanes(kDoubles, largest));
}

#endif  // HWY_TARGET & ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {
namespace {

// Without vectors, and for few numbers.
void reference_layer(ComplexWords& a, const ComplexRoots& roots, std::size_t half,
                     std::size_t blocks) noexcept {
  double *const re = a.re(), *const im = a.im();
  for (std::size_t block = 0; block < blocks; ++block) {
    const double w_re = roots.re()[2 * blocks + block], w_im = roots.im()[2 * blocks + block];
    for (std::size_t i = 2 * half * block; i < 2 * half * block + half; ++i) {
      const std::size_t j = i + half;
      const double x = re[j] * w_re - im[j] * w_im, y = re[j] * w_im + im[j] * w_re;
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
void reference_transform(ComplexWords& a, const ComplexRoots& roots) noexcept {
  for (std::size_t half = a.size() / 2, blocks = 1; half > 0; half /= 2, blocks *= 2) {
    reference_layer(a, roots, half, blocks);
  }
}
void reference_inverse(ComplexWords& a, const ComplexRoots& roots) noexcept {
  for (std::size_t half = 1, blocks = a.size() / 2; blocks > 0; half *= 2, blocks /= 2) {
    reference_inverse_layer(a, roots, half, blocks);
  }
}
double reference_largest_square(ComplexWords& a) noexcept {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, a.re()[i] * a.re()[i] + a.im()[i] * a.im()[i]);
  }
  return largest;
}

constexpr std::size_t kMostLanes = 8;
bool is_short(const ComplexWords& a) noexcept { return a.size() < kMostLanes * kMostLanes; }

void doubles_of(Isa isa, double* out, std::span<const std::int64_t> integers) noexcept {
  if (integers.size() >= kMostLanes) {
    LATH_RETURN_ON_AVX512(isa, doubles_of(out, integers));
    LATH_RETURN_ON_AVX2_OR_NEON(isa, doubles_of(out, integers));
  }
  std::ranges::transform(integers, out, [](std::int64_t a) { return static_cast<double>(a); });
}

double largest_square(Isa isa, ComplexWords& a) noexcept {
  if (is_short(a)) return reference_largest_square(a);
  LATH_RETURN_ON_AVX512(isa, largest_square(a));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, largest_square(a));
  return reference_largest_square(a);
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

ComplexWords::ComplexWords(Isa isa, std::span<const std::int64_t> integers)
    : re_(Buffer<double, Secret>::for_overwrite(integers.size() / 2)),
      im_(Buffer<double, Secret>::for_overwrite(integers.size() / 2)) {
  doubles_of(isa, re(), integers.first(size()));
  doubles_of(isa, im(), integers.subspan(size()));
}

void complex_transform(Isa isa, ComplexWords& a, const ComplexRoots& roots) noexcept {
  if (is_short(a)) return reference_transform(a, roots);
  LATH_RETURN_ON_AVX512(isa, complex_transform(a, roots));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, complex_transform(a, roots));
  reference_transform(a, roots);
}
void inverse_complex_transform(Isa isa, ComplexWords& a, const ComplexRoots& roots) noexcept {
  if (is_short(a)) return reference_inverse(a, roots);
  LATH_RETURN_ON_AVX512(isa, inverse_complex_transform(a, roots));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, inverse_complex_transform(a, roots));
  reference_inverse(a, roots);
}

// Modulo x^(n/2) - i, one of the factors of x^n + 1, a polynomial is a_k + i a_(k+n/2). Its values
// at the roots of the other factor are the conjugates.
double largest_squared_value(Isa isa, std::span<const std::int64_t> coefficients) {
  ComplexWords a(isa, coefficients);
  complex_transform(isa, a, *roots_of_transform(a.size()));
  return largest_square(isa, a);
}

// The halves are added apart, which is exact: there are at most 2^20.
double sum_of_magnitudes(Isa isa, std::span<const std::int64_t> integers) noexcept {
  const std::size_t whole = integers.size() / kMostLanes * kMostLanes;
  auto sums = sums_of_whole_vectors(isa, integers.first(whole));
  for (const std::int64_t a : integers.subspan(whole)) add_halves(sums, a);
  const auto [low, high] = sums;
  return static_cast<double>(low) + 0x1p32 * static_cast<double>(high);
}

}  // namespace lath::detail
#endif  // HWY_ONCE
