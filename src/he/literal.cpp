// SPDX-License-Identifier: Apache-2.0
#include "he/literal.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "algebra/wide/basis_products.hpp"
#include "algebra/wide/real_inverse.hpp"
#include "he/noise/embedding.hpp"
#include "lath/arith/primes.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/error.hpp"
#include "lath/he/plaintexts/plaintext_space.hpp"
#include "lath/ntt/cyclotomic_index.hpp"
#include "lath/security/estimated_limits.hpp"
#include "lath/security/security_estimate.hpp"

namespace lath::he {
namespace {

constexpr unsigned kLeastPrimeBits = 20, kMostPrimeBits = 60, kMostPlaintextBits = 4096;
constexpr std::size_t kLeastDegree = 16, kMostDegree = std::size_t{1} << 19, kMostPrimes = 400;
constexpr std::size_t kLeastUnits = 4;  // of indices that are no powers of two

[[noreturn]] void refuse(const std::string& found, const std::string& needed,
                         const std::string& remedy) {
  throw Error(ErrorCode::invalid_argument, found, needed, remedy);
}

void require_bits(const std::vector<unsigned>& bits, const char* which) {
  if (bits.empty() || bits.size() > kMostPrimes) {
    refuse(std::to_string(bits.size()) + " " + which, "need 1 to " + std::to_string(kMostPrimes),
           "list their lengths in bits");
  }
  for (const unsigned b : bits) {
    if (b >= kLeastPrimeBits && b <= kMostPrimeBits) continue;
    refuse(std::string(which) + " of " + std::to_string(b) + " bits",
           "need " + std::to_string(kLeastPrimeBits) + " to " + std::to_string(kMostPrimeBits),
           "take more primes of fewer bits, or fewer of more");
  }
}

std::string describe(SecurityLevel security, Attacker attacker) {
  return std::to_string(static_cast<int>(security)) + " bits of security against " +
         (attacker == Attacker::classical ? "classical computers" : "quantum computers");
}

unsigned limit_of(std::size_t degree, SecurityLevel security, Attacker attacker) {
  const unsigned limit = largest_modulus_bits(degree, security, attacker);
  if (limit != 0) return limit;
  // The tables end at 2^17, for some levels before.
  constexpr std::size_t kEstimated = std::size_t{1} << 17;
  if (degree >= kEstimated) return estimated_modulus_bits(degree, security, attacker);
  throw Error(ErrorCode::invalid_argument, "degree " + std::to_string(degree),
              "need one that the tables have for " + describe(security, attacker),
              "take a power of two from 2048 to 65536");
}

std::vector<unsigned> lengths_of(const std::vector<std::uint64_t>& primes) {
  std::vector<unsigned> bits;
  bits.reserve(primes.size());
  for (const std::uint64_t q : primes) bits.push_back(static_cast<unsigned>(bit_length(q)));
  return bits;
}

// The number modulo which all primes are 1.
std::uint64_t order_of(const Literal& literal) {
  return literal.index != 0 ? literal.index : 2 * std::uint64_t{literal.degree};
}

// Primes that were given must serve the ring.
void require_primes(const Literal& literal) {
  if (literal.primes.empty() && literal.special_primes.empty()) return;
  if (!literal.prime_bits.empty() || !literal.special_prime_bits.empty() ||
      literal.primes.empty() || literal.special_primes.empty()) {
    refuse("primes beside lengths of primes, or some primes without the others",
           "need both lists of primes or both lists of their lengths",
           "give the primes of Q and the special primes, or only how long they are");
  }
  std::vector<std::uint64_t> all = literal.primes;
  all.insert(all.end(), literal.special_primes.begin(), literal.special_primes.end());
  const std::uint64_t order = order_of(literal);
  for (const std::uint64_t q : all) {
    const std::string name = "the modulus " + std::to_string(q);
    if (!is_prime(q) || q % order != 1) {
      refuse(name, "need a prime that is 1 modulo " + std::to_string(order),
             "take ntt_primes(), or give lengths of primes in place of primes");
    }
  }
  std::ranges::sort(all);
  const auto twice = std::ranges::adjacent_find(all);
  if (twice == all.end()) return;
  refuse("the prime " + std::to_string(*twice) + " twice", "need different primes",
         "take another prime for one of both");
}

}  // namespace

std::vector<unsigned> prime_lengths(const Literal& literal) {
  return literal.primes.empty() ? literal.prime_bits : lengths_of(literal.primes);
}
std::vector<unsigned> special_prime_lengths(const Literal& literal) {
  return literal.special_primes.empty() ? literal.special_prime_bits
                                        : lengths_of(literal.special_primes);
}

std::size_t digit_primes(const Literal& literal) {
  return literal.digit_primes != 0 ? literal.digit_primes : special_prime_lengths(literal).size();
}

namespace {

void require_degree(const Literal& literal) {
  if (!std::has_single_bit(literal.degree) || literal.degree < kLeastDegree ||
      literal.degree > kMostDegree) {
    refuse("degree " + std::to_string(literal.degree),
           "need a power of two from " + std::to_string(kLeastDegree) + " to " +
               std::to_string(kMostDegree),
           "take 4096, 8192, 16384 or 32768: more for deeper circuits; for other rings give an "
           "index");
  }
}

// Nothing is done with an index before it is known to be small.
void require_index(const Literal& literal, std::uint64_t units) {
  if (units < kLeastUnits || units > kMostDegree) {
    refuse("the index " + std::to_string(literal.index),
           "need one with " + std::to_string(kLeastUnits) + " to " + std::to_string(kMostDegree) +
               " units",
           units < kLeastUnits ? "take a larger one, such as 45"
                               : "take a smaller one, such as 65535: all up to " +
                                     std::to_string(kMostDegree) + " have as few");
  }
  static_cast<void>(CyclotomicIndex::create(literal.index));
}

// Degree and index of a ring that an index names.
void fill_in(Literal& literal) {
  const std::uint64_t m = literal.index;
  const bool power_of_two = std::has_single_bit(m);
  // Above 2^22 there are more than 2^19 units in any case, since phi(m) > m/8.
  const std::uint64_t units = power_of_two ? m / 2 : m > 8 * kMostDegree ? m : euler_phi(m);
  if (!power_of_two) require_index(literal, units);
  if (literal.degree != 0 && literal.degree != units) {
    refuse("degree " + std::to_string(literal.degree) + " beside the index " + std::to_string(m),
           "need degree " + std::to_string(units) + ", its number of units, or none",
           "give the index or the degree");
  }
  literal.degree = static_cast<std::size_t>(units);
  if (power_of_two) literal.index = 0;
}

void require_counts(const Literal& literal) {
  const std::vector<unsigned> bits = prime_lengths(literal);
  const std::vector<unsigned> special_bits = special_prime_lengths(literal);
  require_bits(bits, "primes");
  require_bits(special_bits, "special primes");
  if (special_bits.size() > bits.size()) {
    refuse(std::to_string(special_bits.size()) + " special primes",
           "need at most as many as primes, " + std::to_string(bits.size()),
           "take fewer special primes");
  }
  if (literal.digit_primes > bits.size()) {
    refuse("digits of " + std::to_string(literal.digit_primes) + " primes",
           "need at most as many as primes, " + std::to_string(bits.size()),
           "take fewer, or 0 for as many as there are special primes");
  }
}

}  // namespace

double error_sigma(const Literal& literal) noexcept {
  if (literal.errors != ErrorDistribution::wide_gaussian) return kErrorSigma;
  const std::uint64_t m = literal.index == 0 ? 2 * literal.degree : literal.index;
  return kErrorSigma * std::sqrt(static_cast<double>(m % 2 == 0 ? m / 2 : m));
}

void require_plaintext_modulus(const Natural& t) {
  if (t.bits() >= 2 && t.bits() <= kMostPlaintextBits) return;
  refuse(t.bits() > 64 ? "a plaintext modulus of " + std::to_string(t.bits()) + " bits"
                       : "plaintext modulus " + decimal_vartime(t),
         "need 2 to " + std::to_string(kMostPlaintextBits) + " bits",
         "take a prime that is 1 modulo twice the degree, such as 65537, for vectors");
}

void require_characteristic(const Natural& p) {
  if (p.bits() >= 2 && p.bits() <= kMostCharacteristicBits) return;
  refuse("slots modulo a number of " + std::to_string(p.bits()) + " bits",
         "need 2 to " + std::to_string(kMostCharacteristicBits) + " bits",
         "take a shorter modulus of slots");
}

Literal checked_key_space(const Literal& literal) {
  Literal result = literal;
  result.plaintext_modulus = 0;
  result.short_modulus = {};
  if (result.index != 0) fill_in(result);
  if (result.index == 0) require_degree(result);
  require_counts(result);
  require_primes(result);
  return result;
}

Literal checked(const Literal& literal) {
  Literal result = checked_key_space(literal);
  const PlaintextSpace space = PlaintextSpace::of(literal);
  result.plaintext_modulus = space.modulus();
  result.short_modulus = space.short_modulus();
  return result;
}

double log2_plaintexts(const Literal& literal) {
  const ShortModulus& t = literal.short_modulus;
  if (t.index == 0) return log2_vartime(literal.plaintext_modulus);
  return std::log2(squared_canonical_norm(t.coefficients, CyclotomicIndex::create(t.index))) / 2;
}

CoefficientGrowth coefficient_growth(const Literal& literal) {
  const ShortModulus& t = literal.short_modulus;
  if (t.index == 0) {
    const double log2_t = log2_plaintexts(literal);
    return {log2_t, -log2_t, log2_t};
  }
  // Errors of double precision are far below this.
  constexpr double kMargin = 1e-6;
  const std::size_t size = t.coefficients.size();
  const std::vector<std::int64_t> matrix =
      detail::product_matrix(CyclotomicIndex::create(t.index), t.coefficients);
  const std::vector<double> product(matrix.begin(), matrix.end()),
      quotient = detail::approximate_inverse(matrix, size);
  const double row_sum = detail::largest_row_sum(product, size);
  return {std::log2(row_sum) + kMargin,
          std::log2(detail::largest_row_sum(quotient, size)) + kMargin,
          std::log2(2 * (std::floor(row_sum / 2) + 1)) + kMargin};
}

namespace {

// Whether an instance of this ring with so many bits of modulus is as secure as the literal asks
// for. Errors are at least as wide, in units of the ring's root discriminant, as the errors in the
// ring of a power of two (docs/noise.md).
bool is_secure(const Literal& literal, unsigned bits) {
  constexpr unsigned kMostBits = 1U << 15;  // of estimates
  if (bits > kMostBits) return false;
  const SecurityEstimate estimate = estimate_security(
      {.dimension = literal.degree,
       .log2_modulus = static_cast<double>(bits),
       .secret = SmallDistribution::ternary(),
       .error = literal.errors == ErrorDistribution::centered_binomial
                    ? SmallDistribution::centered_binomial(kErrorEta)
                    : SmallDistribution::discrete_gaussian(error_sigma(literal))});
  const auto wanted = static_cast<double>(literal.security);
  return estimate.classical >= wanted &&
         (literal.attacker == Attacker::classical || estimate.quantum >= wanted);
}

// The most bits that are secure, below `bits`, by bisection.
unsigned estimated_limit(const Literal& literal, unsigned bits) {
  unsigned secure = 1, insecure = bits;
  while (insecure - secure > 1) {
    const unsigned middle = (secure + insecure) / 2;
    (is_secure(literal, middle) ? secure : insecure) = middle;
  }
  return secure;
}

}  // namespace

void require_secure(const Literal& given) {
  const Literal literal = checked_key_space(given);
  unsigned bits = 0;
  for (const unsigned b : prime_lengths(literal)) bits += b;
  for (const unsigned b : special_prime_lengths(literal)) bits += b;
  if (literal.index != 0 && is_secure(literal, bits)) return;
  const unsigned limit = literal.index != 0
                             ? estimated_limit(literal, bits)
                             : limit_of(literal.degree, literal.security, literal.attacker);
  if (bits <= limit) return;
  throw Error(ErrorCode::invalid_argument,
              "primes of " + std::to_string(bits) + " bits in all, special ones included",
              "need at most " + std::to_string(limit) + " for " +
                  describe(literal.security, literal.attacker) + " at degree " +
                  std::to_string(literal.degree),
              literal.index != 0 ? "take fewer or shorter primes, or an index with more units"
                                 : "take fewer or shorter primes, or a larger degree");
}

unsigned modulus_bits(std::size_t degree, SecurityLevel security, Attacker attacker) {
  constexpr unsigned kLeast = 102;
  const unsigned limit = limit_of(degree, security, attacker);
  if (limit >= kLeast) return limit;
  std::size_t larger = 2 * degree;
  while (largest_modulus_bits(larger, security, attacker) < kLeast) larger *= 2;
  throw Error(ErrorCode::invalid_argument,
              "degree " + std::to_string(degree) + " with " + std::to_string(limit) +
                  " bits for the modulus",
              "need 102 bits: two primes and a special one",
              "take degree " + std::to_string(larger) + " or a larger one");
}

namespace {

// The smallest number of primes of Q in recommended parameters.
constexpr unsigned kFewestPrimes = 2;

// The fewest primes of a digit, where Q has more than two.
constexpr unsigned kDigit = 2;

// How many bits longer than P a digit of recommended parameters may be. A product has 2^0.9 t n^1.5
// times the noise of a word, and a switch with digits of b bits sqrt(10.5 n d / 12) 2^b / P times:
// b - log2 P may be log2(t n), less 2 for a quarter of it.
unsigned bits_beyond_p(const Literal& literal) {
  return static_cast<unsigned>(log2_plaintexts(literal)) + 1 +
         static_cast<unsigned>(bit_length(literal.degree)) - 3;
}

// The bits of P in recommended parameters, for so many primes of Q. Two primes are two digits, as
// long as P: a modulus of so few bits has none to spare.
unsigned special_bits(const Literal& literal, unsigned limit, unsigned primes) {
  constexpr unsigned kLeast = 30;
  if (primes <= kFewestPrimes) return (limit + primes) / (primes + 1);
  const unsigned allowed = bits_beyond_p(literal);
  if (kDigit * limit <= allowed * primes) return kLeast;
  const unsigned wanted = kDigit * limit - allowed * primes;
  return std::max(kLeast, (wanted + primes + kDigit - 1) / (primes + kDigit));
}

// Returns `count` lengths with the sum `bits`, the first ones a bit longer.
std::vector<unsigned> shares(unsigned bits, unsigned count) {
  std::vector<unsigned> result(count, bits / count);
  for (unsigned i = 0; i < bits % count; ++i) ++result[i];
  return result;
}

}  // namespace

void divide_modulus(Literal& literal, unsigned least, unsigned most, unsigned last) {
  constexpr unsigned kMostSpecial = 49;
  const unsigned limit = modulus_bits(literal.degree, literal.security, literal.attacker);
  const auto bits_of_q = [&](unsigned primes) {
    return limit - special_bits(literal, limit, primes);
  };
  unsigned primes = std::max(kFewestPrimes, (limit + most - 1) / most - 1);
  while (bits_of_q(primes) > most * primes) ++primes;
  while (bits_of_q(primes + 1) >= least * (primes + 1) + last) ++primes;
  const unsigned special = limit - bits_of_q(primes);
  last = std::min(
      {last, most - bits_of_q(primes) / primes, bits_of_q(primes) / primes - kLeastPrimeBits});
  literal.prime_bits = shares(bits_of_q(primes) - last, primes);
  literal.prime_bits.back() += last;
  literal.special_prime_bits = shares(special, (special + kMostSpecial - 1) / kMostSpecial);
  // The longer t, the fewer and longer digits may be.
  const unsigned length = literal.prime_bits.front();
  literal.digit_primes =
      primes == kFewestPrimes
          ? 1
          : std::clamp((bits_beyond_p(literal) + special) / length, kDigit, primes);
}

}  // namespace lath::he
