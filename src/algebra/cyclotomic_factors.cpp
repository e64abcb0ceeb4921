// SPDX-License-Identifier: Apache-2.0
#include "algebra/cyclotomic_factors.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "algebra/field_polynomials.hpp"
#include "lath/ntt/cyclotomic_index.hpp"
#include "lath/ntt/cyclotomic_polynomial.hpp"

namespace lath::detail {
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
Coefficients random_periods(std::uint64_t l, const Modulus& p, Choices& choices) {
  Coefficients sum(l);
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
Coefficients split(std::uint64_t l, std::size_t degree, const Modulus& p) {
  Choices choices;
  Coefficients factor;
  for (const std::int64_t c : cyclotomic_polynomial(l)) factor.push_back(p.reduce_signed(c));
  while (factor.size() > degree + 1) {
    Coefficients element = remainder(random_periods(l, p, choices), factor, p);
    if (p.value() > 2) {
      element = power(element, p.value() / 2, factor, p);
      element.resize(std::max<std::size_t>(element.size(), 1));
      element[0] = p.subtract(element[0], 1);
    }
    Coefficients common = greatest_common_divisor(std::move(element), factor, p);
    if (common.size() <= 1 || common.size() == factor.size()) continue;
    Coefficients rest = quotient(factor, common, p);
    factor = std::move(rest.size() < common.size() ? rest : common);
  }
  return factor;
}

// The digits of (p^d - 1) / m in base p, the lowest first.
std::vector<std::uint64_t> digits_of_quotient(std::uint64_t p, std::size_t d, std::uint64_t m) {
  std::vector<std::uint64_t> digits(d);
  std::uint64_t rest = 0;
  for (std::size_t i = d; i-- > 0;) {
    const uint128 part = uint128{rest} * p + (p - 1);
    digits[i] = static_cast<std::uint64_t>(part / m);
    rest = static_cast<std::uint64_t>(part % m);
  }
  return digits;
}

// An element of order m of the field modulo f.
Coefficients element_of_order(std::uint64_t m, const Coefficients& f, const Modulus& p) {
  const auto digits = digits_of_quotient(p.value(), f.size() - 1, m);
  const auto primes = prime_powers(m);
  const auto has_order = [&](const Coefficients& z) {
    return !z.empty() && std::ranges::none_of(primes, [&](const PrimePower& q) {
      return power(z, m / q.prime, f, p) == Coefficients{1};
    });
  };
  for (Choices choices;;) {
    Coefficients g(f.size() - 1);
    for (std::uint64_t& x : g) x = choices.below(p.value());
    Coefficients z{1};
    for (std::size_t i = digits.size(); i-- > 0;) {
      z = remainder(product(power(z, p.value(), f, p), power(g, digits[i], f, p), p), f, p);
      trim(z);
    }
    if (has_order(z)) return z;
  }
}

// The minimal polynomial of z, an element of the field modulo f.
Coefficients polynomial_of_element(const Coefficients& z, const Coefficients& f, const Modulus& p) {
  std::vector<std::uint64_t> terms;
  Coefficients element{1};
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

// Some irreducible factor of Phi_m modulo a prime p that does not divide m; its degree is the order
// d of p modulo m.
//
// From a field of p^D elements, D a multiple of d: modulo a factor of Phi_l, for an l where p has
// the order D; Phi_l splits by elements that are constant modulo each factor (E. Berlekamp, Math.
// Comp. 24, 1970), sums of powers of x. In the field a power of nearly any element has the order m,
// unless l is m. Takes about phi(l)^2 log2(p) products, and 3 D^3 log2(p) unless l is m: l is the
// cheapest choice.
Coefficients some_factor(std::uint64_t m, const Modulus& p) {
  const std::uint64_t l = index_of_field(m, p.value(), multiplicative_order(p.value(), m));
  const Coefficients f = split(l, multiplicative_order(p.value(), l), p);
  return l == m ? f : polynomial_of_element(element_of_order(m, f, p), f, p);
}

// The coefficients of y^d modulo a polynomial of degree d modulo p, the highest first.
std::vector<std::uint64_t> order_key(const Coefficients& f, const Modulus& p) {
  std::vector<std::uint64_t> key;
  for (std::size_t i = f.size() - 1; i-- > 0;) key.push_back(p.negate(f[i]));
  return key;
}

// The polynomials of the cosets modulo a prime for a root z of `factor`.
std::vector<Coefficients> conjugates(const UnitQuotient& units, const Coefficients& factor,
                                     const Modulus& p) {
  const std::uint64_t m = units.index();
  const std::size_t degree = factor.size() - 1;
  std::vector<std::uint64_t> first(degree);
  first[0] = 1;
  const auto u = recurrence(std::move(first), m, factor, p);
  std::vector<Coefficients> result(units.representatives().size(), Coefficients{1});
  std::vector<bool> seen(m);
  for (std::uint64_t j = 1; j < m; ++j) {
    if (seen[j] || std::gcd(j, m) != 1) continue;
    std::vector<std::uint64_t> terms(2 * degree);
    for (std::size_t i = 0; i < terms.size(); ++i) terms[i] = u[i * j % m];
    Coefficients& coset = result[units.coset_of(j)];
    coset = product(coset, minimal_polynomial(terms, p), p);
    for (std::uint64_t i = j; !seen[i]; i = i * (p.value() % m) % m) seen[i] = true;
  }
  return result;
}

// f <- f + (x^m - 1) x f' / m modulo f and t, where f divides x^m - 1 modulo a root of t.
void lift(Coefficients& f, std::uint64_t m, const Modulus& t) {
  Coefficients error = power({0, 1}, m, f, t);
  error[0] = t.subtract(error[0], 1);
  Coefficients slope = derivative(f, t);
  slope.insert(slope.begin(), 0);
  const Coefficients step = remainder(product(error, remainder(std::move(slope), f, t), t), f, t);
  const std::uint64_t inverse = t.inverse_vartime(m);
  for (std::size_t i = 0; i < step.size(); ++i) f[i] = t.add(f[i], t.multiply(step[i], inverse));
}

// The polynomials of the cosets modulo the power of a prime.
std::vector<Coefficients> factors_modulo(const PrimePower& power, const UnitQuotient& units) {
  const std::uint64_t m = units.index();
  const Modulus p(power.prime), t(power.value);
  const auto found = conjugates(units, some_factor(m, p), p);
  const auto least =
      std::ranges::min_element(found, {}, [&](const Coefficients& f) { return order_key(f, p); });
  const std::uint64_t root =
      units.representatives()[static_cast<std::size_t>(least - found.begin())];
  std::vector<Coefficients> factors;
  for (const std::uint64_t j : units.representatives()) {
    factors.push_back(found[units.coset_of(j * root % m)]);
    for (unsigned exact = 1; exact < power.exponent; exact *= 2) lift(factors.back(), m, t);
  }
  return factors;
}

}  // namespace

std::vector<Coefficients> coset_factors(const UnitQuotient& units,
                                        const std::vector<PrimePower>& powers) {
  std::uint64_t product = 1;
  for (const PrimePower& power : powers) product *= power.value;
  const Modulus t(product);
  std::vector<Coefficients> result(units.representatives().size(),
                                   Coefficients(units.subgroup().size() + 1));
  for (const PrimePower& power : powers) {
    const std::uint64_t rest = product / power.value;
    const std::uint64_t one = t.multiply(rest, Modulus(power.value).inverse_vartime(rest));
    const auto factors = factors_modulo(power, units);
    for (std::size_t s = 0; s < factors.size(); ++s) {
      for (std::size_t i = 0; i < factors[s].size(); ++i) {
        result[s][i] = t.add(result[s][i], t.multiply(factors[s][i], one));
      }
    }
  }
  return result;
}

}  // namespace lath::detail
