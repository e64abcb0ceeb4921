// SPDX-License-Identifier: Apache-2.0
//
// Sums of points where memory or randomness fails, once at each place: everything stays as it was,
// and both sides start again. It replaces the allocation operators and a function of OpenSSL, so it
// is a program of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "apps/curve_cases.hpp"
#include "base/failing_places.hpp"

namespace lath::testing {
namespace {

// Both sides of a plan, and a query with its answer.
struct BothSides {
  explicit BothSides(unsigned levels) : plan(small_curve_plan(levels)) {}

  SeededValues values{3};
  CurveJudge judge = CurveJudge::p256();
  Generator generator = Generator::from_system();
  apps::CurvePlan plan;
  apps::CurveClient client{plan, generator};
  Buffer<std::byte> setup = client.setup(generator);
  apps::CurveServer server{plan, setup.span()};
  CurveCase test{judge, plan, values};
  Buffer<std::byte> query = client.query(test.points, generator);
  Buffer<std::byte> answer = server.answer(query.span());
};

void nothing() {}

TEST(CurveAllocations, ThatFailLeaveSetupsAndServersAsTheyWere) {
  BothSides sides(2);
  SCOPED_TRACE(sides.values.label());
  auto& [values, judge, generator, plan, client, setup, server, test, query, answer] = sides;
  EXPECT_GE(expect_survived(left, [&] { (void)client.setup(generator); }, nothing), 10U);
  EXPECT_GE(expect_survived(left, [&] { apps::CurveServer(plan, setup.span()); }, nothing), 10U);
  EXPECT_GE(expect_survived(left, [&] { apps::CurveClient(plan, generator); }, nothing), 4U);
  EXPECT_GE(expect_survived(left_of_ciphers, [&] { (void)client.setup(generator); }, nothing), 1U);
  int failures = 0;  // every 32nd one is followed by an answer
  EXPECT_GE(expect_survived(
                left, [&] { (void)server.answer(query.span()); },
                [&] {
                  if (++failures % 32 != 0) return;
                  const auto again = server.answer(query.span());
                  EXPECT_TRUE(std::ranges::equal(again.span(), answer.span()));
                }),
            50U);
  EXPECT_EQ(count_wrong(client.finish(answer.span()), test.sums), 0U);
}

TEST(CurveAllocations, ThatFailLeaveQueriesOpen) {
  BothSides sides(1);
  SCOPED_TRACE(sides.values.label());
  auto& [values, judge, generator, plan, client, setup, server, test, query, answer] = sides;
  EXPECT_GE(expect_survived(left, [&] { (void)client.finish(answer.span()); }, nothing), 10U);
  for (auto* countdown : {&left, &left_of_ciphers}) {
    // A query that fails leaves the open one open: its answer is read in between.
    const auto open = client.query(test.points, generator);
    const auto open_answer = server.answer(open.span());
    bool is_read = false;
    EXPECT_GE(expect_survived(
                  *countdown, [&] { (void)client.query(test.points, generator); },
                  [&] {
                    if (is_read) return;
                    EXPECT_EQ(count_wrong(client.finish(open_answer.span()), test.sums), 0U);
                    is_read = true;
                  }),
              1U);
    EXPECT_TRUE(is_read);
  }
  // A point that fails to be set stays as it was.
  apps::CurvePoints points = test.points;
  const auto old = points.bytes(0);
  const auto other = judge.random(values);
  EXPECT_GE(expect_survived(
                left, [&] { points.set(0, other); },
                [&] { EXPECT_TRUE(std::ranges::equal(points.bytes(0), old)); }),
            3U);
}

}  // namespace
}  // namespace lath::testing
