// SPDX-License-Identifier: Apache-2.0
#include "lath/he/noise/noise_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "he/core/chain_primes.hpp"
#include "he/core/dropped_primes.hpp"
#include "he/literal.hpp"
#include "he/noise/embedding.hpp"
#include "he/noise/logarithms.hpp"

namespace lath::he {
namespace {

// The variance of a draw. The variance of a discrete Gaussian differs from sigma^2 by less than
// 2^-200: by theta functions, the difference is about 4 pi^2 sigma^4 2 exp(-2 pi^2 sigma^2).
double draw_variance(const Literal& literal) noexcept {
  if (literal.errors == ErrorDistribution::centered_binomial) return kErrorEta / 2.0;
  const double sigma = error_sigma(literal);
  return sigma * sigma;
}

double log2_of_word(std::uint64_t x) noexcept { return std::log2(static_cast<double>(x)); }

// The logarithms of the products of no prime, the first one, the first two, ...
std::vector<double> log2_products(std::span<const std::uint64_t> primes) {
  std::vector<double> sums{0};
  sums.reserve(primes.size() + 1);
  for (const std::uint64_t q : primes) sums.push_back(sums.back() + log2_of_word(q));
  return sums;
}

}  // namespace

NoiseModel NoiseModel::create(Scheme scheme, const Literal& literal, PrimePool& pool) {
  const Literal whole = checked(literal);
  return {scheme, whole, chain_primes(whole, pool)};
}

NoiseModel::NoiseModel(Scheme scheme, const Literal& literal, const ChainPrimes& primes)
    : NoiseModel(scheme, literal, primes, log2_plaintexts(literal), coefficient_growth(literal)) {}

NoiseModel::NoiseModel(const NoiseModel& plaintexts, Scheme scheme, const Literal& literal,
                       const ChainPrimes& primes)
    : NoiseModel(scheme, literal, primes, plaintexts.log2_t_,
                 {plaintexts.log2_product_with_t_, plaintexts.log2_quotient_by_t_,
                  plaintexts.log2_plaintext_}) {}

NoiseModel::NoiseModel(Scheme scheme, const Literal& literal, const ChainPrimes& primes,
                       double log2_t, const CoefficientGrowth& growth)
    : scheme_(scheme),
      degree_(literal.degree),
      digit_primes_(he::digit_primes(literal)),
      geometry_(RingGeometry::of_index(literal.index != 0 ? literal.index : 2 * literal.degree)),
      log2_t_(log2_t),
      log2_product_with_t_(growth.log2_product),
      log2_quotient_by_t_(growth.log2_quotient),
      log2_plaintext_(growth.log2_plaintext),
      log2_p_(log2_products(primes.p).back()),
      error_variance_(geometry_.terms * draw_variance(literal)),
      log2_q_(log2_products(primes.q)),
      log2_r_(log2_products(primes.auxiliary)) {
  log2_primes_.reserve(primes.q.size());
  std::ranges::transform(primes.q, std::back_inserter(log2_primes_), log2_of_word);
}

NoiseBound NoiseModel::error(std::size_t level, double log2_deviation) const {
  return {log2_deviation + log2_t_ - log2_q(level), degree_};
}

double NoiseModel::log2_uniform_error() const {
  return (std::log2(geometry_.terms) - std::log2(3.0)) / 2;
}

// The largest value of a polynomial whose coefficients somebody chose from -1/2 to 1/2.
double NoiseModel::largest_chosen_value() const {
  // At a root z of x^n + 1, the sum of d_i z^i is largest if all d_i are 1/2 with the signs of
  // cos(i pi/n + a): at most 1/2 / sin(pi/2n), about n/pi. In other rings it is at most n/2.
  const double n = geometry_.degree;
  return geometry_.odd_primes != 0 ? n / 2 : 0.5 / std::sin(std::numbers::pi / (2 * n));
}

// The number that counts as the deviation of such a polynomial: its products with other polynomials
// are within their bounds, too, whatever they are.
double NoiseModel::chosen_deviation() const {
  // The root of the sum of the squares of all coefficients is at most sqrt(n)/2. No coefficient of
  // a product with p exceeds max |p(z)| times that.
  const double n = geometry_.degree;
  return std::sqrt(geometry_.terms) *
         std::max(0.5, std::sqrt(n) / 2 / std::exp2(NoiseBound(0, degree_).log2_bound()));
}

// The deviation of residues modulo a modulus, next to zero, as parts of it: of residues of a drawn
// part of a ciphertext if plaintexts are below the modulus, and otherwise of residues that somebody
// chose.
double NoiseModel::residue_deviation(double log2_modulus) const {
  if (log2_plaintext_ < log2_modulus) return std::sqrt(1.0 / 12);
  // A product with a plaintext may have any residues that somebody wants, as values too, which
  // count in BGV.
  const double any = std::sqrt(geometry_.terms) / 2;
  if (scheme_ == Scheme::bfv) return any;
  return std::max(any, largest_chosen_value() / std::sqrt(largest_secret_norm(degree_)));
}

// The deviation of d0 + d1 s + d2 s^2 + ..., where a division by a divisor rounds d_i away and s is
// a secret key.
double NoiseModel::log2_rounding(std::size_t parts, double log2_divisor) const {
  // ||s||^2 is at most n, and ||s^(i+1)||^2 at most ||s^i||^2 max |s(z)|^2.
  double squares = 0, square = geometry_.degree;
  for (std::size_t i = 1; i < parts; ++i, square *= largest_secret_norm(degree_)) squares += square;
  const double with_key = std::sqrt(geometry_.rounding_expansion() * squares);
  return std::log2(chosen_deviation() + residue_deviation(log2_divisor) * with_key);
}

// A plaintext modulo t(x) may have the largest coefficients everywhere, more than a multiple of
// t(x) by fractions has.
NoiseBound NoiseModel::message(std::size_t level) const {
  return chosen(log2_plaintext_ - 1 - log2_q(level));
}

NoiseBound NoiseModel::chosen(double log2_largest) const {
  return {std::log2(chosen_deviation()) + 1 + log2_largest, degree_};
}

double NoiseModel::log2_largest_plaintext() const {
  return std::log2(largest_chosen_value()) + log2_plaintext_;
}

// The error of an encryption is e u + e0 + e1 s.
NoiseBound NoiseModel::zero(std::size_t level) const {
  const double variance = error_variance_ * (2 * geometry_.degree + 1);
  return error(level, std::log2(variance) / 2);
}

NoiseBound NoiseModel::fresh() const { return zero(levels()) + message(levels()); }

NoiseBound NoiseModel::symmetric() const {
  return error(levels(), std::log2(error_variance_) / 2) + message(levels());
}

NoiseBound NoiseModel::switched(std::size_t level, const NoiseBound& a,
                                double log2_error_factor) const {
  // Digits of magnitude Q_d / 2 at most times errors, divided by P.
  double log2_digits = -std::numeric_limits<double>::infinity();
  for (std::size_t first = 0; first < level; first += digit_primes_) {
    double log2_digit = 0;
    for (std::size_t i = first; i < std::min(first + digit_primes_, level); ++i) {
      log2_digit += log2_primes_[i];
    }
    const double size = std::max(0.5, residue_deviation(log2_digit));
    log2_digits = log2_root_sum(log2_digits, log2_digit + std::log2(size));
  }
  const double log2_errors =
      log2_digits + std::log2(geometry_.degree * error_variance_) / 2 - log2_p_ + log2_error_factor;
  const double log2_rounded = log2_rounding(2, log2_p_);
  return a.plus(error(level, log2_root_sum(log2_errors, log2_rounded))).with_new_parts();
}

NoiseBound NoiseModel::lowered(std::size_t from, std::size_t to, const NoiseBound& a,
                               std::size_t parts) const {
  NoiseBound result = a;
  for (std::size_t l = from, next; l > to; l = next) {
    next = next_level(l, to);
    result = result.plus(error(next, log2_rounding(parts, log2_q(l) - log2_q(next))));
  }
  return result;
}

// The noise of the second factor of BFV, rounded to R, where the first one has not been multiplied
// in.
NoiseBound NoiseModel::rounded_to(std::size_t level, std::size_t auxiliary_primes) const {
  const double log2_rounded = log2_rounding(2, log2_q(level));
  return {log2_rounded + log2_t_ - log2_r_[auxiliary_primes], degree_};
}

std::size_t NoiseModel::fewest_auxiliary_primes(std::size_t level) const noexcept {
  return (level - 1) % auxiliary_step() + 1;
}

std::size_t NoiseModel::auxiliary_primes(std::size_t level, const NoiseBound& a,
                                         const NoiseBound& b) const {
  constexpr double kShare = 5;
  const double most = (a + b).log2_deviation() - kShare;
  std::size_t primes = fewest_auxiliary_primes(level);
  while (primes < level && rounded_to(level, primes).log2_deviation() > most) {
    primes += auxiliary_step();
  }
  return primes;
}

NoiseBound NoiseModel::product(std::size_t level, const NoiseBound& a, const NoiseBound& b) const {
  const double mean_square = geometry_.mean_square_value();
  // In BGV the values at the roots, which are c0 + c1 s over Q, are multiplied.
  if (scheme_ == Scheme::bgv) return a.times(b, mean_square).scaled(log2_q(level));
  const double chosen = largest_chosen_value();
  // X = (t/Q)(c0 + c1 s), where c1 looks uniform: |X(z)|^2 has the mean t^2 (|x0(z)|^2 + n/12
  // |s(z)|^2). Whoever adds plaintexts chooses x0, from -1/2 to 1/2.
  const double square = chosen * chosen + geometry_.degree / 12 * largest_secret_norm(degree_);
  const double log2_x = log2_t_ + std::log2(square) / 2;
  const NoiseBound rounded = rounded_to(level, auxiliary_primes(level, a, b));
  const NoiseBound both = b.scaled(a.log2_largest_value(mean_square));
  const NoiseBound last = error(level, log2_rounding(3, log2_q(level)));
  return ((a + b + rounded).scaled(log2_x) + both + last)
      .of_product(a, b, static_cast<std::size_t>(geometry_.odd_primes));
}

}  // namespace lath::he
