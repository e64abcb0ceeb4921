// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/slots/cyclotomic_factors.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "he/plaintexts/slots/field_polynomials.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::he::slots {
namespace {

// Public choices, the same on every machine (G. Steele et al., SplitMix64, 2014).
class Choices {
 public:
  std::uint64_t below(std::uint64_t p) noexcept {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (z ^ (z >> 31)) % p;
  }

 private:
  std::uint64_t state_ = 0;
};

// The sum of x^i over i < l with a random coefficient for each orbit of i -> p i modulo l.
Words random_periods(std::uint64_t l, const Modulus& p, Choices& choices) {
  Words sum(l);
  std::vector<bool> seen(l);
  for (std::uint64_t i = 0; i < l; ++i) {
    if (seen[i]) continue;
    const std::uint64_t coefficient = choices.below(p.value());
    for (std::uint64_t j = i; !seen[j]; j = j * (p.value() % l) % l) {
      seen[j] = true;
      sum[j] = coefficient;
    }
  }
  return sum;
}

// A factor of Phi_l of this degree, which all have: random periods are squares modulo about half of
// the factors.
Words split(std::uint64_t l, std::size_t degree, const Modulus& p) {
  Choices choices;
  Words factor = cyclotomic_polynomial(l, p);
  while (factor.size() > degree + 1) {
    Words element = remainder(random_periods(l, p, choices), factor, p);
    if (p.value() > 2) {
      element = power(element, p.value() / 2, factor, p);
      element.resize(std::max<std::size_t>(element.size(), 1));
      element[0] = p.subtract(element[0], 1);
    }
    Words common = greatest_common_divisor(std::move(element), factor, p);
    if (common.size() <= 1 || common.size() == factor.size()) continue;
    Words rest = quotient(factor, common, p);
    factor = std::move(rest.size() < common.size() ? rest : common);
  }
  return factor;
}

// The digits of (p^d - 1) / m in base p, the lowest first.
Words digits_of_quotient(std::uint64_t p, std::size_t d, std::uint64_t m) {
  Words digits(d);
  std::uint64_t rest = 0;
  for (std::size_t i = d; i-- > 0;) {
    const uint128 part = uint128{rest} * p + (p - 1);
    digits[i] = static_cast<std::uint64_t>(part / m);
    rest = static_cast<std::uint64_t>(part % m);
  }
  return digits;
}

// An element of order m of the field modulo f.
Words element_of_order(std::uint64_t m, const Words& f, const Modulus& p) {
  const auto digits = digits_of_quotient(p.value(), f.size() - 1, m);
  const auto primes = prime_powers(m);
  const auto has_order = [&](const Words& z) {
    return !z.empty() && std::ranges::none_of(primes, [&](const PrimePower& q) {
      return power(z, m / q.prime, f, p) == Words{1};
    });
  };
  for (Choices choices;;) {
    Words g(f.size() - 1);
    for (std::uint64_t& x : g) x = choices.below(p.value());
    Words z{1};
    for (std::size_t i = digits.size(); i-- > 0;) {
      z = remainder(product(power(z, p.value(), f, p), power(g, digits[i], f, p), p), f, p);
      trim(z);
    }
    if (has_order(z)) return z;
  }
}

// The minimal polynomial of z, an element of the field modulo f.
Words polynomial_of_element(const Words& z, const Words& f, const Modulus& p) {
  Words terms, element{1};
  for (std::size_t i = 0; i < 2 * (f.size() - 1); ++i) {
    terms.push_back(element.empty() ? 0 : element[0]);
    element = remainder(product(element, z, p), f, p);
    trim(element);
  }
  return minimal_polynomial(terms, p);
}

// The l of some_factor(), by the products that it takes.
std::uint64_t index_of_field(std::uint64_t m, std::uint64_t p, std::size_t degree) {
  const auto square = [](std::uint64_t x) {
    return static_cast<double>(x) * static_cast<double>(x);
  };
  std::uint64_t best = m;
  double least = square(euler_phi(m));
  // phi(l) > l/8 for all l in question.
  for (std::uint64_t l = 1; l < m && square(l / 8) < least; ++l) {
    const std::uint64_t phi = euler_phi(l);
    if (phi % degree != 0 || l % p == 0) continue;
    const std::uint64_t order = multiplicative_order(p, l);
    if (order % degree != 0) continue;
    const double cost = square(phi) + 3 * square(order) * static_cast<double>(order);
    if (cost >= least) continue;
    least = cost;
    best = l;
  }
  return best;
}

// The coefficients of y^d modulo a polynomial of degree d modulo p, the highest first.
Words order_key(const Words& f, const Modulus& p) {
  Words key;
  for (std::size_t i = f.size() - 1; i-- > 0;) key.push_back(p.negate(f[i]));
  return key;
}

// The polynomials of the slots modulo a prime for a root z of `factor`.
std::vector<Words> conjugates(const UnitQuotient& units, const Words& factor, const Modulus& p) {
  const std::uint64_t m = units.index();
  const std::size_t degree = factor.size() - 1;
  Words first(degree);
  first[0] = 1;
  const Words u = recurrence(std::move(first), m, factor, p);
  std::vector<Words> result(units.representatives().size(), Words{1});
  std::vector<bool> seen(m);
  for (std::uint64_t j = 1; j < m; ++j) {
    if (seen[j] || std::gcd(j, m) != 1) continue;
    Words terms(2 * degree);
    for (std::size_t i = 0; i < terms.size(); ++i) terms[i] = u[i * j % m];
    Words& slot = result[units.slot_of(j)];
    slot = product(slot, minimal_polynomial(terms, p), p);
    for (std::uint64_t i = j; !seen[i]; i = i * (p.value() % m) % m) seen[i] = true;
  }
  return result;
}

// f <- f + (x^m - 1) x f' / m modulo f and t, where f divides x^m - 1 modulo a root of t.
void lift(Words& f, std::uint64_t m, const Modulus& t) {
  Words error = power_of_x(m, f, t);
  error[0] = t.subtract(error[0], 1);
  Words slope = derivative(f, t);
  slope.insert(slope.begin(), 0);
  const Words step = remainder(product(error, remainder(std::move(slope), f, t), t), f, t);
  const std::uint64_t inverse = t.inverse_vartime(m);
  for (std::size_t i = 0; i < step.size(); ++i) f[i] = t.add(f[i], t.multiply(step[i], inverse));
}

}  // namespace

Words some_factor(std::uint64_t m, std::uint64_t prime) {
  const Modulus p(prime);
  const std::uint64_t l = index_of_field(m, prime, multiplicative_order(prime, m));
  const Words f = split(l, multiplicative_order(prime, l), p);
  return l == m ? f : polynomial_of_element(element_of_order(m, f, p), f, p);
}

std::vector<Words> slot_factors(const UnitQuotient& units, const PrimePower& power) {
  const std::uint64_t m = units.index();
  const Modulus p(power.prime), t(power.value);
  const auto found = conjugates(units, some_factor(m, power.prime), p);
  const auto least =
      std::ranges::min_element(found, {}, [&](const Words& f) { return order_key(f, p); });
  const std::uint64_t root =
      units.representatives()[static_cast<std::size_t>(least - found.begin())];
  std::vector<Words> factors;
  for (const std::uint64_t j : units.representatives()) {
    factors.push_back(found[units.slot_of(j * root % m)]);
    for (unsigned exact = 1; exact < power.exponent; exact *= 2) lift(factors.back(), m, t);
  }
  return factors;
}

std::vector<Words> slot_factors(const UnitQuotient& units, const std::vector<PrimePower>& powers) {
  if (powers.size() == 1) return slot_factors(units, powers[0]);
  std::uint64_t product = 1;
  for (const PrimePower& power : powers) product *= power.value;
  const Modulus t(product);
  std::vector<Words> result;
  for (const PrimePower& power : powers) {
    const std::uint64_t rest = product / power.value;
    const std::uint64_t one = t.multiply(rest, Modulus(power.value).inverse_vartime(rest));
    const auto factors = slot_factors(units, power);
    if (result.empty()) result.assign(factors.size(), Words(factors[0].size()));
    for (std::size_t s = 0; s < factors.size(); ++s) {
      for (std::size_t i = 0; i < result[s].size(); ++i) {
        result[s][i] = t.add(result[s][i], t.multiply(factors[s][i], one));
      }
    }
  }
  return result;
}

}  // namespace lath::he::slots
