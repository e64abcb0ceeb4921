// SPDX-License-Identifier: Apache-2.0
//
// Reductions of long integers in double precision, see sums_f64.inl.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rns/word_reductions_f64_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/targets.inl"
#include "lath/base/secret.hpp"
#include "rns/word_reductions.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_NATIVE_FMA && (HWY_TARGET & (HWY_AVX2 | HWY_NEON))
namespace {

#include "rns/sums_f64.inl"

// sum_i x_i m_i mod p, for halves x_i of words, of magnitude less than 2^32.
class Sum {
  // The number of products between reductions.
  static constexpr std::size_t kSum = 2048;

 public:
  // Takes factors in [0, p).
  Sum(std::uint64_t modulus, std::span<const std::uint64_t> factors)
      : modulo_(modulus, bit_length(modulus) - 8) {
    for (const std::uint64_t m : factors) factors_.push_back(centered(m, modulus));
  }

  // The rows of x have a multiple of kGroup doubles and lie `stride` apart.
  template <ResidueWord Word>
  void write(Word* out, const double* x, std::size_t stride, std::size_t count) const noexcept {
    for (std::size_t c = 0; c < count; c += kGroup) {
      write_group(out + c, x + c, stride, count - c);
    }
  }

 private:
  // Computes a whole group and writes the first `count` results.
  template <ResidueWord Word>
  void write_group(Word* out, const double* x, std::size_t stride,
                   std::size_t count) const noexcept {
    if (count >= kGroup) return write_whole_group(out, x, stride);
    std::array<Word, kGroup> words;
    write_whole_group(words.data(), x, stride);
    std::copy_n(words.data(), count, out);
    wipe(words.data(), sizeof words);
  }
  template <ResidueWord Word>
  void write_whole_group(Word* out, const double* x, std::size_t stride) const noexcept {
    const Modulo modulo = modulo_;
    const std::size_t rows = factors_.size();
    const Vector zero = set(modulo.zero), p = set(modulo.p);
    Vector high[kVectors], low[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      high[v] = zero;
      low[v] = hn::Zero(kD);
    }
    for (std::size_t first = 0;;) {
      const std::size_t last = std::min(first + kSum, rows);
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

  Modulo modulo_;
  std::vector<double> factors_;
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
      sums_.emplace_back(q.value(), powers);
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
        sums_[i].write(out + i * stride + first, rows, block_, block);
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
  // Splits as many integers as a vector has lanes. If their size is no multiple of the number of
  // lanes, some words are written twice.
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
  // Splits the words of these integers from w on, as many words as integers.
  void split_square(double* rows, const std::uint64_t* from, std::size_t w) const noexcept {
#if HWY_TARGET == HWY_NEON
    const auto a = hn::LoadU(kDU, from), b = hn::LoadU(kDU, from + size_);
    split_words(rows, hn::InterleaveLower(kDU, a, b), w);
    split_words(rows + 2 * block_, hn::InterleaveUpper(kDU, a, b), w + 1);
#else
    const auto a = hn::LoadU(kDU, from), b = hn::LoadU(kDU, from + size_),
               c = hn::LoadU(kDU, from + 2 * size_), d = hn::LoadU(kDU, from + 3 * size_);
    const auto even_ab = hn::InterleaveLower(kDU, a, b), odd_ab = hn::InterleaveUpper(kDU, a, b),
               even_cd = hn::InterleaveLower(kDU, c, d), odd_cd = hn::InterleaveUpper(kDU, c, d);
    split_words(rows, hn::ConcatLowerLower(kDU, even_cd, even_ab), w);
    split_words(rows + 2 * block_, hn::ConcatLowerLower(kDU, odd_cd, odd_ab), w + 1);
    split_words(rows + 4 * block_, hn::ConcatUpperUpper(kDU, even_cd, even_ab), w + 2);
    split_words(rows + 6 * block_, hn::ConcatUpperUpper(kDU, odd_cd, odd_ab), w + 3);
#endif
  }
  // Word w of these integers.
  void split_words(double* row, WordVector words, std::size_t w) const noexcept {
    const std::uint64_t flip = w + 1 == size_ ? top_flip_ : 0;
    const auto low = hn::And(words, hn::Set(kDU, 0xffffffff));
    const auto high = hn::Xor(hn::ShiftRight<32>(words), hn::Set(kDU, flip));
    hn::StoreU(to_double(low), kD, row);
    hn::StoreU(hn::Sub(to_double(high), set(static_cast<double>(flip))), kD, row + block_);
  }

  std::size_t size_, block_;
  std::uint64_t top_flip_;
  std::vector<Sum> sums_;
};

std::unique_ptr<const WordReductions> make_word_reductions(std::span<const Modulus> moduli,
                                                           std::size_t size, Sign sign) {
  return std::make_unique<F64WordReductions>(moduli, size, sign);
}

}  // namespace
#endif  // HWY_NATIVE_FMA && ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

std::unique_ptr<const WordReductions> make_word_reductions_f64(
    Isa isa, [[maybe_unused]] std::span<const Modulus> moduli, [[maybe_unused]] std::size_t size,
    [[maybe_unused]] Sign sign) {
  LATH_RETURN_ON_AVX2_OR_NEON(isa, make_word_reductions(moduli, size, sign));
  return nullptr;
}

}  // namespace lath::detail
#endif  // HWY_ONCE
