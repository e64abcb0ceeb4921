// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/roots.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "lath/arith/primes.hpp"
#include "lath/base/error.hpp"

namespace lath {
namespace {

// Any element of the given order: x^((p-1)/order) has it exactly if its (order/2)-th power is -1,
// which holds for half of all x.
std::uint64_t some_root(const Modulus& p, std::uint64_t order) {
  for (std::uint64_t x = 2;; ++x) {
    const std::uint64_t candidate = p.pow_vartime(x, (p.value() - 1) / order);
    if (p.pow_vartime(candidate, order / 2) == p.value() - 1) return candidate;
  }
}

std::uint64_t search(const Modulus& p, std::uint64_t order) {
  const std::uint64_t root = order == 2 ? p.value() - 1 : some_root(p, order);
  // The elements of this order are the odd powers of any one of them.
  const std::uint64_t square = p.multiply(root, root);
  std::uint64_t least = root, power = root;
  for (std::uint64_t i = 1; i < order / 2; ++i) {
    power = p.multiply(power, square);
    least = std::min(least, power);
  }
  return least;
}

}  // namespace

std::uint64_t least_primitive_root(const Modulus& p, std::uint64_t order) {
  if (!std::has_single_bit(order) || order < 2 || (p.value() - 1) % order != 0 ||
      !is_prime(p.value())) {
    throw Error(
        ErrorCode::invalid_argument,
        "modulus " + std::to_string(p.value()) + " with roots of order " + std::to_string(order),
        "need a prime that is 1 mod the order, the order a power of two from 2",
        "choose the modulus with ntt_primes(bits, order / 2, count)");
  }
  static std::mutex mutex;
  static std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> found;
  const std::pair key{p.value(), order};
  {
    const std::lock_guard lock(mutex);
    if (const auto it = found.find(key); it != found.end()) return it->second;
  }
  const std::uint64_t root = search(p, order);
  const std::lock_guard lock(mutex);
  return found.emplace(key, root).first->second;
}

}  // namespace lath
