// SPDX-License-Identifier: Apache-2.0
//
// Slots of big primes without encryption: the encoder is a homomorphism of rings, from slots to
// polynomials modulo t and Phi_m, and automorphisms x -> x^g move slots as the dimensions say.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "algebra/powerful_polynomials.hpp"
#include "base/seeded_values.hpp"
#include "he/adversary/wide_messages.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/plaintexts/wide_slot_encoder.hpp"

namespace lath::testing {
namespace {

// A number of so many bits.
mpz_class integer_of_bits(SeededValues& values, std::size_t bits) {
  mpz_class x = 1;
  for (std::size_t i = 1; i < bits; ++i) x = 2 * x + static_cast<unsigned long>(values.below(2));
  return x;
}

// The primes below 2^16, for a gcd that finds most numbers that are not prime.
const mpz_class& small_primes() {
  static const mpz_class product = [] {
    mpz_class x;
    mpz_primorial_ui(x.get_mpz_t(), 65536);
    return x;
  }();
  return product;
}

// A random prime of so many bits that is 1 modulo m.
mpz_class random_prime(SeededValues& values, std::size_t bits, std::uint64_t m) {
  mpz_class p = integer_of_bits(values, bits);
  for (p += 1 - p % m;; p += m) {
    if (bits > 64 && gcd(p, small_primes()) != 1) continue;
    if (mpz_probab_prime_p(p.get_mpz_t(), 24) != 0) return p;
  }
}

class SlotRing {
 public:
  SlotRing(std::uint64_t m, const he::PlaintextSpace& space)
      : index_(CyclotomicIndex::create(m)),
        parameters_(he::bfv::Parameters::create_insecure(literal(m)).with_plaintexts(space)),
        messages_(parameters_),
        encoder_(he::WideSlotEncoder::create(parameters_)) {}

  // Sums, products and automorphisms of random vectors.
  void check(SeededValues& values) const {
    const auto x = draw(values), y = draw(values);
    const WideIntegers a = encoded(x), b = encoded(y);
    ASSERT_EQ(decoded(a), x);
    auto sum = x, product = x;
    WideIntegers sum_of_polynomials = a;
    for (std::size_t s = 0; s < x.size(); ++s) {
      sum[s] = modulo(x[s] + y[s], messages_.p());
      product[s] = modulo(x[s] * y[s], messages_.p());
    }
    for (std::size_t i = 0; i < a.size(); ++i) sum_of_polynomials[i] += b[i];
    EXPECT_EQ(decoded(sum_of_polynomials), sum);
    EXPECT_EQ(decoded(product_of(index_, a, 1, b)), product);
    for (int i = 0; i < 3; ++i) check_automorphism(x, a, values);
  }

 private:
  static he::Literal literal(std::uint64_t m) {
    he::Literal result{.plaintext_modulus = 257, .prime_bits = {50}, .special_prime_bits = {50}};
    if ((m & (m - 1)) == 0) {
      result.degree = static_cast<std::size_t>(m / 2);
    } else {
      result.index = m;
    }
    return result;
  }
  // A rotation in every dimension, to either side: one of all automorphisms that leave t as it is.
  void check_automorphism(const std::vector<mpz_class>& x, const WideIntegers& a,
                          SeededValues& values) const {
    std::uint64_t g = 1;
    std::vector<std::size_t> from(x.size());
    std::iota(from.begin(), from.end(), 0);
    std::size_t stride = 1, dimension = 0;
    for (const auto& [size, exponent] : encoder_.dimensions()) {
      const std::uint64_t by = values.below(size);
      const bool right = by != 0 && values.below(2) == 0;
      const auto amount =
          static_cast<std::int64_t>(by) - (right ? static_cast<std::int64_t>(size) : 0);
      g = g * encoder_.rotation(dimension, amount) % index_.value();
      for (std::size_t& s : from) {
        const std::size_t at = s / stride % size;
        s = s - at * stride + (at + by) % size * stride;
      }
      stride *= size;
      ++dimension;
    }
    ASSERT_EQ(stride, x.size());
    ASSERT_EQ(g % messages_.d(), 1 % messages_.d());
    WideIntegers one(a.size());
    one[0] = 1;
    const std::vector<mpz_class> moved = decoded(product_of(index_, a, g, one));
    for (std::size_t s = 0; s < x.size(); ++s) EXPECT_EQ(moved[s], x[from[s]]) << "x^" << g;
  }

  [[nodiscard]] std::vector<mpz_class> draw(SeededValues& values) const {
    return residues_and_edges(values, encoder_.slots(), messages_.p());
  }
  // The coefficients of the plaintext with these slots.
  [[nodiscard]] WideIntegers encoded(const std::vector<mpz_class>& x) const {
    he::WideValues slots(x.size(), encoder_.words());
    for (std::size_t s = 0; s < x.size(); ++s) {
      const Natural number = natural_of(x[s]);
      std::ranges::copy(number.words(), slots[s].begin());
    }
    return messages_.integers(encoder_.encode(slots));
  }
  // The slots of a polynomial with any integers as coefficients.
  [[nodiscard]] std::vector<mpz_class> decoded(const WideIntegers& a) const {
    const he::WideValues slots = encoder_.decode(messages_.reduced(a, 1).plaintext);
    std::vector<mpz_class> x;
    for (std::size_t s = 0; s < slots.size(); ++s) x.push_back(integer_of(slots[s]));
    return x;
  }

  CyclotomicIndex index_;
  he::bfv::Parameters parameters_;
  WideMessages<he::bfv::Parameters> messages_;
  he::WideSlotEncoder encoder_;
};

TEST(WideSlotRing, OfEveryFieldIsComputedWithByPolynomials) {
  using enum he::PrimeField;
  struct Case {
    he::PrimeField field;
    std::uint64_t m;
  };
  for (const auto& [field, m] : {Case{p256, 51},
                                 {p256, 85},
                                 {p256, 255},
                                 {p256_order, 48},
                                 {secp256k1_order, 64},
                                 {secp256k1_order, 96},
                                 {bls12_381_r, 128},
                                 {bls12_381_r, 96},
                                 {bls12_381_r, 352},
                                 {bn254_r, 128},
                                 {bn254_r, 288},
                                 {goldilocks, 64},
                                 {goldilocks, 120},
                                 {goldilocks, 136}}) {
    SCOPED_TRACE("m = " + std::to_string(m) + ", field " + std::to_string(static_cast<int>(field)));
    const SlotRing ring(m, he::PlaintextSpace::field(field, m));
    for (std::uint64_t seed = 0; seed < seeds(2); ++seed) {
      SeededValues values(seed);
      SCOPED_TRACE(values.label());
      ring.check(values);
    }
  }
}

// Primes of 64 to 1024 bits, and for the later seeds to 4096 bits.
TEST(WideSlotRing, OfRandomPrimesIsComputedWithByPolynomials) {
  constexpr std::uint64_t kIndices[] = {32, 64, 5, 9, 15, 20, 21, 24, 28, 35, 45, 60};
  for (std::uint64_t seed = 0; seed < seeds(40); ++seed) {
    SeededValues values(1000 + seed);
    SCOPED_TRACE(values.label());
    const std::uint64_t m = kIndices[values.below(std::size(kIndices))];
    const double most = seed < 40 ? 10 : 12, part = static_cast<double>(values.below(1000)) / 999;
    const auto bits = static_cast<std::size_t>(std::exp2(6 + part * (most - 6)));
    const mpz_class p = random_prime(values, bits, m);
    SCOPED_TRACE("m = " + std::to_string(m) + ", p = " + p.get_str());
    SlotRing(m, he::PlaintextSpace::integer(natural_of(p))).check(values);
  }
}

}  // namespace
}  // namespace lath::testing
