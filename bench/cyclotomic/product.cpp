// SPDX-License-Identifier: Apache-2.0
#include "cyclotomic/product.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/random/generator.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/client/masking_key.hpp"
#include "lath/ring/dynamic_ring.hpp"

namespace lath::bench {
namespace {

using Words = Buffer<std::uint64_t>;
using Small = std::vector<std::int8_t>;

DynamicRing ring_of(std::uint64_t m, std::size_t limbs) {
  const auto index = CyclotomicIndex::create(m);
  return DynamicRing::create(index, ntt_primes(50, index, limbs));
}

// Words of all limbs, one limb after the other.
Words random_limbs(const DynamicRing& ring, Generator& generator) {
  Words words(ring.limbs() * ring.degree());
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    sample_uniform(words.span().subspan(i * ring.degree(), ring.degree()), ring.modulus(i).value(),
                   generator);
  }
  return words;
}

// Masks P U + E of several messages, U of 0 and 1, by a key of one or both halves.
class Encryption {
 public:
  Encryption(const DynamicRing& ring, std::size_t halves, std::size_t messages)
      : key_(key_of(ring, halves)), scratch_(key_.scratch_words()), messages_(messages) {
    Generator generator = Generator::from_seed(Seed{}, "bench cyclotomic encryptions");
    const std::size_t n = ring.degree();
    for (Message& message : messages_) {
      message = {Small(n), Small(halves * n), Words(halves * ring.limbs() * n)};
      sample_ternary(std::span(message.u), generator);
      for (auto& x : message.u) x = static_cast<std::int8_t>(x & 1);
      sample_centered_binomial(std::span(message.errors), 21, generator);
    }
  }
  void run() {
    for (Message& m : messages_) key_.mask(m.out.span(), m.u, m.errors, scratch_.span());
  }
  void lift(Words& integers) const {
    const DynamicRing& ring = key_.ring();
    ring.basis().lift(integers.data(), messages_.front().out.data(), ring.degree(), ring.degree(),
                      Representative::nonnegative);
  }
  [[nodiscard]] std::size_t integer_words() const {
    return key_.ring().basis().words() * key_.ring().degree();
  }
  [[nodiscard]] std::size_t key_bytes() const { return key_.bytes(); }
  [[nodiscard]] std::size_t scratch_bytes() const { return scratch_.size() * sizeof(scratch_[0]); }

 private:
  struct Message {
    Small u, errors;
    Words out;
  };
  static MaskingKey key_of(const DynamicRing& ring, std::size_t halves) {
    Generator generator = Generator::from_seed(Seed{}, "bench cyclotomic keys");
    std::vector<std::uint64_t> words;
    for (std::size_t h = 0; h < halves; ++h) {
      const Words half = random_limbs(ring, generator);
      words.insert(words.end(), half.data(), half.data() + half.size());
    }
    return MaskingKey::create(ring, halves, words);
  }

  MaskingKey key_;
  Words scratch_;
  std::vector<Message> messages_;
};

// The ring of masks that are products of polynomials in x, and the one whose primes have no roots
// for them: masks by the transforms of the ring.
DynamicRing masking_ring(bool direct) {
  const auto index = CyclotomicIndex::create(2783);
  return DynamicRing::create(index,
                             direct ? MaskingKey::primes(50, index, 3) : ntt_primes(50, index, 3));
}

void register_masks(bool direct, std::size_t halves, std::size_t messages) {
  const std::string name = "cyclotomic/encrypt/2783x150/" + std::to_string(messages) +
                           (halves == 2 ? "_of_both_halves" : "") +
                           (direct ? "" : "_by_transforms");
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    Encryption encryption(masking_ring(direct), halves, messages);
    for (auto _ : state) {
      encryption.run();
      benchmark::ClobberMemory();
    }
    state.counters["products"] = benchmark::Counter(static_cast<double>(messages * halves),
                                                    benchmark::Counter::kIsIterationInvariantRate);
    state.counters["key_bytes"] = static_cast<double>(encryption.key_bytes());
    state.counters["scratch_bytes"] = static_cast<double>(encryption.scratch_bytes());
  })->Unit(benchmark::kMicrosecond);
}

}  // namespace

void register_cyclotomic_products(std::uint64_t m) {
  benchmark::RegisterBenchmark(
      ("cyclotomic/product/" + std::to_string(m) + "/lath").c_str(),
      [m](benchmark::State& state) {
        const auto ring = ring_of(m, 1);
        Generator generator = Generator::from_seed(Seed{}, "bench cyclotomic products");
        Words a = random_limbs(ring, generator), b = random_limbs(ring, generator);
        for (auto _ : state) {
          ring.plan(0).convolve(a.data(), b.data());  // both are uniform words again
          benchmark::ClobberMemory();
        }
      })
      ->Unit(benchmark::kMicrosecond);
}

void register_encryptions() {
  for (const std::size_t halves : {1U, 2U}) {
    for (const std::size_t messages : {1U, 2U, 3U, 4U}) register_masks(true, halves, messages);
    register_masks(false, halves, 1);
  }
  benchmark::RegisterBenchmark("cyclotomic/lift/2783x150", [](benchmark::State& state) {
    Encryption encryption(masking_ring(true), 1, 1);
    encryption.run();
    Words integers(encryption.integer_words());
    for (auto _ : state) {
      encryption.lift(integers);
      benchmark::ClobberMemory();
    }
  })->Unit(benchmark::kMicrosecond);
}

}  // namespace lath::bench
