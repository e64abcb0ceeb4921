// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/plaintext_rounding.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/isas.hpp"
#include "base/seeded_values.hpp"
#include "lath/arith/primes.hpp"

namespace lath::he {
namespace {

constexpr std::size_t kDegree = 64;

class Rounding : public ::testing::TestWithParam<Isa> {};
INSTANTIATE_TEST_SUITE_P(Isas, Rounding,
                         ::testing::ValuesIn(testing::isas({Isa::avx2, Isa::avx512ifma})),
                         [](const auto& test) { return std::string(isa_name(test.param)); });

RnsBasis basis_of(std::size_t count, int bits) {
  std::vector<Modulus> moduli;
  for (const std::uint64_t p : ntt_primes(bits, kDegree, count)) {
    moduli.emplace_back(p);
  }
  return RnsBasis::create(moduli);
}

mpz_class product_of(const RnsBasis& basis) {
  mpz_class q = 1;
  for (std::size_t i = 0; i < basis.size(); ++i) q *= basis.modulus(i).value();
  return q;
}

// The plaintexts of x, once by a single sum, once by two that are added.
std::vector<std::uint64_t> rounded(const PlaintextRounding& rounding, const RnsBasis& basis,
                                   std::span<const mpz_class> x, bool in_two) {
  std::vector<std::uint64_t> sums[2];
  sums[0].assign(x.size(), rounding.start());
  sums[1].assign(x.size(), 0);
  std::vector<std::uint64_t> residues(x.size());
  for (std::size_t i = basis.size(); i-- > 0;) {
    for (std::size_t c = 0; c < x.size(); ++c) {
      const mpz_class residue = x[c] % basis.modulus(i).value();
      residues[c] = residue.get_ui();
    }
    rounding.add(sums[in_two ? i % 2 : 0], i, residues.data());
  }
  for (std::size_t c = 0; c < x.size(); ++c) sums[0][c] += sums[1][c];
  std::vector<std::uint64_t> result(x.size());
  rounding.round(result.data(), sums[0]);
  return result;
}

// x = Q m/t + v, in [0, Q), with noise v of the largest magnitude that a bound may allow, (1/2 -
// 2^-22) Q/t, or none.
std::vector<mpz_class> noisy(const mpz_class& q, std::uint64_t t,
                             std::span<const std::uint64_t> messages) {
  const mpz_class most = ((q << 21) - q) / (mpz_class(t) << 22);
  std::vector<mpz_class> x;
  for (const std::uint64_t m : messages) {
    for (const mpz_class& v : {mpz_class(-most), mpz_class(0), most}) {
      x.emplace_back(((q * m + t / 2) / t + v + q) % q);
    }
  }
  return x;
}

TEST_P(Rounding, IsRightUpToTheLargestNoise) {
  testing::SeededValues random(1);
  SCOPED_TRACE(random.label());
  for (const int bits : {20, 30, 48, 50}) {
    for (const std::size_t primes : {1U, 2U, 3U, 8U, 30U}) {
      const RnsBasis basis = basis_of(primes, bits);
      const std::uint64_t largest = (std::uint64_t{1} << 30) / (primes + 1);
      for (const std::uint64_t t : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{257},
                                    std::uint64_t{65537}, largest}) {
        const mpz_class q = product_of(basis);
        // Where Q/t is small, the rounding of Q m/t is noise that counts.
        if (q / t < (1 << 24)) continue;
        std::vector<std::uint64_t> messages = {0, 1, t / 2, t - 1};
        for (int i = 0; i < 20; ++i) messages.push_back(random.next() % t);
        const auto x = noisy(q, t, messages);
        ASSERT_TRUE(PlaintextRounding::is_precise(basis, Modulus(t)));
        const PlaintextRounding rounding(basis, Modulus(t), GetParam());
        for (const bool in_two : {false, true}) {
          const auto found = rounded(rounding, basis, x, in_two);
          for (std::size_t i = 0; i < x.size(); ++i) {
            ASSERT_EQ(found[i], messages[i / 3])
                << bits << " bits, " << primes << " primes, t " << t << ", noise " << i % 3;
          }
        }
      }
    }
  }
}

TEST(PlaintextRounding, IsPreciseForSmallModuliOfPlaintexts) {
  const std::uint64_t most = (std::uint64_t{1} << 30) / 9;
  EXPECT_TRUE(PlaintextRounding::is_precise(basis_of(8, 50), Modulus(most)));
  EXPECT_FALSE(PlaintextRounding::is_precise(basis_of(8, 50), Modulus(most + 1)));
  EXPECT_FALSE(PlaintextRounding::is_precise(basis_of(9, 50), Modulus(most)));
  EXPECT_FALSE(PlaintextRounding::is_precise(basis_of(8, 51), Modulus(2)));
}

}  // namespace
}  // namespace lath::he
