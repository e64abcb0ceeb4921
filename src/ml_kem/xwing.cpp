// SPDX-License-Identifier: Apache-2.0
#include "lath/ml_kem/xwing.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "hash/sponge.hpp"
#include "ml_kem/k_pke.hpp"
#include "ml_kem/x25519.hpp"

namespace lath::xwing {
namespace {

using Bytes = std::span<const std::byte>;

void check_size(Bytes bytes, std::size_t needed, const char* what) {
  if (bytes.size() != needed) {
    throw Error(ErrorCode::malformed,
                std::string(what) + " for X-Wing of " + std::to_string(bytes.size()) + " bytes",
                "need " + std::to_string(needed), "check that it is whole and made for X-Wing");
  }
}

// The combiner of the draft.
SharedSecret combined(const SharedSecret& ml_kem, const SecretBytes<32>& x25519,
                      X25519Bytes ciphertext, X25519Bytes public_key) {
  constexpr std::string_view kLabel = R"(\.//^\)";
  SharedSecret secret;
  detail::fips202::digest(ml_kem::k_pke::isa(), detail::fips202::kSha3_256, secret.span(),
                          ml_kem.span(), x25519.span(), ciphertext, public_key,
                          std::as_bytes(std::span(kLabel)));
  return secret;
}

}  // namespace

PublicKey PublicKey::from_bytes(Bytes bytes) {
  check_size(bytes, kBytes, "a public key");
  (void)ml_kem::PublicKey<768>::from_bytes(bytes.first(kBytes - 32));
  PublicKey key;
  std::ranges::copy(bytes, key.bytes_.begin());
  return key;
}

// A seed expanded.
struct SecretKey::Parts {
  SecretBytes<96> seeds;
  ml_kem::KeyPair<768> ml_kem;

  static SecretBytes<96> expand(Bytes seed) {
    SecretBytes<96> seeds;
    detail::fips202::digest(ml_kem::k_pke::isa(), detail::fips202::kShake256, seeds.span(), seed);
    return seeds;
  }
  explicit Parts(Bytes seed)
      : seeds(expand(seed)), ml_kem(ml_kem::KeyPair<768>::from_seed(seeds.span().first(64))) {}
};

SecretKey::SecretKey(std::span<const std::byte, kBytes> seed, const Parts& parts)
    : seed_(seed), x25519_(parts.seeds.span().last<32>()), ml_kem_(parts.ml_kem.secret_key) {
  const auto rest = std::ranges::copy(parts.ml_kem.public_key.bytes(), public_key_.bytes_.begin());
  std::ranges::copy(x25519_public_key(x25519_.span()), rest.out);
}

SecretKey SecretKey::from_seed(Bytes seed) {
  check_size(seed, kBytes, "a seed");
  return {seed.first<kBytes>(), Parts(seed)};
}

Ciphertext Ciphertext::from_bytes(Bytes bytes) {
  check_size(bytes, kBytes, "a ciphertext");
  Ciphertext ciphertext;
  std::ranges::copy(bytes, ciphertext.bytes.begin());
  return ciphertext;
}

SecretKey generate_key(Generator& generator) {
  const Seed seed = generator.seed();
  return SecretKey::from_seed(seed.span());
}

Encapsulation encapsulate(const PublicKey& key, Generator& generator) {
  SecretBytes<64> randomness;
  generator.fill(randomness.span());
  return encapsulate_derandomized(key, randomness);
}

Encapsulation encapsulate_derandomized(const PublicKey& key, const SecretBytes<64>& randomness) {
  const auto public_x25519 = key.bytes().last<32>();
  const auto sent = ml_kem::encapsulate_derandomized(
      ml_kem::PublicKey<768>::from_bytes(key.bytes().first(PublicKey::kBytes - 32)),
      Seed(randomness.span().first<32>()));
  const auto ephemeral = randomness.span().last<32>();
  const auto share = x25519_public_key(ephemeral);
  const auto secret = x25519_secret(ephemeral, public_x25519, "a public key");
  Encapsulation result;
  const auto rest = std::ranges::copy(sent.ciphertext.bytes, result.ciphertext.bytes.begin());
  std::ranges::copy(share, rest.out);
  result.secret = combined(sent.secret, secret, share, public_x25519);
  return result;
}

SharedSecret decapsulate(const SecretKey& key, const Ciphertext& ciphertext) {
  const std::span bytes(ciphertext.bytes);
  const auto share = bytes.last<32>();
  const auto x25519 = x25519_secret(key.x25519_.span(), share, "a ciphertext");
  const auto ml_kem = ml_kem::decapsulate(
      key.ml_kem_, ml_kem::Ciphertext<768>::from_bytes(bytes.first(Ciphertext::kBytes - 32)));
  return combined(ml_kem, x25519, share, key.public_key_.bytes().last<32>());
}

}  // namespace lath::xwing
