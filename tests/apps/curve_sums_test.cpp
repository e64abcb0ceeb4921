// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "apps/curve_cases.hpp"
#include "lath/apps/curve_sums.hpp"

namespace lath::testing {
namespace {

using apps::Curve;
using apps::CurveClient;
using apps::CurvePlan;
using apps::CurvePoints;
using apps::CurveServer;
using apps::CurveUse;

// Sums by bytes alone, all slots against OpenSSL.
void check_sums(const CurvePlan& plan, const CurveJudge& judge, std::uint64_t seed) {
  SeededValues values(seed);
  SCOPED_TRACE(values.label());
  Generator generator = Generator::from_system();
  CurveClient client(plan, generator);
  const auto setup = client.setup(generator);
  EXPECT_EQ(setup.size(), plan.setup_bytes());
  CurveServer server(plan, setup.span());
  const CurveCase test(judge, plan, values);
  const auto query = client.query(test.points, generator);
  EXPECT_EQ(query.size(), plan.query_bytes());
  const auto answer = server.answer(query.span());
  EXPECT_EQ(answer.size(), plan.answer_bytes());
  const CurvePoints sums = plan.use() == CurveUse::kept
                               ? client.finish(answer.span())
                               : client.finish_for_release(answer.span(), generator);
  EXPECT_EQ(count_wrong(sums, test.sums), 0U);
}

TEST(CurveSums, AreTheSumsOfOpenSsl) {
  const CurveJudge judge = CurveJudge::p256();
  for (unsigned levels = 1; levels <= 4; ++levels) {
    SCOPED_TRACE(levels);
    for (std::uint64_t seed = 0; seed < seeds(3); ++seed) {
      check_sums(small_curve_plan(levels), judge, seed);
    }
  }
  check_sums(small_curve_plan(1, CurveUse::released), judge, 1);
  check_sums(small_curve_plan(2, CurveUse::released), judge, 2);
}

}  // namespace
}  // namespace lath::testing
