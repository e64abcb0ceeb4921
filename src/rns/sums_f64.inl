// SPDX-License-Identifier: Apache-2.0
//
// Sums of products in double precision, for moduli below 2^50 on CPUs with fused multiply-add. A
// product y m is added in two parts. The high part is h <- fl(h + y m); the size of h makes it a
// multiple of a fixed power of two. The low part is the rounding error of that addition, which a
// fused product gives exactly. All values are integers that fit in double precision; docs/lab/0007
// has their bounds and the measurements. Included inside the namespace of each instruction set.

namespace hn = hwy::HWY_NAMESPACE;

#include "arith/integer_doubles.inl"

constexpr std::size_t kLanes = HWY_MAX_BYTES / sizeof(double);
constexpr hn::FixedTag<double, kLanes> kD;
constexpr hn::FixedTag<std::uint64_t, kLanes> kDU;
using Vector = hn::Vec<decltype(kD)>;
using WordVector = hn::Vec<decltype(kDU)>;

// The number of vectors side by side, so that independent sums keep the CPU busy.
constexpr std::size_t kVectors = HWY_TARGET == HWY_NEON ? 8 : 4;
constexpr std::size_t kGroup = kLanes * kVectors;

Vector set(double x) noexcept { return hn::Set(kD, x); }

// The integer nearest to x c, for |x c| <= 2^51: doubles near 1.5 2^52 are the integers.
constexpr double kMiddle = 1.5 * kTwo52;
Vector nearest(Vector x, Vector c) noexcept {
  return hn::Sub(hn::MulAdd(x, c, set(kMiddle)), set(kMiddle));
}

Vector to_double(WordVector words) noexcept { return doubles_of(kD, words); }
WordVector to_words(Vector v) noexcept { return words_of(kD, v); }

template <ResidueWord Word>
Vector load(const Word* x) noexcept {
  if constexpr (sizeof(Word) == 8) {
    return to_double(hn::LoadU(kDU, x));
  } else if constexpr (sizeof(Word) == 4) {
    return to_double(hn::PromoteTo(kDU, hn::LoadU(hn::FixedTag<std::uint32_t, kLanes>(), x)));
  } else {
    const hn::FixedTag<std::uint32_t, kLanes> half;
    const auto words = hn::LoadU(hn::FixedTag<std::uint16_t, kLanes>(), x);
    return to_double(hn::PromoteTo(kDU, hn::PromoteTo(half, words)));
  }
}
template <ResidueWord Word>
void store(Vector v, Word* x) noexcept {
  const hn::FixedTag<Word, kLanes> d;
  if constexpr (sizeof(Word) == 8) {
    hn::StoreU(to_words(v), d, x);
  } else {
    hn::StoreU(hn::TruncateTo(d, to_words(v)), d, x);
  }
}
// The first `count` words of a vector, and zeros.
template <ResidueWord Word>
Vector load_some(const Word* x, std::size_t count) noexcept {
  if (count >= kLanes) return load(x);
  std::array<Word, kLanes> words{};
  std::copy_n(x, count, words.data());
  const Vector v = load(words.data());
  wipe(words.data(), sizeof words);
  return v;
}

// x - p where x > p/2: the representative of least magnitude.
double centered(std::uint64_t x, std::uint64_t p) noexcept {
  return x > p / 2 ? -static_cast<double>(p - x) : static_cast<double>(x);
}

// Takes integers in (-p, p) to [0, p).
Vector canonical(Vector v, Vector p) noexcept {
  return hn::Add(v, hn::IfThenElseZero(hn::Lt(v, hn::Zero(kD)), p));
}

// The form of a reduced sum: a canonical word, or an integer in (-p, p) in double precision.
enum class Number { word, floating };

// The constants that reduce sums of products modulo one p.
struct Modulo {
  double p, minus_p_inverse, zero;

  // For sums of magnitude less than 2^(51 + s): from 3 2^(51 + s) to the next powers of two,
  // doubles are 2^s apart. s is at most the length of p in bits.
  Modulo(std::uint64_t modulus, int s)
      : p(static_cast<double>(modulus)), minus_p_inverse(-1.0 / p), zero(std::ldexp(3.0, 51 + s)) {}

  // Adds y m to high + low.
  static void add_product(Vector& high, Vector& low, Vector y, Vector m) noexcept {
    const Vector sum = hn::MulAdd(y, m, high);
    low = hn::Add(low, hn::MulSub(y, m, hn::Sub(sum, high)));
    high = sum;
  }
  // Reduces to [-p/2, p/2], up to the rounding of the quotient; the result is never -0, see
  // docs/decisions/0002.
  Vector partial_reduce(Vector v) const noexcept {
    return hn::MulAdd(hn::Round(hn::Mul(v, set(minus_p_inverse))), set(p), v);
  }
  Vector partial_reduce(Vector high, Vector low) const noexcept {
    return partial_reduce(hn::Add(partial_reduce(hn::Sub(high, set(zero))), low));
  }
  // Reduces to (-p, p) in one step, for sums so much smaller than 2^53 p that their quotients by p
  // err by less than 1/2 before they are rounded.
  Vector partial_reduce_once(Vector high, Vector low) const noexcept {
    return remainder(hn::Sub(high, set(zero)), low);
  }
  // Reduces sum + low to (-p, p), for sums as small as above.
  Vector remainder(Vector sum, Vector low) const noexcept {
    const Vector quotient = nearest(hn::Add(sum, low), set(minus_p_inverse));
    return hn::Add(hn::MulAdd(quotient, set(p), sum), low);
  }
};
