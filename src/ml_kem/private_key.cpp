// SPDX-License-Identifier: Apache-2.0
#include "lath/ml_kem/private_key.hpp"

#include <cstdint>
#include <string>

#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::ml_kem {
namespace {

constexpr unsigned kLargestCoefficient = 3328;

// Throws malformed for a key that is not `honest`.
void require_honest(bool honest, const char* fault, unsigned set, const char* needed) {
  // Public: a key that was made by the standard passes every check, so this says nothing about one.
  ct::declassify(&honest, sizeof honest);
  if (honest) return;
  throw Error(ErrorCode::malformed,
              "a private key for ML-KEM-" + std::to_string(set) + " " + std::string(fault), needed,
              "restore the key from a copy or from its seed");
}

// Whether all coefficients, packed in 12 bits each, are below the modulus.
bool is_canonical(std::span<const std::byte> packed) {
  const auto byte = [&](std::size_t i) { return std::to_integer<std::uint32_t>(packed[i]); };
  std::uint32_t too_large = 0;
  for (std::size_t i = 0; i + 2 < packed.size(); i += 3) {
    const std::uint32_t first = byte(i) | (byte(i + 1) & 15) << 8;
    const std::uint32_t second = byte(i + 1) >> 4 | byte(i + 2) << 4;
    too_large |= ct::mask_less<std::uint32_t>(kLargestCoefficient, first) |
                 ct::mask_less<std::uint32_t>(kLargestCoefficient, second);
  }
  return ct::mask_equal<std::uint32_t>(too_large, 0) != 0;
}

// Whether the secret key decapsulates what is encapsulated for the public key. The message is the
// hash of the public key: any will do, and nobody uses the secret.
template <unsigned kSet>
bool is_pair(const KeyPair<kSet>& keys) {
  const Seed m(keys.secret_key.bytes().template subspan<SecretKey<kSet>::kBytes - 64, 32>());
  const auto sent = encapsulate_derandomized(keys.public_key, m);
  const SharedSecret found = decapsulate(keys.secret_key, sent.ciphertext);
  return ct::equal(found.span(), sent.secret.span());
}

}  // namespace

template <unsigned kSet>
  requires ParameterSet<kSet>
PrivateKey<kSet> PrivateKey<kSet>::generate(Generator& generator) {
  KeySeed seed;
  generator.fill(seed.span());
  return from_seed(seed.span());
}

template <unsigned kSet>
  requires ParameterSet<kSet>
PrivateKey<kSet> PrivateKey<kSet>::from_seed(std::span<const std::byte> seed) {
  PrivateKey key(KeyPair<kSet>::from_seed(seed));  // checks the size
  key.seed_.emplace(seed.first<64>());
  return key;
}

template <unsigned kSet>
  requires ParameterSet<kSet>
PrivateKey<kSet> PrivateKey<kSet>::from_expanded(std::span<const std::byte> bytes) {
  // s || public key || its hash || z (FIPS 203, algorithm 16).
  constexpr std::size_t kStart = 3 * kSet / 2, kHash = 32;
  if (bytes.size() == SecretKey<kSet>::kBytes) {
    // Public, wherever the bytes come from: everybody has the public key.
    ct::declassify(bytes.data() + kStart, PublicKey<kSet>::kBytes + kHash);
  }
  const auto secret_key = SecretKey<kSet>::from_bytes(bytes);
  const auto public_key = bytes.subspan(kStart, PublicKey<kSet>::kBytes);
  const KeyPair<kSet> keys{PublicKey<kSet>::from_bytes(public_key), secret_key};
  require_honest(is_canonical(bytes.first(kStart)), "with a coefficient above 3328", kSet,
                 "need coefficients modulo 3329");
  require_honest(is_pair(keys), "with the public key of another", kSet,
                 "need the public key of the same pair");
  return PrivateKey(keys);
}

template <unsigned kSet>
  requires ParameterSet<kSet>
PrivateKey<kSet> PrivateKey<kSet>::from_both(std::span<const std::byte> seed,
                                             std::span<const std::byte> bytes) {
  PrivateKey key = from_seed(seed);
  require_honest(ct::equal(key.keys_.secret_key.bytes(), bytes), "with the seed of another", kSet,
                 "need the seed that the expanded key was made of");
  return key;
}

template class PrivateKey<512>;
template class PrivateKey<768>;
template class PrivateKey<1024>;

}  // namespace lath::ml_kem
