// SPDX-License-Identifier: Apache-2.0
//
// Sums of points with wrong arguments, messages in the wrong place, and corrupted bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <string>
#include <vector>

#include "apps/curve_cases.hpp"
#include "base/bad_input.hpp"
#include "base/corrupted.hpp"

namespace lath::testing {
namespace {

using apps::Curve;
using apps::CurveClient;
using apps::CurvePlan;
using apps::CurvePoints;
using apps::CurveServer;
using apps::CurveUse;

// Both sides, and a query with its answer.
struct SmallSums {
  explicit SmallSums(unsigned levels, CurveUse use = CurveUse::kept)
      : plan(small_curve_plan(levels, use)) {}

  [[nodiscard]] Buffer<std::byte> ask() { return client.query(test.points, generator); }
  [[nodiscard]] bool is_right(const Buffer<std::byte>& answer) {
    return count_wrong(client.finish(answer.span()), test.sums) == 0;
  }

  SeededValues values{7};
  CurveJudge judge = CurveJudge::p256();
  Generator generator = Generator::from_system();
  CurvePlan plan;
  CurveClient client{plan, generator};
  Buffer<std::byte> setup = client.setup(generator);
  CurveServer server{plan, setup.span()};
  CurveCase test{judge, plan, values};
};

he::Literal small_literal(std::size_t primes) {
  he::Literal literal;
  literal.index = 85;
  literal.prime_bits = std::vector<unsigned>(primes, 45);
  literal.special_prime_bits = {45};
  return literal;
}

TEST(CurveErrors, RefuseCurvesAndPlans) {
  const Curve curve = Curve::p256();
  const auto of = [](std::uint64_t b) {
    return [b] { static_cast<void>(Curve::create(he::PrimeField::bls12_381_r, b)); };
  };
  // x^3 - 3x + 18 has the root -3.
  expect_refused({
      {"singular", of(2), ErrorCode::invalid_argument, "singular", "other than 2", "another b"},
      {"a point of order 2", of(18), ErrorCode::invalid_argument, "order 2", "without roots",
       "another b"},
      {"b = p", [&] { static_cast<void>(Curve::create(he::PrimeField::p256, curve.prime())); },
       ErrorCode::invalid_argument, "not below p", "b < p", "another b"},
      {"no level", [&] { static_cast<void>(CurvePlan::create(curve, 0)); },
       ErrorCode::invalid_argument, "0 levels", "1 to 5", "sums of sums"},
      {"six levels", [&] { static_cast<void>(CurvePlan::create(curve, 6)); },
       ErrorCode::invalid_argument, "6 levels", "1 to 5", "sums of sums"},
      {"too few primes",
       [&] { static_cast<void>(CurvePlan::create_insecure(curve, 2, small_literal(3))); },
       ErrorCode::invalid_argument, "3 primes", "need 4", "more primes"},
      {"no room",
       [&] { static_cast<void>(CurvePlan::create_insecure(curve, 1, small_literal(2))); },
       ErrorCode::invalid_argument, "budget", "bits", "larger Q"},
  });
  EXPECT_EQ(Curve::create(he::PrimeField::p256, curve.b()), curve);
}

TEST(CurveErrors, RefusePointsOffTheCurve) {
  SmallSums all(1);
  CurvePoints points(Curve::p256(), 2);
  const auto point = all.judge.random(all.values), other = all.judge.random(all.values);
  points.set(0, point);
  std::vector<std::byte> off = point, large = point, compressed = point;
  off[64] ^= std::byte{1};
  std::fill(large.begin() + 1, large.begin() + 33, std::byte{255});
  compressed[0] = std::byte{2};
  const std::vector<std::byte> one{std::byte{1}}, short_point(point.begin(), point.end() - 1);
  const auto set = [&](const std::vector<std::byte>& bytes) {
    return [&] { points.set(0, bytes); };
  };
  expect_refused(
      {
          {"off the curve", set(off), ErrorCode::malformed, "no point", "x^3 - 3x + b", "SEC 1"},
          {"not reduced", set(large), ErrorCode::malformed, "no point", "below p", "SEC 1"},
          {"compressed", set(compressed), ErrorCode::malformed, "65 bytes", "need 4", "SEC 1"},
          {"one byte", set(one), ErrorCode::malformed, "1 bytes", "0 for infinity", "SEC 1"},
          {"too short", set(short_point), ErrorCode::malformed, "64 bytes", "32 bytes", "SEC 1"},
          {"no such point", [&] { points.set(2, other); }, ErrorCode::invalid_argument,
           "point 2 of 2", "there", "set it"},
          {"not set", [&] { static_cast<void>(points.bytes(1)); }, ErrorCode::invalid_argument,
           "not set", "set", "set it"},
          {"infinity of none", [&] { points.set_infinity(1, ~std::uint64_t{0}); },
           ErrorCode::invalid_argument, "not set", "set", "set it"},
      },
      [&] { EXPECT_TRUE(std::ranges::equal(points.bytes(0), point)); });
  points.set_infinity(0, 0);
  EXPECT_TRUE(std::ranges::equal(points.bytes(0), point));
  points.set_infinity(0, ~std::uint64_t{0});
  EXPECT_TRUE(std::ranges::equal(points.bytes(0), CurveJudge::infinity()));
}

TEST(CurveErrors, RefuseBatchesThatDoNotFit) {
  SmallSums all(2);
  const auto query = all.ask();
  const auto answer = all.server.answer(query.span());
  const std::size_t slots = all.plan.slots(), count = slots * all.plan.summands();
  CurvePoints partly(Curve::p256(), count), few(Curve::p256(), count - 1);
  CurvePoints of_slots(Curve::p256(), slots);
  CurvePoints another(Curve::create(he::PrimeField::bls12_381_r, 4), count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto point = all.judge.random(all.values);
    if (i != 3) partly.set(i, point);
    if (i < slots) of_slots.set(i, point);
  }
  const auto ask = [&](const CurvePoints& points) {
    return [&] { static_cast<void>(all.client.query(points, all.generator)); };
  };
  expect_refused({
      {"partly filled", ask(partly), ErrorCode::invalid_argument, "point 3", "all 16", "infinity"},
      {"too few", ask(few), ErrorCode::mismatch, "15 points", "need 16", "fill every slot"},
      {"another curve", ask(another), ErrorCode::mismatch, "another curve", "plan's", "plan"},
      {"short scalars",
       [&] {
         static_cast<void>(all.client.query_multiples(of_slots, he::WideValues(slots, 3), of_slots,
                                                      all.generator));
       },
       ErrorCode::mismatch, "3 words", "4 words", "each slot"},
  });
  // The query stayed open.
  EXPECT_TRUE(all.is_right(answer));
}

TEST(CurveErrors, RefuseMessagesInTheWrongPlace) {
  SmallSums all(2), other(2);
  const SmallSums released(2, CurveUse::released);
  const auto query = all.ask();
  const auto answer = all.server.answer(query.span());
  const auto other_query = other.ask();
  const auto other_answer = other.server.answer(other_query.span());
  Buffer<std::byte> later = query, protocol = query, version = query;
  later[8] = std::byte{77};  // the number of a query that was not asked
  protocol[6] = std::byte{3};
  version[5] = std::byte{9};
  const auto later_answer = all.server.answer(later.span());
  const auto finish = [&](const Buffer<std::byte>& bytes) {
    return [&] { static_cast<void>(all.client.finish(bytes.span())); };
  };
  const auto serve = [&](const Buffer<std::byte>& bytes) {
    return [&] { static_cast<void>(all.server.answer(bytes.span())); };
  };
  const auto limited = [&] {
    CurveServer server(all.plan, all.setup.span(), {.memory = all.plan.server_memory() - 1});
  };
  std::stop_source stopped;
  stopped.request_stop();
  expect_refused({
      {"a query as answer", finish(query), ErrorCode::mismatch, "message 2", "need message 3",
       "function"},
      {"an answer as query", serve(answer), ErrorCode::mismatch, "message 3", "need message 2",
       "function"},
      {"of another client", serve(other_query), ErrorCode::mismatch, "another session", "this",
       "setup"},
      {"an answer to another client", finish(other_answer), ErrorCode::mismatch, "another session",
       "this", "setup"},
      {"an answer to another query", finish(later_answer), ErrorCode::mismatch, "number 77",
       "number 1", "order"},
      {"another protocol", serve(protocol), ErrorCode::mismatch, "private retrieval",
       "elliptic curves", "function"},
      {"another version", serve(version), ErrorCode::malformed, "version 9", "version 1",
       "version of lath"},
      {"another plan", [&] { CurveServer server(small_curve_plan(3), all.setup.span()); },
       ErrorCode::mismatch, "other sums", "server's plan", "same plan"},
      {"another use", [&] { CurveServer server(released.plan, all.setup.span()); },
       ErrorCode::mismatch, "other sums", "server's plan", "same plan"},
      {"memory beyond the limit", limited, ErrorCode::unsupported, "bytes of memory", "limit",
       "raise"},
      {"a stop",
       [&] {
         static_cast<void>(all.server.answer(
             query.span(), {.progress = {}, .cancellation = stopped.get_token()}));
       },
       ErrorCode::cancelled, "cancelled", "end", "again"},
      {"released without room",
       [&] { static_cast<void>(all.client.finish_for_release(answer.span(), all.generator)); },
       ErrorCode::invalid_argument, "keeps", "released", "both sides"},
  });
  EXPECT_TRUE(all.is_right(answer));
  expect_refused({{"an answer again", finish(answer), ErrorCode::invalid_argument,
                   "no query is open", "open query", "ask first"}});
  CurveClient moved(std::move(all.client));
  CurveServer moved_server(std::move(all.server));
  expect_refused({{"a moved client", finish(answer), ErrorCode::invalid_argument, "moved from",
                   "key", "moved to"},
                  {"a moved server", serve(query), ErrorCode::invalid_argument, "moved from",
                   "setup", "moved to"}});
}

TEST(CurveErrors, CountAdditionsAsProgress) {
  SmallSums all(3);
  const auto query = all.ask();
  std::vector<std::uint64_t> steps;
  const auto answer = all.server.answer(
      query.span(),
      {.progress = [&](std::uint64_t step) { steps.push_back(step); }, .cancellation = {}});
  EXPECT_EQ(steps, (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6, 7}));
  EXPECT_TRUE(all.is_right(answer));
}

// Calls action(bytes) with corrupted bytes; only Lath's errors come out. Whether any was accepted.
template <class Action>
std::size_t accepted(const Buffer<std::byte>& bytes, SeededValues& values, const Action& action) {
  std::size_t count = 0;
  for (std::uint64_t i = 0; i < seeds(150); ++i) {
    const std::vector<std::byte> bad = corrupted(bytes.span(), values);
    try {
      action(bad);
      ++count;
    } catch (const Error& error) {
      EXPECT_TRUE(error.code() == ErrorCode::malformed || error.code() == ErrorCode::mismatch ||
                  error.code() == ErrorCode::invalid_argument)
          << error.what();
    }
  }
  return count;
}

TEST(CurveCorruptions, AreRefusedOrGiveOtherSums) {
  for (const unsigned levels : {1U, 2U}) {
    SCOPED_TRACE(levels);
    SmallSums all(levels);
    SCOPED_TRACE(all.values.label());
    const auto query = all.ask();
    const auto answer = all.server.answer(query.span());
    accepted(all.setup, all.values, [&](const auto& bad) { CurveServer server(all.plan, bad); });
    accepted(query, all.values,
             [&](const auto& bad) { EXPECT_EQ(all.server.answer(bad).size(), answer.size()); });
    // The server is as it was.
    const auto again = all.server.answer(query.span());
    EXPECT_TRUE(std::ranges::equal(again.span(), answer.span()));
    EXPECT_TRUE(all.is_right(answer));
  }
}

TEST(CurveCorruptions, OfAnswersReleaseNothing) {
  for (const unsigned levels : {1U, 2U}) {
    SCOPED_TRACE(levels);
    SmallSums all(levels, CurveUse::released);
    SCOPED_TRACE(all.values.label());
    auto query = all.ask();
    auto answer = all.server.answer(query.span());
    std::uint64_t number = 1;
    for (std::uint64_t i = 0; i < seeds(150); ++i) {
      const std::vector<std::byte> bad = corrupted(answer.span(), all.values);
      bool is_closed = false;
      try {
        // A result that is released is right.
        const auto sums = all.client.finish_for_release(bad, all.generator);
        EXPECT_EQ(count_wrong(sums, all.test.sums), 0U);
        is_closed = true;
      } catch (const Error& error) {
        EXPECT_TRUE(error.code() == ErrorCode::malformed || error.code() == ErrorCode::mismatch)
            << error.what();
        is_closed = std::string(error.found()).find("no points") != std::string::npos;
      }
      if (!is_closed) continue;
      // The old answer to a new query, as an honest server would send it.
      static_cast<void>(all.ask());
      answer[8] = static_cast<std::byte>(++number & 0xff);
      answer[9] = static_cast<std::byte>(number >> 8 & 0xff);
      answer[10] = static_cast<std::byte>(number >> 16);
    }
    const auto sums = all.client.finish_for_release(answer.span(), all.generator);
    EXPECT_EQ(count_wrong(sums, all.test.sums), 0U);
  }
}

}  // namespace
}  // namespace lath::testing
