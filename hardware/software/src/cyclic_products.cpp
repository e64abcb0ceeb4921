// SPDX-License-Identifier: Apache-2.0
#include "cyclic_products.hpp"

#include <algorithm>

#include "lath/arith/primes.hpp"
#include "lath/ring/dynamic_ring.hpp"

namespace lath::hardware::detail {
namespace {

constexpr std::size_t kDigits = CyclicProducts::kDigits;

static_assert(kDegree < 1 << 12 && CyclicProducts::kDigitBits + 12 < 50);

Buffer<std::uint64_t> digits_of(const Buffer<std::uint64_t>& integers) {
  constexpr std::uint64_t kMask = (std::uint64_t{1} << CyclicProducts::kDigitBits) - 1;
  static_assert(CyclicProducts::kDigitBits == 34 && CyclicProducts::kWords == 3);
  Buffer<std::uint64_t> digits(kDigits * kDegree);
  for (std::size_t i = 0; i < kDegree; ++i) {
    const std::uint64_t* const x = integers.data() + CyclicProducts::kWords * i;
    digits[i] = x[0] & kMask;
    digits[kDegree + i] = (x[0] >> 34 | x[1] << 30) & kMask;
    digits[2 * kDegree + i] = x[1] >> 4 & kMask;
    digits[3 * kDegree + i] = x[1] >> 38 | x[2] << 26;
  }
  return digits;
}

// The key modulo x^degree + 1 of the coefficients from `first` on.
MaskingKey key_of(std::size_t degree, std::uint64_t prime, const Buffer<std::uint64_t>& digits,
                  std::size_t first) {
  Buffer<std::uint64_t> words(kDigits * degree);
  for (std::size_t d = 0; d < kDigits; ++d) {
    std::copy_n(digits.data() + d * kDegree + first, kDegree - first, words.data() + d * degree);
  }
  return MaskingKey::create(DynamicRing::create(degree, {prime}), kDigits, words);
}

}  // namespace

CyclicProducts::CyclicProducts(const Buffer<std::uint64_t>& integers)
    : CyclicProducts(digits_of(integers), ntt_primes(50, kLongWords, 1)[0]) {}

CyclicProducts::CyclicProducts(const Buffer<std::uint64_t>& digits, std::uint64_t prime)
    : long_(key_of(kLongWords, prime, digits, 0)),
      short_(key_of(kShortWords, prime, digits, kDegree - kUpper)),
      shift_(kIndex) {
  std::fill(shift_.begin(), shift_.end(), std::uint64_t{128});
}

CyclicProducts::Memory::Memory(const CyclicProducts& of, Scratch& memory) noexcept
    : u(memory.take<std::int8_t>(kLongWords)),
      errors(memory.take<std::int8_t>(kDigits * kLongWords)),
      products(memory.take<std::uint64_t>(kDigits * kLongWords)),
      upper(memory.take<std::uint64_t>(kDigits * kShortWords)),
      scratch(memory.take<std::uint64_t>(of.long_.scratch_words())) {}

void CyclicProducts::multiply_add(const Memory& memory, const std::int8_t* u,
                                  const std::int8_t* errors) const {
  // Digit 0 has errors; the zeros behind them serve the upper products, too.
  std::fill(std::copy_n(errors, kDegree, memory.errors), memory.errors + kDigits * kLongWords,
            std::int8_t{0});
  const auto mask = [&](const MaskingKey& key, std::uint64_t* out, std::size_t first,
                        const std::int8_t* added) {
    const std::size_t n = key.ring().degree(), words = kDigits * n;
    std::fill(std::copy(u + first, u + kDegree, memory.u), memory.u + n, std::int8_t{0});
    key.mask({out, words}, {memory.u, n}, {added, words}, {memory.scratch, key.scratch_words()});
  };
  mask(long_, memory.products, 0, memory.errors);
  mask(short_, memory.upper, kDegree - kUpper, memory.errors + kLongWords);
  const auto& by = long_.ring().plan(0).arithmetic();
  for (std::size_t d = 0; d < kDigits; ++d) {
    std::uint64_t* const to = memory.products + d * kLongWords;
    const std::uint64_t* const upper = memory.upper + d * kShortWords + kUpper - 1;
    by.add(to, to, upper, kUpper);
    by.add(to, to, to + kIndex, kLongWords - kIndex);
    by.add(to + kLongWords - kIndex, to + kLongWords - kIndex, upper, kUpper);
  }
  by.add(memory.products, memory.products, shift_.data(), kIndex);
}

}  // namespace lath::hardware::detail
