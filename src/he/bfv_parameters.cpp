// SPDX-License-Identifier: Apache-2.0
#include "lath/he/bfv_parameters.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "he/context.hpp"
#include "lath/base/error.hpp"

namespace lath::he::bfv {
namespace {

std::string describe(SecurityLevel security, Attacker attacker) {
  return std::to_string(static_cast<int>(security)) + " bits of security against " +
         (attacker == Attacker::classical ? "classical computers" : "quantum computers");
}

unsigned limit_of(std::size_t degree, SecurityLevel security, Attacker attacker) {
  const unsigned limit = largest_modulus_bits(degree, security, attacker);
  if (limit != 0) return limit;
  throw Error(ErrorCode::invalid_argument, "degree " + std::to_string(degree),
              "need one that the tables have for " + describe(security, attacker),
              "take a power of two from 2048 to 65536");
}

}  // namespace

Parameters::Parameters(std::shared_ptr<const Context> context) noexcept
    : context_(std::move(context)) {}

Parameters Parameters::create_insecure(const Literal& literal) {
  return Parameters(std::make_shared<const Context>(literal));
}

Parameters Parameters::create(const Literal& literal) {
  unsigned bits = 0;
  for (const unsigned b : literal.prime_bits) bits += b;
  for (const unsigned b : literal.special_prime_bits) bits += b;
  const unsigned limit = limit_of(literal.degree, literal.security, literal.attacker);
  if (bits > limit) {
    throw Error(ErrorCode::invalid_argument,
                "primes of " + std::to_string(bits) + " bits in all, special ones included",
                "need at most " + std::to_string(limit) + " for " +
                    describe(literal.security, literal.attacker) + " at degree " +
                    std::to_string(literal.degree),
                "take fewer or shorter primes, or a larger degree");
  }
  return create_insecure(literal);
}

Parameters Parameters::recommended(std::size_t degree, std::uint64_t plaintext_modulus,
                                   SecurityLevel security, Attacker attacker) {
  const unsigned limit = limit_of(degree, security, attacker);
  // The fastest kernels serve primes below 2^50. The special prime is not smaller than the others.
  constexpr unsigned kMost = 49;
  const unsigned count = std::max(3U, (limit + kMost - 1) / kMost), bits = limit / count;
  if (bits < 34) {
    throw Error(ErrorCode::invalid_argument,
                "degree " + std::to_string(degree) + " with " + std::to_string(limit) +
                    " bits for the modulus",
                "need 102 bits: two primes and a special one", "take a larger degree");
  }
  Literal literal{.degree = degree,
                  .plaintext_modulus = plaintext_modulus,
                  .prime_bits = std::vector<unsigned>(count - 1, bits),
                  .special_prime_bits = {bits},
                  .security = security,
                  .attacker = attacker};
  // What is left makes some primes one bit longer, the special one first.
  unsigned left = limit - count * bits;
  if (left > 0) {
    ++literal.special_prime_bits[0];
    --left;
  }
  for (std::size_t i = 0; left > 0; ++i, --left) ++literal.prime_bits[i];
  return create(literal);
}

const Literal& Parameters::literal() const& noexcept { return context_->literal; }
std::size_t Parameters::degree() const noexcept { return context_->degree(); }
std::uint64_t Parameters::plaintext_modulus() const noexcept { return context_->t.value(); }
std::size_t Parameters::levels() const noexcept { return context_->levels.size(); }
const DynamicRing& Parameters::ring(std::size_t level) const& noexcept {
  return context_->level(level).ring;
}
std::size_t Parameters::digits() const noexcept { return context_->levels.back().digits.size(); }
double Parameters::log2_q(std::size_t level) const noexcept {
  return context_->level(level).log2_q;
}
double Parameters::log2_qp() const noexcept {
  return context_->levels.back().log2_q + context_->log2_p;
}

}  // namespace lath::he::bfv
