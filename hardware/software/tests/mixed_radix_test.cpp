// SPDX-License-Identifier: Apache-2.0
#include "mixed_radix.hpp"

#include <gtest/gtest.h>

#include "lath/arith/primes.hpp"
#include "product_inputs.hpp"

namespace lath::hardware::detail {
namespace {

// Integers around those with the smallest and largest digits, and random ones, against GMP.
TEST(MixedRadix, GivesTheIntegersOfTheResidues) {
  const auto primes = ntt_primes(50, 4096, 3);
  const mpz_class p0 = primes[0], p1 = primes[1], p2 = primes[2], all = p0 * p1 * p2;
  testing::Integers integers;
  for (const mpz_class& x : {mpz_class(0), p0, mpz_class(p0 * (p1 - 1)), mpz_class(p0 * p1),
                             mpz_class(p0 * p1 * (p2 - 1)), mpz_class(p0 * p2), mpz_class(p1 * p2),
                             mpz_class(all / 2), mpz_class(mpz_class(1) << 135)}) {
    for (const int around : {-2, -1, 0, 1}) {
      mpz_class near = x + around;
      mpz_fdiv_r(near.get_mpz_t(), near.get_mpz_t(), all.get_mpz_t());
      integers.push_back(near);
    }
  }
  testing::SeededValues random(41);
  for (int i = 0; i < 1000; ++i) {
    mpz_class x = static_cast<unsigned long>(random.next());
    x = (x << 64) + static_cast<unsigned long>(random.next());
    integers.push_back(((x << 64) + static_cast<unsigned long>(random.next())) % all);
  }
  const std::size_t count = integers.size();
  std::vector<std::uint64_t> residues(3 * count), scratch(MixedRadix::scratch_words(count));
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < count; ++i) {
      residues[k * count + i] = mpz_fdiv_ui(integers[i].get_mpz_t(), primes[k]);
    }
  }
  testing::Words rows(count * kChunks);
  MixedRadix(primes).lift(rows.data(), residues.data(), count, scratch.data());
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t expected[kChunks];
    testing::to_chunks(expected, integers[i], 135);
    for (std::size_t k = 0; k < kChunks; ++k) ASSERT_EQ(rows[i * kChunks + k], expected[k]) << i;
  }
}

}  // namespace
}  // namespace lath::hardware::detail
