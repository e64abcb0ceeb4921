// SPDX-License-Identifier: Apache-2.0
//
// Many polynomials in one call. A batch spreads the limbs of all its polynomials over the threads
// together; a loop would start and join threads for each polynomial. The results are the same.

#include <chrono>
#include <cstddef>
#include <iostream>
#include <string_view>
#include <utility>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/batch.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/prepared.hpp"

using namespace lath;

namespace {

constexpr std::size_t kCount = 32;

template <class Operation>
void report(std::string_view name, const Operation& operation) {
  const auto start = std::chrono::steady_clock::now();
  operation();
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  std::cout << name << ": " << took.count() << " ms\n";
}

}  // namespace

int main() {
  const auto ring = DynamicRing::create(4096, ntt_primes(50, 4096, 2));
  Generator generator = Generator::from_system();
  std::vector<Poly<DynamicRing, Coeff>> a, b;
  for (std::size_t i = 0; i < kCount; ++i) {
    a.push_back(uniform<Coeff>(ring, generator));
    b.push_back(uniform<Coeff>(ring, generator));
  }

  // Products pair by pair: a[0] b[0], a[1] b[1], ...
  std::vector<Poly<DynamicRing, Coeff>> products, one_by_one;
  report("products, in one call", [&] { products = convolve(a, b); });
  report("products, in a loop", [&] {
    for (std::size_t i = 0; i < kCount; ++i) one_by_one.push_back(convolve(a[i], b[i]));
  });

  // Products by one common factor, as by a key: transform everything once, prepare the factor once
  // and stay in evaluation form for as long as possible.
  const auto key = prepare(uniform<Eval>(ring, generator));
  std::vector<Poly<DynamicRing, Eval>> values = ntt(a);
  for (auto& value : values) value = value * key;
  const auto by_key = intt(std::move(values));  // in place: the batch is no longer needed

  const bool equal = products == one_by_one && by_key[0] == convolve(a[0], key.poly());
  std::cout << (equal ? "a batch gives what a loop gives\n" : "the results differ\n");
  return equal ? 0 : 1;
}
