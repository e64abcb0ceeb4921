// SPDX-License-Identifier: Apache-2.0
#include "algebra/wide/wide_modulus.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "arith/multiword.hpp"
#include "arith/wide/natural_arithmetic.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::detail {
namespace {

constexpr std::size_t kMostModulusWords = 65;

// Coarsely integrated operand scanning (Ç. Koç, T. Acar, B. Kaliski, IEEE Micro 16, 1996). For
// kWords = 0 the number of words is a variable.
template <std::size_t kWords>
void montgomery_product(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                        const std::uint64_t* p, std::uint64_t inverse, std::size_t words) noexcept {
  const std::size_t w = kWords != 0 ? kWords : words;
  std::array<std::uint64_t, (kWords != 0 ? kWords : kMostModulusWords) + 2> t;
  std::fill_n(t.begin(), w + 2, 0);
  for (std::size_t i = 0; i < w; ++i) {
    uint128 carry = 0;
    for (std::size_t j = 0; j < w; ++j) {
      carry += uint128{a[j]} * b[i] + t[j];
      t[j] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    carry += t[w];
    t[w] = static_cast<std::uint64_t>(carry);
    t[w + 1] = static_cast<std::uint64_t>(carry >> 64);
    const std::uint64_t m = t[0] * inverse;
    carry = (uint128{m} * p[0] + t[0]) >> 64;
    for (std::size_t j = 1; j < w; ++j) {
      carry += uint128{m} * p[j] + t[j];
      t[j - 1] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    carry += t[w];
    t[w - 1] = static_cast<std::uint64_t>(carry);
    t[w] = t[w + 1] + static_cast<std::uint64_t>(carry >> 64);
  }
  std::uint64_t borrow = 0;
  std::array<std::uint64_t, kWords != 0 ? kWords : kMostModulusWords> reduced;
  for (std::size_t j = 0; j < w; ++j) {
    const uint128 difference = uint128{t[j]} - p[j] - borrow;
    reduced[j] = static_cast<std::uint64_t>(difference);
    borrow = static_cast<std::uint64_t>(difference >> 64) & 1;
  }
  const std::uint64_t below = ct::mask_of_top_bit(t[w] - borrow);
  for (std::size_t j = 0; j < w; ++j) out[j] = ct::select(below, t[j], reduced[j]);
}

}  // namespace

WideModulus::Product WideModulus::product_for(std::size_t words) noexcept {
  constexpr Product kProducts[] = {
      montgomery_product<0>, montgomery_product<1>, montgomery_product<2>,
      montgomery_product<3>, montgomery_product<4>, montgomery_product<5>,
      montgomery_product<6>, montgomery_product<7>, montgomery_product<8>};
  return words < std::size(kProducts) ? kProducts[words] : kProducts[0];
}

WideModulus::WideModulus(const Natural& p)
    : p_(p),
      words_(p.words().size()),
      modulus_(p.words().begin(), p.words().end()),
      multiply_(product_for(words_)) {
  if (p.bits() < 2 || words_ > kMostModulusWords || modulus_[0] % 2 == 0) {
    throw Error(ErrorCode::invalid_argument,
                "slots modulo a number of " + std::to_string(p.bits()) + " bits",
                "need an odd number of 2 to 4160 bits", "take a prime");
  }
  // Newton's iteration doubles the bits, of which 3 are right to begin with.
  std::uint64_t x = modulus_[0];
  for (int i = 0; i < 5; ++i) x *= 2 - modulus_[0] * x;
  inverse_ = 0 - x;
}

std::vector<std::uint64_t> WideModulus::constant(const Natural& x) const {
  std::vector<std::uint64_t> shifted(words_ + x.words().size());
  std::ranges::copy(x.words(), shifted.begin() + static_cast<std::ptrdiff_t>(words_));
  const Natural reduced = remainder_vartime(Natural::from_words(shifted), p_);
  std::vector<std::uint64_t> result(words_);
  std::ranges::copy(reduced.words(), result.begin());
  return result;
}

void WideModulus::add(std::uint64_t* out, const std::uint64_t* a,
                      const std::uint64_t* b) const noexcept {
  std::array<std::uint64_t, kMostModulusWords> sum;
  const std::uint64_t carry = multiword::add(sum.data(), a, b, words_);
  const std::uint64_t borrow = multiword::subtract(out, sum.data(), modulus_.data(), words_);
  static_cast<void>(
      multiword::add_masked(out, modulus_.data(), words_, ct::mask_of_top_bit(carry - borrow)));
}

void WideModulus::subtract(std::uint64_t* out, const std::uint64_t* a,
                           const std::uint64_t* b) const noexcept {
  const std::uint64_t borrow = multiword::subtract(out, a, b, words_);
  static_cast<void>(
      multiword::add_masked(out, modulus_.data(), words_, 0 - ct::value_barrier(borrow)));
}

}  // namespace lath::detail
