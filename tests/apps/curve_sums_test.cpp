// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "apps/curve_cases.hpp"
#include "apps/message.hpp"
#include "lath/apps/curve_sums.hpp"
#include "lath/he/bytes.hpp"

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
  const CurvePoints sums = plan.options().use == CurveUse::kept
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

// The bound in honest answers is the bound that the client computes from the plan, or a smaller
// one.
TEST(CurveSums, HaveTheBoundOfThePlan) {
  for (unsigned levels = 1; levels <= 4; ++levels) {
    SCOPED_TRACE(levels);
    const CurvePlan plan = small_curve_plan(levels);
    SeededValues values(levels);
    Generator generator = Generator::from_system();
    CurveClient client(plan, generator);
    const auto setup = client.setup(generator);
    CurveServer server(plan, setup.span());
    const CurveCase test(CurveJudge::p256(), plan, values);
    const auto query = client.query(test.points, generator);
    const auto answer = server.answer(query.span());
    apps::MessageReader reader(answer.span(), apps::Protocol::curve, 3, "an answer");
    double largest = -1e9;
    for (int i = 0; i < 3; ++i) {
      const auto bytes = reader.take_object();
      largest = std::max(
          largest,
          plan.is_relinearized()
              ? he::ciphertext_from_bytes(plan.parameters(), bytes).noise().log2_bound()
              : he::bgv::product_from_bytes(plan.parameters(), bytes).noise().log2_bound());
    }
    EXPECT_NEAR(largest, plan.answer_noise().log2_bound(), 1e-6);
    EXPECT_GE(plan.answer_noise().budget_bits(), 0);
  }
}

// k P + A with every window, and the decryption of ElGamal.
TEST(CurveSums, AreMultiplesByWindows) {
  const CurveJudge judge = CurveJudge::p256();
  for (const unsigned levels : {1U, 3U}) {
    SCOPED_TRACE(levels);
    const CurvePlan plan = small_curve_plan(levels);
    EXPECT_EQ(plan.window_bits() * plan.summands(), 256U);
    SeededValues values(levels);
    SCOPED_TRACE(values.label());
    Generator generator = Generator::from_system();
    CurveClient client(plan, generator);
    const auto setup = client.setup(generator);
    CurveServer server(plan, setup.span());
    const std::size_t slots = plan.slots();
    CurvePoints points(plan.curve(), slots), addends(plan.curve(), slots);
    he::WideValues scalars(slots, 4);
    std::vector<CurveJudge::Bytes> expected;
    for (std::size_t i = 0; i < slots; ++i) {
      // Zero, -1 modulo 2^256, and drawn ones; a message of ElGamal in the last slot.
      for (auto& word : scalars[i]) word = i == 0 ? 0 : i == 1 ? ~std::uint64_t{0} : values.next();
      const auto point = i == 2 ? CurveJudge::infinity() : judge.random(values);
      const auto message = judge.random(values);
      const bool is_elgamal = i + 1 == slots;
      const auto multiple = judge.multiply(point, scalars[i]);
      points.set(i, is_elgamal ? judge.negate(point) : point);
      addends.set(i, is_elgamal ? judge.add(message, multiple) : message);
      expected.push_back(is_elgamal ? message : judge.add(message, multiple));
    }
    const auto query = client.query_multiples(points, scalars, addends, generator);
    const auto answer = server.answer(query.span());
    EXPECT_EQ(count_wrong(client.finish(answer.span()), expected), 0U);
  }
}

// Another field in x^n + 1, and any b.
TEST(CurveSums, OfAnotherFieldAreRight) {
  const Curve curve = Curve::create(he::PrimeField::bls12_381_r, 4);
  he::Literal literal;
  literal.degree = 64;
  literal.prime_bits = {45, 45, 45, 45, 45, 45};
  literal.special_prime_bits = {45};
  check_sums(CurvePlan::create_insecure(curve, 1, literal), CurveJudge(curve), 1);
  check_sums(CurvePlan::create_insecure(curve, 2, literal), CurveJudge(curve), 2);
}

// The plans of 128 bits, every slot; all of them where LATH_TEST_SEEDS is set.
TEST(CurveSums, AtFullSizeAreRight) {
  if (seeds(0) == 0) {
    check_sums(CurvePlan::create(Curve::p256(), 1), CurveJudge::p256(), 1);
    return;
  }
  const Curve bls = Curve::create(he::PrimeField::bls12_381_r, 4);
  for (unsigned levels = 1; levels <= 5; ++levels) {
    SCOPED_TRACE(levels);
    check_sums(CurvePlan::create(Curve::p256(), levels), CurveJudge::p256(), levels);
    check_sums(CurvePlan::create(bls, levels), CurveJudge(bls), levels);
  }
  check_sums(CurvePlan::create(Curve::p256(), 4, {.goal = apps::CurveGoal::batch}),
             CurveJudge::p256(), 4);
  for (const unsigned levels : {1U, 2U, 4U, 5U}) {
    check_sums(CurvePlan::create(Curve::p256(), levels, {.use = CurveUse::released}),
               CurveJudge::p256(), levels);
  }
}

}  // namespace
}  // namespace lath::testing
