// SPDX-License-Identifier: Apache-2.0
//
// Private retrieval: every record of small tables, by the bytes of the messages, and the noise
// below the bounds that both sides compute.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "apps/message.hpp"
#include "apps/retrieval/messages.hpp"
#include "apps/retrieval/plaintext_rows.hpp"
#include "apps/retrieval/secret_index.hpp"
#include "apps/retrieval/shape.hpp"
#include "apps/retrieval_cases.hpp"
#include "lath/circuits/expansion.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/debug.hpp"
#include "lath/he/keys.hpp"

namespace lath::apps {
namespace {

using namespace lath::testing;

TEST(Retrieval, GivesEveryRecord) {
  for (const RetrievalCase& c : retrieval_cases()) {
    SCOPED_TRACE(c.name);
    SmallRetrieval parts(c);
    SCOPED_TRACE(parts.values.label());
    for (std::uint64_t i = 0; i < parts.plan.records(); ++i) {
      EXPECT_TRUE(parts.gives(i)) << "record " << i;
    }
    EXPECT_EQ(parts.client.setup(parts.generator).size(), parts.plan.setup_bytes());
    const auto query = parts.client.query(0, parts.generator);
    EXPECT_EQ(query.size(), parts.plan.query_bytes());
    EXPECT_EQ(parts.server.answer(parts.table, query).size(), parts.plan.answer_bytes());
  }
}

// All ones are the largest plaintexts, and noise is largest there.
TEST(Retrieval, GivesRecordsOfOneByteValue) {
  for (const int value : {0, 0x55, 0x80, 0xff}) {
    SmallRetrieval parts(retrieval_cases()[0]);
    std::ranges::fill(parts.records, static_cast<std::byte>(value));
    parts.table.load(parts.records);
    for (const std::uint64_t i : {0U, 100U, 200U}) EXPECT_TRUE(parts.gives(i)) << value;
  }
}

TEST(Retrieval, GivesRecordsThatWereUpdated) {
  for (const RetrievalCase& c : retrieval_cases()) {
    SCOPED_TRACE(c.name);
    SmallRetrieval parts(c);
    const std::uint64_t changed = parts.plan.records() / 2, last = parts.plan.records() - 1;
    for (const std::uint64_t i : {changed, last}) {
      const auto bytes = random_bytes(parts.values, parts.plan.record_bytes());
      parts.table.update(i, bytes);
      std::ranges::copy(bytes, parts.records.begin() +
                                   static_cast<std::ptrdiff_t>(i * parts.plan.record_bytes()));
    }
    for (const std::uint64_t i : {std::uint64_t{0}, changed, last}) {
      EXPECT_TRUE(parts.gives(i)) << i;
      const auto record = parts.table.record(i);
      EXPECT_TRUE(std::ranges::equal(record.span(), parts.record(i))) << i;
    }
  }
}

// The ciphertexts of an answer.
std::vector<he::Ciphertext> ciphertexts_of(const RetrievalPlan& plan,
                                           const Buffer<std::byte>& answer) {
  MessageReader reader(answer, Protocol::retrieval, 3, "an answer");
  std::vector<he::Ciphertext> result;
  for (std::size_t i = 0; i < plan.chunks() * plan.pieces(); ++i) {
    result.push_back(he::ciphertext_from_bytes(plan.parameters(), reader.take_object()));
  }
  return result;
}

// The secret key is the first draw of the client's generator. The bound is worst of tables of
// largest values.
TEST(Retrieval, HasLessNoiseThanBothSidesPromise) {
  for (const RetrievalCase& c : retrieval_cases()) {
    SCOPED_TRACE(c.name);
    SmallRetrieval parts(c);
    Generator same = Generator::from_seed(Seed{}, "retrieve");
    const he::SecretKey secret = he::KeyGenerator(parts.plan.parameters(), same).secret_key();
    for (const bool largest : {false, true}) {
      if (largest) {
        std::ranges::fill(parts.records, std::byte{0xff});
        parts.table.load(parts.records);
      }
      const auto answer = parts.server.answer(parts.table, parts.client.query(0, parts.generator));
      for (const he::Ciphertext& x : ciphertexts_of(parts.plan, answer)) {
        const double noise = he::debug::log2_noise(parts.plan.parameters(), secret, x);
        EXPECT_LE(noise, parts.plan.answer_noise().log2_bound());
        EXPECT_GE(noise, parts.plan.answer_noise().log2_bound() - 24);
        EXPECT_NEAR(x.noise().log2_bound(), parts.plan.answer_noise().log2_bound(), 1e-9);
      }
    }
  }
}

TEST(Retrieval, BoundsTheNoiseOfNumbersAsTheirExpansionDoes) {
  for (const RetrievalCase& c : retrieval_cases()) {
    SCOPED_TRACE(c.name);
    const SmallRetrieval parts(c);
    const he::NoiseModel& model = parts.plan.parameters().noise();
    const std::size_t numbers = parts.plan.rows() + parts.plan.columns();
    const he::NoiseBound number = circuits::Expansion(parts.plan.parameters(), numbers)
                                      .noise(model.symmetric(), model.levels());
    // Each of three products is bounded by n t/2 times the noise of a number.
    const double expected = number.log2_bound() + std::log2(3.0) +
                            std::log2(static_cast<double>(model.degree())) + model.log2_t() - 1;
    EXPECT_NEAR(selection_noise(model, numbers, 3).log2_bound(), expected, 1e-9);
  }
}

// Whatever the bytes claim of the noise, the client takes its own bound.
TEST(Retrieval, DoesNotBelieveTheServersBound) {
  SmallRetrieval parts(retrieval_cases()[0]);
  for (const double claim : {-0.5, -20.0, -33.0}) {
    auto answer = parts.server.answer(parts.table, parts.client.query(17, parts.generator));
    constexpr std::size_t kNoise = kMessageHeaderBytes + 8 + 56 + 8;
    ASSERT_LT(kNoise + 8, answer.size());
    std::memcpy(answer.data() + kNoise, &claim, sizeof claim);
    ASSERT_EQ(ciphertexts_of(parts.plan, answer)[0].noise().log2_stated_deviation(), claim);
    const auto found = parts.client.finish(answer);
    EXPECT_TRUE(std::ranges::equal(found.span(), parts.record(17))) << claim;
  }
}

TEST(Retrieval, DividesSecretsAsTheProcessorDividesPublicNumbers) {
  SeededValues values(5);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t x = values.next() >> values.below(64),
                        d = 1 + (values.next() >> (1 + values.below(63)));
    const SecretQuotient found = divide_secret(x, d);
    EXPECT_EQ(found.quotient, x / d);
    EXPECT_EQ(found.remainder, x % d);
  }
}

// The noise bound counts on coefficients from -t/2 to t/2.
TEST(Retrieval, TakesTheSmallestRepresentativesOfPlaintexts) {
  for (const RetrievalCase& c : retrieval_cases()) {
    SCOPED_TRACE(c.name);
    const auto plan =
        RetrievalPlan::create_insecure(c.records, c.record_bytes, c.literal, c.options);
    const DynamicRing& ring = plan.parameters().ring(plan.parameters().levels());
    const std::uint64_t t = c.literal.plaintext_modulus.word();
    SeededValues values(9);
    std::vector<std::uint64_t> m(ring.degree()), row(ring.degree());
    for (std::uint64_t& x : m) x = values.below(t);
    m[0] = t / 2;
    m[1] = t / 2 + 1;
    for (std::size_t limb = 0; limb < ring.limbs(); ++limb) {
      write_values(row, plan.parameters(), limb, m);
      ring.plan(limb).inverse(row.data());
      const std::uint64_t p = ring.modulus(limb).value();
      for (std::size_t i = 0; i < m.size(); ++i) {
        ASSERT_EQ(row[i], m[i] <= t / 2 ? m[i] : p - (t - m[i])) << "coefficient " << i;
      }
    }
  }
}

TEST(Retrieval, PlansTablesWithSecureParameters) {
  for (const auto& [goal, use] : {std::pair(RetrievalGoal::time, RetrievalUse::kept),
                                  std::pair(RetrievalGoal::traffic, RetrievalUse::kept),
                                  std::pair(RetrievalGoal::time, RetrievalUse::released)}) {
    const auto plan = RetrievalPlan::create(1 << 16, 256, {goal, use});
    EXPECT_EQ(plan.parameters().literal().security, SecurityLevel::bits128);
    EXPECT_GE(plan.rows() * plan.columns() * plan.records_of_plaintext(), 1U << 16);
    const double needed = use == RetrievalUse::kept ? 0 : 64;
    EXPECT_GT(plan.inner_noise().budget_bits(), needed);
    EXPECT_GT(plan.answer_noise().budget_bits(), needed);
    EXPECT_GE(plan.pieces() * plaintext_capacity(plan), inner_bytes(plan));
  }
  const auto quick = RetrievalPlan::create(1 << 16, 256),
             small = RetrievalPlan::create(1 << 16, 256, {.goal = RetrievalGoal::traffic});
  EXPECT_LT(small.query_bytes() + small.answer_bytes(), quick.query_bytes() + quick.answer_bytes());
  EXPECT_FALSE(quick == small);
  EXPECT_TRUE(quick == RetrievalPlan::create(1 << 16, 256));
}

}  // namespace
}  // namespace lath::apps
