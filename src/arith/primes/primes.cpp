// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/primes.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "arith/primes/prime_search.hpp"
#include "lath/arith/margin_reduction.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/base/error.hpp"

namespace lath {
namespace {

constexpr std::uint64_t kBases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};

std::uint64_t multiply_any(std::uint64_t a, std::uint64_t b, std::uint64_t n) noexcept {
  return static_cast<std::uint64_t>(uint128{a} * b % n);
}

std::uint64_t pow_any(std::uint64_t base, std::uint64_t exponent, std::uint64_t n) noexcept {
  std::uint64_t result = 1;
  for (; exponent != 0; exponent >>= 1, base = multiply_any(base, base, n)) {
    if ((exponent & 1) != 0) result = multiply_any(result, base, n);
  }
  return result;
}

// Whether the odd number n = d 2^s + 1 passes the strong probable-prime test to the given base.
bool passes_miller_rabin(std::uint64_t n, std::uint64_t d, int s, std::uint64_t base) noexcept {
  std::uint64_t x = pow_any(base, d, n);
  if (x == 1 || x == n - 1) return true;
  for (int i = 1; i < s; ++i) {
    x = multiply_any(x, x, n);
    if (x == n - 1) return true;
  }
  return false;
}

void require_power_of_two(std::size_t degree) {
  if (std::has_single_bit(degree)) return;
  throw Error(ErrorCode::invalid_argument, "degree " + std::to_string(degree),
              "need a power of two",
              "use " + std::to_string(degree < 2 ? 1 : std::bit_floor(degree)) +
                  ", the power of two below");
}

}  // namespace

bool is_prime(std::uint64_t n) noexcept {
  for (const std::uint64_t base : kBases) {
    if (n % base == 0) return n == base;
  }
  if (n < 2) return false;
  const int s = std::countr_zero(n - 1);
  for (const std::uint64_t base : kBases) {
    if (!passes_miller_rabin(n, (n - 1) >> s, s, base)) return false;
  }
  return true;
}

std::vector<std::uint64_t> detail::largest_primes(int bits, std::uint64_t step, std::size_t count) {
  if (bits < 2 || bits > kMaxModulusBits) {
    throw Error(ErrorCode::invalid_argument, "primes of " + std::to_string(bits) + " bits",
                "need 2 to 62 bits", "use more primes of fewer bits");
  }
  std::vector<std::uint64_t> primes;
  const std::uint64_t limit = std::uint64_t{1} << bits;
  if (step >= limit) return primes;
  for (std::uint64_t p = (limit - 2) / step * step + 1; p > 1 && primes.size() < count; p -= step) {
    if (is_prime(p)) primes.push_back(p);
  }
  return primes;
}

std::vector<std::uint64_t> ntt_primes(int bits, std::size_t degree, std::size_t count) {
  require_power_of_two(degree);
  // 2^63 is as good as more: no prime below 2^62 is 1 modulo it.
  const std::uint64_t largest = std::uint64_t{1} << kMaxModulusBits;
  auto primes = detail::largest_primes(bits, 2 * std::min<std::uint64_t>(degree, largest), count);
  if (primes.size() < count) {
    throw Error(ErrorCode::invalid_argument,
                "only " + std::to_string(primes.size()) + " primes below 2^" +
                    std::to_string(bits) + " are 1 mod 2 * " + std::to_string(degree),
                "need " + std::to_string(count), "allow more bits or take a smaller degree");
  }
  return primes;
}

std::vector<std::uint64_t> margin_primes(int word_bits, int margin_bits, std::size_t largest_degree,
                                         std::size_t count) {
  if ((word_bits != 16 && word_bits != 32 && word_bits != 64) || margin_bits < 1 ||
      margin_bits >= word_bits) {
    throw Error(ErrorCode::invalid_argument,
                "primes for words of " + std::to_string(word_bits) + " bits with " +
                    std::to_string(margin_bits) + " margin bits",
                "need words of 16, 32 or 64 bits and a margin from 1 bit to one less than a word",
                "2 margin bits leave room for lazy transforms");
  }
  require_power_of_two(largest_degree);
  std::vector<std::uint64_t> primes;
  const std::uint64_t limit = std::uint64_t{1} << (word_bits - margin_bits);
  if (largest_degree < limit / 2) {
    const std::uint64_t step = 2 * std::uint64_t{largest_degree};
    for (std::uint64_t p = limit - step + 1;
         primes.size() < count && has_margin(p, word_bits, margin_bits); p -= step) {
      if (is_prime(p)) primes.push_back(p);
    }
  }
  if (primes.size() < count) {
    throw Error(ErrorCode::invalid_argument,
                "only " + std::to_string(primes.size()) + " primes are 1 mod 2 * " +
                    std::to_string(largest_degree) + " and leave " + std::to_string(margin_bits) +
                    " bits of a word of " + std::to_string(word_bits) + " free as required",
                "need " + std::to_string(count), "take a smaller degree, or ntt_primes");
  }
  return primes;
}

}  // namespace lath
