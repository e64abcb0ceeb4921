// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fma_throughput.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/slot_encoder.hpp"
#include "lath/random/samplers.hpp"
#include "sets.hpp"

namespace lath::bench {

/// What a benchmark of a scheme needs of it.
struct Bfv {
  using Parameters = he::bfv::Parameters;
  using Evaluator = he::bfv::Evaluator;
  using Product = he::bfv::Product;
};
struct Bgv {
  using Parameters = he::bgv::Parameters;
  using Evaluator = he::bgv::Evaluator;
  using Product = he::bgv::Product;
};

/// The terms of a dot product.
inline constexpr std::size_t kTerms = 8;

/// Parameters with keys and operands: fresh ones of the highest level, in slots.
template <class Scheme>
struct Setting {
  typename Scheme::Parameters parameters;
  Generator generator = Generator::from_seed(Seed{}, "bench he");
  he::KeyGenerator keys{parameters, generator};
  he::SecretKey secret = keys.secret_key();
  he::RelinKey relin = keys.relin_key(secret);
  he::SlotEncoder encoder = he::SlotEncoder::create(parameters);
  std::uint64_t rotation = encoder.row_rotation(1);
  he::GaloisKeys galois = keys.galois_keys(secret, {&rotation, 1});
  he::Encryptor encryptor{parameters, keys.public_key(secret)};
  he::Decryptor decryptor{parameters, secret};
  typename Scheme::Evaluator evaluator{parameters};
  he::EvaluatorWorkspace workspace{parameters};
  he::Plaintext plaintext = random(), decrypted = plaintext;
  he::PlainFactor factor{plaintext, parameters.levels()};
  he::Ciphertext a = encryptor.encrypt(plaintext, generator);
  he::Ciphertext b = encryptor.encrypt(random(), generator);
  std::vector<he::Ciphertext> many_a = std::vector<he::Ciphertext>(kTerms, a);
  std::vector<he::Ciphertext> many_b = std::vector<he::Ciphertext>(kTerms, b);
  std::vector<he::PlainFactor> factors = std::vector<he::PlainFactor>(kTerms, factor);
  typename Scheme::Product product = evaluator.multiply(a, b, workspace), other = product;
  he::HoistedCiphertext hoisted = evaluator.hoist(a, workspace);
  he::Ciphertext result = a, lower = evaluator.mod_switch(a, parameters.levels() - 1, workspace);

  // Insecure for sets that are compared with older papers.
  explicit Setting(const he::Literal& literal)
      : parameters(Scheme::Parameters::create_insecure(literal)) {}

  he::Plaintext random() {
    std::vector<std::uint64_t> values(parameters.degree());
    sample_uniform(std::span(values), parameters.plaintext_modulus().word(), generator);
    return encoder.encode(values);
  }
};

/// Nanoseconds of one T, the time of a transform of the degree: n log2(n) / 8 steps of four
/// butterflies, 6.3 slots of a four-lane FMA each; 0 where it cannot be measured. See README.md.
inline double unit(std::size_t degree) {
  const auto n = static_cast<double>(degree);
  const double slots = 6.3 * n * std::log2(n) / 8;
  return fma_per_ns() == 0 ? 0 : slots / fma_per_ns();
}

/// Registers <scheme>/<operation>/<set> for a set of parameters.
template <class Scheme>
class SchemeBenchmarks {
 public:
  SchemeBenchmarks(std::string scheme, const he::Literal& literal)
      : scheme_(std::move(scheme)), lazy_(std::make_shared<Lazy>(literal)) {}

  void add(const std::string& operation, void (*run)(Setting<Scheme>&)) const {
    const auto body = [lazy = lazy_, run](benchmark::State& state) {
      Setting<Scheme>& setting = lazy->get();
      for (auto _ : state) {
        run(setting);
        benchmark::ClobberMemory();
      }
      const double t = unit(setting.parameters.degree());
      if (t == 0) return;
      state.counters["T"] = benchmark::Counter(
          t * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    };
    const std::string name = scheme_ + "/" + operation + "/" + set_name(lazy_->literal);
    benchmark::RegisterBenchmark(name.c_str(), body)->Unit(benchmark::kMicrosecond);
  }

 private:
  // Made when the first benchmark needs it, and kept: keys cost more than what is measured.
  struct Lazy {
    explicit Lazy(he::Literal chosen) : literal(std::move(chosen)) {}
    Setting<Scheme>& get() {
      if (!setting) setting.emplace(literal);
      return *setting;
    }
    he::Literal literal;
    std::optional<Setting<Scheme>> setting;
  };

  std::string scheme_;
  std::shared_ptr<Lazy> lazy_;
};

/// Registers every operation of a scheme for a set of parameters, results in given memory where
/// there is such a form. For encryption and decryption, which have both, those are rows of their
/// own.
template <class Scheme>
void register_scheme(const std::string& scheme, const he::Literal& literal) {
  using S = Setting<Scheme>;
  const SchemeBenchmarks<Scheme> set(scheme, literal);
  set.add("encode", [](S& s) { benchmark::DoNotOptimize(s.random()); });
  set.add("encrypt",
          [](S& s) { benchmark::DoNotOptimize(s.encryptor.encrypt(s.plaintext, s.generator)); });
  set.add("encrypt_into", [](S& s) { s.encryptor.encrypt(s.result, s.plaintext, s.generator); });
  set.add("decrypt", [](S& s) { benchmark::DoNotOptimize(s.decryptor.decrypt(s.a)); });
  set.add("decrypt_into", [](S& s) { s.decryptor.decrypt(s.decrypted, s.a); });
  set.add("add", [](S& s) { s.evaluator.add(s.result, s.a, s.b); });
  set.add("multiply", [](S& s) { s.evaluator.multiply(s.other, s.a, s.b, s.workspace); });
  set.add("square", [](S& s) { s.evaluator.square(s.other, s.a, s.workspace); });
  set.add("dot_product",
          [](S& s) { s.evaluator.dot_product(s.other, s.many_a, s.many_b, s.workspace); });
  set.add("relinearize",
          [](S& s) { s.evaluator.relinearize(s.result, s.product, s.relin, s.workspace); });
  set.add("multiply_relinearize", [](S& s) {
    s.evaluator.multiply(s.other, s.a, s.b, s.workspace);
    s.evaluator.relinearize(s.result, s.other, s.relin, s.workspace);
  });
  set.add("rotate",
          [](S& s) { s.evaluator.apply_galois(s.result, s.a, s.rotation, s.galois, s.workspace); });
  set.add("hoist", [](S& s) { s.evaluator.hoist(s.hoisted, s.a, s.workspace); });
  set.add("rotate_hoisted", [](S& s) {
    s.evaluator.apply_galois(s.result, s.hoisted, s.rotation, s.galois, s.workspace);
  });
  set.add("prepare_plain", [](S& s) {
    benchmark::DoNotOptimize(he::PlainFactor(s.plaintext, s.parameters.levels()));
  });
  set.add("multiply_plain", [](S& s) { s.evaluator.multiply_plain(s.result, s.a, s.factor); });
  set.add("dot_plain", [](S& s) { s.evaluator.dot_plain(s.result, s.many_a, s.factors); });
  set.add("mod_switch", [](S& s) {
    s.evaluator.mod_switch(s.lower, s.a, s.parameters.levels() - 1, s.workspace);
  });
}

}  // namespace lath::bench
