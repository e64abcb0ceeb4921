// SPDX-License-Identifier: Apache-2.0
//
// Negacyclic transforms of 64-bit words in scalar code: every order of orders/transforms.hpp with
// every product of orders/products.hpp, after the table of algorithms in FasterNTT's README (T.
// Hayashi, 2020), and the library's own plans beside them. Every combination is compared with
// NttPlan at all degrees from 8 to 32768 before anything is timed. See README.md.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lath/arith/prime_tables.hpp"
#include "lath/arith/primes.hpp"
#include "lath/base/error.hpp"
#include "lath/ntt/ntt_plan.hpp"
#include "lath/random/generator.hpp"
#include "lath/random/samplers.hpp"
#include "orders/products.hpp"
#include "orders/transforms.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

using namespace orders;

constexpr std::size_t kLargestDegree = 32768;

// The largest prime of so many bits that all degrees and all products serve.
Word prime_of(int bits) {
  return margin_primes(kWordBits<Word>, kWordBits<Word> - bits, kLargestDegree, 1).front();
}

std::vector<Word> random_words(std::size_t n, Word p, const char* label) {
  Generator generator = Generator::from_seed(Seed{}, label);
  std::vector<Word> words(n);
  sample_uniform(std::span(words), p, generator);
  return words;
}

// The products of values alone.
template <class Product>
class Values {
 public:
  Values(std::size_t n, Word p) : n_(n), by_(p) {}

  void multiply(Word* out, const Word* a, const Word* b) const {
    const Product by = by_;  // a copy, which no word written can alias
    for (std::size_t i = 0; i < n_; ++i) out[i] = by.multiply(a[i], b[i]);
  }

 private:
  std::size_t n_;
  Product by_;
};

// An order with the product of its twiddles and the product of values.
template <template <class> class Order, class Twiddles, class Pointwise>
class Combination {
 public:
  static constexpr int kPrimeBits = Order<Twiddles>::kPrimeBits;

  Combination(std::size_t n, Word p) : values_(n, p), transform_(n, p, Pointwise(p).shortfall()) {}

  void forward(Word* a) const { transform_.forward(a); }
  void inverse(Word* a) const { transform_.inverse(a, Input::values); }
  // The coefficients of a b into a; b is transformed as well.
  void product(Word* a, Word* b) const {
    transform_.forward(a);
    transform_.forward(b);
    values_.multiply(a, a, b);
    transform_.inverse(a, Input::products);
  }

 private:
  Values<Pointwise> values_;
  Order<Twiddles> transform_;
};

// The library's own transforms.
class Plan {
 public:
  Plan(std::size_t n, Word p) : plan_(NttPlan<Word>::create(n, p)) {}
  Plan(std::size_t n, Word p, Kernel kernel) : plan_(NttPlan<Word>::create(n, p, kernel)) {}

  void forward(Word* a) const { plan_.forward(a); }
  void inverse(Word* a) const { plan_.inverse(a); }
  void multiply(Word* out, const Word* a, const Word* b) const {
    plan_.arithmetic().multiply(out, a, b, plan_.degree());
  }
  void product(Word* a, Word* b) const {
    plan_.forward(a);
    plan_.forward(b);
    plan_.arithmetic().multiply(a, a, b, plan_.degree());
    plan_.inverse(a);
  }

 private:
  NttPlan<Word> plan_;
};

void require_equal(const std::vector<Word>& found, const std::vector<Word>& expected,
                   const std::string& name, const char* operation) {
  if (found == expected) return;
  throw Error(ErrorCode::mismatch,
              "orders/" + name + "/" + std::to_string(found.size()) + "/" + operation +
                  " is not what NttPlan computes",
              "need the same words", "mend bench/orders; nothing was measured");
}

// The words that are hardest to keep in range, none at all, and any.
std::vector<std::vector<Word>> inputs(std::size_t n, Word p) {
  return {std::vector<Word>(n, p - 1), std::vector<Word>(n, 0), random_words(n, p, "bench orders")};
}

template <class Transforms>
void verify(const std::string& name) {
  const Word p = prime_of(Transforms::kPrimeBits);
  for (std::size_t n = 8; n <= kLargestDegree; n *= 2) {
    const Transforms transforms(n, p);
    const Plan plan(n, p);
    for (const std::vector<Word>& a : inputs(n, p)) {
      std::vector<Word> found = a, expected = a, b = random_words(n, p, "bench orders b");
      transforms.forward(found.data());
      plan.forward(expected.data());
      require_equal(found, expected, name, "forward");
      transforms.inverse(found.data());
      require_equal(found, a, name, "inverse");
      std::vector<Word> b_expected = b;
      expected = a;
      transforms.product(found.data(), b.data());
      plan.product(expected.data(), b_expected.data());
      require_equal(found, expected, name, "product");
      require_equal(b, b_expected, name, "forward");
    }
  }
}

// Times run(by, a, b) on canonical words, in place, again and again on what it leaves.
template <class Make, class Run>
void add(const std::string& name, std::size_t n, const std::string& operation, Word p,
         const Make& make, const Run& run) {
  const std::string full = "orders/" + name + "/" + std::to_string(n) + "/" + operation;
  benchmark::RegisterBenchmark(full.c_str(), [=](benchmark::State& state) {
    const auto by = make(n, p);
    std::vector<Word> a = random_words(n, p, "bench orders a");
    std::vector<Word> b = random_words(n, p, "bench orders b");
    for (auto _ : state) {
      run(by, a.data(), b.data());
      benchmark::ClobberMemory();
    }
    state.counters["modulus_bits"] = bit_length(p);
  })->Unit(benchmark::kMicrosecond);
}

constexpr auto kForward = [](const auto& by, Word* a, Word*) { by.forward(a); };
constexpr auto kInverse = [](const auto& by, Word* a, Word*) { by.inverse(a); };
constexpr auto kProduct = [](const auto& by, Word* a, Word* b) { by.product(a, b); };
constexpr auto kMultiply = [](const auto& by, Word* a, Word* b) { by.multiply(a, a, b); };

// Calls visit<Combination>(name) for all of them. A product that needs no prepared operand serves
// twiddles and values alike; Shoup's is joined by those that FasterNTT's table joins it with.
template <template <class> class Order, class Visit>
void for_each_product(const std::string& order, const Visit& visit) {
  const auto call = [&]<class Twiddles, class Pointwise>(const char* product) {
    visit.template operator()<Combination<Order, Twiddles, Pointwise>>(order + "/" + product);
  };
  call.template operator()<ShoupProduct, MarginProduct>("shoup_margin");
  call.template operator()<ShoupProduct, MontgomeryProduct>("shoup_montgomery");
  call.template operator()<MontgomeryProduct, MontgomeryProduct>("montgomery");
  call.template operator()<BarrettProduct, BarrettProduct>("barrett");
  call.template operator()<MarginProduct, MarginProduct>("margin");
}
template <class Visit>
void for_each_combination(const Visit& visit) {
  for_each_product<LongaNaehrig>("longa_naehrig", visit);
  for_each_product<Scott>("scott", visit);
  for_each_product<Twisted>("twisted", visit);
}

template <class Product>
void add_pointwise(const std::string& product, std::size_t n) {
  const auto make = [](std::size_t size, Word p) { return Values<Product>(size, p); };
  add("values/" + product, n, "pointwise", prime_of(62), make, kMultiply);
}

void add_plan(const std::string& name, std::size_t n, Word p, Kernel kernel) {
  const auto make = [kernel](std::size_t size, Word q) { return Plan(size, q, kernel); };
  add("lath/" + name, n, "forward", p, make, kForward);
  add("lath/" + name, n, "inverse", p, make, kInverse);
  add("lath/" + name, n, "pointwise", p, make, kMultiply);
  add("lath/" + name, n, "product", p, make, kProduct);
}

// The preferred kernel of a family, and the scalar reference of its words.
void add_plans(std::size_t n) {
  const Word p = prime_of(62), shorter = tabulated_primes(50).front();
  add_plan("reference", n, p, {Family::u64, Isa::scalar});
  const Kernel u64 = available_kernels<Word>(p).back();
  if (u64.isa != Isa::scalar) add_plan("u64", n, p, u64);
  const Kernel f64 = available_kernels<Word>(shorter).back();
  if (f64.family == Family::f64) add_plan("f64", n, shorter, f64);
}

}  // namespace

void register_benchmarks() {
  for_each_combination([]<class Transforms>(const std::string& name) { verify<Transforms>(name); });
  for (std::size_t n = 256; n <= kLargestDegree; n *= 2) {
    for_each_combination([n]<class Transforms>(const std::string& name) {
      const Word p = prime_of(Transforms::kPrimeBits);
      const auto make = [](std::size_t size, Word q) { return Transforms(size, q); };
      add(name, n, "forward", p, make, kForward);
      add(name, n, "inverse", p, make, kInverse);
      add(name, n, "product", p, make, kProduct);
    });
    add_pointwise<MarginProduct>("margin", n);
    add_pointwise<MontgomeryProduct>("montgomery", n);
    add_pointwise<BarrettProduct>("barrett", n);
    add_plans(n);
  }
}

}  // namespace lath::bench
