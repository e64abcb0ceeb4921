// SPDX-License-Identifier: Apache-2.0
//
// P U + E against its definition: products of powers of x modulo x^m - 1, and Phi_m by the sparse
// reduction of polynomials in x.
#include "lath/ring/client/masking_key.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/expect_error.hpp"
#include "lath/arith/primes.hpp"
#include "lath/base/buffer.hpp"
#include "lath/ntt/powerful_basis.hpp"
#include "lath/random/samplers.hpp"
#include "ntt/gathered_sums.hpp"
#include "ntt/linear_product.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::expect_error;
using testing::SeededValues;
using Words = std::vector<std::uint64_t>;
using Small = std::vector<std::int8_t>;

// What mask() takes and gives.
struct Masks {
  DynamicRing ring;
  std::size_t polynomials;
  Words key, out;
  Small u, errors;

  Masks(const DynamicRing& ring_of_masks, std::size_t count, SeededValues& random)
      : ring(ring_of_masks), polynomials(count) {
    for (std::size_t k = 0; k < count; ++k) {
      const Words more = testing::words_of(ring, random);
      key.insert(key.end(), more.begin(), more.end());
    }
    for (std::size_t i = 0; i < ring.degree(); ++i)
      u.push_back(static_cast<std::int8_t>(random.below(3)) - 1);
    for (std::size_t i = 0; i < count * ring.degree(); ++i) {
      errors.push_back(static_cast<std::int8_t>(random.byte()));
    }
    out.assign(key.size(), ~std::uint64_t{0});
  }
  void run(const MaskingKey& by) {
    Words scratch(by.scratch_words(), 0x123456789abcdef);  // whatever stands there
    by.mask(out, u, errors, scratch);
  }
  void run() { run(MaskingKey::create(ring, polynomials, key)); }
};

// P U + E by a product of all pairs of words.
Words definition(const Masks& m, std::size_t polynomial, std::size_t limb) {
  const Modulus& p = m.ring.modulus(limb);
  const std::size_t n = m.ring.degree();
  const auto basis = PowerfulBasis::create(*m.ring.index());
  const std::uint64_t* key = m.key.data() + (polynomial * m.ring.limbs() + limb) * n;
  Words small(n), a(n), b(n), product(2 * n - 1), result(n);
  for (std::size_t i = 0; i < n; ++i) small[i] = p.reduce_signed(m.u[i]);
  basis.to_polynomial(a, std::span(key, n), p);
  basis.to_polynomial(b, small, p);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      product[i + j] = p.add(product[i + j], p.multiply(a[i], b[j]));
    }
  }
  basis.from_polynomial(result, product, p);
  for (std::size_t i = 0; i < n; ++i) {
    result[i] = p.add(result[i], p.reduce_signed(m.errors[polynomial * n + i]));
  }
  return result;
}

void expect_definition(const Masks& m) {
  const std::size_t n = m.ring.degree();
  for (std::size_t k = 0; k < m.polynomials; ++k) {
    for (std::size_t limb = 0; limb < m.ring.limbs(); ++limb) {
      const auto first =
          m.out.begin() + static_cast<std::ptrdiff_t>((k * m.ring.limbs() + limb) * n);
      ASSERT_EQ(Words(first, first + static_cast<std::ptrdiff_t>(n)), definition(m, k, limb))
          << "polynomial " << k << ", limb " << limb << ", index " << m.ring.index()->value();
    }
  }
}

DynamicRing fast_ring(std::uint64_t m, std::size_t limbs, int bits = 50) {
  const auto index = CyclotomicIndex::create(m);
  return DynamicRing::create(index, MaskingKey::primes(bits, index, limbs));
}

// Prime powers, products of two and three of them, and lengths just below and above powers of two.
TEST(MaskingKey, IsTheDefinitionInRingsOfOddIndex) {
  SeededValues random(1);
  for (const std::uint64_t m :
       {3U, 5U, 9U, 17U, 31U, 33U, 37U, 45U, 63U, 121U, 253U, 257U, 105U, 343U}) {
    for (const std::size_t polynomials : {1U, 2U, 3U}) {
      Masks masks(fast_ring(m, 2), polynomials, random);
      const auto key = MaskingKey::create(masks.ring, polynomials, masks.key);
      EXPECT_TRUE(key.is_direct()) << m;
      masks.run(key);
      expect_definition(masks);
    }
  }
}

TEST(MaskingKey, IsTheDefinitionWhereTransformsOfTheRingServe) {
  SeededValues random(2);
  for (const std::uint64_t m : {8U, 32U, 12U, 36U, 100U, 14U, 315U}) {
    Masks masks(fast_ring(m, 2), 2, random);
    const auto key = MaskingKey::create(masks.ring, 2, masks.key);
    EXPECT_FALSE(key.is_direct()) << m;
    masks.run(key);
    expect_definition(masks);
  }
  // Primes without the roots for powers of two, but the first.
  const auto index = CyclotomicIndex::create(253);
  Words primes = MaskingKey::primes(50, index, 1);
  for (std::uint64_t p = 253 * ((std::uint64_t{1} << 40) / 253) + 1; primes.size() < 3; p -= 253) {
    if (is_prime(p) && p % 1024 != 1) primes.push_back(p);
  }
  Masks masks(DynamicRing::create(index, primes), 1, random);
  EXPECT_FALSE(MaskingKey::create(masks.ring, 1, masks.key).is_direct());
  masks.run();
  expect_definition(masks);
}

// The largest and smallest words everywhere, and U with one sign, where sums are largest.
TEST(MaskingKey, TakesBoundaryValues) {
  SeededValues random(3);
  for (const std::uint64_t m : {121U, 253U}) {
    for (const int bits : {50, 49, 24}) {
      for (const int sign : {-1, 0, 1}) {
        Masks masks(fast_ring(m, 1, bits), 1, random);
        std::ranges::fill(masks.key, masks.ring.modulus(0).value() - 1);
        std::ranges::fill(masks.u, static_cast<std::int8_t>(sign));
        std::ranges::fill(masks.errors, static_cast<std::int8_t>(sign <= 0 ? -128 : 127));
        masks.run();
        expect_definition(masks);
      }
    }
  }
}

// The paper's ring, at its size, against the transforms of the ring.
TEST(MaskingKey, IsTheProductOfEvaluationForms) {
  SeededValues random(4);
  Masks masks(fast_ring(2783, 3), 2, random);
  const auto key = MaskingKey::create(masks.ring, 2, masks.key);
  EXPECT_TRUE(key.is_direct());
  EXPECT_EQ(key.bytes(), 2U * 3 * 5120 * 8);
  const std::size_t n = masks.ring.degree(), words = n * 3;
  for (const bool extreme : {false, true}) {
    if (extreme) std::ranges::fill(masks.u, std::int8_t{-1});
    masks.run(key);
    const Buffer<std::int8_t, Secret> u{std::span<const std::int8_t>(masks.u)};
    const auto u_values = ntt(polynomial_of(masks.ring, u, 1));
    for (std::size_t k = 0; k < 2; ++k) {
      const auto part = std::span<const std::uint64_t>(masks.key).subspan(k * words, words);
      const auto errors = std::span<const std::int8_t>(masks.errors).subspan(k * n, n);
      const auto e = polynomial_of(masks.ring, Buffer<std::int8_t, Secret>{errors}, 128);
      const auto values = ntt(testing::CoeffPoly::from_words(masks.ring, part));
      const Poly<DynamicRing, Eval, Secret> product = values * u_values;
      const Poly<DynamicRing, Coeff, Secret> sum = intt(product) + e;
      const auto out = std::span<const std::uint64_t>(masks.out).subspan(k * words, words);
      EXPECT_TRUE(std::ranges::equal(testing::copy_of_words(sum), out)) << k;
    }
  }
}

// Every number of places modulo the lanes, sums below 0 and from p on.
TEST(GatheredSums, AreThoseOfTheReference) {
  SeededValues random(5);
  for (const std::uint64_t p : {std::uint64_t{257}, (std::uint64_t{1} << 62) - 57}) {
    for (std::size_t count = 0; count < 20; ++count) {
      const Words a{0, 1, 127, 128, p - 1, p - 2, p - 127, p - 128, p / 2};
      std::vector<std::uint16_t> places(count);
      Small small(count);
      Words out(count + 1, 7), expected(count + 1, 7);
      for (std::size_t i = 0; i < count; ++i) {
        places[i] = static_cast<std::uint16_t>(random.below(a.size()));
        small[i] = static_cast<std::int8_t>(random.below(3) == 0 ? -128 : 127);
        expected[i] = Modulus(p).add(a[places[i]], Modulus(p).reduce_signed(small[i]));
      }
      detail::gathered_sums(active_isa(), out.data(), a.data(), places.data(), small, p);
      EXPECT_EQ(out, expected);
    }
  }
}

// The reduction of U is one of integers: what of the powers of x ends in eight bits is served.
TEST(LinearLayout, ServesWhatFitsInABytes) {
  const auto served = [](std::uint64_t m) {
    return detail::LinearLayout::create(CyclotomicIndex::create(m)).has_value();
  };
  EXPECT_TRUE(served(2783));
  for (const std::uint64_t q : {3U, 131U, 2053U, 19683U, 65521U}) EXPECT_TRUE(served(q)) << q;
  EXPECT_FALSE(served(2048));
  EXPECT_FALSE(served(15015));
  EXPECT_FALSE(served(65537));
}

TEST(MaskingKey, FindsPrimes) {
  const auto index = CyclotomicIndex::create(2783);
  for (const std::uint64_t p : MaskingKey::primes(50, index, 3)) {
    EXPECT_EQ(p % (2783 * 8192), 1U);
    EXPECT_TRUE(is_prime(p));
    EXPECT_EQ(p >> 49, 1U);
  }
  EXPECT_EQ(MaskingKey::primes(50, CyclotomicIndex::create(64), 2), ntt_primes(50, 32, 2));
  expect_error([&] { return MaskingKey::primes(26, index, 9); }, ErrorCode::invalid_argument,
               {"1 mod 22798336", "need 9", "more bits"});
}

TEST(MaskingKey, RefusesWhatItCannotUse) {
  SeededValues random(6);
  Masks m(fast_ring(33, 2), 2, random);
  const auto create = [&](std::size_t count, const Words& words) {
    return MaskingKey::create(m.ring, count, words);
  };
  expect_error([&] { return create(0, {}); }, ErrorCode::invalid_argument, {"without polynomials"});
  expect_error([&] { return create(3, m.key); }, ErrorCode::mismatch, {"words of a key", "120"});
  Words large = m.key;
  large[20] = m.ring.modulus(1).value();
  expect_error([&] { return create(2, large); }, ErrorCode::invalid_argument,
               {"word 20", "reduce"});
  const auto tiny = DynamicRing::create(CyclotomicIndex::create(3), {7});
  expect_error([&] { return MaskingKey::create(tiny, 1, Words{0, 0}); },
               ErrorCode::invalid_argument, {"modulus 7", "2^8"});

  const auto key = create(2, m.key);
  const auto refuses = [&](ErrorCode code, auto change, const char* what) {
    Masks other = m;
    Words scratch(key.scratch_words());
    change(other, scratch);
    const Words before = other.out;
    expect_error([&] { key.mask(other.out, other.u, other.errors, scratch); }, code, {what});
    EXPECT_EQ(other.out, before);
  };
  using enum ErrorCode;
  refuses(mismatch, [](Masks& o, Words&) { o.out.pop_back(); }, "words of masks");
  refuses(mismatch, [](Masks& o, Words&) { o.u.pop_back(); }, "coefficients of U");
  refuses(mismatch, [](Masks& o, Words&) { o.errors.pop_back(); }, "coefficients of errors");
  refuses(invalid_argument, [](Masks&, Words& s) { s.pop_back(); }, "scratch_words()");
  for (const int x : {2, -2, -128, 127}) {
    refuses(
        invalid_argument, [&](Masks& o, Words&) { o.u[19] = static_cast<std::int8_t>(x); },
        "-1, 0 or 1");
  }
}

}  // namespace
}  // namespace lath
