// SPDX-License-Identifier: Apache-2.0
//
// Rows of one modulus as key switching and multiplication of ciphertexts take them, beside the
// reading or copying of the same memory. See README.md.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "lath/arith/gadget.hpp"
#include "lath/arith/primes.hpp"
#include "lath/arith/row_products.hpp"
#include "lath/base/buffer.hpp"
#include "lath/random/generator.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/automorphism.hpp"
#include "lath/ring/monomial.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

using Words = Buffer<std::uint64_t>;

// Rows of random residues, one after the other.
Words uniform_rows(std::size_t rows, std::size_t count, std::uint64_t p) {
  Generator generator = Generator::from_seed(Seed{}, "bench keys");
  Words words(rows * count);
  sample_uniform(words.span(), p, generator);
  return words;
}

// The work for some rows of a key: each has its own modulus, the same digits, and a part of the
// key.
struct KeySwitch {
  std::size_t count, digits, rows;
  std::vector<RowProducts> products;
  Words x, key, out;
  std::vector<const std::uint64_t*> digit_rows;

  KeySwitch(std::size_t count_, std::size_t digits_, std::size_t rows_, int bits)
      : count(count_), digits(digits_), rows(rows_) {
    const auto primes = ntt_primes(bits, std::bit_ceil(count), rows);
    x = uniform_rows(digits, count, primes.back());
    out = Words(2 * rows * count);
    for (std::size_t d = 0; d < digits; ++d) digit_rows.push_back(&x[d * count]);
    for (const std::uint64_t p : primes) products.push_back(RowProducts::create(Modulus(p)));
    key = Words(rows * key_words());
    for (std::size_t i = 0; i < rows; ++i) prepare(i, primes[i]);
  }
  [[nodiscard]] std::size_t key_words() const {
    return products.front().prepared_words(digits, count);
  }
  void prepare(std::size_t row, std::uint64_t p) {
    const Words words = uniform_rows(2 * digits, count, p);
    std::vector<RowProducts::KeyRows> pairs;
    pairs.reserve(digits);
    for (std::size_t d = 0; d < digits; ++d) {
      pairs.push_back({&words[2 * d * count], &words[(2 * d + 1) * count]});
    }
    products[row].prepare(&key[row * key_words()], pairs, count);
  }
  void run() {
    for (std::size_t i = 0; i < rows; ++i) {
      products[i].inner_products(&out[2 * i * count], &out[(2 * i + 1) * count], digit_rows,
                                 &key[i * key_words()], digit_rows.size(), count);
    }
  }
};

void set_words_per_second(benchmark::State& state, std::size_t words) {
  state.counters["words_per_ns"] = benchmark::Counter(
      static_cast<double>(words) * static_cast<double>(state.iterations()) * 1e-9,
      benchmark::Counter::kIsRate);
}

void add_inner_products(std::size_t count, std::size_t digits, std::size_t rows, int bits) {
  std::string shape = std::to_string(count);
  shape.append("x").append(std::to_string(digits)).append("x").append(std::to_string(rows));
  shape.append("/").append(std::to_string(bits));
  benchmark::RegisterBenchmark(("keys/inner_products/" + shape).c_str(),
                               [=](benchmark::State& state) {
                                 KeySwitch work(count, digits, rows, bits);
                                 for (auto _ : state) {
                                   work.run();
                                   benchmark::ClobberMemory();
                                 }
                                 set_words_per_second(state, work.key.size());
                               })
      ->Unit(benchmark::kMicrosecond);
  // What it takes to read the key once.
  benchmark::RegisterBenchmark(("keys/read/" + shape).c_str(), [=](benchmark::State& state) {
    const KeySwitch work(count, digits, rows, bits);
    for (auto _ : state) {
      std::array<std::uint64_t, 8> sums{};
      for (std::size_t i = 0; i < work.key.size(); i += sums.size()) {
        for (std::size_t l = 0; l < sums.size(); ++l) {
          sums[l] ^= work.key[i + l];
        }
      }
      benchmark::DoNotOptimize(sums);
    }
    set_words_per_second(state, work.key.size());
  })->Unit(benchmark::kMicrosecond);
}

// Calls f(products, row, count), where row(0) to row(6) are rows of `count` words.
template <class F>
void add_rows(const std::string& name, std::size_t count, const F& f) {
  benchmark::RegisterBenchmark(("keys/" + name + "/" + std::to_string(count)).c_str(),
                               [=](benchmark::State& state) {
                                 const std::uint64_t p = ntt_primes(48, count, 1).front();
                                 const auto products = RowProducts::create(Modulus(p));
                                 Words rows = uniform_rows(7, count, p);
                                 const auto row = [&](std::size_t i) { return &rows[i * count]; };
                                 for (auto _ : state) {
                                   f(products, row, count);
                                   benchmark::ClobberMemory();
                                 }
                                 set_words_per_second(state, count);
                               })
      ->Unit(benchmark::kMicrosecond);
}

void add_tensors(std::size_t count) {
  add_rows("tensor", count, [](const RowProducts& products, const auto& row, std::size_t n) {
    products.tensor({row(4), row(5), row(6)}, {row(0), row(1)}, {row(2), row(3)}, n);
  });
  add_rows("square", count, [](const RowProducts& products, const auto& row, std::size_t n) {
    products.square({row(4), row(5), row(6)}, {row(0), row(1)}, n);
  });
  add_rows("copy_three_rows", count, [](const RowProducts&, const auto& row, std::size_t n) {
    std::memcpy(row(4), row(0), 3 * n * sizeof(std::uint64_t));
  });
}

// Digits of 17 bits of residues of 50 bits, modulo 48 bits.
void add_digits(std::size_t count) {
  add_rows("balanced_digits", count,
           [gadget = Gadget::create(Modulus((std::uint64_t{1} << 50) - 27), 17)](
               const RowProducts& products, const auto& row, std::size_t n) {
             const std::array<std::uint64_t*, 3> out{row(4), row(5), row(6)};
             gadget.balanced_digits(out, row(0), products.modulus().value(), n);
           });
  add_rows("unsigned_digits", count,
           [gadget = Gadget::create(Modulus((std::uint64_t{1} << 50) - 27), 17)](
               const RowProducts&, const auto& row, std::size_t n) {
             const std::array<std::uint64_t*, 3> out{row(4), row(5), row(6)};
             gadget.unsigned_digits(out, row(0), n);
           });
}

// Rows one after the other, each into a place of its own.
template <ResidueWord Word, class F>
void add_moves(const std::string& name, std::size_t count, std::size_t rows, const F& f) {
  std::string shape = std::to_string(count);
  shape.append("x").append(std::to_string(rows)).append("/");
  shape.append(std::to_string(kWordBits<Word>));
  benchmark::RegisterBenchmark(("keys/" + name + "/" + shape).c_str(),
                               [=](benchmark::State& state) {
                                 const auto by = Automorphism::create(count, 3);
                                 Buffer<Word> a(rows * count), out(rows * count);
                                 for (auto _ : state) {
                                   for (std::size_t i = 0; i < rows; ++i) {
                                     f(by, &out[i * count], &a[i * count]);
                                   }
                                   benchmark::ClobberMemory();
                                 }
                                 set_words_per_second(state, rows * count);
                               })
      ->Unit(benchmark::kMicrosecond);
}

template <ResidueWord Word>
void add_automorphisms(std::size_t count, std::size_t rows) {
  add_moves<Word>(
      "automorphism_values", count, rows,
      [=](const Automorphism& by, Word* out, const Word* a) { by.apply_to_values(out, a, rows); });
  add_moves<Word>("automorphism_coefficients", count, rows,
                  [](const Automorphism& by, Word* out, const Word* a) {
                    by.apply_to_coefficients(out, a, Word{12289});
                  });
  add_moves<Word>("monomial", count, rows, [](const Automorphism& by, Word* out, const Word* a) {
    const std::size_t n = by.degree();
    Monomial::create(n, static_cast<std::int64_t>(n / 3)).multiply(out, a, Word{12289});
  });
  add_moves<Word>("copy", count, rows, [](const Automorphism& by, Word* out, const Word* a) {
    std::memcpy(out, a, by.degree() * sizeof(Word));
  });
}

}  // namespace

void register_benchmarks() {
  add_inner_products(16384, 8, 1, 48);
  add_inner_products(16384, 8, 9, 48);
  add_inner_products(16384, 8, 9, 50);
  add_inner_products(16384, 2, 9, 48);
  add_inner_products(2420, 4, 9, 48);
  add_tensors(1024);
  add_tensors(16384);
  add_digits(1024);
  // Within the first and the second cache, and beyond.
  add_automorphisms<std::uint64_t>(1024, 1);
  add_automorphisms<std::uint64_t>(16384, 1);
  add_automorphisms<std::uint64_t>(16384, 64);
  add_automorphisms<std::uint64_t>(65536, 64);
  add_automorphisms<std::uint32_t>(1024, 1);
  add_automorphisms<std::uint16_t>(1024, 1);
}

}  // namespace lath::bench
