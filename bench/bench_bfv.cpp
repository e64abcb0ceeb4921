// SPDX-License-Identifier: Apache-2.0
//
// BFV as a program calls it: fresh operands of the highest level, t = 65537, results in given
// memory where there is such a form.
// The counter T is the time in units of one transform of the degree: n log2(n) / 8 steps of four
// butterflies, 6.3 slots of a four-lane FMA each. See README.md.

#include <benchmark/benchmark.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fma_throughput.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/slot_encoder.hpp"
#include "lath/random/samplers.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

constexpr std::uint64_t kPlaintextModulus = 65537;

// Nanoseconds of one T, 0 where it cannot be measured.
double unit(std::size_t degree) {
  const auto n = static_cast<double>(degree);
  const double slots = 6.3 * n * std::log2(n) / 8;
  return fma_per_ns() == 0 ? 0 : slots / fma_per_ns();
}

// Parameters with keys and operands.
struct Setting {
  he::bfv::Parameters parameters;
  Generator generator = Generator::from_seed(Seed{}, "bench bfv");
  he::KeyGenerator keys{parameters, generator};
  he::SecretKey secret = keys.secret_key();
  he::RelinKey relin = keys.relin_key(secret);
  he::SlotEncoder encoder = he::SlotEncoder::create(parameters);
  std::uint64_t rotation = encoder.row_rotation(1);
  he::GaloisKeys galois = keys.galois_keys(secret, {&rotation, 1});
  he::bfv::Encryptor encryptor{parameters, keys.public_key(secret)};
  he::bfv::Decryptor decryptor{parameters, secret};
  he::bfv::Evaluator evaluator{parameters};
  he::bfv::EvaluatorWorkspace workspace{parameters};
  he::Plaintext plaintext = random();
  he::Ciphertext a = encryptor.encrypt(plaintext, generator);
  he::Ciphertext b = encryptor.encrypt(random(), generator);
  he::Product product = evaluator.multiply(a, b, workspace), other_product = product;
  he::Ciphertext result = a, lower = evaluator.mod_switch(a, parameters.levels() - 1, workspace);

  explicit Setting(he::bfv::Parameters chosen) : parameters(std::move(chosen)) {}

  he::Plaintext random() {
    std::vector<std::uint64_t> values(parameters.degree());
    sample_uniform(std::span(values), kPlaintextModulus, generator);
    return encoder.encode(values);
  }
};

// Made when the first benchmark needs them, and kept: keys cost more than what is measured.
struct Lazy {
  he::Literal literal;
  std::unique_ptr<Setting> setting;

  Setting& get() {
    if (!setting) setting = std::make_unique<Setting>(he::bfv::Parameters::create(literal));
    return *setting;
  }
};

template <class F>
void add(const std::string& operation, const std::shared_ptr<Lazy>& lazy, const F& f) {
  unsigned bits = 0;
  for (const unsigned b : lazy->literal.prime_bits) bits += b;
  for (const unsigned b : lazy->literal.special_prime_bits) bits += b;
  const std::string name = operation + "/" + std::to_string(lazy->literal.degree) + "/" +
                           std::to_string(bits) + "/" +
                           std::to_string(lazy->literal.special_prime_bits.size());
  const auto run = [lazy, f](benchmark::State& state) {
    Setting& s = lazy->get();
    for (auto _ : state) {
      f(s);
      benchmark::ClobberMemory();
    }
    const double t = unit(s.parameters.degree());
    if (t == 0) return;
    state.counters["T"] = benchmark::Counter(
        t * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  };
  benchmark::RegisterBenchmark(("bfv/" + name).c_str(), run)->Unit(benchmark::kMicrosecond);
}

void register_literal(const he::Literal& literal) {
  const auto lazy = std::make_shared<Lazy>(Lazy{literal, nullptr});
  add("encode", lazy, [](Setting& s) { benchmark::DoNotOptimize(s.random()); });
  add("encrypt", lazy,
      [](Setting& s) { benchmark::DoNotOptimize(s.encryptor.encrypt(s.plaintext, s.generator)); });
  add("decrypt", lazy, [](Setting& s) { benchmark::DoNotOptimize(s.decryptor.decrypt(s.a)); });
  add("add", lazy, [](Setting& s) { s.evaluator.add(s.result, s.a, s.b); });
  add("multiply", lazy,
      [](Setting& s) { s.evaluator.multiply(s.other_product, s.a, s.b, s.workspace); });
  add("relinearize", lazy,
      [](Setting& s) { s.evaluator.relinearize(s.result, s.product, s.relin, s.workspace); });
  add("multiply_relinearize", lazy, [](Setting& s) {
    s.evaluator.multiply(s.other_product, s.a, s.b, s.workspace);
    s.evaluator.relinearize(s.result, s.other_product, s.relin, s.workspace);
  });
  add("rotate", lazy, [](Setting& s) {
    s.evaluator.apply_galois(s.result, s.a, s.rotation, s.galois, s.workspace);
  });
  add("multiply_plain", lazy,
      [](Setting& s) { benchmark::DoNotOptimize(s.evaluator.multiply_plain(s.a, s.plaintext)); });
  add("mod_switch", lazy, [](Setting& s) {
    s.evaluator.mod_switch(s.lower, s.a, s.parameters.levels() - 1, s.workspace);
  });
}

// `primes` of them and `special` ones that are a bit longer, as long as 128 bits of security allow.
he::Literal largest(std::size_t degree, unsigned primes, unsigned special) {
  const unsigned limit = largest_modulus_bits(degree, SecurityLevel::bits128, Attacker::classical);
  const unsigned bits = limit / (primes + special), left = limit % (primes + special);
  he::Literal literal{.degree = degree,
                      .plaintext_modulus = kPlaintextModulus,
                      .prime_bits = std::vector<unsigned>(primes, bits),
                      .special_prime_bits = std::vector<unsigned>(special, bits)};
  for (unsigned i = 0; i < left; ++i) {
    ++(i < special ? literal.special_prime_bits[i] : literal.prime_bits[i - special]);
  }
  return literal;
}

}  // namespace

void register_benchmarks() {
  register_literal(largest(4096, 2, 1));
  register_literal(largest(8192, 4, 1));
  register_literal(largest(16384, 8, 1));
  register_literal(largest(16384, 7, 2));
  register_literal(largest(16384, 6, 3));
  register_literal(largest(32768, 16, 2));
}

}  // namespace lath::bench
