// SPDX-License-Identifier: Apache-2.0
//
// SEAL 4 through its public interface, with primes of the lengths that Lath has, or the same ones;
// the last one is SEAL's special prime. Its ciphertexts of BFV are by their coefficients, Lath's by
// their values.

#include <benchmark/benchmark.h>
#include <seal/seal.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "peers/schemes.hpp"
#include "peers/slots.hpp"
#include "sets.hpp"

namespace lath::bench {
namespace {

std::vector<seal::Modulus> moduli_of(const he::Literal& literal) {
  if (!literal.primes.empty()) {
    std::vector<seal::Modulus> moduli(literal.primes.begin(), literal.primes.end());
    moduli.emplace_back(literal.special_primes[0]);
    return moduli;
  }
  std::vector<int> bits(literal.prime_bits.begin(), literal.prime_bits.end());
  bits.push_back(static_cast<int>(literal.special_prime_bits[0]));
  return seal::CoeffModulus::Create(literal.degree, bits);
}

seal::EncryptionParameters parameters_of(Scheme scheme, const he::Literal& literal) {
  seal::EncryptionParameters parameters(scheme == Scheme::bfv ? seal::scheme_type::bfv
                                                              : seal::scheme_type::bgv);
  parameters.set_poly_modulus_degree(literal.degree);
  parameters.set_coeff_modulus(moduli_of(literal));
  parameters.set_plain_modulus(literal.plaintext_modulus.word());
  return parameters;
}

// A context with keys and operands.
struct SealSetting {
  Slots slots;
  seal::SEALContext context;
  seal::KeyGenerator keys{context};
  seal::PublicKey public_key;
  seal::RelinKeys relin;
  seal::GaloisKeys galois;
  seal::BatchEncoder encoder{context};
  seal::Evaluator evaluator{context};
  seal::Decryptor decryptor{context, keys.secret_key()};
  std::unique_ptr<seal::Encryptor> encryptor;
  seal::Plaintext plaintext, other, decrypted;
  seal::Ciphertext a, b, product, result;

  SealSetting(Scheme scheme, const he::Literal& literal)
      : slots(literal), context(parameters_of(scheme, literal), true, seal::sec_level_type::tc128) {
    keys.create_public_key(public_key);
    keys.create_relin_keys(relin);
    keys.create_galois_keys(std::vector<int>{1}, galois);
    encryptor = std::make_unique<seal::Encryptor>(context, public_key);
    encoder.encode(slots.a, plaintext);
    encoder.encode(slots.b, other);
    encryptor->encrypt(plaintext, a);
    encryptor->encrypt(other, b);
    evaluator.multiply(a, b, product);
  }

  // Whether the operation that just ran gave what it should, in `decrypted` or in `result`.
  bool is_right(const std::string& operation) {
    if (operation != "decrypt") decryptor.decrypt(result, decrypted);
    std::vector<std::uint64_t> values;
    encoder.decode(decrypted, values);
    return values == slots.after(operation);
  }
};

}  // namespace

void register_seal(Scheme scheme, const he::Literal& literal) {
  const auto lazy = std::make_shared<std::unique_ptr<SealSetting>>();
  const auto add = [&](const std::string& operation, void (*run)(SealSetting&)) {
    const auto body = [=](benchmark::State& state) {
      if (!*lazy) *lazy = std::make_unique<SealSetting>(scheme, literal);
      SealSetting& setting = **lazy;
      run(setting);
      if (!setting.is_right(operation)) state.SkipWithError("SEAL's result is wrong");
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
  add("multiply_relinearize", [](S& s) {
    s.evaluator.multiply(s.a, s.b, s.result);
    s.evaluator.relinearize_inplace(s.result, s.relin);
  });
  add("rotate", [](S& s) { s.evaluator.rotate_rows(s.a, 1, s.galois, s.result); });
  add("mod_switch", [](S& s) { s.evaluator.mod_switch_to_next(s.a, s.result); });
}

}  // namespace lath::bench
