// SPDX-License-Identifier: Apache-2.0
//
// Products of rows modulo p < 2^50 in double precision, on AVX2, AVX-512 and NEON. An inner product
// is added in two parts: the high part is h <- fl(h + x k), the low part the rounding error of that
// addition, which a fused product gives exactly. All values are integers that fit in double
// precision; docs/lab/0018 has their bounds.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "arith/row_products_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>

#include "arith/row_products.hpp"
#include "base/targets.inl"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_NATIVE_FMA && (HWY_TARGET & (HWY_AVX2 | HWY_AVX3 | HWY_NEON))
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::FixedTag<double, HWY_MAX_BYTES / sizeof(double)>;
using DU = hn::RebindToUnsigned<D>;
using Vector = hn::Vec<D>;
using WordVector = hn::Vec<DU>;
constexpr D kD;
constexpr DU kDU;
constexpr std::size_t kLanes = hn::MaxLanes(D());
// The vectors side by side, so that independent sums keep the CPU busy.
constexpr std::size_t kVectors = 2, kChunk = kVectors * kLanes;
// A key is longer than any cache and read once, faster than the CPU expects it.
constexpr std::size_t kWordsAhead = 1024, kLineWords = 8;
#include "arith/integer_doubles.inl"  // NOLINT(bugprone-suspicious-include)

HWY_INLINE Vector set(double x) noexcept { return hn::Set(kD, x); }
HWY_INLINE Vector to_double(WordVector words) noexcept { return doubles_of(kD, words); }

#include "arith/row_chunks.inl"  // NOLINT(bugprone-suspicious-include)

// The constants of p < 2^b, where b is its length in bits.
struct Constants {
  double p, minus_p_inverse, shift;
  double zero;      // 3 2^(51 + b): from there to the next powers of two, doubles are 2^b apart
  std::size_t sum;  // the number of products between reductions

  explicit Constants(const Modulus& modulus)
      : p(static_cast<double>(modulus.value())),
        minus_p_inverse(-1.0 / p),
        shift(shift_of_negatives(p)),
        zero(std::ldexp(3.0, 51 + modulus.bits())),
        sum(std::size_t{1} << (52 - modulus.bits())) {}

  // Reduces to [-p/2, p/2], up to the rounding of the quotient; the result is never -0, see
  // docs/decisions/0002.
  Vector partial_reduce(Vector v) const noexcept {
    return hn::MulAdd(hn::Round(hn::Mul(v, set(minus_p_inverse))), set(p), v);
  }
  // high - zero + low.
  Vector partial_reduce(Vector high, Vector low) const noexcept {
    return partial_reduce(hn::Add(partial_reduce(hn::Sub(high, set(zero))), low));
  }
  // x y mod p, in (-p, p), for x and y in [0, p).
  Vector product(Vector x, Vector y) const noexcept {
    const Vector h = hn::Mul(x, y), q = hn::Round(hn::Mul(h, set(minus_p_inverse)));
    return hn::Add(hn::MulAdd(q, set(p), h), hn::MulSub(x, y, h));
  }
  // x y + z mod p, in (-p, p), for x and y in [0, p) and z in (-p, p).
  Vector product_add(Vector x, Vector y, Vector z) const noexcept {
    const Vector h = hn::Mul(x, y), inverse = set(minus_p_inverse);
    const Vector q = hn::Round(hn::MulAdd(h, inverse, hn::Mul(z, inverse)));
    return hn::Add(hn::MulAdd(q, set(p), h), hn::Add(hn::MulSub(x, y, h), z));
  }
  // Takes integers in (-p, p), but not -0, to words in [0, p).
  WordVector to_words(Vector v) const noexcept { return canonical_words(kD, v, set(shift)); }
};

// The two inner products of one chunk, with all of their sums in registers.
class ChunkSums {
 public:
  HWY_INLINE ChunkSums(const Constants& constants) noexcept {
    for (std::size_t part = 0; part < 2; ++part) {
      for (std::size_t v = 0; v < kVectors; ++v) {
        high_[part][v] = set(constants.zero);
        low_[part][v] = hn::Zero(kD);
      }
    }
  }
  template <class Chunk>
  HWY_INLINE void start(std::size_t part, const std::uint64_t* out, Chunk chunk) noexcept {
    for (std::size_t v = 0; v < kVectors; ++v) low_[part][v] = to_double(chunk.load(out, v));
  }
  // Adds x times two chunks of the key.
  template <bool kDoubles, class Chunk>
  HWY_INLINE void add_products(const std::uint64_t* x, const std::uint64_t* key,
                               Chunk chunk) noexcept {
    for (std::size_t v = 0; v < kVectors; ++v) {
      const WordVector words = chunk.load(x, v);
      const Vector digit = kDoubles ? hn::BitCast(kD, words) : to_double(words);
      for (std::size_t part = 0; part < 2; ++part) {
        Vector &high = high_[part][v], &low = low_[part][v];
        const Vector k = hn::BitCast(kD, hn::LoadU(kDU, key + part * kChunk + v * kLanes));
        const Vector sum = hn::MulAdd(digit, k, high);
        low = hn::Add(low, hn::MulSub(digit, k, hn::Sub(sum, high)));
        high = sum;
      }
    }
  }
  HWY_INLINE void reduce(const Constants& constants) noexcept {
    for (std::size_t part = 0; part < 2; ++part) {
      for (std::size_t v = 0; v < kVectors; ++v) {
        low_[part][v] = constants.partial_reduce(high_[part][v], low_[part][v]);
        high_[part][v] = set(constants.zero);
      }
    }
  }
  template <class Chunk>
  HWY_INLINE void write(std::size_t part, std::uint64_t* out, const Constants& constants,
                        Chunk chunk) const noexcept {
    for (std::size_t v = 0; v < kVectors; ++v) {
      const Vector sum = constants.partial_reduce(high_[part][v], low_[part][v]);
      chunk.store(constants.to_words(sum), out, v);
    }
  }

 private:
  Vector high_[2][kVectors], low_[2][kVectors];
};

// The sums of one or two lists of digits.
template <std::size_t kLists>
class Lists {
 public:
  HWY_INLINE Lists(const Constants& constants) noexcept : first_(constants), last_(constants) {}
  HWY_INLINE ChunkSums& operator[](std::size_t i) noexcept {
    return kLists == 1 || i == 0 ? first_ : last_;
  }

 private:
  ChunkSums first_, last_;
};

class F64RowProducts final : public RowProductKernels {
 public:
  F64RowProducts(const Modulus& modulus, Isa isa) noexcept
      : RowProductKernels(modulus, isa, kChunk), constants_(modulus) {}

  void prepare_chunk(std::uint64_t* out, const std::uint64_t* row,
                     std::size_t count) const noexcept override {
    prepare<false>(out, row, Beginning{count});
  }
  void prepare_row(std::uint64_t* out, std::size_t stride, const std::uint64_t* row,
                   std::size_t count) const noexcept override {
    if (stride * count < kStreamed) return prepare_chunks<false>(out, stride, row, count);
    prepare_chunks<true>(out, stride, row, count);
    hwy::FlushStream();
  }
  // A chunk has no -0: a word and its difference from p are zero only where the word is.
  void unprepare_chunk(std::uint64_t* row, const std::uint64_t* in,
                       std::size_t count) const noexcept override {
    const Constants constants = constants_;
    for (std::size_t v = 0; v < kVectors; ++v) {
      const Vector centered = hn::BitCast(kD, hn::LoadU(kDU, in + v * kLanes));
      Beginning{count}.store(constants.to_words(centered), row, v);
    }
  }

  [[nodiscard]] bool reads_doubles() const noexcept override { return true; }
  void inner_products(std::uint64_t* out0, std::uint64_t* out1, const Operands& operands,
                      Start start) const noexcept override {
    operands.form == NumberForm::doubles
        ? inner_products_of<true, 1>({out0, out1}, operands, start)
        : inner_products_of<false, 1>({out0, out1}, operands, start);
  }
  void two_inner_products(const Outputs& out, const Operands& operands) const noexcept override {
    operands.form == NumberForm::doubles ? inner_products_of<true, 2>(out, operands, Start::zero)
                                         : inner_products_of<false, 2>(out, operands, Start::zero);
  }
  // The products with one or two lists of digits.
  template <bool kDoubles, std::size_t kLists>
  void inner_products_of(const Outputs& out, const Operands& operands, Start start) const noexcept {
    const Constants constants = constants_;
    for_each_chunk(operands.count, [&](std::size_t c, auto chunk) HWY_ATTR {
      Lists<kLists> sums(constants);
      if (start == Start::out) {
        for (std::size_t i = 0; i < 2 * kLists; ++i) sums[i / 2].start(i % 2, out[i] + c, chunk);
      }
      add_products<kDoubles, kLists>(sums, operands, c, chunk);
      for (std::size_t i = 0; i < 2 * kLists; ++i) {
        sums[i / 2].write(i % 2, out[i] + c, constants, chunk);
      }
    });
  }

  void tensor(const Triple& c, const Pair& a, const Pair& b,
              std::size_t count) const noexcept override {
    const Constants constants = constants_;
    for_each_chunk(count, [&](std::size_t i, auto chunk) HWY_ATTR {
      for (std::size_t v = 0; v < kVectors; ++v) {
        const Vector a0 = to_double(chunk.load(a[0] + i, v)),
                     a1 = to_double(chunk.load(a[1] + i, v)),
                     b0 = to_double(chunk.load(b[0] + i, v)),
                     b1 = to_double(chunk.load(b[1] + i, v));
        const Vector middle = constants.product_add(a1, b0, constants.product(a0, b1));
        chunk.store(constants.to_words(constants.product(a0, b0)), c[0] + i, v);
        chunk.store(constants.to_words(middle), c[1] + i, v);
        chunk.store(constants.to_words(constants.product(a1, b1)), c[2] + i, v);
      }
    });
  }

  void tensor(const Parts& parts, std::size_t count) const noexcept override {
    const Constants constants = constants_;
    for_each_chunk(count, [&](std::size_t i, auto chunk) HWY_ATTR {
      for (std::size_t v = 0; v < kVectors; ++v) {
        // All words are read before any are written.
        Vector a[RowProducts::kMostParts], b[RowProducts::kMostParts];
        for (std::size_t k = 0; k < parts.a.size(); ++k)
          a[k] = to_double(chunk.load(parts.a[k] + i, v));
        for (std::size_t k = 0; k < parts.b.size(); ++k)
          b[k] = to_double(chunk.load(parts.b[k] + i, v));
        for (std::size_t k = 0; k < parts.c.size(); ++k) {
          std::size_t j = k < parts.b.size() ? 0 : k + 1 - parts.b.size();
          const std::size_t last = std::min(k, parts.a.size() - 1);
          Vector sum = constants.product(a[j], b[k - j]);
          while (++j <= last) sum = constants.product_add(a[j], b[k - j], sum);
          chunk.store(constants.to_words(sum), parts.c[k] + i, v);
        }
      }
    });
  }

  // |a - x| is at most 25/16 p and |w| at most p/2, so that quotients are below 2^50 and results in
  // (-p, p), see docs/lab/0038, which has the bounds with a factor v, too.
  void scale_difference(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* x,
                        std::uint64_t v, std::uint64_t w, const std::uint64_t* add,
                        std::size_t count) const noexcept override {
    const Factors factors{centered(v), centered(w)};
    if (add != nullptr) {
      v == 1 ? scale_differences<false, true>(out, a, x, factors, add, count)
             : scale_differences<true, true>(out, a, x, factors, add, count);
    } else {
      v == 1 ? scale_differences<false, false>(out, a, x, factors, add, count)
             : scale_differences<true, false>(out, a, x, factors, add, count);
    }
  }

  void square(const Triple& c, const Pair& a, std::size_t count) const noexcept override {
    const Constants constants = constants_;
    const WordVector p = hn::Set(kDU, modulus().value());
    for_each_chunk(count, [&](std::size_t i, auto chunk) HWY_ATTR {
      for (std::size_t v = 0; v < kVectors; ++v) {
        const Vector a0 = to_double(chunk.load(a[0] + i, v)),
                     a1 = to_double(chunk.load(a[1] + i, v));
        // 2 r - p for a canonical r is in [-p, p).
        const WordVector r = constants.to_words(constants.product(a0, a1));
        const WordVector twice = hn::Sub(hn::Add(r, r), p);
        const WordVector negative =
            hn::BitCast(kDU, hn::BroadcastSignBit(hn::BitCast(hn::RebindToSigned<DU>(), twice)));
        chunk.store(constants.to_words(constants.product(a0, a0)), c[0] + i, v);
        chunk.store(hn::Add(twice, hn::And(negative, p)), c[1] + i, v);
        chunk.store(constants.to_words(constants.product(a1, a1)), c[2] + i, v);
      }
    });
  }

 private:
  // A key with as many words of a prime (1 MiB) is written past the caches; times kChunk.
  static constexpr std::size_t kStreamed = (std::size_t{1} << 17) * kChunk;
  template <bool kStream>
  void prepare_chunks(std::uint64_t* out, std::size_t stride, const std::uint64_t* row,
                      std::size_t count) const noexcept {
    for_each_chunk(count, [&](std::size_t c, auto chunk) HWY_ATTR {
      prepare<kStream>(out + c / kChunk * stride, row + c, chunk);
    });
  }
  // Writes doubles in (-p/2, p/2].
  template <bool kStream, class Chunk>
  HWY_INLINE void prepare(std::uint64_t* out, const std::uint64_t* row,
                          Chunk chunk) const noexcept {
    const Vector p = set(constants_.p), half = set(static_cast<double>(modulus().value() / 2));
    for (std::size_t v = 0; v < kVectors; ++v) {
      const Vector k = to_double(chunk.load(row, v));
      const Vector centered = hn::Sub(k, hn::IfThenElseZero(hn::Gt(k, half), p));
      const WordVector x = hn::BitCast(kDU, centered);
      kStream ? hn::Stream(x, kDU, out + v * kLanes) : hn::StoreU(x, kDU, out + v * kLanes);
    }
  }
  // Constants next to zero by which rows are multiplied.
  struct Factors {
    double v, w;
  };
  [[nodiscard]] double centered(std::uint64_t word) const noexcept {
    const std::uint64_t p = modulus().value();
    return word > p / 2 ? -static_cast<double>(p - word) : static_cast<double>(word);
  }

  template <bool kScaled, bool kAdd>
  void scale_differences(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* x,
                         Factors factors, const std::uint64_t* add,
                         std::size_t count) const noexcept {
    const Constants constants = constants_;
    const Vector p = set(constants.p);
    const auto scaled = [p](Vector y, Vector factor, Vector factor_over_p) HWY_ATTR {
      const Vector h = hn::Mul(y, factor), q = hn::Round(hn::Mul(y, factor_over_p));
      return hn::Add(hn::NegMulAdd(q, p, h), hn::MulSub(y, factor, h));
    };
    const Vector v = set(factors.v), v_over_p = set(factors.v / constants.p);
    const Vector w = set(factors.w), w_over_p = set(factors.w / constants.p);
    for_each_chunk(count, [&](std::size_t i, auto chunk) HWY_ATTR {
      for (std::size_t j = 0; j < kVectors; ++j) {
        Vector subtrahend = hn::BitCast(kD, chunk.load(x + i, j));
        if constexpr (kScaled) subtrahend = scaled(subtrahend, v, v_over_p);
        const Vector y = hn::Sub(to_double(chunk.load(a + i, j)), subtrahend);
        Vector result;
        if constexpr (kAdd) {
          result = constants.product_add(y, w, to_double(chunk.load(add + i, j)));
        } else {
          result = scaled(y, w, w_over_p);
        }
        chunk.store(constants.to_words(result), out + i, j);
      }
    });
  }
  // All digits, and their chunks of the key.
  template <bool kDoubles, std::size_t kLists, class Chunk>
  HWY_INLINE void add_products(Lists<kLists>& sums, const Operands& operands, std::size_t c,
                               Chunk chunk) const noexcept {
    const Constants& constants = constants_;
    const std::size_t digits = operands.digits.size();
    const std::size_t skipped = 2 * kChunk * (operands.key_digits - digits);
    const std::uint64_t* key = operands.prepared + 2 * operands.key_digits * c;
    // The distance by which the key is fetched ahead, not beyond its end.
    const std::size_t end = (operands.count + kChunk - 1) / kChunk * kChunk;
    const std::size_t ahead =
        std::min(kWordsAhead, 2 * operands.key_digits * (end - c - kChunk) + skipped);
    for (std::size_t first = 0;;) {
      const std::size_t last = std::min(first + constants.sum, digits);
      for (std::size_t d = first; d < last; ++d, key += 2 * kChunk) {
        for (std::size_t line = 0; line < 2 * kChunk; line += kLineWords) {
          hwy::Prefetch(key + ahead + line);
        }
        sums[0].template add_products<kDoubles>(operands.digits[d] + c, key, chunk);
        if (kLists == 2)
          sums[1].template add_products<kDoubles>(operands.second[d] + c, key, chunk);
      }
      if (last == digits) break;
      for (std::size_t list = 0; list < kLists; ++list) sums[list].reduce(constants);
      first = last;
    }
  }

  Constants constants_;
};

std::shared_ptr<const RowProductKernels> make_row_products(const Modulus& modulus, Isa isa) {
  return std::make_shared<F64RowProducts>(modulus, isa);
}

}  // namespace
#endif  // HWY_NATIVE_FMA && ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

std::shared_ptr<const RowProductKernels> make_row_products_f64(
    [[maybe_unused]] const Modulus& modulus, Isa isa) {
  LATH_RETURN_ON_AVX512(isa, make_row_products(modulus, Isa::avx512));
  LATH_RETURN_ON_AVX2(isa, make_row_products(modulus, Isa::avx2));
  LATH_RETURN_ON_NEON(isa, make_row_products(modulus, Isa::neon));
  return nullptr;
}

}  // namespace lath::detail
#endif  // HWY_ONCE
