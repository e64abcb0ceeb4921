// SPDX-License-Identifier: Apache-2.0
#include "circuits/chain_choice.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

#include "circuits/evaluation_time.hpp"
#include "he/core/chain_primes.hpp"

namespace lath::circuits {
namespace {

// The fastest kernels serve primes of at most 50 bits; shorter primes only make more rows.
constexpr unsigned kMostPrimeBits = 50, kLeastPrimeBits = 30, kMostPrimes = 400;
constexpr double kLongModulus = 100;

// The digits of a key switch: so many primes, with so many special ones of so many bits.
struct Digits {
  unsigned primes, special_primes, special_bits;
};

// A digit may be longer than P by about the length of t n, see docs/noise.md: so long digits are
// for a long t.
std::vector<Digits> digits_for(double log2_t) {
  std::vector<Digits> result{{1, 1, 30}, {1, 1, 40}, {1, 1, 50}, {2, 1, 50},
                             {2, 2, 40}, {2, 2, 50}, {3, 2, 50}, {3, 3, 50}};
  for (unsigned primes = 4; primes * kMostPrimeBits < log2_t + 4 * kMostPrimeBits;
       primes += (primes + 1) / 2) {
    result.push_back({primes, 1, 50});
    result.push_back({primes, 3, 50});
  }
  return result;
}

// Lengths of primes that are tried. A BGV switch drops whole primes: shorter ones fit more closely.
constexpr std::array kLengths{50U, 44U, 38U, 32U};

// Searches primes of one length with digits of one sort.
class Search {
 public:
  Search(const ChainWish& wish, const Ring& ring, he::PrimePool& pool)
      : wish_(wish), ring_(ring), pool_(pool) {}

  // Few primes first, which are the fastest. `most_seconds` ends the search.
  [[nodiscard]] std::optional<Chain> fewest_primes(const Digits& digits, unsigned length,
                                                   double most_seconds) const {
    const unsigned special = digits.special_primes * digits.special_bits;
    if (ring_.limit < special + fewest_bits()) return std::nullopt;
    for (unsigned primes = std::max(digits.primes, fewest(length)); primes <= kMostPrimes;
         ++primes) {
      const unsigned bits = std::min(length, (ring_.limit - special) / primes);
      if (bits < std::min(length, kLeastPrimeBits)) return std::nullopt;
      std::optional<Chain> chain = chain_of(digits, primes, bits);
      if (chain && chain->seconds < most_seconds) return chain;
      if (chain || bits < length) return std::nullopt;  // more primes are slower, or shorter
    }
    return std::nullopt;
  }

 private:
  // Each product takes the length of t at least, and so does the plaintext.
  [[nodiscard]] unsigned fewest_bits() const {
    return static_cast<unsigned>(wish_.plaintexts.log2_t() * (wish_.task.depth + 1));
  }
  [[nodiscard]] unsigned fewest(unsigned length) const {
    return std::max(2U, fewest_bits() / length);
  }

  [[nodiscard]] std::optional<Chain> chain_of(const Digits& digits, unsigned primes,
                                              unsigned bits) const {
    he::Literal literal = literal_of(ring_, wish_.task);
    literal.prime_bits.assign(primes, bits);
    literal.special_prime_bits.assign(digits.special_primes, digits.special_bits);
    literal.digit_primes = digits.primes;
    const auto primes_of_ring = known_primes(literal);
    if (!primes_of_ring) return std::nullopt;
    const he::NoiseModel model(wish_.plaintexts, wish_.scheme, literal, *primes_of_ring);
    std::optional<ProductNoise> noise = noise_of_products(model, wish_.task.depth);
    if (!noise || noise->bits < wish_.task.spare_bits) return std::nullopt;
    const ChainShape shape{wish_.scheme, primes, digits.special_primes, digits.primes};
    const double seconds = products_seconds(ring_, shape, noise->levels, wish_.relinearisations);
    return Chain{std::move(literal), std::move(*noise), seconds};
  }

  // Nothing if the ring has too few primes of a length. A pool searches all primes of a length
  // again when it is asked for one more: it is asked for powers of two.
  [[nodiscard]] std::optional<he::ChainPrimes> known_primes(const he::Literal& literal) const {
    constexpr unsigned kAuxiliaryBits = 48;
    const unsigned bits = literal.prime_bits[0];
    const std::size_t all = 2 * literal.prime_bits.size() + literal.special_prime_bits.size();
    try {
      for (const unsigned length : {bits, std::max(bits, kAuxiliaryBits)}) {
        static_cast<void>(pool_.primes(literal, length, std::bit_ceil(all)));
      }
      return he::chain_primes(literal, pool_);
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  const ChainWish& wish_;
  const Ring& ring_;
  he::PrimePool& pool_;
};

}  // namespace

std::optional<Chain> fastest_chain(const ChainWish& wish, const Ring& ring, he::PrimePool& pool) {
  const Search search(wish, ring, pool);
  const std::vector<Digits> all_digits = digits_for(wish.plaintexts.log2_t());
  // Where t has many primes' length, a prime more or less makes no difference.
  const bool switches = wish.scheme == he::Scheme::bgv && wish.task.depth > 1 &&
                        wish.plaintexts.log2_t() < kLongModulus;
  std::optional<Chain> best;
  for (const unsigned length : kLengths) {
    if (!switches && length != kMostPrimeBits) break;
    for (const Digits& digits : all_digits) {
      auto chain = search.fewest_primes(digits, length, best ? best->seconds : HUGE_VAL);
      if (chain) best = std::move(chain);
    }
  }
  return best;
}

std::optional<unsigned> needed_bits(const ChainWish& wish, Ring ring, he::PrimePool& pool) {
  ring.limit = kMostPrimeBits * kMostPrimes;
  const auto chain = Search(wish, ring, pool).fewest_primes({1, 1, 30}, kMostPrimeBits, HUGE_VAL);
  if (!chain) return std::nullopt;
  return bits_of(chain->literal);
}

unsigned bits_of(const he::Literal& literal) noexcept {
  return std::accumulate(literal.prime_bits.begin(), literal.prime_bits.end(), 0U) +
         std::accumulate(literal.special_prime_bits.begin(), literal.special_prime_bits.end(), 0U);
}

}  // namespace lath::circuits
