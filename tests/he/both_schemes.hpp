// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "he/bgv_scheme.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/rerandomizer.hpp"
#include "lath/he/symmetric_encryptor.hpp"
#include "lath/ring/crt.hpp"

namespace lath::he::testing {

struct Bfv {
  using Parameters = bfv::Parameters;
  using Evaluator = bfv::Evaluator;
  static constexpr bool kBfv = true;
};
struct Bgv {
  using Parameters = bgv::Parameters;
  using Evaluator = bgv::Evaluator;
  static constexpr bool kBfv = false;
};

/// Everything that a test of both schemes needs with one set of parameters. The same name gives the
/// same keys.
template <class S>
struct Keys {
  typename S::Parameters parameters;
  Generator generator;
  KeyGenerator keys{parameters, generator};
  SecretKey secret = keys.secret_key();
  PublicKey public_key = keys.public_key(secret);
  RelinKey relin = keys.relin_key(secret);
  std::array<std::uint64_t, 1> elements{3};
  GaloisKeys galois = keys.galois_keys(secret, elements);
  Encryptor encryptor{parameters, public_key};
  SymmetricEncryptor symmetric{parameters, secret};
  Decryptor decryptor{parameters, secret};
  Rerandomizer rerandomizer{parameters, public_key};
  typename S::Evaluator evaluator{parameters};
  EvaluatorWorkspace workspace{parameters};
  PlainRing ring{parameters.degree(), parameters.plaintext_modulus()};

  explicit Keys(const Literal& literal, const std::string& name = "both schemes")
      : parameters(S::Parameters::create_insecure(literal)),
        generator(Generator::from_seed(Seed{}, name)) {}

  [[nodiscard]] Plaintext plaintext(const Coefficients& m) const { return {parameters, m}; }
  [[nodiscard]] Ciphertext encrypt(const Coefficients& m) {
    return encryptor.encrypt(plaintext(m), generator);
  }
  template <class Operand>
  [[nodiscard]] Coefficients decrypt(const Operand& c) const {
    return words(decryptor.decrypt(c));
  }
  template <class Operand>
  [[nodiscard]] Coefficients release(const Operand& c) {
    return words(decryptor.decrypt_for_release(c, generator));
  }
  /// What an error in c0 + c1 s is a multiple of.
  [[nodiscard]] std::uint64_t error_factor() const { return S::kBfv ? 1 : ring.t; }
  [[nodiscard]] double log2_t() const { return std::log2(static_cast<double>(ring.t)); }

  static Coefficients words(const Plaintext& m) {
    return {m.coefficients().begin(), m.coefficients().end()};
  }
  /// c0 + c1 s.
  [[nodiscard]] Poly<DynamicRing, Coeff> phase(const Ciphertext& c) const {
    Poly<DynamicRing, Eval> s(parameters.ring(c.level()));
    for (std::size_t i = 0; i < c.level(); ++i) {
      std::ranges::copy(secret.value().limb(i), s.limb(i).begin());
    }
    auto x = c.part(1);
    x = x * s + c.part(0);
    return intt(std::move(x));
  }
};

/// The coefficients next to zero of a polynomial whose modulus has at most 127 bits.
inline std::vector<__int128> integers_of(const Poly<DynamicRing, Coeff>& x) {
  const auto words = lift(x, Representative::centered);
  const std::size_t n = x.ring().degree(), size = words.size() / n;
  std::vector<__int128> result(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto low = uint128{words[i * size]};
    const auto high = static_cast<std::int64_t>(words[(i + 1) * size - 1]);
    result[i] = size == 1 ? static_cast<__int128>(high)
                          : static_cast<__int128>((static_cast<uint128>(high) << 64) | low);
  }
  return result;
}

/// Coefficients next to zero, nearly.
inline std::vector<double> doubles_of(const Poly<DynamicRing, Coeff>& x) {
  const auto words = lift(x, Representative::centered);
  const std::size_t n = x.ring().degree(), size = words.size() / n;
  std::vector<double> result(n);
  for (std::size_t i = 0; i < n; ++i) {
    double sum = static_cast<double>(static_cast<std::int64_t>(words[(i + 1) * size - 1]));
    for (std::size_t w = size - 1; w-- > 0;) {
      sum = sum * 0x1p64 + static_cast<double>(words[i * size + w]);
    }
    result[i] = sum;
  }
  return result;
}

}  // namespace lath::he::testing
