// SPDX-License-Identifier: Apache-2.0
#include "lath/ntt/cyclotomic_index.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "arith/primes/prime_search.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/arith/primes.hpp"
#include "lath/base/error.hpp"
#include "lath/ntt/prime_powers.hpp"
#include "lath/ntt/transform.hpp"

namespace lath {

struct CyclotomicIndex::State {
  std::uint64_t value, radical, root_order;
  std::size_t degree;
  std::vector<Axis> axes;
  SlotMap slots;
};

namespace {

using Axis = CyclotomicIndex::Axis;

// The prime powers of m by rising prime, without generators.
std::vector<Axis> factored(std::uint64_t m) {
  std::vector<Axis> axes;
  for (const PrimePower& q : prime_powers(m)) {
    axes.push_back({.prime = q.prime,
                    .exponent = q.exponent,
                    .value = q.value,
                    .degree = static_cast<std::size_t>(q.value / q.prime * (q.prime - 1))});
  }
  return axes;
}

// Whether every prime factor is one that transforms of any length serve.
bool is_smooth(std::uint64_t m) {
  const auto divide_out = [&](std::uint64_t p) {
    while (m % p == 0) m /= p;
  };
  for (std::uint64_t p = 2; p <= kMaxSmallPrime && m > 1; ++p) divide_out(p);
  divide_out(257);
  divide_out(65537);
  return m == 1;
}

std::uint64_t nearest_index(std::uint64_t m) {
  for (std::uint64_t distance = 1;; ++distance) {
    if (distance < m && is_ring_index(m - distance)) return m - distance;
    if (is_ring_index(m + distance)) return m + distance;
  }
}

std::uint64_t power_of(std::uint64_t base, std::uint64_t exponent, std::uint64_t q) {
  return Modulus(q).pow_vartime(base % q, exponent);
}

std::uint64_t least_generator(const Axis& axis) {
  if (axis.prime == 2) return 5;
  const auto factors = factored(axis.degree);
  for (std::uint64_t g = 2;; ++g) {
    const bool generates = g % axis.prime != 0 && std::ranges::none_of(factors, [&](const Axis& f) {
                             return power_of(g, axis.degree / f.prime, axis.value) == 1;
                           });
    if (generates) return g;
  }
}

// The units modulo q in the order of the values along an axis.
std::vector<std::uint64_t> units_of(const Axis& axis) {
  std::vector<std::uint64_t> units(axis.degree);
  if (axis.prime == 2) {
    const auto map = SlotMap::bit_reversed(axis.degree, axis.value);
    for (std::size_t b = 0; b < units.size(); ++b) units[b] = map.exponent(b);
  } else {
    std::uint64_t unit = 1;
    for (std::uint64_t& u : units) {
      u = unit;
      unit = unit * axis.generator % axis.value;
    }
  }
  return units;
}

// The number that is 1 modulo q and 0 modulo m/q.
std::uint64_t idempotent(std::uint64_t m, std::uint64_t q) {
  const std::uint64_t rest = m / q;
  if (rest == 1) return 1;
  return rest * Modulus(q).inverse_vartime(rest % q) % m;
}

SlotMap make_slots(std::uint64_t m, std::span<const Axis> axes) {
  // A factor 2 without an axis makes all units odd.
  std::vector<std::uint32_t> exponents{m % 4 == 2 ? static_cast<std::uint32_t>(idempotent(m, 2))
                                                  : 0};
  for (const Axis& axis : axes) {
    const std::uint64_t one = idempotent(m, axis.value);
    const auto units = units_of(axis);
    std::vector<std::uint32_t> longer;
    longer.reserve(exponents.size() * units.size());
    for (const std::uint64_t outer : exponents) {
      for (const std::uint64_t unit : units) {
        longer.push_back(static_cast<std::uint32_t>((outer + unit * one) % m));
      }
    }
    exponents = std::move(longer);
  }
  return SlotMap::listed(m, std::move(exponents));
}

void require_served(std::uint64_t m) {
  if (is_ring_index(m)) return;
  const std::uint64_t near = m < 3 ? 3 : m > 8 * kMaxDegree ? 2 * kMaxDegree : nearest_index(m);
  throw Error(ErrorCode::invalid_argument, "the index " + std::to_string(m),
              "need one from 3 to " + std::to_string(kMaxIndex) +
                  ", or above that one with at most 2^20 units and prime factors up to " +
                  std::to_string(kMaxSmallPrime) + ", 257 and 65537",
              "use " + std::to_string(near));
}

}  // namespace

bool is_ring_index(std::uint64_t m) noexcept {
  if (m < 3) return false;
  if (m <= kMaxIndex) return true;
  // phi(m) > 2^20 for all larger ones.
  return m <= 8 * kMaxDegree && is_smooth(m) && euler_phi(m) <= kMaxDegree;
}

std::uint64_t euler_phi(std::uint64_t m) noexcept {
  std::uint64_t phi = m;
  for (std::uint64_t p = 2; m > 1; ++p) {
    if (p * p > m) p = m;
    if (m % p != 0) continue;
    phi = phi / p * (p - 1);
    while (m % p == 0) m /= p;
  }
  return phi;
}

std::size_t convolution_length(std::uint64_t prime) noexcept {
  if (prime >= 17 && std::has_single_bit(prime - 1)) return static_cast<std::size_t>(prime - 1);
  if (prime <= kMaxSmallPrime) return 1;
  const auto least = static_cast<std::size_t>(2 * prime - 3), power = std::bit_ceil(least);
  return power / 4 * 3 >= least ? power / 4 * 3 : power;
}

double transform_cost(std::uint64_t m) {
  // A layer is half a product for each word, 3.2 operations; sums of products take 3 operations for
  // each pair of units, and 27 for the words that go in and out.
  constexpr double kLayer = 3.2;
  double cost = std::has_single_bit(m) ? 0 : 2;
  for (const Axis& axis : factored(m)) {
    const auto p = static_cast<double>(axis.prime), length = static_cast<double>(axis.degree);
    if (axis.prime == 2) {
      cost += std::log2(length);
      continue;
    }
    const auto convolution = static_cast<double>(convolution_length(axis.prime));
    const double prime = axis.prime == 3    ? 1.5
                         : axis.prime == 5  ? 4
                         : axis.prime == 11 ? 7.5
                         : convolution > 1  ? 2 * convolution / (p - 1) * std::log2(convolution) + 3
                                            : (1.5 * (p - 1) + 27) / kLayer;
    cost += prime * axis.exponent + 2 * (axis.exponent - 1);
  }
  return cost;
}

double transform_cost(const CyclotomicIndex& index) { return transform_cost(index.value()); }

CyclotomicIndex::CyclotomicIndex(std::shared_ptr<const State> state) noexcept
    : state_(std::move(state)) {}

CyclotomicIndex CyclotomicIndex::create(std::uint64_t m) {
  require_served(m);
  auto axes = factored(m);
  std::uint64_t radical = 1, order = m;
  for (const Axis& axis : axes) {
    radical *= axis.prime;
    // The scalar reference takes a power of two.
    const std::size_t length = convolution_length(axis.prime);
    order = std::lcm(order, std::lcm(length, std::bit_ceil(length)));
  }
  // The power of two stands last.
  if (axes.front().prime == 2) {
    axes.push_back(axes.front());
    axes.erase(axes.begin());
  }
  if (m % 4 == 2) axes.pop_back();
  std::size_t degree = 1;
  for (Axis& axis : axes) {
    axis.generator = least_generator(axis);
    degree *= axis.degree;
  }
  const auto slots =
      std::has_single_bit(m) ? SlotMap::bit_reversed(degree, m) : make_slots(m, axes);
  return CyclotomicIndex(
      std::make_shared<const State>(State{m, radical, order, degree, std::move(axes), slots}));
}

std::uint64_t CyclotomicIndex::value() const noexcept { return state_->value; }
std::size_t CyclotomicIndex::degree() const noexcept { return state_->degree; }
std::uint64_t CyclotomicIndex::radical() const noexcept { return state_->radical; }
bool CyclotomicIndex::is_power_of_two() const noexcept { return std::has_single_bit(value()); }
std::span<const Axis> CyclotomicIndex::axes() const& noexcept { return state_->axes; }
std::uint64_t CyclotomicIndex::root_order() const noexcept { return state_->root_order; }
const SlotMap& CyclotomicIndex::slots() const& noexcept { return state_->slots; }

std::uint64_t CyclotomicIndex::power(std::size_t place) const noexcept {
  std::uint64_t sum = 0;
  for (auto axis = state_->axes.rbegin(); axis != state_->axes.rend(); ++axis) {
    sum += place % axis->degree * (value() / axis->value);
    place /= axis->degree;
  }
  return sum % value();
}

std::vector<std::uint64_t> ntt_primes(int bits, const CyclotomicIndex& index, std::size_t count) {
  const std::uint64_t step = index.root_order();
  auto primes = detail::largest_primes(bits, step, count);
  if (primes.size() < count) {
    throw Error(ErrorCode::invalid_argument,
                "only " + std::to_string(primes.size()) + " primes below 2^" +
                    std::to_string(bits) + " are 1 mod " + std::to_string(step) +
                    " for the index " + std::to_string(index.value()),
                "need " + std::to_string(count),
                "allow more bits, or take primes that are 1 mod " + std::to_string(index.value()) +
                    ", with slower transforms");
  }
  return primes;
}

}  // namespace lath
