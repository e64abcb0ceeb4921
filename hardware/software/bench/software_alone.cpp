// SPDX-License-Identifier: Apache-2.0
#include "software_alone.hpp"

#include <algorithm>
#include <barrier>
#include <memory>
#include <thread>
#include <vector>

#include "lath/hardware/encryption_product.hpp"
#include "lath/ring/client/masking_key.hpp"
#include "measured.hpp"
#include "software_half.hpp"

namespace lath::hardware::bench {
namespace {

constexpr int kCalls = 3000, kRounds = 200, kSharedCalls = 20;

// The least time of `products` products that threads share. `make` gives each thread a call with
// memory of its own that computes one of them. Rounds are long, so that to start them costs
// nothing.
template <class Make>
SoftwareTimes least_times(std::size_t products, const Make& make) {
  const auto one = make();
  SoftwareTimes times{};
  times.alone = least_us(kCalls, [&] {
    for (std::size_t i = 0; i < products; ++i) one();
  });
  times.shared = times.alone;
  const std::size_t count = std::min(products, sharing_threads());
  if (count == 1) return times;
  const std::size_t share = (products + count - 1) / count;
  const auto everybody = static_cast<std::ptrdiff_t>(count) + 1;
  std::barrier start(everybody), end(everybody);
  std::vector<std::jthread> threads;
  for (std::size_t t = 0; t < count; ++t) {
    threads.emplace_back([&] {
      const auto action = make();
      for (int round = 0; round < kRounds; ++round) {
        start.arrive_and_wait();
        for (std::size_t i = 0; i < kSharedCalls * share; ++i) action();
        end.arrive_and_wait();
      }
    });
  }
  const double least = least_us(kRounds, [&] {
    start.arrive_and_wait();
    end.arrive_and_wait();
  });
  times.shared = least / kSharedCalls;
  return times;
}

SoftwareTimes product_times(const CoefficientModulus& q, std::size_t products) {
  const auto product = EncryptionProduct::transform(q, random_key(q));
  return least_times(products, [&] {
    struct Memory {
      EncryptionProduct::Workspace workspace;
      std::vector<std::int8_t> u = random_small(kDegree, 1), errors = random_small(kDegree, 8);
      std::vector<std::uint32_t> results = std::vector<std::uint32_t>(kDegree * kChunks);
    };
    const auto memory = std::make_shared<Memory>(product.workspace());
    return [&product, memory] {
      product.multiply_add(memory->results, memory->u, memory->errors, memory->workspace);
    };
  });
}

}  // namespace

std::size_t sharing_threads() {
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMaxMessages);
}

SoftwareTimes masking_times(std::size_t products) {
  const auto index = CyclotomicIndex::create(kIndex);
  const auto ring = DynamicRing::create(index, MaskingKey::primes(50, index, 3));
  std::vector<std::uint64_t> words(ring.limbs() * kDegree);
  const auto key_words = random_key(CoefficientModulus::residue_design());
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = key_words[i];
  const auto key = MaskingKey::create(ring, 1, words);
  return least_times(products, [&] {
    struct Memory {
      Buffer<std::uint64_t, Secret> scratch;
      std::vector<std::int8_t> u = random_small(kDegree, 1), errors = random_small(kDegree, 8);
      std::vector<std::uint64_t> results;
    };
    const auto memory =
        std::make_shared<Memory>(Buffer<std::uint64_t, Secret>(key.scratch_words()));
    memory->results.resize(words.size());
    return [&key, memory] {
      key.mask(memory->results, memory->u, memory->errors, memory->scratch.span());
    };
  });
}

SoftwareTimes power_times(std::size_t products) {
  return product_times(CoefficientModulus::power_of_two(135), products);
}
SoftwareTimes primes_times(std::size_t products) {
  return product_times(CoefficientModulus::residue_design(), products);
}

}  // namespace lath::hardware::bench
