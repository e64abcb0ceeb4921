// SPDX-License-Identifier: Apache-2.0
#include "lath/lattice/rlwe.hpp"

#include <algorithm>

#include "lath/base/constant_time.hpp"
#include "lath/random/samplers.hpp"

namespace lath::rlwe {
namespace {

Poly<DynamicRing, Eval> expand(const PublicSeed& seed) {
  Generator generator = Generator::from_seed(Seed(seed), "lath rlwe a");
  return uniform<Eval>(ring(), generator);
}

Poly<DynamicRing, Coeff, Secret> noise(Generator& generator) {
  return centered_binomial(ring(), kNoise, generator);
}

// Bit i of the secret becomes the coefficient floor(q/2) or 0 of x^i.
Poly<DynamicRing, Coeff, Secret> encode(const SharedSecret& secret) {
  Poly<DynamicRing, Coeff, Secret> m(ring());
  const auto words = m.limb(0);
  for (std::size_t i = 0; i < 8 * secret.size(); ++i) {
    const auto byte = std::to_integer<std::uint64_t>(secret.data()[i / 8]);
    words[i] = (kModulus / 2) & (0 - ((byte >> (i % 8)) & 1));
  }
  return m;
}

// A bit is one where the coefficient is nearer to q/2 than to 0, that is in (q/4, 3q/4).
SharedSecret decode(const Poly<DynamicRing, Coeff, Secret>& m) {
  SharedSecret secret;
  const auto words = m.limb(0);
  for (std::size_t i = 0; i < 8 * secret.size(); ++i) {
    const std::uint64_t above = ct::mask_less(kModulus / 4, words[i]);
    const std::uint64_t below = ct::mask_less(words[i], kModulus - kModulus / 4);
    const auto bit = static_cast<std::byte>(above & below & 1);
    secret.data()[i / 8] |= bit << (i % 8);
  }
  return secret;
}

}  // namespace

const DynamicRing& ring() {
  static const DynamicRing instance = DynamicRing::create(kDegree, {kModulus});
  return instance;
}

KeyPair generate_keys(Generator& generator) {
  PublicSeed seed;
  generator.fill(seed);
  ct::declassify(seed.data(), seed.size());  // it is published as a part of the key
  const auto a = expand(seed);
  auto s = ntt(noise(generator));
  const auto e = ntt(noise(generator));
  // b is published: hiding s and e in it is what the Ring-LWE assumption says.
  return {{seed, declassify(a * s + e)}, {std::move(s)}};
}

Ciphertext encrypt(const PublicKey& key, const SharedSecret& secret, Generator& generator) {
  const auto a = expand(key.seed);
  const auto r = ntt(noise(generator));
  const auto e1 = ntt(noise(generator));
  const auto e2_m = ntt(noise(generator) + encode(secret));
  // Both are sent: hiding the secret in them is what the Ring-LWE assumption says.
  return {declassify(a * r + e1), declassify(key.b * r + e2_m)};
}

SharedSecret decrypt(const SecretKey& key, const Ciphertext& ciphertext) {
  return decode(intt(ciphertext.v - ciphertext.u * key.s));
}

}  // namespace lath::rlwe
