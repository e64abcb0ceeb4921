// SPDX-License-Identifier: Apache-2.0
//
// Row maps between prefixes of two bases against their equation, in GMP's integers.
#include "rns/maps/prefix_maps.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/base/buffer.hpp"
#include "ring/gmp_judge.hpp"
#include "rns/rows.hpp"

namespace lath::detail {
namespace {

using testing::modulo;
using testing::natural;
using testing::Rows;
using testing::SeededValues;

constexpr std::size_t kModuli = 40, kCount = 11;

// Primes of the given sizes by turns, from the `skipped`-th of each size on.
std::vector<Modulus> primes_of(const std::vector<int>& sizes, std::size_t skipped) {
  std::vector<std::vector<std::uint64_t>> primes;
  for (const int bits : sizes) primes.push_back(ntt_primes(bits, 16, 2 * kModuli));
  std::vector<Modulus> moduli;
  for (std::size_t i = 0; i < kModuli; ++i) {
    moduli.emplace_back(primes[i % sizes.size()][skipped + i / sizes.size()]);
  }
  return moduli;
}

mpz_class product_of_first(std::size_t count, const std::vector<Modulus>& moduli) {
  mpz_class product = 1;
  for (std::size_t i = 0; i < count; ++i) product *= natural(moduli[i].value());
  return product;
}

// out Q = own W Q - [g x] modulo every p.
void expect_equation(const std::vector<Modulus>& from, const std::vector<Modulus>& to,
                     const PrefixMaps& maps, std::size_t k, std::size_t l, SeededValues& random) {
  const std::vector<Modulus> sources(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(k)),
      targets(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(l));
  const mpz_class q = product_of_first(k, from), g = testing::random_integer(random, 400);
  std::vector<mpz_class> integers(kCount), own_integers(kCount);
  for (mpz_class& x : integers) x = modulo(testing::random_integer(random, 60 * k + 64), q);
  for (mpz_class& x : own_integers) x = testing::random_integer(random, 100);
  std::vector<std::uint64_t> factors, own_factors;
  for (const Modulus& m : sources) factors.push_back(modulo(g, m.value()));
  const bool takes_own = random.below(2) == 0;
  for (const Modulus& m : targets) own_factors.push_back(takes_own ? random.below(m.value()) : 0);

  const RowMap map = maps.map(factors, own_factors);
  Rows in(sources, integers), own(targets, own_integers), out(l, kCount);
  Buffer<std::uint64_t> scratch(map.scratch_words());
  map.convert(out.pointers(), in.pointers(), own.pointers(), kCount, scratch.span());
  EXPECT_TRUE(out.ends_are_intact());
  for (std::size_t c = 0; c < kCount; ++c) {
    const mpz_class representative = testing::centered(modulo(g * integers[c], q), q);
    for (std::size_t j = 0; j < l; ++j) {
      const std::uint64_t p = targets[j].value();
      ASSERT_EQ(modulo(natural(out[j][c]) * q, p),
                modulo(own_integers[c] * natural(own_factors[j]) * q - representative, p));
    }
  }
}

TEST(PrefixMaps, AreTheirEquation) {
  SeededValues random(1);
  SCOPED_TRACE(random.label());
  for (const std::vector<int>& sizes :
       {std::vector{40}, std::vector{50}, std::vector{40, 50, 60}, std::vector{60}}) {
    const std::vector<Modulus> from = primes_of(sizes, 0), to = primes_of(sizes, kModuli);
    const PrefixMaps maps(from, to);
    for (const std::size_t k : {1U, 2U, 31U, 32U, 33U, 40U}) {
      for (const std::size_t l : {1U, 3U, 31U, 40U}) {
        expect_equation(from, to, maps, k, l, random);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(PrefixMaps, KnowTheProductsOfTheirSources) {
  const std::vector<Modulus> from = primes_of({30, 45}, 0), to = primes_of({55}, 0);
  const PrefixMaps maps(from, to);
  for (std::size_t k = 0; k <= kModuli; ++k) {
    for (std::size_t j = 0; j < kModuli; ++j) {
      EXPECT_EQ(maps.product(k, j), modulo(product_of_first(k, from), to[j].value()));
    }
  }
}

// Maps of many sources share the table of the maps, and keep it.
TEST(PrefixMaps, MayEndBeforeTheirMaps) {
  const std::vector<Modulus> from = primes_of({40}, 0), to = primes_of({40}, kModuli);
  const std::vector<std::uint64_t> ones(36, 1), none(2, 0);
  const RowMap map = PrefixMaps(from, to).map(ones, none);
  std::vector<Modulus> sources(from.begin(), from.begin() + 36),
      targets(to.begin(), to.begin() + 2);
  const mpz_class x = 5, q = product_of_first(36, from);
  Rows in(sources, {x}), out(2, 1);
  Buffer<std::uint64_t> scratch(map.scratch_words());
  map.convert(out.pointers(), in.pointers(), {}, 1, scratch.span());
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_EQ(modulo(natural(out[j][0]) * q, to[j].value()), modulo(-x, to[j].value()));
  }
}

}  // namespace
}  // namespace lath::detail
