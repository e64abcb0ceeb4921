// SPDX-License-Identifier: Apache-2.0
#include "arith/multiword.hpp"

#include <algorithm>

#include "lath/arith/word.hpp"
#include "lath/base/constant_time.hpp"

namespace lath::detail::multiword {

namespace {

// out[i] = term(i) and the carry of the word before, which `carry` is for the first; returns the
// last one.
template <class Term>
std::uint64_t sum_of(std::uint64_t* out, std::size_t n, std::uint64_t carry,
                     const Term& term) noexcept {
  for (std::size_t i = 0; i < n; ++i) {
    const uint128 sum = uint128{term(i)} + carry;
    out[i] = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> 64);
  }
  return carry;
}

constexpr std::size_t kKaratsubaWords = 32;

void multiply_schoolbook(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                         std::size_t n) noexcept {
  std::fill_n(out, 2 * n, 0);
  for (std::size_t i = 0; i < n; ++i) out[i + n] = add_product(out + i, a, n, b[i]);
}

// out[0, n) += carry, with all further carries.
void add_word(std::uint64_t* out, std::size_t n, std::uint64_t carry) noexcept {
  sum_of(out, n, carry, [=](std::size_t i) { return out[i]; });
}

// out[0, n) = |x - y| for x of n words and y of m <= n. Returns all ones if x < y, else zero.
std::uint64_t absolute_difference(std::uint64_t* out, const std::uint64_t* x, std::size_t n,
                                  const std::uint64_t* y, std::size_t m) noexcept {
  std::uint64_t borrow = subtract(out, x, y, m);
  for (std::size_t i = m; i < n; ++i) {
    const uint128 difference = uint128{x[i]} - borrow;
    out[i] = static_cast<std::uint64_t>(difference);
    borrow = static_cast<std::uint64_t>(difference >> 64) & 1;
  }
  const std::uint64_t mask = 0 - ct::value_barrier(borrow);
  negate_masked(out, n, mask);
  return mask;
}

}  // namespace

std::uint64_t add_product(std::uint64_t* out, const std::uint64_t* a, std::size_t n,
                          std::uint64_t b) noexcept {
  return sum_of(out, n, 0, [=](std::size_t i) { return uint128{a[i]} * b + out[i]; });
}

std::uint64_t subtract_product(std::uint64_t* out, const std::uint64_t* a, std::size_t n,
                               std::uint64_t b) noexcept {
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const uint128 product = uint128{a[i]} * b + borrow;
    const auto low = static_cast<std::uint64_t>(product);
    borrow = static_cast<std::uint64_t>(product >> 64) + (ct::mask_less(out[i], low) & 1);
    out[i] -= low;
  }
  return borrow;
}

std::uint64_t add(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                  std::size_t n) noexcept {
  return sum_of(out, n, 0, [=](std::size_t i) { return uint128{a[i]} + b[i]; });
}

std::uint64_t subtract(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                       std::size_t n) noexcept {
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const uint128 difference = uint128{a[i]} - b[i] - borrow;
    out[i] = static_cast<std::uint64_t>(difference);
    borrow = static_cast<std::uint64_t>(difference >> 64) & 1;
  }
  return borrow;
}

std::uint64_t add_masked(std::uint64_t* out, const std::uint64_t* a, std::size_t n,
                         std::uint64_t mask) noexcept {
  return sum_of(out, n, 0, [=](std::size_t i) { return uint128{out[i]} + (a[i] & mask); });
}

void negate_masked(std::uint64_t* out, std::size_t n, std::uint64_t mask) noexcept {
  sum_of(out, n, mask & 1, [=](std::size_t i) { return out[i] ^ mask; });
}

void multiply(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
              std::uint64_t* scratch) noexcept {
  if (n < kKaratsubaWords) {
    multiply_schoolbook(out, a, b, n);
    return;
  }
  // a0 b1 + a1 b0 = a0 b0 + a1 b1 - (a0 - a1)(b0 - b1), with a0, b0 of h words, a1, b1 of n - h.
  const std::size_t h = (n + 1) / 2, rest = n - h;
  std::uint64_t* difference_a = scratch;
  std::uint64_t* difference_b = scratch + h;
  std::uint64_t* middle = scratch + 2 * h;  // 2h + 1 words
  std::uint64_t* further = scratch + 4 * h + 1;
  const std::uint64_t sign_a = absolute_difference(difference_a, a, h, a + h, rest);
  const std::uint64_t sign_b = absolute_difference(difference_b, b, h, b + h, rest);
  multiply(out, a, b, h, further);
  multiply(out + 2 * h, a + h, b + h, rest, further);
  multiply(middle, difference_a, difference_b, h, further);
  middle[2 * h] = 0;
  negate_masked(middle, 2 * h + 1, ~(sign_a ^ sign_b));  // equal signs: subtract it
  middle[2 * h] += add(middle, middle, out, 2 * h);
  const std::uint64_t carry = add(middle, middle, out + 2 * h, 2 * rest);
  add_word(middle + 2 * rest, 2 * h + 1 - 2 * rest, carry);
  // The sum is below 2^(64 (2h + 1)), and the product has room for it.
  const std::size_t room = 2 * n - h;
  const std::size_t size = std::min(2 * h + 1, room);
  const std::uint64_t last = add(out + h, out + h, middle, size);
  add_word(out + h + size, room - size, last);
}

std::uint64_t divide_vartime(std::uint64_t* a, std::size_t n, std::uint64_t divisor) noexcept {
  uint128 remainder = 0;
  for (std::size_t i = n; i-- > 0;) {
    const uint128 x = (remainder << 64) | a[i];
    a[i] = static_cast<std::uint64_t>(x / divisor);
    remainder = x % divisor;
  }
  return static_cast<std::uint64_t>(remainder);
}

}  // namespace lath::detail::multiword
