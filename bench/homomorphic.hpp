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

using he::Bfv;
using he::Bgv;

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
  typename Scheme::Session session =
      typename Scheme::Evaluator(parameters).session({relin, galois});
  he::Plaintext plaintext = random(), decrypted = plaintext;
  he::PlainFactor factor{plaintext, parameters.levels()};
  he::Ciphertext a = encryptor.encrypt(plaintext, generator);
  he::Ciphertext b = encryptor.encrypt(random(), generator);
  std::vector<he::Ciphertext> many_a = std::vector<he::Ciphertext>(kTerms, a);
  std::vector<he::Ciphertext> many_b = std::vector<he::Ciphertext>(kTerms, b);
  std::vector<he::PlainFactor> factors = std::vector<he::PlainFactor>(kTerms, factor);
  typename Scheme::Product product = session.multiply(a, b), other = product;
  he::HoistedCiphertext hoisted = session.hoist(a);
  he::Ciphertext result = a, lower = session.mod_switch(a, parameters.levels() - 1);

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
  set.add("add", [](S& s) { s.session.add(s.result, s.a, s.b); });
  set.add("multiply", [](S& s) { s.session.multiply(s.other, s.a, s.b); });
  set.add("square", [](S& s) { s.session.multiply(s.other, s.a, s.a); });
  set.add("dot_product", [](S& s) { s.session.dot_product(s.other, s.many_a, s.many_b); });
  set.add("relinearize", [](S& s) { s.session.relinearize(s.result, s.product); });
  set.add("multiply_relinearize", [](S& s) {
    s.session.multiply(s.other, s.a, s.b);
    s.session.relinearize(s.result, s.other);
  });
  set.add("rotate", [](S& s) { s.session.apply_galois(s.result, s.a, s.rotation); });
  set.add("hoist", [](S& s) { s.session.hoist(s.hoisted, s.a); });
  set.add("rotate_hoisted", [](S& s) { s.session.apply_galois(s.result, s.hoisted, s.rotation); });
  set.add("prepare_plain", [](S& s) {
    benchmark::DoNotOptimize(he::PlainFactor(s.plaintext, s.parameters.levels()));
  });
  set.add("multiply_plain", [](S& s) { s.session.multiply_plain(s.result, s.a, s.factor); });
  set.add("dot_plain", [](S& s) { s.session.dot_plain(s.result, s.many_a, s.factors); });
  set.add("mod_switch",
          [](S& s) { s.session.mod_switch(s.lower, s.a, s.parameters.levels() - 1); });
}

}  // namespace lath::bench
