// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "lath/arith/prime_tables.hpp"
#include "lath/ring/static_ring.hpp"

namespace lath {
namespace {

TEST(StaticRing, IsMadeOnceWhicheverThreadAsksFirst) {
  using R = StaticRing<std::uint64_t, 2048, 150>;  // of no other test
  constexpr std::size_t kThreads = 8;
  std::vector<const NttPlan<std::uint64_t>*> seen(kThreads, nullptr);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&seen, i] { seen[i] = &R::instance().plan(2); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto* plan : seen) EXPECT_EQ(plan, seen[0]);
  EXPECT_EQ(seen[0]->modulus(), tabulated_primes(50)[2]);
}

}  // namespace
}  // namespace lath
