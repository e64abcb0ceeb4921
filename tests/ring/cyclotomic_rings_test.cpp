// SPDX-License-Identifier: Apache-2.0
//
// Rings of every index against NTL: products, automorphisms, and what does not depend on the index.
#include <NTL/lzz_pX.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "lath/arith/primes.hpp"
#include "lath/ring/automorphism.hpp"
#include "lath/ring/batch.hpp"
#include "lath/ring/bytes.hpp"
#include "lath/ring/limbs.hpp"
#include "ntt/cyclotomic_cases.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::CoeffPoly;
using testing::from_integers;
using testing::SeededValues;

// Phi_m = prod_{d | m} (1 - x^d)^mu(m/d) for m > 1, as a series that ends at its degree.
std::vector<std::int64_t> phi_of(const CyclotomicIndex& index) {
  const std::uint64_t m = index.value(), radical = index.radical();
  std::vector<std::int64_t> c(index.degree() + 1, 0);
  c[0] = 1;
  for (std::uint64_t e = 1; e <= radical; ++e) {  // squarefree divisors; d = m/e
    if (radical % e != 0) continue;
    unsigned primes = 0;
    for (std::uint64_t rest = e, p = 2; rest != 1; ++p) {
      if (rest % p == 0) rest /= p, ++primes;
    }
    const auto d = static_cast<std::size_t>(m / e);
    if (primes % 2 == 0) {
      for (std::size_t i = c.size(); i-- > d;) c[i] -= c[i - d];
    } else {
      for (std::size_t i = d; i < c.size(); ++i) c[i] += c[i - d];
    }
  }
  return c;
}

// Z_p[x]/(Phi_m) as NTL has it, with polynomials in the power basis. It sets NTL's modulus.
class Judge {
 public:
  Judge(const CyclotomicIndex& index, const std::vector<std::int64_t>& phi, std::uint64_t p)
      : index_(index) {
    NTL::zz_p::init(static_cast<long>(p));
    NTL::zz_pX f;
    for (std::size_t i = 0; i < phi.size(); ++i) NTL::SetCoeff(f, static_cast<long>(i), phi[i]);
    NTL::build(modulus_, f);
  }
  // a(x^g) of what has these words in the powerful basis.
  [[nodiscard]] NTL::zz_pX polynomial(std::span<const std::uint64_t> words,
                                      std::uint64_t g = 1) const {
    NTL::zz_pX sum, result;
    sum.SetLength(static_cast<long>(index_.value()));
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto power = static_cast<long>(index_.power(i) * g % index_.value());
      sum[power] += NTL::to_zz_p(static_cast<long>(words[i]));
    }
    sum.normalize();
    NTL::rem(result, sum, modulus_);
    return result;
  }
  [[nodiscard]] NTL::zz_pX product(std::span<const std::uint64_t> a,
                                   std::span<const std::uint64_t> b) const {
    return NTL::MulMod(polynomial(a), polynomial(b), modulus_);
  }

 private:
  const CyclotomicIndex& index_;
  NTL::zz_pXModulus modulus_;
};

// A ring with the largest primes of these lengths; NTL's have at most 60 bits.
DynamicRing ring_of_index(const CyclotomicIndex& index, std::initializer_list<int> lengths) {
  return DynamicRing::create(index, testing::primes_of(index, lengths));
}

// All p - 1, or 0 and p - 1 in turn.
CoeffPoly extreme(const DynamicRing& ring, std::size_t step) {
  CoeffPoly result(ring);
  for (std::size_t limb = 0; limb < ring.limbs(); ++limb) {
    for (std::size_t i = 0; i < ring.degree(); i += step) {
      result.limb(limb)[i] = ring.modulus(limb).value() - 1;
    }
  }
  return result;
}

void expect_products_of(const DynamicRing& ring, const CyclotomicIndex& index,
                        const std::vector<std::int64_t>& phi) {
  SeededValues random(index.value());
  SCOPED_TRACE("index " + std::to_string(index.value()) + ", " + random.label());
  const auto a = from_integers<Coeff>(ring, random);
  std::vector<CoeffPoly> others{from_integers<Coeff>(ring, random)};
  if (ring.degree() <= 5000) {
    others.push_back(extreme(ring, 1));
    others.push_back(extreme(ring, 2));
  }
  for (const auto& b : others) {
    const auto product = intt(ntt(a) * ntt(b));
    for (std::size_t limb = 0; limb < ring.limbs(); ++limb) {
      const Judge judge(index, phi, ring.modulus(limb).value());
      ASSERT_TRUE(judge.polynomial(product.limb(limb)) == judge.product(a.limb(limb), b.limb(limb)))
          << "modulus " << ring.modulus(limb).value();
    }
    ASSERT_TRUE(convolve(a, b) == product);
    ASSERT_TRUE(intt(ntt(a)) == a);
  }
}

void expect_products(std::uint64_t m, std::initializer_list<int> lengths) {
  const auto index = CyclotomicIndex::create(m);
  expect_products_of(ring_of_index(index, lengths), index, phi_of(index));
}

TEST(CyclotomicRings, MultiplyForEveryIndexUpTo300) {
  for (std::uint64_t m = 3; m <= 300; ++m) {
    ASSERT_NO_FATAL_FAILURE(expect_products(m, {30, 49, 50, 60}));
  }
}

TEST(CyclotomicRings, MultiplyForNamedIndices) {
  for (const std::uint64_t m : testing::kNamedIndices) {
    ASSERT_NO_FATAL_FAILURE(expect_products(m, {49, 50}));
  }
}

TEST(CyclotomicRings, MultiplyForRandomIndices) {
  for (const std::uint64_t m : testing::random_indices(12)) {
    ASSERT_NO_FATAL_FAILURE(expect_products(m, {50}));
  }
}

TEST(CyclotomicRings, MultiplyForProductsOfTwoThreeAndFive) {
  for (const std::uint64_t m : testing::smooth_indices(12)) {
    ASSERT_NO_FATAL_FAILURE(expect_products(m, {50}));
  }
}

TEST(CyclotomicRings, MultiplyModuloPrimesWithoutTheRoots) {
  for (const std::uint64_t m : {67U, 303U, 13837U}) {
    const auto index = CyclotomicIndex::create(m);
    const auto ring =
        DynamicRing::create(index, {testing::slow_prime(index, 30), testing::slow_prime(index, 50),
                                    testing::slow_prime(index, 59)});
    ASSERT_NO_FATAL_FAILURE(expect_products_of(ring, index, phi_of(index)));
  }
}

void expect_automorphism(const DynamicRing& ring, const CyclotomicIndex& index, const Judge& judge,
                         const CoeffPoly& a, std::uint64_t g) {
  const auto by = Automorphism::create(ring.slots(), g);
  const auto image = intt(apply_automorphism(ntt(a), by));
  ASSERT_TRUE(judge.polynomial(image.limb(0)) == judge.polynomial(a.limb(0), g))
      << "index " << index.value() << ", x -> x^" << g;
}

TEST(CyclotomicRings, HaveAutomorphisms) {
  for (const std::uint64_t m : {9U, 14U, 15U, 20U, 21U, 45U, 63U, 105U, 120U}) {
    const auto index = CyclotomicIndex::create(m);
    const auto ring = ring_of_index(index, {50});
    const Judge judge(index, phi_of(index), ring.modulus(0).value());
    SeededValues random(m);
    const auto a = from_integers<Coeff>(ring, random);
    for (std::uint64_t g = 1; g < m; ++g) {
      if (std::gcd(g, m) != 1) continue;
      ASSERT_NO_FATAL_FAILURE(expect_automorphism(ring, index, judge, a, g));
    }
  }
}

TEST(CyclotomicRings, HaveAutomorphismsOfNamedIndices) {
  for (const std::uint64_t m : testing::kNamedIndices) {
    const auto index = CyclotomicIndex::create(m);
    const auto ring = ring_of_index(index, {50});
    const Judge judge(index, phi_of(index), ring.modulus(0).value());
    SeededValues random(m);
    const auto a = from_integers<Coeff>(ring, random);
    for (int run = 0; run < 3; ++run) {
      std::uint64_t g = 0;
      while (std::gcd(g, m) != 1) g = random.below(m);
      ASSERT_NO_FATAL_FAILURE(expect_automorphism(ring, index, judge, a, g));
    }
  }
}

// Bytes, lifts to integers, limbs of a chain and sums do not depend on the index.
TEST(CyclotomicRings, DoWhatAllRingsDo) {
  for (const std::uint64_t m : {9U, 63U, 2783U, 4095U}) {
    const auto index = CyclotomicIndex::create(m);
    const auto ring = ring_of_index(index, {30, 49, 50, 61});
    SeededValues random(m);
    SCOPED_TRACE("index " + std::to_string(m));
    const auto a = from_integers<Coeff>(ring, random), b = from_integers<Coeff>(ring, random);
    EXPECT_TRUE(ring.index() == index);
    EXPECT_TRUE(from_bytes<Coeff>(ring, to_bytes(a)) == a);
    EXPECT_TRUE(from_bytes<Eval>(ring, to_bytes(ntt(a))) == ntt(a));
    EXPECT_TRUE(testing::lifted_to(ring, a) == a);
    const auto integers = lift(a, Representative::nonnegative);
    EXPECT_TRUE(from_multiword(ring, integers.span(), ring.basis().words(),
                               Representative::nonnegative) == a);
    const auto more = ring.extended(ntt_primes(45, index, 2));
    const auto longer = append_limbs(a, more);
    EXPECT_TRUE(drop_limbs(longer, more.prefix(ring.limbs())) == a);
    EXPECT_TRUE(intt(ntt(a) + ntt(b)) == Poly(a + b));
    EXPECT_TRUE(intt(ntt(a) * ntt(b) - ntt(a)) == Poly(convolve(a, b) - a));
  }
}

TEST(CyclotomicRings, BytesSayTheIndex) {
  SeededValues random(7);
  // Of one degree, with the same modulus, which is 1 modulo 7 and 9.
  std::uint64_t p = (std::uint64_t{1} << 40) / 63 * 63 + 1;
  while (!is_prime(p)) p += 63;
  const auto seven = DynamicRing::create(CyclotomicIndex::create(7), {p});
  const auto nine = DynamicRing::create(CyclotomicIndex::create(9), {p});
  ASSERT_EQ(seven.degree(), nine.degree());
  EXPECT_TRUE(ring_from_bytes(to_bytes(seven)) == seven);
  EXPECT_TRUE(ring_from_bytes(to_bytes(nine)) == nine);
  EXPECT_FALSE(ring_from_bytes(to_bytes(nine)) == seven);
  const auto bytes = to_bytes(from_integers<Coeff>(seven, random));
  testing::expect_error([&] { (void)from_bytes<Coeff>(nine, bytes); }, ErrorCode::mismatch,
                        {"another index"});
  auto damaged = to_bytes(nine);
  for (const std::uint64_t m : {8U, 0U, 2U, 15U}) {
    damaged.data()[8] = static_cast<std::byte>(m);
    testing::expect_error([&] { (void)ring_from_bytes(damaged); }, ErrorCode::malformed,
                          {m == 15 ? "1 mod 15" : "index " + std::to_string(m)});
  }
  RingLimits small;
  small.degree = 5;
  testing::expect_error([&] { (void)ring_from_bytes(to_bytes(nine), small); },
                        ErrorCode::unsupported, {"degree 6"});
}

}  // namespace
}  // namespace lath
