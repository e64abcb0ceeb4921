// SPDX-License-Identifier: Apache-2.0
#include "lath/ml_kem/ml_kem.hpp"

#include <algorithm>

#include "hash/sponge.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "ml_kem/operations.hpp"
#include "pke/implicit_rejection.hpp"

namespace lath::ml_kem {
namespace {

// H of the standard.
std::array<std::byte, 32> hash_of(Bytes public_key) {
  std::array<std::byte, 32> hash;
  detail::fips202::digest(k_pke::isa(), detail::fips202::kSha3_256, hash, public_key);
  return hash;
}

// One operation alone.
template <class Operation>
void run_one(Operation&& operation) {
  run(std::span(&operation, 1));
}

std::string described(const char* what, unsigned set) {
  return std::string(what) + " for ML-KEM-" + std::to_string(set);
}

void check_size(Bytes bytes, std::size_t needed, const char* what, unsigned set) {
  if (bytes.size() == needed) return;
  throw Error(
      ErrorCode::malformed, described(what, set) + " of " + std::to_string(bytes.size()) + " bytes",
      "need " + std::to_string(needed), "check that it is whole and made for this parameter set");
}

}  // namespace

template <unsigned kSet>
  requires ParameterSet<kSet>
PublicKey<kSet> PublicKey<kSet>::from_bytes(std::span<const std::byte> bytes) {
  static_assert(kBytes == Parameters::of(kSet).public_key_bytes());
  check_size(bytes, kBytes, "a public key", kSet);
  if (!k_pke::is_reduced(bytes.first(Parameters::of(kSet).vector_bytes()))) {
    throw Error(ErrorCode::malformed,
                described("a public key", kSet) + " with a coefficient above 3328",
                "need coefficients modulo 3329", "ask its owner for the key again");
  }
  PublicKey key;
  std::copy(bytes.begin(), bytes.end(), key.bytes_.begin());
  return key;
}

template <unsigned kSet>
  requires ParameterSet<kSet>
SecretKey<kSet> SecretKey<kSet>::from_bytes(std::span<const std::byte> bytes) {
  static_assert(kBytes == Parameters::of(kSet).secret_key_bytes());
  check_size(bytes, kBytes, "a secret key", kSet);
  const detail::SecretKeyParts parts(bytes, Parameters::of(kSet).vector_bytes());
  if (!ct::equal(hash_of(parts.public_key), parts.hash)) {
    throw Error(ErrorCode::malformed,
                described("a secret key", kSet) + " whose public key was changed",
                "need the public key that the hash in it was made of",
                "restore the key from a copy or from its seed");
  }
  SecretKey key;
  std::copy(bytes.begin(), bytes.end(), key.bytes_.data());
  return key;
}

template <unsigned kSet>
  requires ParameterSet<kSet>
KeyPair<kSet> KeyPair<kSet>::from_seed(std::span<const std::byte> seed) {
  check_size(seed, 64, "a seed", kSet);
  KeyPair keys{PublicKey<kSet>(), SecretKey<kSet>()};
  run_one(KeyGeneration(Parameters::of(kSet), seed.first<32>(), seed.last<32>(),
                        keys.public_key.bytes_, keys.secret_key.bytes_.span()));
  return keys;
}

template <unsigned kSet>
  requires ParameterSet<kSet>
Ciphertext<kSet> Ciphertext<kSet>::from_bytes(std::span<const std::byte> bytes) {
  static_assert(kBytes == Parameters::of(kSet).ciphertext_bytes());
  check_size(bytes, kBytes, "a ciphertext", kSet);
  Ciphertext ciphertext;
  std::copy(bytes.begin(), bytes.end(), ciphertext.bytes.begin());
  return ciphertext;
}

template <unsigned kSet>
KeyPair<kSet> generate_keys(Generator& generator) {
  SecretBytes<64> seed;
  generator.fill(seed.span());
  return KeyPair<kSet>::from_seed(seed.span());
}

template <unsigned kSet>
Encapsulation<kSet> encapsulate(const PublicKey<kSet>& key, Generator& generator) {
  return encapsulate_derandomized(key, generator.seed());
}

template <unsigned kSet>
Encapsulation<kSet> encapsulate_derandomized(const PublicKey<kSet>& key, const Seed& m) {
  Encapsulation<kSet> result;
  run_one(Encapsulating(Parameters::of(kSet), key.bytes(), m.span(), result.ciphertext.bytes,
                        result.secret.span()));
  return result;
}

template <unsigned kSet>
SharedSecret decapsulate(const SecretKey<kSet>& key, const Ciphertext<kSet>& ciphertext) {
  SharedSecret secret;
  run_one(Decapsulating(Parameters::of(kSet), key.bytes(), ciphertext.bytes, secret.span()));
  return secret;
}

// NOLINTBEGIN(bugprone-macro-parentheses): types take none
#define LATH_INSTANTIATE(kSet)                                                                \
  template class PublicKey<kSet>;                                                             \
  template class SecretKey<kSet>;                                                             \
  template struct Ciphertext<kSet>;                                                           \
  template struct KeyPair<kSet>;                                                              \
  template KeyPair<kSet> generate_keys<kSet>(Generator&);                                     \
  template Encapsulation<kSet> encapsulate(const PublicKey<kSet>&, Generator&);               \
  template Encapsulation<kSet> encapsulate_derandomized(const PublicKey<kSet>&, const Seed&); \
  template SharedSecret decapsulate(const SecretKey<kSet>&, const Ciphertext<kSet>&);
LATH_INSTANTIATE(512)
LATH_INSTANTIATE(768)
LATH_INSTANTIATE(1024)
#undef LATH_INSTANTIATE
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace lath::ml_kem
