// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lath/random/generator.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"

/// Ring-LWE public-key encryption after R. Lindner and C. Peikert, "Better key sizes (and attacks)
/// for LWE-based encryption" (CT-RSA 2011), in R_q = Z_q[x]/(x^1024 + 1), q = 12289, with centered
/// binomial noise. It transports a 256-bit secret and is secure against passive attackers only
/// (IND-CPA): whoever can have chosen ciphertexts decrypted learns the secret key.
namespace lath::rlwe {

inline constexpr std::size_t kDegree = 1024;
inline constexpr std::uint64_t kModulus = 12289;
/// The noise is a sum of eta bits minus a sum of eta bits.
inline constexpr unsigned kNoise = 8;

/// What is transported.
using SharedSecret = SecretBytes<32>;

/// Where a public key's uniform polynomial comes from; as public as the key itself.
using PublicSeed = std::array<std::byte, 32>;

/// (a, b = a s + e), a expanded from its seed.
struct PublicKey {
  PublicSeed seed;
  Poly<DynamicRing, Eval> b;
  friend bool operator==(const PublicKey&, const PublicKey&) = default;
};
/// s, with centered binomial coefficients.
struct SecretKey {
  Poly<DynamicRing, Eval, Secret> s;
};
struct KeyPair {
  PublicKey public_key;
  SecretKey secret_key;
};
/// (u = a r + e1, v = b r + e2 + encode(m)).
struct Ciphertext {
  Poly<DynamicRing, Eval> u, v;
  friend bool operator==(const Ciphertext&, const Ciphertext&) = default;
};

/// The ring that all keys and ciphertexts live in.
[[nodiscard]] const DynamicRing& ring();

[[nodiscard]] KeyPair generate_keys(Generator& generator);

[[nodiscard]] Ciphertext encrypt(const PublicKey& key, const SharedSecret& secret,
                                 Generator& generator);

/// The secret that was encrypted, except with a probability below 2^-128 over keys and encryptions.
/// A ciphertext made for another key, or by nobody, gives some other secret: nothing here tells.
[[nodiscard]] SharedSecret decrypt(const SecretKey& key, const Ciphertext& ciphertext);

/// The functions above as an object, for programs over any PublicKeyScheme. It has no parameters.
class Scheme {
 public:
  using Message = SharedSecret;
  using PublicKey = rlwe::PublicKey;
  using SecretKey = rlwe::SecretKey;
  using KeyPair = rlwe::KeyPair;
  using Ciphertext = rlwe::Ciphertext;

  [[nodiscard]] static KeyPair generate_keys(Generator& generator) {
    return rlwe::generate_keys(generator);
  }
  [[nodiscard]] static Ciphertext encrypt(const PublicKey& key, const Message& message,
                                          Generator& generator) {
    return rlwe::encrypt(key, message, generator);
  }
  [[nodiscard]] static Message decrypt(const SecretKey& key, const Ciphertext& ciphertext) {
    return rlwe::decrypt(key, ciphertext);
  }
};

}  // namespace lath::rlwe
