// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/roots.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/fork.hpp"
#include "lath/arith/primes.hpp"
#include "lath/base/error.hpp"

namespace lath {
namespace {

// The primes that divide n.
std::vector<std::uint64_t> prime_factors(std::uint64_t n) {
  std::vector<std::uint64_t> factors;
  for (std::uint64_t f = 2; n > 1; ++f) {
    if (f * f > n) f = n;
    if (n % f != 0) continue;
    factors.push_back(f);
    while (n % f == 0) n /= f;
  }
  return factors;
}

// Any element of the given order: x^((p-1)/order), unless its order is a proper divisor, which is
// so for less than half of all x if the order has few prime factors.
std::uint64_t some_root(const Modulus& p, std::uint64_t order,
                        std::span<const std::uint64_t> factors) {
  for (std::uint64_t x = 2;; ++x) {
    const std::uint64_t candidate = p.pow_vartime(x, (p.value() - 1) / order);
    const bool has_order = std::ranges::none_of(
        factors, [&](std::uint64_t f) { return p.pow_vartime(candidate, order / f) == 1; });
    if (has_order) return candidate;
  }
}

std::uint64_t search(const Modulus& p, std::uint64_t order) {
  if (order == 2) return p.value() - 1;
  const auto factors = prime_factors(order);
  const std::uint64_t root = some_root(p, order, factors);
  // The elements of this order are the powers of any one of them by exponents without a common
  // factor with it: odd ones if the order is even.
  const std::uint64_t step = order % 2 == 0 ? 2 : 1, factor = p.pow_vartime(root, step);
  std::uint64_t least = root, power = root;
  for (std::uint64_t i = 1 + step; i < order; i += step) {
    power = p.multiply(power, factor);
    const bool has_order =
        std::ranges::none_of(factors, [i](std::uint64_t f) { return i % f == 0; });
    if (has_order) least = std::min(least, power);
  }
  return least;
}

}  // namespace

std::uint64_t least_primitive_root(const Modulus& p, std::uint64_t order) {
  if (order < 2 || (p.value() - 1) % order != 0 || !is_prime(p.value())) {
    throw Error(
        ErrorCode::invalid_argument,
        "modulus " + std::to_string(p.value()) + " with roots of order " + std::to_string(order),
        "need a prime that is 1 mod the order, and an order of at least 2",
        "choose the modulus with ntt_primes()");
  }
  static std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> found;
  const std::pair key{p.value(), order};
  {
    const std::lock_guard lock(detail::cache_mutex());
    if (const auto it = found.find(key); it != found.end()) return it->second;
  }
  const std::uint64_t root = search(p, order);
  const std::lock_guard lock(detail::cache_mutex());
  return found.emplace(key, root).first->second;
}

}  // namespace lath
