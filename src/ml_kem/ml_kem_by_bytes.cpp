// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "lath/base/error.hpp"
#include "lath/ml_kem/ml_kem.hpp"

namespace lath::ml_kem {

template <unsigned kSet>
  requires ParameterSet<kSet>
double Kem<kSet>::failure_bound() {
  return std::exp2(kSet == 512 ? -138.8 : kSet == 768 ? -164.8 : -174.8);
}

template <unsigned kSet>
  requires ParameterSet<kSet>
kem::KeyPair Kem<kSet>::generate_keys(Generator& generator) {
  const auto keys = ml_kem::generate_keys<kSet>(generator);
  return {Buffer<std::byte>(keys.public_key.bytes()),
          Buffer<std::byte, Secret>(keys.secret_key.bytes())};
}

template <unsigned kSet>
  requires ParameterSet<kSet>
void Kem<kSet>::check_public_key(std::span<const std::byte> bytes) {
  (void)PublicKey<kSet>::from_bytes(bytes);
}
template <unsigned kSet>
  requires ParameterSet<kSet>
void Kem<kSet>::check_secret_key(std::span<const std::byte> bytes) {
  (void)SecretKey<kSet>::from_bytes(bytes);
}

template <unsigned kSet>
  requires ParameterSet<kSet>
std::span<const std::byte> Kem<kSet>::public_key_in(std::span<const std::byte> bytes) {
  if (bytes.size() != SecretKey<kSet>::kBytes) {
    throw Error(ErrorCode::malformed, "a secret key of " + std::to_string(bytes.size()) + " bytes",
                "need " + std::to_string(SecretKey<kSet>::kBytes) + " for " + name(),
                "check that it is whole and made for this parameter set");
  }
  // s || public key || its hash || z (FIPS 203, algorithm 16).
  return bytes.subspan(bytes.size() - 64 - PublicKey<kSet>::kBytes, PublicKey<kSet>::kBytes);
}

template <unsigned kSet>
  requires ParameterSet<kSet>
kem::Encapsulation Kem<kSet>::encapsulate(std::span<const std::byte> public_key,
                                          Generator& generator) {
  auto made = ml_kem::encapsulate(PublicKey<kSet>::from_bytes(public_key), generator);
  return {Buffer<std::byte>(made.ciphertext.bytes), made.secret};
}

template <unsigned kSet>
  requires ParameterSet<kSet>
SharedSecret Kem<kSet>::decapsulate(std::span<const std::byte> secret_key,
                                    std::span<const std::byte> ciphertext) {
  const auto received = Ciphertext<kSet>::from_bytes(ciphertext);
  return ml_kem::decapsulate(SecretKey<kSet>::from_bytes(secret_key), received);
}

template class Kem<512>;
template class Kem<768>;
template class Kem<1024>;

}  // namespace lath::ml_kem
