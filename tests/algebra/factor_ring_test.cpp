// SPDX-License-Identifier: Apache-2.0
//
// Polynomials modulo a factor of Phi_m against NTL's.
#include "algebra/factor_ring.hpp"

#include <gtest/gtest.h>

#include "algebra/cyclotomic_factors.hpp"
#include "algebra/ntl_polynomials.hpp"

namespace lath::detail {
namespace {

using testing::for_coprime;
using testing::from_words;
using testing::kLargeModuli;
using testing::name;
using testing::random_residues;
using testing::SeededValues;
using testing::substituted;
using testing::to_words;
using testing::Words;

void expect_values(std::uint64_t m, std::uint64_t p, SeededValues& values) {
  SCOPED_TRACE(name(m, p));
  testing::set_modulus(p);
  const auto powers = prime_powers(p);
  const UnitQuotient units(m, powers);
  const auto factors = coset_factors(units, powers);
  const NTL::ZZ_pX g = from_words(factors[0]);
  FactorRing ring(Modulus(p), factors[0], m);
  const std::size_t d = ring.degree();
  ring.set_inverse_derivative(to_words(NTL::InvMod(NTL::diff(g) % g, g), d));
  for (std::size_t s = 0; s < factors.size(); ++s) {
    const std::uint64_t j = units.representatives()[s];
    const Words r = random_residues(d, p, values), v = random_residues(d, p, values);
    Words out(d);
    ring.value(out, r, j);
    EXPECT_EQ(from_words(out), substituted(from_words(r), j, m) % g) << "at y^" << j;
    // The polynomial that has the value v f'(y^j).
    ring.interpolate(out, v, j, factors[s]);
    const NTL::ZZ_pX slope = substituted(NTL::diff(from_words(factors[s])), j, m) % g;
    EXPECT_EQ(substituted(from_words(out), j, m) % g, NTL::MulMod(from_words(v), slope, g))
        << "at y^" << j;
    ring.multiply(out, r, v);
    EXPECT_EQ(from_words(out), NTL::MulMod(from_words(r), from_words(v), g));
    Words same = r;
    ring.multiply(same, same, v);
    EXPECT_EQ(same, out);
  }
}

TEST(FactorRing, HasTheValuesOfNtl) {
  SeededValues values(1);
  for_coprime(3, 70, {2, 3, 257, kLargeModuli[1]},
              [&](std::uint64_t m, std::uint64_t p) { expect_values(m, p, values); });
}

}  // namespace
}  // namespace lath::detail
