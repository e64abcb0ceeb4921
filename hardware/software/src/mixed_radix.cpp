// SPDX-License-Identifier: Apache-2.0
#include "mixed_radix.hpp"

#include "lath/arith/modulus.hpp"
#include "lath/arith/word.hpp"

namespace lath::hardware::detail {
namespace {

using Wide = uint128;

}  // namespace

MixedRadix::MixedRadix(std::span<const std::uint64_t> primes)
    : p0_(primes[0]),
      low_(static_cast<std::uint64_t>(Wide{primes[0]} * primes[1])),
      high_(static_cast<std::uint64_t>(Wide{primes[0]} * primes[1] >> 64)) {
  for (const std::uint64_t p : primes) by_.push_back(Arithmetic::create(p));
  const auto inverse = [&](std::size_t of, std::size_t modulo) {
    const Modulus p(primes[modulo]);
    return by_[modulo].scalar(p.inverse_vartime(primes[of] % p.value()));
  };
  inverse01_ = inverse(0, 1);
  inverse02_ = inverse(0, 2);
  inverse12_ = inverse(1, 2);
}

// Digits of larger primes are below twice a smaller one.
void MixedRadix::lift(Word* rows, std::uint64_t* residues, std::size_t count,
                      std::uint64_t* scratch) const noexcept {
  std::uint64_t *const a0 = residues, *const a1 = residues + count, *const a2 = a1 + count;
  std::uint64_t* const reduced = scratch;
  by_[1].reduce(reduced, a0, count);
  by_[1].apply(Operation::scale_difference, a1, {a1, reduced, &inverse01_.value}, count);
  by_[2].reduce(reduced, a0, count);
  by_[2].apply(Operation::scale_difference, a2, {a2, reduced, &inverse02_.value}, count);
  by_[2].reduce(reduced, a1, count);
  by_[2].apply(Operation::scale_difference, a2, {a2, reduced, &inverse12_.value}, count);

  // Below 2^150; bits 64 to 134 are the upper half.
  const std::uint64_t p0 = p0_, low = low_, high = high_;
  for (std::size_t i = 0; i < count; ++i, rows += kChunks) {
    const Wide sum = Wide{a1[i]} * p0 + a0[i], product = Wide{a2[i]} * low;
    const Wide lower = Wide{static_cast<std::uint64_t>(sum)} + static_cast<std::uint64_t>(product);
    const Wide upper = (sum >> 64) + (product >> 64) + (lower >> 64) + Wide{a2[i]} * high;
    const auto x = static_cast<std::uint64_t>(lower), y = static_cast<std::uint64_t>(upper);
    rows[0] = static_cast<Word>(x) & kChunkMask;
    rows[1] = static_cast<Word>(x >> 27) & kChunkMask;
    rows[2] = static_cast<Word>(x >> 54 | y << 10) & kChunkMask;
    rows[3] = static_cast<Word>(y >> 17) & kChunkMask;
    rows[4] = static_cast<Word>(upper >> 44) & kChunkMask;
  }
}

}  // namespace lath::hardware::detail
