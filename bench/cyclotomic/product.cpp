// SPDX-License-Identifier: Apache-2.0
#include "cyclotomic/product.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/random/generator.hpp"
#include "lath/random/samplers.hpp"
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

// What an encryption needs besides its key polynomials: U of 0 and 1, and an error for each of
// them.
struct Message {
  Small u;
  std::vector<Small> errors;
};

class Encryption {
 public:
  // `halves` key polynomials, `messages` messages.
  Encryption(std::size_t halves, std::size_t messages) : ring_(ring_of(2783, 3)) {
    Generator generator = Generator::from_seed(Seed{}, "bench cyclotomic encryptions");
    const std::size_t n = ring_.degree();
    for (std::size_t h = 0; h < halves; ++h) {
      keys_.push_back(random_limbs(ring_, generator));
      prepared_.emplace_back(keys_.back().size());
      for (std::size_t i = 0; i < ring_.limbs(); ++i) {
        arithmetic(i).prepare(prepared_[h].data() + i * n, keys_[h].data() + i * n, n);
      }
    }
    for (std::size_t k = 0; k < messages; ++k) {
      messages_.push_back({Small(n), std::vector<Small>(halves, Small(n))});
      for (auto& x : messages_.back().u) x = static_cast<std::int8_t>(byte(generator) & 1);
      for (auto& error : messages_.back().errors) {
        for (auto& x : error) x = static_cast<std::int8_t>((byte(generator) & 15) - 8);
      }
      for (std::size_t h = 0; h < halves; ++h) results_.emplace_back(ring_.limbs() * n);
    }
    values_ = Words(n);
    errors_ = Words(n);
  }

  // results = P U + E, of every message and half.
  void run() {
    for (std::size_t k = 0; k < messages_.size(); ++k) {
      for (std::size_t i = 0; i < ring_.limbs(); ++i) encrypt(k, i);
    }
  }
  void lift(Words& integers) const {
    ring_.basis().lift(integers.data(), results_.front().data(), ring_.degree(), ring_.degree(),
                       Representative::nonnegative);
  }
  [[nodiscard]] std::size_t integer_words() const { return ring_.basis().words() * ring_.degree(); }

 private:
  const VectorArithmetic<std::uint64_t>& arithmetic(std::size_t limb) const {
    return ring_.plan(limb).arithmetic();
  }
  static int byte(Generator& generator) {
    std::byte b;
    generator.fill(std::span(&b, 1));
    return std::to_integer<int>(b);
  }
  void encrypt(std::size_t message, std::size_t limb) {
    const std::size_t n = ring_.degree(), at = limb * n;
    const auto& plan = ring_.plan(limb);
    plan.forward(values_.data(), messages_[message].u.data());
    for (std::size_t h = 0; h < keys_.size(); ++h) {
      std::uint64_t* out = results_[message * keys_.size() + h].data() + at;
      arithmetic(limb).multiply_prepared(out, values_.data(), keys_[h].data() + at,
                                         prepared_[h].data() + at, n);
      plan.inverse(out);
      residues_of(errors_.span(), std::span<const std::int8_t>(messages_[message].errors[h]), 8,
                  ring_.modulus(limb));
      arithmetic(limb).add(out, out, errors_.data(), n);
    }
  }

  DynamicRing ring_;
  std::vector<Words> keys_, prepared_, results_;
  std::vector<Message> messages_;
  Words values_, errors_;
};

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
    for (const std::size_t messages : {1U, 2U, 3U, 4U}) {
      if (halves == 2 && messages != 1 && messages != 4) continue;
      const std::string name = "cyclotomic/encrypt/2783x150/" + std::to_string(messages) +
                               (halves == 2 ? "_of_both_halves" : "");
      benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        Encryption encryption(halves, messages);
        for (auto _ : state) {
          encryption.run();
          benchmark::ClobberMemory();
        }
        state.counters["products"] = benchmark::Counter(
            static_cast<double>(messages * halves), benchmark::Counter::kIsIterationInvariantRate);
      })->Unit(benchmark::kMicrosecond);
    }
  }
  benchmark::RegisterBenchmark("cyclotomic/lift/2783x150", [](benchmark::State& state) {
    Encryption encryption(1, 1);
    encryption.run();
    Words integers(encryption.integer_words());
    for (auto _ : state) {
      encryption.lift(integers);
      benchmark::ClobberMemory();
    }
  })->Unit(benchmark::kMicrosecond);
}

}  // namespace lath::bench
