// SPDX-License-Identifier: Apache-2.0
//
// What is sent as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "he/scheme_keys.hpp"
#include "lath/base/buffer.hpp"

namespace lath::testing {

using Bytes = std::vector<std::byte>;

template <class Storage>
Bytes copy(const Buffer<std::byte, Storage>& buffer) {
  return {buffer.span().begin(), buffer.span().end()};
}

/// A plaintext with coefficients of all sizes, t - 1 among them.
template <class Scheme>
he::Plaintext stepped(const SchemeKeys<Scheme>& keys, std::uint64_t step) {
  const std::uint64_t t = keys.t();
  std::vector<std::uint64_t> coefficients(keys.parameters.degree());
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    coefficients[i] = i % 3 == 0 ? t - 1 - i % t : i * step % t;
  }
  return keys.plaintext(coefficients);
}

/// Ciphertexts and products under these keys, of the plaintexts 7 and 9: in BGV those of lower
/// levels have factors.
template <class Scheme>
struct CiphertextsOf {
  const FewKeys<Scheme>& keys;
  Generator generator = Generator::from_seed(Seed{}, "he ciphertexts");
  typename Scheme::Session& session = keys.session;
  std::size_t levels = keys.parameters.levels();
  he::Ciphertext fresh = keys.encryptor.encrypt(stepped(keys, 7), generator);
  he::SeededCiphertext seeded = keys.symmetric.encrypt_seeded(stepped(keys, 9), generator);
  he::Ciphertext low = session.mod_switch(fresh, levels - 1);
  typename Scheme::Product product = session.multiply(fresh, seeded.expand());
  typename Scheme::Product low_product = session.mod_switch(product, levels - 1);

  explicit CiphertextsOf(const FewKeys<Scheme>& all) : keys(all) {}
};

}  // namespace lath::testing
