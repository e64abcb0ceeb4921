// SPDX-License-Identifier: Apache-2.0
//
// OpenFHE 1 through its public interface: hybrid key switching with one digit for each special
// prime, ternary secrets, products of BFV by HPSPOVERQ, BGV with fixed manual scaling. Decryption
// includes that of slots, which it cannot leave out. This file is compiled with OpenFHE's options:
// its headers have code that the library has, too.

#include <benchmark/benchmark.h>
#include <openfhe.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "peers/schemes.hpp"
#include "peers/slots.hpp"
#include "sets.hpp"

namespace lath::bench {
namespace {

using lbcrypto::DCRTPoly;
using OpenFheContext = lbcrypto::CryptoContext<DCRTPoly>;
using OpenFheCiphertext = lbcrypto::Ciphertext<DCRTPoly>;

constexpr unsigned kSpecialBits = 60;  // OpenFHE's own choice

unsigned primes_of(const he::Literal& literal) {
  return static_cast<unsigned>(literal.prime_bits.size() + literal.primes.size());
}

unsigned primes_of(const OpenFheContext& context) {
  return static_cast<unsigned>(context->GetElementParams()->GetParams().size());
}

// The length of the primes of Q.
unsigned prime_bits_of(const he::Literal& literal) {
  const auto special = static_cast<unsigned>(special_primes(literal));
  return (modulus_bits(literal) - kSpecialBits * special) / primes_of(literal);
}

// Key switching works on as many primes at once as there are special ones.
unsigned digits_of(const he::Literal& literal) {
  const auto special = static_cast<unsigned>(special_primes(literal));
  return (primes_of(literal) + special - 1) / special;
}

template <class Parameters>
Parameters parameters_of(const he::Literal& literal, std::uint32_t depth, unsigned digits) {
  Parameters parameters;
  parameters.SetPlaintextModulus(literal.plaintext_modulus.word());
  parameters.SetRingDim(static_cast<std::uint32_t>(literal.degree));
  parameters.SetMultiplicativeDepth(depth);
  parameters.SetScalingModSize(prime_bits_of(literal));
  parameters.SetSecretKeyDist(lbcrypto::UNIFORM_TERNARY);
  parameters.SetKeySwitchTechnique(lbcrypto::HYBRID);
  parameters.SetNumLargeDigits(digits);
  // The lengths above are those of other tables than OpenFHE's, which are longer.
  parameters.SetSecurityLevel(lbcrypto::HEStd_NotSet);
  return parameters;
}

OpenFheContext bgv_context(const he::Literal& literal) {
  auto parameters = parameters_of<lbcrypto::CCParams<lbcrypto::CryptoContextBGVRNS>>(
      literal, primes_of(literal) - 1, digits_of(literal));
  parameters.SetScalingTechnique(lbcrypto::FIXEDMANUAL);
  return lbcrypto::GenCryptoContext(parameters);
}

OpenFheContext bfv_context(const he::Literal& literal, std::uint32_t depth, unsigned digits) {
  auto parameters =
      parameters_of<lbcrypto::CCParams<lbcrypto::CryptoContextBFVRNS>>(literal, depth, digits);
  parameters.SetMultiplicationTechnique(lbcrypto::HPSPOVERQ);
  return lbcrypto::GenCryptoContext(parameters);
}

// OpenFHE derives the number of primes from a depth, at log2(8 n t) bits a level by its bound. The
// least depth that needs as many primes as Lath has; one digit suits any number of primes.
OpenFheContext bfv_context(const he::Literal& literal) {
  const double bits_of_level = std::log2(8.0 * static_cast<double>(literal.degree) *
                                         static_cast<double>(literal.plaintext_modulus.word()));
  const double too_short = prime_bits_of(literal) * (primes_of(literal) - 1) - 40;
  auto depth = static_cast<std::uint32_t>(std::max(1.0, too_short / bits_of_level));
  while (primes_of(bfv_context(literal, depth, 1)) < primes_of(literal)) ++depth;
  return bfv_context(literal, depth, digits_of(literal));
}

// A context with keys and operands.
struct OpenFheSetting {
  Slots slots;
  OpenFheContext context;
  bool as_many_primes;
  lbcrypto::KeyPair<DCRTPoly> keys;
  lbcrypto::Plaintext plaintext, decrypted;
  OpenFheCiphertext a, b, product, result;

  OpenFheSetting(Scheme scheme, const he::Literal& literal)
      : slots(literal),
        context(scheme == Scheme::bfv ? bfv_context(literal) : bgv_context(literal)),
        as_many_primes(primes_of(context) == primes_of(literal)) {
    context->Enable(lbcrypto::PKE);
    context->Enable(lbcrypto::KEYSWITCH);
    context->Enable(lbcrypto::LEVELEDSHE);
    keys = context->KeyGen();
    context->EvalMultKeyGen(keys.secretKey);
    context->EvalRotateKeyGen(keys.secretKey, {1});
    plaintext = packed(slots.a);
    a = context->Encrypt(keys.publicKey, plaintext);
    b = context->Encrypt(keys.publicKey, packed(slots.b));
    product = context->EvalMultNoRelin(a, b);
  }

  lbcrypto::Plaintext packed(const std::vector<std::uint64_t>& values) const {
    return context->MakePackedPlaintext(std::vector<std::int64_t>(values.begin(), values.end()));
  }

  // Whether the operation that just ran gave what it should, in `decrypted` or in `result`.
  bool is_right(const std::string& operation) {
    if (operation != "decrypt") context->Decrypt(keys.secretKey, result, &decrypted);
    std::vector<std::uint64_t> values;
    for (const std::int64_t value : decrypted->GetPackedValue()) {
      values.push_back(value < 0 ? slots.t - static_cast<std::uint64_t>(-value)
                                 : static_cast<std::uint64_t>(value));
    }
    return as_many_primes && values == slots.after(operation);
  }
};

}  // namespace

void register_openfhe(Scheme scheme, const he::Literal& literal) {
  const auto lazy = std::make_shared<std::unique_ptr<OpenFheSetting>>();
  const auto add = [&](const std::string& operation, void (*run)(OpenFheSetting&)) {
    const auto body = [=](benchmark::State& state) {
      if (!*lazy) *lazy = std::make_unique<OpenFheSetting>(scheme, literal);
      OpenFheSetting& setting = **lazy;
      run(setting);
      if (!setting.is_right(operation))
        state.SkipWithError("OpenFHE's result or number of primes is wrong");
      for (auto _ : state) {
        run(setting);
        benchmark::ClobberMemory();
      }
    };
    const std::string name =
        std::string(name_of(scheme)) + "/" + operation + "/" + set_name(literal) + "/openfhe";
    benchmark::RegisterBenchmark(name.c_str(), body)->Unit(benchmark::kMicrosecond);
  };
  using S = OpenFheSetting;
  add("encrypt", [](S& s) { s.result = s.context->Encrypt(s.keys.publicKey, s.plaintext); });
  add("decrypt", [](S& s) { s.context->Decrypt(s.keys.secretKey, s.a, &s.decrypted); });
  add("add", [](S& s) { s.result = s.context->EvalAdd(s.a, s.b); });
  add("multiply", [](S& s) { s.result = s.context->EvalMultNoRelin(s.a, s.b); });
  add("square", [](S& s) { s.result = s.context->GetScheme()->EvalSquare(s.a); });
  add("relinearize", [](S& s) { s.result = s.context->Relinearize(s.product); });
  add("multiply_relinearize", [](S& s) { s.result = s.context->EvalMult(s.a, s.b); });
  add("rotate", [](S& s) { s.result = s.context->EvalRotate(s.a, 1); });
  if (scheme == Scheme::bgv) add("mod_switch", [](S& s) { s.result = s.context->ModReduce(s.a); });
}

}  // namespace lath::bench
