// SPDX-License-Identifier: Apache-2.0
#include "lath/ml_kem/ml_kem.hpp"

#include <algorithm>

#include "hash/sponge.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "ml_kem/k_pke.hpp"
#include "pke/implicit_rejection.hpp"

namespace lath::ml_kem {
namespace {

using k_pke::Bytes;
using k_pke::Bytes32;

// H of the standard.
std::array<std::byte, 32> hash_of(Bytes public_key) {
  std::array<std::byte, 32> hash;
  detail::fips202::digest(k_pke::isa(), detail::fips202::kSha3_256, hash, public_key);
  return hash;
}

// G of the standard, on m and the hash of the public key: the shared secret K and the randomness r.
SecretBytes<64> secret_and_randomness(Bytes32 m, Bytes32 hash) {
  SecretBytes<64> both;
  detail::fips202::digest(k_pke::isa(), detail::fips202::kSha3_512, both.span(), m, hash);
  return both;
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
  constexpr Parameters kParameters = Parameters::of(kSet);
  KeyPair keys{PublicKey<kSet>(), SecretKey<kSet>()};
  const detail::SecretKeyParts parts(keys.secret_key.bytes_.span(), kParameters.vector_bytes());
  k_pke::generate_keys(kParameters, seed.first<32>(), parts.public_key, parts.s);
  std::copy(parts.public_key.begin(), parts.public_key.end(), keys.public_key.bytes_.begin());
  std::ranges::copy(hash_of(parts.public_key), parts.hash.begin());
  std::copy_n(seed.subspan(32).begin(), 32, parts.z.begin());
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
  requires ParameterSet<kSet>
KeyPair<kSet> generate_keys(Generator& generator) {
  SecretBytes<64> seed;
  generator.fill(seed.span());
  return KeyPair<kSet>::from_seed(seed.span());
}

template <unsigned kSet>
  requires ParameterSet<kSet>
Encapsulation<kSet> encapsulate(const PublicKey<kSet>& key, Generator& generator) {
  return encapsulate_derandomized(key, generator.seed());
}

template <unsigned kSet>
  requires ParameterSet<kSet>
Encapsulation<kSet> encapsulate_derandomized(const PublicKey<kSet>& key, const Seed& m) {
  Encapsulation<kSet> result;
  std::array<std::byte, 32> hash;
  const k_pke::EncryptionKey encryption(Parameters::of(kSet), key.bytes(),
                                        {detail::fips202::kSha3_256, key.bytes(), hash});
  const auto both = secret_and_randomness(m.span(), hash);
  auto& bytes = result.ciphertext.bytes;
  encryption.encrypt(m.span(), both.span().template last<32>(), bytes);
  // It is sent: hiding m in it is what the Module-LWE assumption says.
  ct::declassify(bytes.data(), bytes.size());
  result.secret = SharedSecret(both.span().template first<32>());
  return result;
}

template <unsigned kSet>
  requires ParameterSet<kSet>
SharedSecret decapsulate(const SecretKey<kSet>& key, const Ciphertext<kSet>& ciphertext) {
  constexpr Parameters kParameters = Parameters::of(kSet);
  const detail::SecretKeyParts parts(key.bytes(), kParameters.vector_bytes());
  // J of the standard, of z and the ciphertext: the secret of one that is not honest.
  SecretBytes<32 + Ciphertext<kSet>::kBytes> rejected;
  std::copy(parts.z.begin(), parts.z.end(), rejected.data());
  std::copy(ciphertext.bytes.begin(), ciphertext.bytes.end(), rejected.data() + 32);
  SharedSecret secret;
  const k_pke::EncryptionKey encryption(
      kParameters, parts.public_key, {detail::fips202::kShake256, rejected.span(), secret.span()});
  Seed m;
  k_pke::decrypt(kParameters, parts.s, ciphertext.bytes, m.span());
  const auto both = secret_and_randomness(m.span(), parts.hash);
  // It stays secret: whether and where it differs would tell about the key.
  SecretBytes<Ciphertext<kSet>::kBytes> again;
  encryption.encrypt(m.span(), both.span().template last<32>(), again.span());
  const std::uint64_t honest = detail::mask_equal_bytes(again.span(), ciphertext.bytes);
  detail::replace_if(honest, secret.span(), both.span().template first<32>());
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
