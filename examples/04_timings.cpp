// SPDX-License-Identifier: Apache-2.0
//
// How long each operation takes, for one ring; `bench/run` measures with more care.

#include <chrono>
#include <iostream>
#include <string_view>

#include "lath/random/samplers.hpp"
#include "lath/ring/poly.hpp"
#include "lath/ring/static_ring.hpp"

using Ring = lath::StaticRing<std::uint64_t, 1024, 100>;  // two primes of 50 bits

template <class Operation>
static void report(std::string_view name, const Operation& operation) {
  using Clock = std::chrono::steady_clock;
  constexpr int kTimes = 1000;
  const auto start = Clock::now();
  for (int i = 0; i < kTimes; ++i) operation();
  const std::chrono::duration<double, std::micro> took = Clock::now() - start;
  std::cout << name << ": " << took.count() / kTimes << " us\n";
}

int main() {
  auto generator = lath::Generator::from_system();
  auto a = lath::uniform<lath::Coeff>(Ring::instance(), generator);
  auto x = lath::uniform<lath::Eval>(Ring::instance(), generator);
  const auto y = lath::uniform<lath::Eval>(Ring::instance(), generator);
  report("uniform", [&] { a = lath::uniform<lath::Coeff>(Ring::instance(), generator); });
  report("ntt", [&] { (void)ntt(a); });
  report("intt", [&] { (void)intt(x); });
  report("x + y", [&] { x += y; });
  report("x * y", [&] { x *= y; });
  report("x * y + x", [&] { x = x * y + x; });
}
