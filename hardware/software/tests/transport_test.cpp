// SPDX-License-Identifier: Apache-2.0
#include "lath/hardware/transport.hpp"

#include <gtest/gtest.h>

#include "base/expect_error.hpp"

namespace lath::hardware {
namespace {

constexpr double kTolerance = 1e-9;

// 1000 bursts in and 500 out; the first leaves at cycle 200, the last at cycle 1200.
constexpr Exchange kExchange{{16000, 8000, 1200, 200}, 100, 0};

TEST(Transport, TakesLatencyTwiceAndTheCyclesOfACircuitThatIsSlower) {
  // A burst takes 10 ns in the circuit and 8 ns on the bus.
  const ExchangeTime time = time_of(kExchange, {3, 2000});
  EXPECT_NEAR(time.first_output, 3 + 2, kTolerance);
  EXPECT_NEAR(time.total, 3 + 12 + 0.01 + 3, kTolerance);
  EXPECT_EQ(time.key_upload, 0);
}

TEST(Transport, StretchesTheCyclesInWhichBurstsArrive) {
  // 16 ns a burst on the bus: 1000 of them, 200 cycles of 10 ns after them, and the last burst.
  const ExchangeTime time = time_of(kExchange, {3, 1000});
  EXPECT_NEAR(time.first_output, 3 + 3.2, kTolerance);
  EXPECT_NEAR(time.total, 3 + 16 + 2 + 0.016 + 3, kTolerance);
}

TEST(Transport, WaitsForTheAnswerWhereThatIsLonger) {
  Exchange exchange = kExchange;
  exchange.traffic.bytes_from_device = 32000;
  EXPECT_NEAR(time_of(exchange, {3, 1000}).total, 3 + 3.2 + 32 + 3, kTolerance);
}

TEST(Transport, TakesAnotherTransferForAKey) {
  Exchange exchange = kExchange;
  exchange.key_bytes = 4000;
  const ExchangeTime cold = time_of(exchange, {3, 1000}), warm = time_of(kExchange, {3, 1000});
  EXPECT_NEAR(cold.key_upload, 3 + 4, kTolerance);
  EXPECT_NEAR(cold.total, warm.total + 7, kTolerance);
  // The circuit is slower than this bus.
  EXPECT_NEAR(time_of(exchange, {3, 2000}).key_upload, 3 + 2.5, kTolerance);
}

TEST(Transport, NeedsRates) {
  const auto refuse = [](const Exchange& exchange, const Bus& bus) {
    lath::testing::expect_error([&] { static_cast<void>(time_of(exchange, bus)); },
                                ErrorCode::invalid_argument, {"rate"});
  };
  Exchange still = kExchange;
  still.clock_mhz = 0;
  refuse(kExchange, {-1, 2000});
  refuse(kExchange, {10, 0});
  refuse(still, {10, 2000});
}

}  // namespace
}  // namespace lath::hardware
