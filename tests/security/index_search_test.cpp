// SPDX-License-Identifier: Apache-2.0
//
// The search for cyclotomic indices, against all numbers and their definitions.
#include "lath/security/index_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "lath/ntt/cyclotomic_index.hpp"
#include "lath/ntt/cyclotomic_polynomial.hpp"
#include "lath/security/estimated_limits.hpp"

namespace lath {
namespace {

using testing::expect_error;

const IndexFinding* find(const IndexSearch& search, std::uint64_t index) {
  const auto at = std::ranges::find(search.findings, index, &IndexFinding::index);
  return at == search.findings.end() ? nullptr : &*at;
}

std::size_t units(std::uint64_t m) {
  std::size_t count = 0;
  for (std::uint64_t i = 1; i <= m; ++i) count += std::gcd(i, m) == 1 ? 1 : 0;
  return count;
}

std::size_t order(std::uint64_t prime, std::uint64_t m) {
  std::size_t d = 1;
  for (std::uint64_t power = prime % m; power != 1; power = power * prime % m) ++d;
  return d;
}

// Every index with degrees in the range and so many slots: its number of slots.
std::map<std::uint64_t, std::size_t> by_definition(const IndexWishes& wishes, std::uint64_t prime) {
  std::map<std::uint64_t, std::size_t> result;
  for (std::uint64_t m = 3; m <= 8 * wishes.degree_to; ++m) {
    const std::size_t phi = units(m);
    if (m % 4 == 2 || phi < wishes.degree_from || phi > wishes.degree_to || m % prime == 0)
      continue;
    const std::size_t slots = phi / order(prime, m);
    const bool exactly = wishes.slot_count == SlotCount::exactly;
    if (exactly ? slots == wishes.slots : slots >= wishes.slots) result[m] = slots;
  }
  return result;
}

TEST(IndexSearch, FindsWhatTheDefinitionDoes) {
  for (const auto& [t, prime] :
       {std::pair<std::uint64_t, std::uint64_t>{2, 2}, {64, 2}, {3, 3}, {17, 17}, {65537, 65537}}) {
    for (const SlotCount count : {SlotCount::at_least, SlotCount::exactly}) {
      for (const std::size_t slots : {1U, 4U, 6U}) {
        IndexWishes wishes;
        wishes.slots = slots;
        wishes.slot_count = count;
        wishes.degree_from = 20;
        wishes.degree_to = 100;
        wishes.plaintext_modulus = t;
        const auto search = search_indices(wishes);
        std::map<std::uint64_t, std::size_t> found;
        for (const IndexFinding& f : search.findings) found[f.index] = f.slots;
        EXPECT_EQ(found, by_definition(wishes, prime)) << t << ", " << slots;
        EXPECT_EQ(search.matching, found.size());
        EXPECT_EQ(search.findings.size(), found.size());
      }
    }
  }
}

TEST(IndexSearch, DescribesWhatItFinds) {
  IndexWishes wishes;
  wishes.degree_from = 2000;
  wishes.degree_to = 2060;
  wishes.plaintext_modulus = 3;
  const auto search = search_indices(wishes);
  ASSERT_GT(search.findings.size(), 20U);
  std::size_t sharing = 0;
  for (std::uint64_t m = 3; m <= 6 * wishes.degree_to; m += 3) {
    const std::size_t phi = euler_phi(m);
    sharing += m % 4 != 2 && phi >= wishes.degree_from && phi <= wishes.degree_to ? 1 : 0;
  }
  EXPECT_EQ(search.sharing, sharing);
  for (const IndexFinding& f : search.findings) {
    const auto index = CyclotomicIndex::create(f.index);
    EXPECT_EQ(f.degree, index.degree());
    EXPECT_EQ(f.radical, index.radical());
    EXPECT_EQ(f.block * f.radical, f.index);
    EXPECT_EQ(f.slots * f.slot_degree, f.degree);
    EXPECT_EQ(f.factors, prime_powers(f.index));
    EXPECT_EQ(f.terms, cyclotomic_terms(f.index));
    EXPECT_EQ(f.cost, transform_cost(index));
    EXPECT_TRUE(f.secure);
    EXPECT_FALSE(f.security.has_value());
    const unsigned limit =
        f.index == 4096 ? 53 : estimated_modulus_bits(f.degree, wishes.security, wishes.attacker);
    EXPECT_EQ(f.modulus_bits, limit) << f.index;
    const auto n = static_cast<double>(std::bit_ceil(f.degree));
    EXPECT_DOUBLE_EQ(f.relative_time * n * std::log2(n), f.cost * static_cast<double>(f.degree));
  }
  EXPECT_NE(find(search, 4096), nullptr);
}

// The set of 22 slots that an accelerator of 2017 computed with, and larger ones beside it.
TEST(IndexSearch, FindsTheSetsOfThePapers) {
  IndexWishes wishes;
  wishes.slots = 22;
  wishes.degree_from = 2048;
  wishes.degree_to = 3072;
  wishes.log2_modulus = 135;
  wishes.insecure = InsecureIndices::listed;
  const auto search = search_indices(wishes);
  const IndexFinding* f = find(search, 2783);
  ASSERT_NE(f, nullptr);
  EXPECT_EQ(f->factors, (std::vector<PrimePower>{{11, 2, 121}, {23, 1, 23}}));
  EXPECT_EQ(f->degree, 2420U);
  EXPECT_EQ(f->slots, 22U);
  EXPECT_EQ(f->slot_degree, 110U);
  EXPECT_EQ(f->block, 11U);
  EXPECT_EQ(f->terms, 41U);
  EXPECT_FALSE(f->secure);
  EXPECT_NEAR(f->security.value(), 62, 3);
  EXPECT_EQ(search.insecure, search.matching);

  wishes.insecure = InsecureIndices::left_out;
  wishes.slots = 600;
  wishes.degree_from = 8192;
  wishes.degree_to = 16384;
  const auto secure = search_indices(wishes);
  for (const auto& [m, slots] :
       {std::pair<std::uint64_t, std::size_t>{13981, 600}, {21845, 1024}}) {
    const IndexFinding* g = find(secure, m);
    ASSERT_NE(g, nullptr) << m;
    EXPECT_EQ(g->slots, slots);
    EXPECT_TRUE(g->secure);
    EXPECT_GE(g->security.value(), 128);
    EXPECT_GT(g->modulus_bits, 135U);
  }
}

TEST(IndexSearch, KeepsWhatIsSecure) {
  for (const Attacker attacker : {Attacker::classical, Attacker::quantum}) {
    IndexWishes wishes;
    wishes.degree_from = 2000;
    wishes.degree_to = 2400;
    wishes.plaintext_modulus = 65537;
    wishes.log2_modulus = attacker == Attacker::classical ? 55.5 : 42.5;
    wishes.attacker = attacker;
    const auto kept = search_indices(wishes);
    EXPECT_EQ(kept.findings.size(), kept.matching);
    EXPECT_GT(kept.matching, 0U);
    EXPECT_GT(kept.insecure, 0U);
    wishes.insecure = InsecureIndices::listed;
    const auto listed = search_indices(wishes);
    EXPECT_EQ(listed.matching, kept.matching + kept.insecure);
    for (const IndexFinding& f : listed.findings) {
      EXPECT_EQ(f.secure, find(kept, f.index) != nullptr) << f.index;
      EXPECT_EQ(f.secure, *wishes.log2_modulus <= f.modulus_bits || f.security.value() >= 128);
    }
    // What is published of the power of two is below 55.5 and 42.5.
    ASSERT_NE(find(listed, 4096), nullptr);
    EXPECT_FALSE(find(listed, 4096)->secure);
  }
}

// The one published limit that the estimate does not reach.
TEST(IndexSearch, GoesByTablesWhereThereAreSome) {
  IndexWishes wishes;
  wishes.degree_from = wishes.degree_to = 32768;
  wishes.plaintext_modulus = 65537;
  wishes.security = SecurityLevel::bits192;
  wishes.log2_modulus = 597;
  wishes.insecure = InsecureIndices::listed;
  const auto search = search_indices(wishes);
  for (const IndexFinding& f : search.findings) {
    EXPECT_EQ(f.modulus_bits, f.index == 65536 ? 597U : 596U) << f.index;
    EXPECT_EQ(f.secure, f.index == 65536) << f.index;
  }
  EXPECT_EQ(search.matching, search.insecure + 1);
}

TEST(IndexSearch, SortsAndLimits) {
  IndexWishes wishes;
  wishes.degree_from = 1000;
  wishes.degree_to = 1500;
  wishes.plaintext_modulus = 5;
  const auto total = [](const IndexFinding& f) { return f.cost * static_cast<double>(f.degree); };
  const auto by_cost = search_indices(wishes).findings;
  EXPECT_TRUE(std::ranges::is_sorted(by_cost, {}, total));
  wishes.order = IndexOrder::degree;
  EXPECT_TRUE(std::ranges::is_sorted(search_indices(wishes).findings, {}, &IndexFinding::degree));
  wishes.order = IndexOrder::slots;
  const auto by_slots = search_indices(wishes).findings;
  EXPECT_TRUE(std::ranges::is_sorted(by_slots, std::ranges::greater{}, &IndexFinding::slots));
  wishes.limit = 3;
  const auto few = search_indices(wishes);
  ASSERT_EQ(few.findings.size(), 3U);
  EXPECT_EQ(few.matching, by_slots.size());
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(few.findings[i].index, by_slots[i].index);
}

TEST(IndexSearch, NamesTheNearestWhereNoneDoes) {
  IndexWishes wishes;
  wishes.slots = 600;
  wishes.degree_from = 2048;
  wishes.degree_to = 3072;
  const auto search = search_indices(wishes);
  EXPECT_TRUE(search.findings.empty());
  EXPECT_EQ(search.matching, 0U);
  // No index between has as many, and none of the range has more than the other.
  ASSERT_TRUE(search.nearest_degree.has_value());
  EXPECT_GE(search.nearest_degree->slots, 600U);
  wishes.degree_to = search.nearest_degree->degree - 1;
  EXPECT_EQ(search_indices(wishes).matching, 0U);
  wishes.degree_to = 3072;
  ASSERT_TRUE(search.nearest_slots.has_value());
  wishes.slots = search.nearest_slots->slots;
  EXPECT_GT(search_indices(wishes).matching, 0U);
  ++wishes.slots;
  EXPECT_EQ(search_indices(wishes).matching, 0U);

  wishes.slots = 22;
  wishes.log2_modulus = 135;
  const auto insecure = search_indices(wishes);
  EXPECT_EQ(insecure.matching, 0U);
  EXPECT_GT(insecure.insecure, 0U);
  EXPECT_FALSE(insecure.nearest_slots.has_value());
  ASSERT_TRUE(insecure.nearest_degree.has_value());
  EXPECT_GE(insecure.nearest_degree->security.value(), 128);
}

TEST(IndexSearch, RefusesWishesOutOfRange) {
  const auto refuses = [](auto change, std::initializer_list<std::string_view> parts) {
    IndexWishes wishes;
    change(wishes);
    expect_error([&] { (void)search_indices(wishes); }, ErrorCode::invalid_argument, parts);
  };
  refuses([](IndexWishes& w) { w.slots = 0; }, {"0 slots"});
  refuses([](IndexWishes& w) { w.degree_from = 0; }, {"from 0 to", "2^20"});
  refuses([](IndexWishes& w) { w.degree_from = 1 << 17; }, {"131072 to 65536"});
  refuses([](IndexWishes& w) { w.degree_to = (1 << 20) + 1; }, {"1048577"});
  for (const std::uint64_t t : {0U, 1U, 6U, 100U}) {
    refuses([&](IndexWishes& w) { w.plaintext_modulus = t; }, {"modulus " + std::to_string(t)});
  }
  refuses([](IndexWishes& w) { w.plaintext_modulus = std::uint64_t{1} << 62; }, {"2^62 - 1"});
  for (const double bits : {3.9, 16385.0, -1.0, std::nan("")}) {
    refuses([&](IndexWishes& w) { w.log2_modulus = bits; }, {"2^4 to 2^16384"});
  }
}

TEST(EstimatedLimits, AreTheLastSecureLengths) {
  for (const SecurityLevel level : {SecurityLevel::bits128, SecurityLevel::bits256}) {
    for (const Attacker attacker : {Attacker::classical, Attacker::quantum}) {
      for (const std::size_t degree : {1000U, 2420U, 6000U, 16384U}) {
        const unsigned bits = estimated_modulus_bits(degree, level, attacker);
        const auto security = [&](double log2) {
          return estimated_ring_security(degree, log2, attacker);
        };
        EXPECT_GE(security(bits), static_cast<double>(level)) << degree;
        EXPECT_LT(security(bits + 1), static_cast<double>(level)) << degree;
      }
    }
  }
  EXPECT_EQ(estimated_modulus_bits(1, SecurityLevel::bits128, Attacker::classical), 0U);
  EXPECT_EQ(estimated_modulus_bits(70, SecurityLevel::bits128, Attacker::classical), 0U);
  EXPECT_THROW((void)estimated_modulus_bits(0, SecurityLevel::bits128, Attacker::classical), Error);
}

TEST(EstimatedLimits, AreThoseThatArePublishedWithinTwoBits) {
  for (const SecurityLevel level :
       {SecurityLevel::bits128, SecurityLevel::bits192, SecurityLevel::bits256}) {
    for (const Attacker attacker : {Attacker::classical, Attacker::quantum}) {
      for (std::size_t degree = 1024; degree <= 32768; degree *= 2) {
        const unsigned published = largest_modulus_bits(degree, level, attacker);
        if (published == 0) continue;
        EXPECT_NEAR(estimated_modulus_bits(degree, level, attacker), published, 2) << degree;
      }
    }
  }
}

TEST(PrimeOfPower, IsThePrimeOrZero) {
  for (const std::uint64_t p : {2U, 3U, 5U, 65537U, 4294967291U}) {
    std::uint64_t power = p;
    for (;;) {
      EXPECT_EQ(prime_of_power(power), p) << power;
      if (power > ~std::uint64_t{0} / p) break;
      power *= p;
    }
  }
  for (const std::uint64_t t : {0U, 1U, 6U, 12U, 36U, 100U, 1296U})
    EXPECT_EQ(prime_of_power(t), 0U);
  EXPECT_EQ(prime_of_power(~std::uint64_t{0}), 0U);
  EXPECT_EQ(prime_of_power(18446744073709551557U), 18446744073709551557U);  // the largest prime
}

TEST(RingIndices, AreThoseThatAreCreated) {
  testing::SeededValues random(3);
  for (int i = 0; i < 60; ++i) {
    const std::uint64_t m = i < 10 ? static_cast<std::uint64_t>(i) : 250000 + random.below(40000);
    if (is_ring_index(m)) {
      EXPECT_EQ(transform_cost(m), transform_cost(CyclotomicIndex::create(m))) << m;
    } else {
      EXPECT_THROW((void)CyclotomicIndex::create(m), Error) << m;
    }
  }
}

}  // namespace
}  // namespace lath
