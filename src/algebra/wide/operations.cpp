// SPDX-License-Identifier: Apache-2.0
#include "algebra/wide/operations.hpp"

#include <algorithm>
#include <array>

#include "lath/arith/word.hpp"
#include "lath/base/constant_time.hpp"

namespace lath::detail {
namespace {

using Word = std::uint64_t;

// The operations on elements of N words, or of c.words words for N = 0. Sums of two or three words
// and a product fit into 128 bits.
template <std::size_t N>
struct WideKernel {
  static constexpr std::size_t kRoom = N != 0 ? N : kMostWideWords;
  using Element = std::array<Word, kRoom>;

  static std::size_t words(const WideConstants& c) noexcept { return N != 0 ? N : c.words; }

  // out = a + b; returns the carry.
  static Word add_words(std::size_t n, Word* out, const Word* a, const Word* b) noexcept {
    Word carry = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const uint128 sum = uint128{a[i]} + b[i] + carry;
      out[i] = static_cast<Word>(sum);
      carry = static_cast<Word>(sum >> 64);
    }
    return carry;
  }

  // out = a - b; returns the borrow.
  static Word subtract_words(std::size_t n, Word* out, const Word* a, const Word* b) noexcept {
    Word borrow = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const uint128 difference = uint128{a[i]} - b[i] - borrow;
      out[i] = static_cast<Word>(difference);
      borrow = static_cast<Word>(difference >> 64) & 1;
    }
    return borrow;
  }

  // out += a b; returns the carry.
  static Word add_product(std::size_t n, Word* out, const Word* a, Word b) noexcept {
    Word carry = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const uint128 sum = uint128{a[i]} * b + out[i] + carry;
      out[i] = static_cast<Word>(sum);
      carry = static_cast<Word>(sum >> 64);
    }
    return carry;
  }

  // out = t + 2^(64 n) top modulo p, for a number below 2 p. `out` may be t.
  static void reduce_once(const WideConstants& c, Word* out, const Word* t, Word top) noexcept {
    const std::size_t n = words(c);
    Element difference;
    const Word borrow = subtract_words(n, difference.data(), t, c.p);
    // The borrow is above the top word where t is less than p.
    const Word less = Word{0} - ct::value_barrier(borrow & ~top);
    for (std::size_t i = 0; i < n; ++i) out[i] = ct::select(less, t[i], difference[i]);
  }

  static void add_one(const WideConstants& c, Word* out, const Word* a, const Word* b) noexcept {
    Element sum;
    const Word carry = add_words(words(c), sum.data(), a, b);
    reduce_once(c, out, sum.data(), carry);
  }

  static void subtract_one(const WideConstants& c, Word* out, const Word* a,
                           const Word* b) noexcept {
    const std::size_t n = words(c);
    const Word less = Word{0} - ct::value_barrier(subtract_words(n, out, a, b));
    Word carry = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const uint128 sum = uint128{out[i]} + (c.p[i] & less) + carry;
      out[i] = static_cast<Word>(sum);
      carry = static_cast<Word>(sum >> 64);
    }
  }

  // out = a b / 2^(64 n) modulo p (P. L. Montgomery, Math. Comp. 44, 1985), word by word: t stays
  // below 2 p. `out` may be a or b.
  static void multiply_one(const WideConstants& c, Word* out, const Word* a,
                           const Word* b) noexcept {
    const std::size_t n = words(c);
    std::array<Word, kRoom + 1> t;
    std::fill_n(t.data(), n + 1, 0);
    for (std::size_t i = 0; i < n; ++i) {
      const uint128 above = uint128{t[n]} + add_product(n, t.data(), a, b[i]);
      shift_out(c, t.data(), static_cast<Word>(above), static_cast<Word>(above >> 64));
    }
    reduce_once(c, out, t.data(), t[n]);
  }

  // t = (t + 2^(64 n) above + 2^(64 n + 64) top) / 2^64 modulo p, with n + 1 words afterwards.
  static void shift_out(const WideConstants& c, Word* t, Word above, Word top) noexcept {
    const std::size_t n = words(c);
    const Word factor = t[0] * c.inverse;
    auto carry = static_cast<Word>((uint128{factor} * c.p[0] + t[0]) >> 64);
    for (std::size_t i = 1; i < n; ++i) {
      const uint128 sum = uint128{factor} * c.p[i] + t[i] + carry;
      t[i - 1] = static_cast<Word>(sum);
      carry = static_cast<Word>(sum >> 64);
    }
    const uint128 sum = uint128{above} + carry;
    t[n - 1] = static_cast<Word>(sum);
    t[n] = top + static_cast<Word>(sum >> 64);
  }

  // sum += a b, of 2 n words, reduced below 2^(64 n) p.
  static void accumulate(const WideConstants& c, Word* sum, const Word* a, const Word* b) noexcept {
    const std::size_t n = words(c);
    Word top = 0;  // of the words so far
    for (std::size_t i = 0; i < n; ++i) {
      const uint128 above = uint128{sum[i + n]} + add_product(n, sum + i, a, b[i]) + top;
      sum[i + n] = static_cast<Word>(above);
      top = static_cast<Word>(above >> 64);
    }
    reduce_once(c, sum + n, sum + n, top);
  }

  static void inner_product(const WideConstants& c, Word* out, const Word* a, const Word* b,
                            std::size_t count) noexcept {
    const std::size_t n = words(c);
    std::array<Word, 2 * kRoom> sum;
    std::fill_n(sum.data(), 2 * n, 0);
    for (std::size_t k = 0; k < count; ++k) accumulate(c, sum.data(), a + k * n, b + k * n);
    Word top = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Word factor = sum[i] * c.inverse;
      const uint128 above = uint128{sum[i + n]} + add_product(n, &sum[i], c.p, factor) + top;
      sum[i + n] = static_cast<Word>(above);
      top = static_cast<Word>(above >> 64);
    }
    reduce_once(c, out, &sum[n], top);
  }

  static void add(const WideConstants& c, Word* out, const Word* a, const Word* b,
                  std::size_t count) noexcept {
    const std::size_t n = words(c), end = count * n;
    for (std::size_t i = 0; i < end; i += n) add_one(c, out + i, a + i, b + i);
  }
  static void subtract(const WideConstants& c, Word* out, const Word* a, const Word* b,
                       std::size_t count) noexcept {
    const std::size_t n = words(c), end = count * n;
    for (std::size_t i = 0; i < end; i += n) {
      Element difference;
      subtract_one(c, difference.data(), a + i, b + i);
      std::copy_n(difference.data(), n, out + i);
    }
  }
  static void negate(const WideConstants& c, Word* out, const Word* a, std::size_t count) noexcept {
    const std::size_t n = words(c), end = count * n;
    Element zero;
    std::fill_n(zero.data(), n, 0);
    for (std::size_t i = 0; i < end; i += n) {
      Element difference;
      subtract_one(c, difference.data(), zero.data(), a + i);
      std::copy_n(difference.data(), n, out + i);
    }
  }
  static void multiply(const WideConstants& c, Word* out, const Word* a, const Word* b,
                       std::size_t count) noexcept {
    const std::size_t n = words(c), end = count * n;
    for (std::size_t i = 0; i < end; i += n) multiply_one(c, out + i, a + i, b + i);
  }
  static void scale(const WideConstants& c, Word* out, const Word* a, const Word* b,
                    std::size_t count) noexcept {
    const std::size_t n = words(c), end = count * n;
    for (std::size_t i = 0; i < end; i += n) multiply_one(c, out + i, a + i, b);
  }

  static void butterflies(const WideConstants& c, Word* u, Word* v, const Word* root,
                          std::size_t count) noexcept {
    const std::size_t n = words(c), end = count * n;
    for (std::size_t i = 0; i < end; i += n) {
      Element product, difference;
      multiply_one(c, product.data(), v + i, root);
      subtract_one(c, difference.data(), u + i, product.data());
      add_one(c, u + i, u + i, product.data());
      std::copy_n(difference.data(), n, v + i);
    }
  }
  static void inverse_butterflies(const WideConstants& c, Word* u, Word* v, const Word* root,
                                  std::size_t count) noexcept {
    const std::size_t n = words(c), end = count * n;
    for (std::size_t i = 0; i < end; i += n) {
      Element difference;
      subtract_one(c, difference.data(), u + i, v + i);
      add_one(c, u + i, u + i, v + i);
      multiply_one(c, v + i, difference.data(), root);
    }
  }

  static constexpr WideOperations kOperations{.add = add,
                                              .subtract = subtract,
                                              .multiply = multiply,
                                              .scale = scale,
                                              .inner_product = inner_product,
                                              .negate = negate,
                                              .butterflies = butterflies,
                                              .inverse_butterflies = inverse_butterflies};
};

}  // namespace

const WideOperations& wide_operations(std::size_t words) noexcept {
  switch (words) {
    case 1:
      return WideKernel<1>::kOperations;
    case 2:
      return WideKernel<2>::kOperations;
    case 3:
      return WideKernel<3>::kOperations;
    case 4:
      return WideKernel<4>::kOperations;
    case 5:
      return WideKernel<5>::kOperations;
    case 6:
      return WideKernel<6>::kOperations;
    case 32:
      return WideKernel<32>::kOperations;
    default:
      return WideKernel<0>::kOperations;
  }
}

}  // namespace lath::detail
