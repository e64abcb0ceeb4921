// SPDX-License-Identifier: Apache-2.0
//
// Private retrieval where memory or randomness fails, once at each place: everything stays as it
// was, and both sides start again. It replaces the allocation operators and a function of OpenSSL,
// so it is a program of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "apps/retrieval_cases.hpp"
#include "base/failing_places.hpp"

namespace lath::apps {
namespace {

using namespace lath::testing;

TEST(RetrievalAllocations, ThatFailLeaveBothSidesAsTheyWere) {
  SmallRetrieval parts(retrieval_cases()[0]);
  ASSERT_TRUE(parts.gives(3));  // makes all tables
  auto& [values, generator, plan, records, client, server, table] = parts;
  const auto setup = client.setup(generator);
  const auto query = client.query(11, generator);
  const auto answer = server.answer(table, query);
  const auto none = [] {};

  EXPECT_GE(expect_survived(left, [&] { RetrievalTable another(plan); }, none), 4U);
  EXPECT_GE(expect_survived(left, [&] { (void)client.setup(generator); }, none), 10U);
  EXPECT_GE(expect_survived(left, [&] { RetrievalServer another(plan, setup); }, none), 10U);
  EXPECT_GE(expect_survived(left, [&] { RetrievalClient another(plan, generator); }, none), 4U);
  EXPECT_GE(expect_survived(left_of_ciphers, [&] { (void)client.setup(generator); }, none), 1U);

  // An answer that fails changes no later one.
  EXPECT_GE(expect_survived(
                left, [&] { (void)server.answer(table, query); },
                [&] { EXPECT_TRUE(std::ranges::equal(server.answer(table, query), answer)); }),
            10U);
  // A new server has no memory for results yet.
  EXPECT_GE(expect_survived(
                left,
                [&] {
                  RetrievalServer another(plan, setup);
                  (void)another.answer(table, query);
                },
                none),
            20U);
  // An update that fails changes no record.
  const auto other = random_bytes(values, plan.record_bytes());
  const auto old = table.record(11);
  EXPECT_GE(expect_survived(
                left, [&] { table.update(11, other); },
                [&] {
                  EXPECT_TRUE(std::ranges::equal(table.record(11), old));
                  EXPECT_TRUE(std::ranges::equal(server.answer(table, query), answer));
                }),
            3U);
  table.update(11, old.span());
  // The query stays open until its answer was read.
  EXPECT_GE(expect_survived(left, [&] { (void)client.finish(answer); }, none), 10U);
  for (auto* countdown : {&left, &left_of_ciphers}) {
    const auto open = client.query(12, generator);
    const auto open_answer = server.answer(table, open);
    // A query that fails leaves the open one open: its answer is read in between.
    bool is_read = false;
    EXPECT_GE(expect_survived(
                  *countdown, [&] { (void)client.query(13, generator); },
                  [&] {
                    if (is_read) return;
                    const auto found = client.finish(open_answer);
                    EXPECT_TRUE(std::ranges::equal(found.span(), parts.record(12)));
                    is_read = true;
                  }),
              1U);
    EXPECT_TRUE(is_read);
    EXPECT_TRUE(parts.gives(14));
  }
}

}  // namespace
}  // namespace lath::apps
