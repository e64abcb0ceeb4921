// SPDX-License-Identifier: Apache-2.0
//
// Private retrieval: wrong uses, messages of others, cancelled work, and bytes that somebody
// changed.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <stop_token>

#include "apps/retrieval_cases.hpp"
#include "base/corrupted.hpp"
#include "base/expect_error.hpp"

namespace lath::apps {
namespace {

using namespace lath::testing;
using enum ErrorCode;

TEST(RetrievalErrors, RefuseTablesAndParameters) {
  const he::Literal literal = small_retrieval_literal();
  expect_error([] { (void)RetrievalPlan::create(0, 5); }, invalid_argument, {"0 records", "one"});
  expect_error([] { (void)RetrievalPlan::create(5, 0); }, invalid_argument, {"0 bytes"});
  expect_error([] { (void)RetrievalPlan::create(std::uint64_t{1} << 40, 256); }, invalid_argument,
               {"2^48"});
  expect_error([] { (void)RetrievalPlan::create(std::uint64_t{1} << 63, 256); }, invalid_argument,
               {"2^48"});
  expect_error([&] { (void)RetrievalPlan::create_insecure(100000, 100, literal); },
               invalid_argument, {"100000 records", "room"});
  he::Literal even = literal, long_t = literal, index = literal;
  even.plaintext_modulus = 1 << 16;
  long_t.plaintext_modulus = (std::uint64_t{1} << 36) + 1;
  index.degree = 0;
  index.index = 105;
  expect_error([&] { (void)RetrievalPlan::create_insecure(10, 5, even); }, invalid_argument,
               {"even t"});
  expect_error([&] { (void)RetrievalPlan::create_insecure(10, 5, long_t); }, invalid_argument,
               {"37 bits", "shorter than the primes"});
  expect_error([&] { (void)RetrievalPlan::create_insecure(10, 5, index); }, unsupported,
               {"index 105", "x^n + 1"});
  expect_error(
      [&] {
        (void)RetrievalPlan::create_insecure(10, 5, literal, {.use = RetrievalUse::released});
      },
      invalid_argument, {"room"});
}

TEST(RetrievalErrors, RefuseRecordsOutOfRange) {
  SmallRetrieval parts(retrieval_cases()[0]);
  const std::vector<std::byte> record(5), shorter(4), longer(6);
  expect_error([&] { parts.table.update(201, record); }, invalid_argument, {"record 201", "201"});
  expect_error([&] { parts.table.update(0, shorter); }, mismatch, {"4 bytes", "need 5"});
  expect_error([&] { parts.table.update(0, longer); }, mismatch, {"6 bytes", "need 5"});
  expect_error([&] { parts.table.load(record); }, mismatch, {"5 bytes", "need 1005"});
  expect_error([&] { (void)parts.table.record(201); }, invalid_argument, {"record 201"});
  for (const std::uint64_t index : {std::uint64_t{201}, ~std::uint64_t{0}}) {
    expect_error([&] { (void)parts.client.query(index, parts.generator); }, invalid_argument,
                 {"does not have", "below 201"});
  }
  EXPECT_TRUE(parts.gives(200));
}

TEST(RetrievalErrors, RefuseMessagesOfOthers) {
  SmallRetrieval parts(retrieval_cases()[0]), others(retrieval_cases()[1]);
  auto& [values, generator, plan, records, client, server, table] = parts;
  RetrievalClient second(plan, generator);
  RetrievalServer of_second(plan, second.setup(generator));
  const auto setup = client.setup(generator);
  // Setups for other tables and other parameters.
  expect_error([&] { RetrievalServer(others.plan, setup); }, mismatch,
               {"201 records of 5 bytes", "12 records of 128 bytes"});
  he::Literal literal = small_retrieval_literal();
  literal.prime_bits[1] = 41;
  const auto similar = RetrievalPlan::create_insecure(201, 5, literal);
  expect_error([&] { RetrievalServer(similar, setup); }, mismatch, {"other parameters"});
  expect_error([&] { RetrievalServer(plan, setup, {.memory = plan.client_memory() - 1}); },
               unsupported, {"need at most"});
  const RetrievalServer enough(plan, setup, {.memory = plan.client_memory()});

  // Messages of other kinds and clients.
  const auto query = client.query(7, generator), of_other = second.query(8, generator);
  expect_error([&] { RetrievalServer(plan, query); }, mismatch, {"need message 1"});
  expect_error([&] { (void)server.answer(table, setup); }, mismatch, {"need message 2"});
  expect_error([&] { (void)server.answer(table, of_other); }, mismatch, {"another session"});
  expect_error([&] { (void)server.answer(others.table, query); }, mismatch, {"another plan"});
  const auto answer = server.answer(table, query),
             answer_of_other = of_second.answer(table, of_other);
  expect_error([&] { (void)client.finish(query); }, mismatch, {"need message 3"});
  expect_error([&] { (void)client.finish(answer_of_other); }, mismatch, {"another session"});
  expect_error([&] { (void)client.finish_for_release(answer, generator); }, invalid_argument,
               {"keeps", "released"});

  // Answers to older queries, and answers that come twice.
  const auto newer = client.query(9, generator);
  expect_error([&] { (void)client.finish(answer); }, mismatch, {"number 1", "need number 2"});
  const auto new_answer = server.answer(table, newer);
  const auto found = client.finish(new_answer);
  EXPECT_TRUE(std::ranges::equal(found.span(), parts.record(9)));
  expect_error([&] { (void)client.finish(new_answer); }, invalid_argument, {"no query is open"});
  // A query that comes twice has one answer.
  EXPECT_TRUE(std::ranges::equal(server.answer(table, newer), new_answer));
}

TEST(RetrievalErrors, KeepEverythingWhenWorkIsCancelled) {
  SmallRetrieval parts(retrieval_cases()[2]);
  const auto query = parts.client.query(3, parts.generator);
  const auto expected = parts.server.answer(parts.table, query);
  std::uint64_t most = 0;
  const Work counted{.progress =
                         [&](std::uint64_t steps) {
                           EXPECT_GE(steps, most);
                           most = steps;
                         },
                     .cancellation = {}};
  (void)parts.server.answer(parts.table, query, counted);
  EXPECT_EQ(most, parts.plan.rows() + parts.plan.columns() * (1 + parts.plan.chunks()));
  for (std::uint64_t at = 0; at <= most; ++at) {
    std::stop_source stop;
    if (at == 0) stop.request_stop();
    const Work work{.progress =
                        [&](std::uint64_t steps) {
                          if (steps == at) stop.request_stop();
                        },
                    .cancellation = stop.get_token()};
    expect_error([&] { (void)parts.server.answer(parts.table, query, work); }, cancelled,
                 {"cancelled"});
    EXPECT_TRUE(std::ranges::equal(parts.server.answer(parts.table, query), expected)) << at;
  }
  std::stop_source stop;
  stop.request_stop();
  const Work work{.progress = {}, .cancellation = stop.get_token()};
  expect_error([&] { (void)parts.client.setup(parts.generator, work); }, cancelled, {"cancelled"});
  expect_error([&] { parts.table.load(parts.records, work); }, cancelled, {"cancelled"});
  parts.table.load(parts.records);
  EXPECT_TRUE(parts.gives(3));
}

TEST(RetrievalErrors, SayWhatWasMovedFrom) {
  SmallRetrieval parts(retrieval_cases()[0]);
  const auto setup = parts.client.setup(parts.generator);
  const auto query = parts.client.query(1, parts.generator);
  RetrievalClient client = std::move(parts.client);
  RetrievalServer server = std::move(parts.server);
  RetrievalTable table = std::move(parts.table);
  const auto moved = [](const auto& action) {
    expect_error(action, invalid_argument, {"moved from", "moved to"});
  };
  moved([&] { (void)parts.client.setup(parts.generator); });
  moved([&] { (void)parts.client.query(1, parts.generator); });
  moved([&] { (void)parts.client.finish(query); });
  moved([&] { (void)parts.client.finish_for_release(query, parts.generator); });
  moved([&] { (void)parts.client.plan(); });
  moved([&] { (void)parts.server.answer(table, query); });
  moved([&] { (void)server.answer(parts.table, query); });
  moved([&] { (void)parts.table.plan(); });
  moved([&] { (void)parts.table.record(1); });
  moved([&] { parts.table.load(parts.records); });
  moved([&] { parts.table.update(1, parts.record(1)); });
  const auto found = client.finish(server.answer(table, query));
  EXPECT_TRUE(std::ranges::equal(found.span(), parts.record(1)));
}

// Whether an action ended, with or without an error for bytes from outside.
template <class Action>
bool accepts(const Action& action) {
  try {
    action();
    return true;
  } catch (const Error& error) {
    EXPECT_TRUE(error.code() == malformed || error.code() == mismatch) << error.what();
    return false;
  }
}

TEST(CorruptedRetrieval, SetupsAreRefusedOrOfSomebodyElse) {
  SmallRetrieval parts(retrieval_cases()[0]);
  const auto setup = parts.client.setup(parts.generator);
  SeededValues values(31);
  SCOPED_TRACE(values.label());
  std::size_t accepted = 0;
  const std::uint64_t tries = seeds(3000);
  for (std::uint64_t i = 0; i < tries; ++i) {
    const auto bytes = corrupted(setup.span(), values);
    accepted += accepts([&] { RetrievalServer(parts.plan, bytes); }) ? 1 : 0;
  }
  EXPECT_GT(accepted, 0U);
  EXPECT_LT(accepted, tries);
}

TEST(CorruptedRetrieval, QueriesAreRefusedOrAnswered) {
  SmallRetrieval parts(retrieval_cases()[5]);
  const auto query = parts.client.query(0, parts.generator);
  const auto answer = parts.server.answer(parts.table, query);
  SeededValues values(32);
  SCOPED_TRACE(values.label());
  std::size_t accepted = 0;
  const std::uint64_t tries = seeds(3000);
  for (std::uint64_t i = 0; i < tries; ++i) {
    const auto bytes = corrupted(query.span(), values);
    accepted += accepts([&] { (void)parts.server.answer(parts.table, bytes); }) ? 1 : 0;
  }
  EXPECT_GT(accepted, 0U);
  EXPECT_LT(accepted, tries);
  EXPECT_TRUE(std::ranges::equal(parts.server.answer(parts.table, query), answer));
}

// A client takes any bytes that look like an answer for some record, and says nothing of it.
TEST(CorruptedRetrieval, AnswersAreRefusedOrGiveSomeRecord) {
  SmallRetrieval parts(retrieval_cases()[0]);
  SeededValues values(33);
  SCOPED_TRACE(values.label());
  auto query = parts.client.query(5, parts.generator);
  auto answer = parts.server.answer(parts.table, query);
  std::size_t accepted = 0, wrong = 0;
  const std::uint64_t tries = seeds(3000);
  for (std::uint64_t i = 0; i < tries; ++i) {
    const auto bytes = corrupted(answer.span(), values);
    const bool ended = accepts([&] {
      const auto found = parts.client.finish(bytes);
      EXPECT_EQ(found.size(), parts.plan.record_bytes());
      wrong += std::ranges::equal(found.span(), parts.record(5)) ? 0 : 1;
    });
    if (!ended) continue;
    ++accepted;
    query = parts.client.query(5, parts.generator);
    answer = parts.server.answer(parts.table, query);
  }
  EXPECT_GT(wrong, 0U);
  EXPECT_GE(accepted, wrong);
  EXPECT_LT(accepted, tries);
  const auto found = parts.client.finish(answer);
  EXPECT_TRUE(std::ranges::equal(found.span(), parts.record(5)));
}

}  // namespace
}  // namespace lath::apps
