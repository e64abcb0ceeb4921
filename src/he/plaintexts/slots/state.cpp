// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/slots/state.hpp"

#include <algorithm>
#include <utility>

#include "algebra/cyclotomic_factors.hpp"

namespace lath::he {

using detail::Coefficients;
using detail::SecretWords;

namespace {

// The most bits of idempotents: 16 MB.
constexpr std::size_t kMostIdempotentBits = std::size_t{1} << 27;

// Words of sums that stay in the nearest cache.
constexpr std::size_t kSumBlock = 1024;

std::vector<SlotDimension> dimensions_of(const detail::UnitQuotient& units) {
  std::vector<SlotDimension> dimensions;
  for (const auto& [generator, length, good] : units.dimensions()) {
    dimensions.push_back({generator, length, good});
  }
  return dimensions;
}

std::vector<std::uint32_t> powers_of(const CyclotomicIndex& index) {
  std::vector<std::uint32_t> powers(index.degree());
  for (std::size_t i = 0; i < powers.size(); ++i) {
    powers[i] = static_cast<std::uint32_t>(index.power(i));
  }
  return powers;
}

// 1/G'(y): the product of the other factors of Phi_m modulo G, over Phi_m'(y).
Coefficients inverse_derivative(const detail::FactorRing& ring,
                                const std::vector<Coefficients>& factors,
                                std::span<const std::uint64_t> inverse_slope, const Modulus& t) {
  Coefficients result(inverse_slope.begin(), inverse_slope.end());
  for (std::size_t s = 1; s < factors.size(); ++s) {
    Coefficients difference(ring.degree());
    for (std::size_t i = 0; i < difference.size(); ++i) {
      difference[i] = t.subtract(factors[s][i], factors[0][i]);
    }
    ring.multiply(result, result, difference);
  }
  return result;
}

}  // namespace

// Phi_m'(z) C(z) = m z^(m-1) for the cofactor C of Phi_m in x^m - 1, so 1/Phi_m'(z) = z C(z) / m.
SlotAlgebra::State::State(const CyclotomicIndex& of, std::uint64_t plaintext_modulus,
                          std::vector<PrimePower> powers)
    : index(of),
      t(plaintext_modulus),
      prime_powers(std::move(powers)),
      units(of.value(), prime_powers),
      dimensions(dimensions_of(units)),
      factors(detail::coset_factors(units, prime_powers)),
      powerful(PowerfulBasis::create(of)),
      powers_of_basis(powers_of(of)),
      tree(t, factors, of.value()),
      ring(t, factors[0], of.value()) {
  Coefficients slope = tree.cofactor(of.value());
  const std::uint64_t inverse = t.inverse_vartime(of.value());
  for (std::uint64_t& x : slope) x = t.multiply(x, inverse);
  slope.insert(slope.begin(), 0);
  slope.resize(of.value());
  const SecretWords remainders = tree.remainders(slope);
  // Modulo G, x is y.
  const std::span<const std::uint64_t> first = slot(remainders.span(), 0);
  ring.set_inverse_derivative(inverse_derivative(ring, factors, first, t));
  const SecretWords values = values_of(remainders);
  inverse_slopes.assign(values.span().begin(), values.span().end());
}

SecretWords SlotAlgebra::State::values_of(const SecretWords& remainders) const {
  SecretWords words(remainders.size());
  for (std::size_t s = 0; s < factors.size(); ++s) {
    ring.value(slot(words.span(), s), slot(remainders.span(), s), units.representatives()[s]);
  }
  return words;
}

SecretWords SlotAlgebra::State::expanded(std::span<const std::uint64_t> coefficients) const {
  SecretWords polynomial(std::ranges::max(powers_of_basis) + 1);
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    polynomial[powers_of_basis[i]] = coefficients[i];
  }
  return polynomial;
}

SecretWords SlotAlgebra::State::decoded(std::span<const std::uint64_t> coefficients) const {
  const SecretWords powers_of_x = expanded(coefficients);
  return values_of(tree.remainders(powers_of_x.span()));
}

// Interpolates by J.-L. Lagrange's formula: the sum of v_s / Phi_m'(z_s) f_s'(z_s), modulo f_s,
// times Phi_m / f_s.
SecretWords SlotAlgebra::State::encoded(std::span<const std::uint64_t> words) const {
  SecretWords remainders(words.size()), scaled(ring.degree());
  for (std::size_t s = 0; s < factors.size(); ++s) {
    ring.multiply(scaled.span(), slot(words, s),
                  slot(std::span<const std::uint64_t>(inverse_slopes), s));
    ring.interpolate(slot(remainders.span(), s), scaled.span(), units.representatives()[s],
                     factors[s]);
  }
  const SecretWords combined = tree.combine(std::move(remainders));
  SecretWords coefficients(index.degree());
  powerful.from_polynomial(coefficients.span(), combined.span(), t);
  return coefficients;
}

bool SlotAlgebra::State::has_idempotents() const noexcept {
  return t.value() == 2 && factors.size() * index.degree() <= kMostIdempotentBits;
}

// The idempotent of slot s is the idempotent of slot 0 at x^(1/j_s).
void SlotAlgebra::State::make_idempotents() const {
  SecretWords one(index.degree());
  one[0] = 1;
  const SecretWords coefficients = encoded(one.span());
  const SecretWords first = expanded(coefficients.span());
  const std::uint64_t m = index.value();
  const std::size_t n = index.degree(), groups = (factors.size() + 63) / 64;
  std::vector<std::uint64_t> made(groups * n), bits(m);
  for (std::size_t group = 0; group < groups; ++group) {
    std::ranges::fill(bits, 0);
    for (std::size_t s = 64 * group; s < std::min(64 * group + 64, factors.size()); ++s) {
      const std::uint64_t g = Modulus(m).inverse_vartime(units.representatives()[s]);
      std::uint64_t power = 0;
      for (std::size_t k = 0; k < first.size(); ++k) {
        bits[power] ^= first[k] << (s % 64);
        power += g;
        if (power >= m) power -= m;
      }
    }
    powerful.from_bits(std::span(made).subspan(group * n, n), bits);
  }
  idempotents = std::move(made);
}

SecretWords SlotAlgebra::State::sum_of_idempotents(std::span<const std::uint64_t> bits) const {
  std::call_once(idempotents_made, [this] { make_idempotents(); });
  SecretWords packed((bits.size() + 63) / 64), sum(index.degree());
  for (std::size_t s = 0; s < bits.size(); ++s) packed[s / 64] |= bits[s] << (s % 64);
  for (std::size_t begin = 0; begin < sum.size(); begin += kSumBlock) {
    const std::size_t end = std::min(begin + kSumBlock, sum.size());
    for (std::size_t group = 0; group < packed.size(); ++group) {
      const std::uint64_t* row = &idempotents[group * sum.size()];
      for (std::size_t i = begin; i < end; ++i) sum[i] ^= row[i] & packed[group];
    }
  }
  // The parity of each word: whether an odd number of its bits is set.
  for (std::uint64_t& x : sum.span()) {
    for (const int half : {32, 16, 8, 4, 2, 1}) x ^= x >> half;
    x &= 1;
  }
  return sum;
}

}  // namespace lath::he
