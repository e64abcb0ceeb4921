// SPDX-License-Identifier: Apache-2.0
#include "rns/lift_scaling.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/isas.hpp"
#include "base/seeded_values.hpp"
#include "ntt/definition.hpp"
#include "rns/drawn_moduli.hpp"

namespace lath::detail {
namespace {

using testing::modulus_of_size;
using testing::multiply_by_division;
using testing::residue_at_turn;
using testing::SeededValues;

constexpr std::size_t kColumns = LiftScaling::kColumns;

// The definition, with divisions of 128 bits, on every instruction set.
void check(const std::vector<LiftScaling::Source>& sources,
           const std::vector<std::uint64_t>& residues) {
  std::vector<std::uint64_t> expected(residues.size());
  std::vector<uint128> sums(kColumns);
  for (std::size_t w = 0; w < residues.size(); ++w) {
    const auto& [q, f] = sources[w / kColumns];
    expected[w] = multiply_by_division(residues[w], f, q.value());
    sums[w % kColumns] += (uint128{expected[w]} << 64) / q.value();
  }
  for (const Isa isa : testing::isas({Isa::avx2, Isa::avx512})) {
    SCOPED_TRACE(std::string(isa_name(isa)) + ", " + std::to_string(sources.size()) + " limbs");
    const auto scaling = LiftScaling::create(isa, sources);
    std::vector<std::uint64_t> y = residues, quotients(kColumns);
    scaling->scale(y.data(), quotients.data());
    ASSERT_EQ(y, expected);
    for (std::size_t c = 0; c < kColumns; ++c) {
      ASSERT_EQ(quotients[c], static_cast<std::uint64_t>(sums[c] >> 64)) << "column " << c;
    }
  }
}

TEST(LiftScaling, IsItsDefinitionForRandomModuli) {
  constexpr int kNarrow[] = {50}, kLarge[] = {62}, kMixed[] = {50, 51, 30, 62};
  for (std::uint64_t seed = 1; seed <= testing::seeds(100); ++seed) {
    SeededValues random(seed);
    SCOPED_TRACE(random.label());
    const std::size_t limbs = 1 + random.below(seed % 10 == 0 ? 200 : 30);
    for (const std::span<const int> sizes : {std::span<const int>(kNarrow), {kLarge}, {kMixed}}) {
      std::vector<LiftScaling::Source> sources;
      std::vector<std::uint64_t> residues;
      for (std::size_t i = 0; i < limbs; ++i) {
        const Modulus q = modulus_of_size(random, sizes);
        sources.push_back({q, residue_at_turn(random, q.value())});
        for (std::size_t c = 0; c < kColumns; ++c)
          residues.push_back(residue_at_turn(random, q.value()));
      }
      check(sources, residues);
      if (HasFatalFailure()) return;
    }
  }
}

// Fractions of 1 - 1/q, whose truncated sum is largest.
TEST(LiftScaling, HoldsTheLargestSums) {
  for (const std::size_t limbs : {1U, 2U, 100U, 1240U}) {
    for (const int bits : {50, 51, 62}) {
      std::vector<LiftScaling::Source> sources(limbs, {Modulus(testing::largest_of_bits(bits)), 1});
      std::vector<std::uint64_t> residues(limbs * kColumns, testing::largest_of_bits(bits) - 1);
      check(sources, residues);
      sources[0] = {Modulus(testing::largest_of_bits(50) - 26), 1};
      for (std::size_t c = 0; c < kColumns; ++c) residues[c] = testing::largest_of_bits(50) - 27;
      check(sources, residues);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace lath::detail
