// SPDX-License-Identifier: Apache-2.0
//
// Sums over limbs in double precision, for moduli below 2^50 on processors with fused multiply-add.
// A product y m is added in two parts: h <- fl(h + y m), which h's size rounds to a multiple of a
// fixed power of two, and what that rounded off, which a fused product gives exactly. All values
// are integers that double precision holds; docs/adr/0007 bounds them and says what was measured.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rns/conversion_sums_f64_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lath/base/secret.hpp"
#include "rns/conversion_sums.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::FixedTag<double, 4> kD;
constexpr hn::FixedTag<std::uint64_t, 4> kDU;
using Vector = hn::Vec<decltype(kD)>;
using WordVector = hn::Vec<decltype(kDU)>;

constexpr std::size_t kLanes = 4;
// Vectors side by side, so that their chains of sums fill the processor.
constexpr std::size_t kVectors = 4;
constexpr std::size_t kGroup = kLanes * kVectors;
constexpr double kTwo52 = 0x1p52;

Vector set(double x) noexcept { return hn::Set(kD, x); }

// An integer below 2^52 in the low bits of the pattern of 2^52 makes the double 2^52 + x.
Vector to_double(WordVector words) noexcept {
  return hn::Sub(hn::BitCast(kD, hn::Or(words, hn::BitCast(kDU, set(kTwo52)))), set(kTwo52));
}
WordVector to_words(Vector v) noexcept {
  return hn::Xor(hn::BitCast(kDU, hn::Add(v, set(kTwo52))), hn::BitCast(kDU, set(kTwo52)));
}

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
// The first `count` of four words.
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

// From (-p, p) to [0, p).
Vector canonical(Vector v, Vector p) noexcept {
  return hn::Add(v, hn::IfThenElseZero(hn::Lt(v, hn::Zero(kD)), p));
}

// What sums of products modulo one p < 2^b are reduced with, b its length in bits. Operands are
// integers of magnitude less than 2^kBits.
template <int kBits>
struct Modulo {
  // So many products at a time: of operands of 49 bits, or of halves of words.
  static constexpr std::size_t kSum = kBits == 49 ? 8 : 2048;
  static_assert(kBits == 49 || kBits == 32);

  double p, p_inverse, zero;

  explicit Modulo(std::uint64_t modulus)
      : p(static_cast<double>(modulus)),
        p_inverse(1.0 / p),
        // 3 2^(51 + s): from there to the next powers of two, doubles are 2^s apart.
        zero(std::ldexp(3.0, 51 + bit_length(modulus) - (kBits == 49 ? 0 : 8))) {}

  // Adds y m to high + low.
  static void add_product(Vector& high, Vector& low, Vector y, Vector m) noexcept {
    const Vector sum = hn::MulAdd(y, m, high);
    low = hn::Add(low, hn::MulSub(y, m, hn::Sub(sum, high)));
    high = sum;
  }
  // To [-p/2, p/2], up to the rounding of the quotient.
  Vector partial_reduce(Vector v) const noexcept {
    return hn::NegMulAdd(hn::Round(hn::Mul(v, set(p_inverse))), set(p), v);
  }
  Vector partial_reduce(Vector high, Vector low) const noexcept {
    return partial_reduce(hn::Add(partial_reduce(hn::Sub(high, set(zero))), low));
  }
};

// sum_i x_i m_i + c mod p.
template <int kBits>
class Sum {
 public:
  // Takes factors and the constant c in [0, p).
  Sum(std::uint64_t modulus, std::span<const std::uint64_t> factors, std::uint64_t constant)
      : modulo_(modulus), constant_(centered(constant, modulus)) {
    for (const std::uint64_t m : factors) factors_.push_back(centered(m, modulus));
  }

  // The first `rows` factors with rows of a multiple of kGroup doubles, `stride` apart.
  template <ResidueWord Word>
  void write(Word* out, const double* x, std::size_t rows, std::size_t stride,
             std::size_t count) const noexcept {
    for (std::size_t c = 0; c < count; c += kGroup) {
      write_group(out + c, x + c, rows, stride, count - c);
    }
  }

 private:
  // Results of whole groups; those of `count` coefficients are kept.
  template <ResidueWord Word>
  void write_group(Word* out, const double* x, std::size_t rows, std::size_t stride,
                   std::size_t count) const noexcept {
    if (count >= kGroup) return write_whole_group(out, x, rows, stride);
    std::array<Word, kGroup> words;
    write_whole_group(words.data(), x, rows, stride);
    std::copy_n(words.data(), count, out);
    wipe(words.data(), sizeof words);
  }
  template <ResidueWord Word>
  void write_whole_group(Word* out, const double* x, std::size_t rows,
                         std::size_t stride) const noexcept {
    const Modulo<kBits> modulo = modulo_;
    const Vector zero = set(modulo.zero), p = set(modulo.p);
    Vector high[kVectors], low[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      high[v] = zero;
      low[v] = set(constant_);
    }
    for (std::size_t first = 0;;) {
      const std::size_t last = std::min(first + Modulo<kBits>::kSum, rows);
      for (std::size_t i = first; i < last; ++i) {
        const Vector m = set(factors_[i]);
        const double* row = x + i * stride;
        for (std::size_t v = 0; v < kVectors; ++v) {
          modulo.add_product(high[v], low[v], hn::LoadU(kD, row + v * kLanes), m);
        }
      }
      if (last == rows) break;
      for (std::size_t v = 0; v < kVectors; ++v) {
        low[v] = modulo.partial_reduce(high[v], low[v]);
        high[v] = zero;
      }
      first = last;
    }
    for (std::size_t v = 0; v < kVectors; ++v) {
      store(canonical(modulo.partial_reduce(high[v], low[v]), p), out + v * kLanes);
    }
  }

  Modulo<kBits> modulo_;
  double constant_;
  std::vector<double> factors_;
};

class F64ConversionSums final : public ConversionSumsOf<F64ConversionSums> {
 public:
  F64ConversionSums(std::span<const Source> sources, std::span<const Target> targets) {
    for (const Source& s : sources) sources_.emplace_back(s);
    for (const Target& t : targets) sums_.push_back(sum_of(sources, t));
    // Rows stay in the first-level cache, where there are not too many of them.
    block_ = std::clamp(kCached / (sources.size() + 1) / kGroup * kGroup, 2 * kGroup, kBlock);
  }

  // Rows of y and one of alpha; two rows of fractions.
  [[nodiscard]] std::size_t scratch_words() const noexcept override {
    return (sources_.size() + 3) * block_;
  }

  template <ResidueWord Word>
  void convert_limbs(Word* out, const Word* in, std::size_t stride, std::size_t count,
                     Quotient quotient, std::uint64_t* scratch) const noexcept {
    auto* rows = reinterpret_cast<double*>(scratch);
    const std::size_t k = sources_.size();
    const std::size_t used = k + (quotient == Quotient::none ? 0 : 1);
    for (std::size_t first = 0; first < count; first += block_) {
      const std::size_t block = std::min(block_, count - first);
      if (quotient == Quotient::none) {
        for (std::size_t i = 0; i < k; ++i) {
          scale_row<false>(rows + i * block_, nullptr, nullptr, sources_[i],
                           in + i * stride + first, block);
        }
      } else {
        scale_rows(rows, in + first, stride, block, quotient);
      }
      for (std::size_t j = 0; j < sums_.size(); ++j) {
        sums_[j].write(out + j * stride + first, rows, used, block_, block);
      }
    }
  }

  template <ResidueWord Word>
  void scale_limbs(std::uint64_t* y, std::uint64_t* quotients, const Word* in, std::size_t stride,
                   std::size_t count) const noexcept {
    for (std::size_t c = 0; c < count; c += kLanes) {
      Vector high = hn::Zero(kD), low = hn::Zero(kD);
      for (std::size_t i = 0; i < sources_.size(); ++i) {
        const ScaledSource& s = sources_[i];
        const Vector value = s.scaled(load_some(in + i * stride + c, count - c));
        s.add_fraction(high, low, value);
        store(value, y + i * kScaled + c);
      }
      store(quotient_of(high, low), quotients + c);
    }
  }

 private:
  static constexpr std::size_t kBlock = 256, kCached = 3072;

  struct ScaledSource {
    double q, q_inverse, half, factor, factor_over_q;

    explicit ScaledSource(const Source& s)
        : q(static_cast<double>(s.modulus)),
          q_inverse(1.0 / q),
          half(static_cast<double>(s.modulus / 2)),
          factor(centered(s.factor, s.modulus)),
          factor_over_q(factor / q) {}

    // x f mod q, as the family f64 multiplies.
    [[nodiscard]] Vector scaled(Vector x) const noexcept {
      const Vector f = set(factor), h = hn::Mul(x, f), l = hn::MulSub(x, f, h);
      const Vector quotient = hn::Round(hn::Mul(x, set(factor_over_q)));
      return canonical(hn::Add(hn::NegMulAdd(quotient, set(q), h), l), set(q));
    }

    // Adds floor(2^64 y / q) to 2^32 high + low: the quotient of 2^32 y, and that of 2^32 times
    // what remains. Nearest integers leave a remainder of either sign, which lowers the floor.
    void add_fraction(Vector& high, Vector& low, Vector y) const noexcept {
      const Vector first = hn::Round(hn::Mul(y, set(0x1p32 * q_inverse)));
      const Vector rest = hn::NegMulAdd(first, set(0x1p32 * q), hn::Mul(y, set(0x1p64)));
      const Vector second = hn::Round(hn::Mul(rest, set(q_inverse)));
      const Vector remainder = hn::NegMulAdd(second, set(q), rest);
      const Vector less = hn::IfThenElseZero(hn::Lt(remainder, hn::Zero(kD)), set(1.0));
      high = hn::Add(high, first);
      low = hn::Add(low, hn::Sub(second, less));
    }
  };

  // floor((2^32 high + low) / 2^64).
  static Vector quotient_of(Vector high, Vector low) noexcept {
    const Vector carry = hn::Floor(hn::Mul(low, set(0x1p-32)));
    return hn::Floor(hn::Mul(hn::Add(high, carry), set(0x1p-32)));
  }

  // Rows hold y - floor(q/2), so that a sum has room for twice as many; the constant makes up for
  // it. The last factor is that of alpha.
  static Sum<49> sum_of(std::span<const Source> sources, const Target& t) {
    const Modulus p(t.modulus);
    std::uint64_t constant = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      constant = p.add(constant, p.multiply(p.reduce(sources[i].modulus / 2), t.factors[i]));
    }
    std::vector<std::uint64_t> factors = t.factors;
    factors.push_back(t.quotient_factor);
    return {t.modulus, factors, constant};
  }

  template <bool kFractions, ResidueWord Word>
  static void scale_row(double* row, double* high, double* low, ScaledSource s, const Word* in,
                        std::size_t count) noexcept {
    for (std::size_t c = 0; c < count; c += kLanes) {
      const Vector y = s.scaled(load_some(in + c, count - c));
      hn::StoreU(hn::Sub(y, set(s.half)), kD, row + c);
      if constexpr (kFractions) {
        Vector h = hn::LoadU(kD, high + c), l = hn::LoadU(kD, low + c);
        s.add_fraction(h, l, y);
        hn::StoreU(h, kD, high + c);
        hn::StoreU(l, kD, low + c);
      }
    }
  }

  template <ResidueWord Word>
  void scale_rows(double* rows, const Word* in, std::size_t stride, std::size_t count,
                  Quotient quotient) const noexcept {
    const std::size_t k = sources_.size();
    double *alpha = rows + k * block_, *high = alpha + block_, *low = high + block_;
    std::fill_n(high, block_, quotient == Quotient::nearest ? 0x1p31 : 0.0);
    std::fill_n(low, block_, quotient == Quotient::nearest ? 0.0 : static_cast<double>(k));
    for (std::size_t i = 0; i < k; ++i) {
      scale_row<true>(rows + i * block_, high, low, sources_[i], in + i * stride, count);
    }
    for (std::size_t c = 0; c < count; c += kLanes) {
      hn::StoreU(quotient_of(hn::LoadU(kD, high + c), hn::LoadU(kD, low + c)), kD, alpha + c);
    }
  }

  std::vector<ScaledSource> sources_;
  std::vector<Sum<49>> sums_;
  std::size_t block_;
};

class F64WordReductions final : public WordReductionsOf<F64WordReductions> {
 public:
  F64WordReductions(std::span<const Modulus> moduli, std::size_t size, Sign sign)
      : size_(size),
        block_(std::clamp(kCached / size / kGroup * kGroup, 4 * kGroup, kBlock)),
        // The most significant half of a two's complement is a signed number.
        top_flip_(sign == Sign::twos_complement ? std::uint64_t{1} << 31 : 0) {
    std::vector<std::uint64_t> powers(2 * size);
    for (const Modulus& q : moduli) {
      const std::uint64_t step = q.reduce(std::uint64_t{1} << 32);
      powers[0] = q.reduce(1);
      for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = q.multiply(powers[i - 1], step);
      sums_.emplace_back(q.value(), powers, 0);
    }
  }

  [[nodiscard]] std::size_t scratch_words() const noexcept override { return 2 * size_ * block_; }

  template <ResidueWord Word>
  void reduce_words(Word* out, std::size_t stride, const std::uint64_t* integers, std::size_t count,
                    std::uint64_t* scratch) const noexcept {
    auto* rows = reinterpret_cast<double*>(scratch);
    for (std::size_t first = 0; first < count; first += block_) {
      const std::size_t block = std::min(block_, count - first);
      split(rows, integers + first * size_, block);
      for (std::size_t i = 0; i < sums_.size(); ++i) {
        sums_[i].write(out + i * stride + first, rows, 2 * size_, block_, block);
      }
    }
  }

 private:
  static constexpr std::size_t kBlock = 256, kCached = 16384;

  // Rows of halves of words, as doubles.
  void split(double* rows, const std::uint64_t* integers, std::size_t count) const noexcept {
    std::size_t c = 0;
    for (; c + kLanes <= count; c += kLanes) split_lanes(rows + c, integers + c * size_);
    std::array<std::uint64_t, kLanes> words{};
    for (std::size_t w = 0; c < count && w < size_; ++w) {
      for (std::size_t l = 0; l < count - c; ++l) words[l] = integers[(c + l) * size_ + w];
      split_words(rows + 2 * w * block_ + c, hn::LoadU(kDU, words.data()), w);
    }
    wipe(words.data(), sizeof words);
  }
  // Of four integers. Where their words are no multiple of four, some are written twice.
  void split_lanes(double* rows, const std::uint64_t* integers) const noexcept {
    if (size_ < kLanes) {
      const auto n = static_cast<std::int64_t>(size_);
      const auto index = hn::Mul(hn::Iota(hn::FixedTag<std::int64_t, kLanes>(), 0),
                                 hn::Set(hn::FixedTag<std::int64_t, kLanes>(), n));
      for (std::size_t w = 0; w < size_; ++w) {
        split_words(rows + 2 * w * block_, hn::GatherIndex(kDU, integers + w, index), w);
      }
      return;
    }
    for (std::size_t w = 0; w < size_; w += kLanes) {
      const std::size_t from = std::min(w, size_ - kLanes);
      split_square(rows + 2 * from * block_, integers + from, from);
    }
  }
  // Words w to w + 3 of four integers.
  void split_square(double* rows, const std::uint64_t* from, std::size_t w) const noexcept {
    const auto a = hn::LoadU(kDU, from), b = hn::LoadU(kDU, from + size_),
               c = hn::LoadU(kDU, from + 2 * size_), d = hn::LoadU(kDU, from + 3 * size_);
    const auto even_ab = hn::InterleaveLower(kDU, a, b), odd_ab = hn::InterleaveUpper(kDU, a, b),
               even_cd = hn::InterleaveLower(kDU, c, d), odd_cd = hn::InterleaveUpper(kDU, c, d);
    split_words(rows, hn::ConcatLowerLower(kDU, even_cd, even_ab), w);
    split_words(rows + 2 * block_, hn::ConcatLowerLower(kDU, odd_cd, odd_ab), w + 1);
    split_words(rows + 4 * block_, hn::ConcatUpperUpper(kDU, even_cd, even_ab), w + 2);
    split_words(rows + 6 * block_, hn::ConcatUpperUpper(kDU, odd_cd, odd_ab), w + 3);
  }
  // Word w of four integers.
  void split_words(double* row, WordVector words, std::size_t w) const noexcept {
    const std::uint64_t flip = w + 1 == size_ ? top_flip_ : 0;
    const auto low = hn::And(words, hn::Set(kDU, 0xffffffff));
    const auto high = hn::Xor(hn::ShiftRight<32>(words), hn::Set(kDU, flip));
    hn::StoreU(to_double(low), kD, row);
    hn::StoreU(hn::Sub(to_double(high), set(static_cast<double>(flip))), kD, row + block_);
  }

  std::size_t size_, block_;
  std::uint64_t top_flip_;
  std::vector<Sum<32>> sums_;
};

std::unique_ptr<const ConversionSums> make_conversion_sums(
    std::span<const ConversionSums::Source> sources,
    std::span<const ConversionSums::Target> targets) {
  return std::make_unique<F64ConversionSums>(sources, targets);
}
std::unique_ptr<const WordReductions> make_word_reductions(std::span<const Modulus> moduli,
                                                           std::size_t size, Sign sign) {
  return std::make_unique<F64WordReductions>(moduli, size, sign);
}

}  // namespace
#endif  // HWY_NATIVE_FMA
}  // namespace HWY_NAMESPACE
}  // namespace lath::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

std::unique_ptr<const ConversionSums> make_conversion_sums_f64(
    [[maybe_unused]] std::span<const ConversionSums::Source> sources,
    [[maybe_unused]] std::span<const ConversionSums::Target> targets) {
#if HWY_TARGETS & HWY_AVX2
  return N_AVX2::make_conversion_sums(sources, targets);
#else
  return nullptr;
#endif
}
std::unique_ptr<const WordReductions> make_word_reductions_f64(
    [[maybe_unused]] std::span<const Modulus> moduli, [[maybe_unused]] std::size_t size,
    [[maybe_unused]] Sign sign) {
#if HWY_TARGETS & HWY_AVX2
  return N_AVX2::make_word_reductions(moduli, size, sign);
#else
  return nullptr;
#endif
}

}  // namespace lath::detail
#endif  // HWY_ONCE
