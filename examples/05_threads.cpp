// SPDX-License-Identifier: Apache-2.0
//
// Threads: rings, keys and parameters are immutable and shared; a generator belongs to one thread.
// `make check` runs this under a thread sanitizer.

#include <atomic>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/pke/rlwe.hpp"
#include "lath/ring/dynamic_ring.hpp"

using namespace lath;

namespace {

constexpr int kThreads = 4;

// Every thread may make the same ring: what is searched for it is found once and remembered.
bool squares(std::size_t degree) {
  const auto ring = DynamicRing::create(degree, ntt_primes(50, degree, 2));
  Poly<DynamicRing, Coeff> x(ring);
  for (std::size_t limb = 0; limb < ring.limbs(); ++limb) x.limb(limb)[degree / 2] = 1;
  const auto square = intt(ntt(x) * ntt(x));  // (x^(n/2))^2 = x^n = -1
  return square.limb(0)[0] == ring.modulus(0).value() - 1;
}

bool transports(const rlwe::Scheme& scheme, const rlwe::KeyPair& keys, Generator& generator) {
  rlwe::Message sent(scheme.parameters().message_bytes);
  generator.fill(sent.span());
  const auto received =
      scheme.decrypt(keys.secret_key, scheme.encrypt(keys.public_key, sent, generator));
  return ct::equal(sent.span(), received.span());
}

}  // namespace

int main() {
  Generator generator = Generator::from_system();
  const rlwe::Scheme scheme = rlwe::Scheme::create(rlwe::recommended_parameters());
  const rlwe::KeyPair keys = scheme.generate_keys(generator);

  std::atomic<int> right = 0;
  {
    std::vector<std::jthread> threads;
    threads.reserve(kThreads);
    for (int i = 0; i < kThreads; ++i) {
      // Splitting happens here, in the thread that owns the generator; each part moves to its own.
      threads.emplace_back([&, own = generator.split("thread " + std::to_string(i))]() mutable {
        for (std::size_t degree = 64; degree <= 1024; degree *= 2) right += squares(degree);
        right += transports(scheme, keys, own);
      });
    }
  }
  std::cout << right << " of " << kThreads * 6 << " results are right\n";
  return right == kThreads * 6 ? 0 : 1;
}
