// SPDX-License-Identifier: Apache-2.0
//
// SEAL 4 through its public interface, with primes of the lengths that Lath has; the last one is
// SEAL's special prime. Its ciphertexts of BFV are by their coefficients, Lath's by their values.

#include <benchmark/benchmark.h>
#include <seal/seal.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "homomorphic.hpp"
#include "peers/schemes.hpp"

namespace lath::bench {
namespace {

seal::EncryptionParameters parameters_of(Scheme scheme, const he::Literal& literal) {
  seal::EncryptionParameters parameters(scheme == Scheme::bfv ? seal::scheme_type::bfv
                                                              : seal::scheme_type::bgv);
  std::vector<int> bits(literal.prime_bits.begin(), literal.prime_bits.end());
  bits.push_back(static_cast<int>(literal.special_prime_bits[0]));
  parameters.set_poly_modulus_degree(literal.degree);
  parameters.set_coeff_modulus(seal::CoeffModulus::Create(literal.degree, bits));
  parameters.set_plain_modulus(literal.plaintext_modulus);
  return parameters;
}

// A context with keys and operands.
struct SealSetting {
  seal::SEALContext context;
  seal::KeyGenerator keys{context};
  seal::PublicKey public_key;
  seal::RelinKeys relin;
  seal::GaloisKeys galois;
  seal::BatchEncoder encoder{context};
  seal::Evaluator evaluator{context};
  seal::Decryptor decryptor{context, keys.secret_key()};
  std::unique_ptr<seal::Encryptor> encryptor;
  seal::Plaintext plaintext, decrypted;
  seal::Ciphertext a, b, product, result;
  bool right;  // whether the product that is measured is one

  SealSetting(Scheme scheme, const he::Literal& literal)
      : context(parameters_of(scheme, literal), true, seal::sec_level_type::tc128) {
    keys.create_public_key(public_key);
    keys.create_relin_keys(relin);
    keys.create_galois_keys(std::vector<int>{1}, galois);
    encryptor = std::make_unique<seal::Encryptor>(context, public_key);
    std::vector<std::uint64_t> values(encoder.slot_count());
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = i * i % literal.plaintext_modulus;
    }
    encoder.encode(values, plaintext);
    encryptor->encrypt(plaintext, a);
    encryptor->encrypt(plaintext, b);
    evaluator.multiply(a, b, product);
    right = is_right(literal.plaintext_modulus);
  }

  bool is_right(std::uint64_t t) {
    evaluator.relinearize(product, relin, result);
    decryptor.decrypt(result, decrypted);
    std::vector<std::uint64_t> factors, products;
    encoder.decode(plaintext, factors);
    encoder.decode(decrypted, products);
    for (std::size_t i = 0; i < factors.size(); ++i) {
      if (products[i] != factors[i] * factors[i] % t) return false;
    }
    return true;
  }
};

}  // namespace

void register_seal(Scheme scheme, const he::Literal& literal) {
  struct Lazy {
    std::unique_ptr<SealSetting> setting;
  };
  const auto lazy = std::make_shared<Lazy>();
  const auto add = [&](const std::string& operation, void (*run)(SealSetting&)) {
    const auto body = [=](benchmark::State& state) {
      if (!lazy->setting) lazy->setting = std::make_unique<SealSetting>(scheme, literal);
      SealSetting& setting = *lazy->setting;
      if (!setting.right) state.SkipWithError("SEAL's product is wrong");
      for (auto _ : state) {
        run(setting);
        benchmark::ClobberMemory();
      }
    };
    const std::string name =
        std::string(name_of(scheme)) + "/" + operation + "/" + set_name(literal) + "/seal";
    benchmark::RegisterBenchmark(name.c_str(), body)->Unit(benchmark::kMicrosecond);
  };
  using S = SealSetting;
  add("encrypt", [](S& s) { s.encryptor->encrypt(s.plaintext, s.result); });
  add("decrypt", [](S& s) { s.decryptor.decrypt(s.a, s.decrypted); });
  add("add", [](S& s) { s.evaluator.add(s.a, s.b, s.result); });
  add("multiply", [](S& s) { s.evaluator.multiply(s.a, s.b, s.result); });
  add("square", [](S& s) { s.evaluator.square(s.a, s.result); });
  add("relinearize", [](S& s) { s.evaluator.relinearize(s.product, s.relin, s.result); });
  add("rotate", [](S& s) { s.evaluator.rotate_rows(s.a, 1, s.galois, s.result); });
  add("mod_switch", [](S& s) { s.evaluator.mod_switch_to_next(s.a, s.result); });
}

}  // namespace lath::bench
