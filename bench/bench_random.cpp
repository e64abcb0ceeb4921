// SPDX-License-Identifier: Apache-2.0
//
// The generator and the samplers, for both ciphers. bytes_per_second counts the bytes of the
// output: key stream for the generator, words for uniform residues, one byte per value for small
// ones.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "lath/arith/primes.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/buffer.hpp"
#include "lath/random/generator.hpp"
#include "lath/random/samplers.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

// Values of one draw: what one limb of a polynomial of middle size needs.
constexpr std::size_t kValues = 4096;

// Registers `sample`, which fills a buffer of `size` values of type T.
template <class T, class Sample>
void register_sampler(const std::string& name, Cipher cipher, std::size_t size,
                      const Sample& sample) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    Generator generator = Generator::from_seed(Seed{}, "bench random", cipher);
    Buffer<T> out(size);
    for (auto _ : state) {
      sample(out.span(), generator);
      benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(out.span().size_bytes()) *
                            state.iterations());
  })->Unit(benchmark::kMicrosecond);
}

template <ResidueWord Word>
void register_uniform(const std::string& cipher, Cipher which, int bits) {
  const std::uint64_t p = ntt_primes(bits, 256, 1).front();
  register_sampler<Word>(
      "sample_uniform/" + cipher + "/" + std::to_string(bits), which, kValues,
      [p](std::span<Word> out, Generator& generator) { sample_uniform(out, p, generator); });
}

// Bounded, ZO, fixed weight and discrete Gaussian.
void register_noise(const std::string& cipher, Cipher which) {
  register_sampler<std::int64_t>("sample_bounded/" + cipher + "/1000", which, kValues,
                                 [](std::span<std::int64_t> out, Generator& generator) {
                                   sample_bounded(out, -1000, 1000, generator);
                                 });
  for (const auto& [name, density] :
       {std::pair("half", Density::of(0.5)), std::pair("third", Density::of_ratio(1, 3))}) {
    register_sampler<std::int8_t>(
        "sample_ternary/" + cipher + "/" + name, which, kValues,
        [density = density](std::span<std::int8_t> out, Generator& generator) {
          sample_ternary(out, density, generator);
        });
  }
  for (const std::size_t size : {std::size_t{1024}, std::size_t{4096}, std::size_t{32768}}) {
    register_sampler<std::int8_t>("sample_fixed_weight/" + cipher + "/" + std::to_string(size),
                                  which, size,
                                  [](std::span<std::int8_t> out, Generator& generator) {
                                    sample_fixed_weight(out, 64, generator);
                                  });
  }
  for (const double sigma : {3.2, 19.0, 300.0}) {
    const auto gaussian = DiscreteGaussian::create(sigma);
    std::string name = std::to_string(sigma);
    name.resize(name.find('.') + 2);
    name.insert(0, "discrete_gaussian/" + cipher + "/");
    register_sampler<std::int64_t>(name, which, kValues,
                                   [gaussian](std::span<std::int64_t> out, Generator& generator) {
                                     gaussian.sample(out, generator);
                                   });
  }
}

void register_cipher(Cipher which) {
  const std::string cipher(cipher_name(which));
  for (const std::size_t bytes : {std::size_t{64}, std::size_t{4096}, std::size_t{65536}}) {
    register_sampler<std::byte>(
        "generator_fill/" + cipher + "/" + std::to_string(bytes), which, bytes,
        [](std::span<std::byte> out, Generator& generator) { generator.fill(out); });
  }
  register_uniform<std::uint16_t>(cipher, which, 14);
  register_uniform<std::uint32_t>(cipher, which, 30);
  register_uniform<std::uint64_t>(cipher, which, 50);
  register_uniform<std::uint64_t>(cipher, which, 62);
  for (const unsigned eta : {2U, 8U, 21U, 32U}) {
    register_sampler<std::int8_t>("sample_centered_binomial/" + cipher + "/" + std::to_string(eta),
                                  which, kValues,
                                  [eta](std::span<std::int8_t> out, Generator& generator) {
                                    sample_centered_binomial(out, eta, generator);
                                  });
  }
  register_sampler<std::int8_t>(
      "sample_ternary/" + cipher, which, kValues,
      [](std::span<std::int8_t> out, Generator& generator) { sample_ternary(out, generator); });
  register_noise(cipher, which);
}

}  // namespace

void register_benchmarks() {
  register_cipher(Cipher::aes_256_ctr);
  register_cipher(Cipher::chacha20);
}

}  // namespace lath::bench
