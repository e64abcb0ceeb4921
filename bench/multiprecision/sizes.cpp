// SPDX-License-Identifier: Apache-2.0
#include "multiprecision/sizes.hpp"

#include <algorithm>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/he/noise/noise_model.hpp"
#include "lath/security/estimated_limits.hpp"
#include "multiprecision/measure.hpp"

namespace lath::bench {
namespace {

constexpr unsigned kMostDepth = 64;

he::PrimePool& pool() {
  static he::PrimePool primes;
  return primes;
}

he::Literal with(he::Literal literal, const he::PlaintextSpace& space) {
  literal.plaintext_modulus = space.modulus();
  literal.short_modulus = space.short_modulus();
  return literal;
}

// The literal of this ring with so many primes of Q, and one special prime.
std::optional<he::Literal> literal_with(std::size_t degree, std::size_t primes, unsigned limit) {
  constexpr unsigned kLeast = 25, kMost = 50, kSpecial = 30;
  const auto count = static_cast<unsigned>(primes);
  const unsigned bits = std::min(kMost, (limit - kSpecial) / count);
  if (bits < kLeast) return std::nullopt;
  const unsigned special = std::min(kMost, limit - count * bits);
  return literal_of(degree, primes, bits, {special}, 1);
}

bool has_depth(const he::Literal& literal, unsigned depth) {
  try {
    return depth_of(literal) >= depth;
  } catch (const Error&) {
    return false;  // no room for an encryption
  }
}

// The fewest primes of a ring that have the depth, by bisection.
std::optional<he::Literal> fewest_primes(std::size_t degree, unsigned limit,
                                         const he::PlaintextSpace& space, unsigned depth) {
  const auto serves = [&](std::size_t primes) {
    const auto literal = literal_with(degree, primes, limit);
    return literal && has_depth(with(*literal, space), depth);
  };
  std::size_t too_few = 1, enough = std::max(2U, (limit - 30) / 50);
  if (!serves(enough)) return std::nullopt;
  while (enough - too_few > 1) {
    const std::size_t middle = (too_few + enough) / 2;
    (serves(middle) ? enough : too_few) = middle;
  }
  return literal_with(degree, enough, limit);
}

void lengthen_digits(he::Literal& literal, const he::PlaintextSpace& space, unsigned depth) {
  const std::size_t primes = literal.prime_bits.size();
  for (std::size_t digits = 2; digits < primes; ++digits) {
    he::Literal longer = literal;
    longer.digit_primes = static_cast<unsigned>((primes + digits - 1) / digits);
    if (!has_depth(with(longer, space), depth)) continue;
    literal.digit_primes = longer.digit_primes;
    return;
  }
}

}  // namespace

unsigned depth_of(const he::Literal& literal) {
  const auto noise = he::NoiseModel::create(he::Scheme::bfv, literal, pool());
  const std::size_t top = noise.levels();
  he::NoiseBound square = noise.fresh(), chain = square;
  unsigned depth = 0;
  for (; depth < kMostDepth; ++depth) {
    square = noise.switched(top, noise.product(top, square, square));
    chain = noise.switched(top, noise.product(top, chain, noise.fresh()));
    if (std::min(square.budget_bits(), chain.budget_bits()) <= 0) break;
  }
  return depth;
}

std::size_t estimated_bytes(const he::Literal& literal) {
  // Rows of a session, of which a product has the auxiliary primes, too; operands; ciphertexts,
  // products and what decryption takes; roots of unity and their companions.
  constexpr std::size_t kProductRows = 10, kOperandRows = 4, kCiphertextRows = 10, kTableRows = 4;
  const std::size_t q = literal.prime_bits.size(), p = literal.special_prime_bits.size();
  const std::size_t all = 2 * q + p + 1;
  const std::size_t digits = (q + literal.digit_primes - 1) / literal.digit_primes;
  const std::size_t rows = (kProductRows + kTableRows) * all +
                           (kOperandRows + kCiphertextRows) * q + 2 * (digits + 1) * (q + p);
  const std::size_t plaintexts = 8 * (literal.plaintext_modulus.bits() / 64 + 1);
  return (rows + plaintexts) * literal.degree * sizeof(std::uint64_t);
}

std::optional<Sizing> smallest_for(const SpaceOf& space_of, unsigned depth) {
  for (std::size_t n = 4096; n <= std::size_t{1} << 19; n *= 2) {
    unsigned limit = largest_modulus_bits(n, SecurityLevel::bits128, Attacker::classical);
    const bool published = limit != 0;
    if (!published) {
      limit = estimated_modulus_bits(n, SecurityLevel::bits128, Attacker::classical);
    }
    const he::PlaintextSpace space = space_of(n);
    auto literal = fewest_primes(n, limit, space, depth);
    if (!literal) continue;
    lengthen_digits(*literal, space, depth);
    return Sizing{*literal, space, estimated_bytes(with(*literal, space)), published};
  }
  return std::nullopt;
}

}  // namespace lath::bench
