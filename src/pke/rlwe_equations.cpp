// SPDX-License-Identifier: Apache-2.0
#include "pke/rlwe_equations.hpp"

#include "coding/bit_coding.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/random/samplers.hpp"

namespace lath::detail {

RlweEncryption::RlweEncryption(const rlwe::Scheme& scheme, const rlwe::PublicKey& key)
    : ring_(scheme.ring()),
      noise_(scheme.parameters().noise),
      degree_(ring_.degree()),
      message_bits_(8 * scheme.message_bytes()),
      a_(expand(ring_, key.seed)),
      b_(key.b) {}

Poly<rlwe::PolyRing, Eval> RlweEncryption::expand(const rlwe::PolyRing& ring,
                                                  const rlwe::PublicSeed& seed) {
  Generator generator = Generator::from_seed(Seed(seed), "lath rlwe a");
  return uniform<Eval>(ring, generator);
}

void RlweEncryption::draw(std::span<std::int8_t> draws_of_messages, Generator& generator) const {
  sample_centered_binomial(draws_of_messages, noise_, generator);
}

auto RlweEncryption::encrypt(std::span<const std::byte> message, std::span<const std::int8_t> draws,
                             std::span<Word> working) const -> Words {
  const NttPlan<Word>& plan = ring_.plan();
  const auto noise = working.first(draws.size());
  residues_of(noise, draws, noise_, ring_.modulus());
  const auto r = noise.first(degree_), e1 = noise.subspan(degree_, degree_),
             v = noise.subspan(2 * degree_);
  const auto u = working.subspan(noise.size(), degree_), product = working.last(degree_);
  plan.forward(r.data());
  plan.forward(e1.data());
  plan.multiply_add(u.data(), a_.limb(0).data(), r.data(), e1.data());
  plan.multiply(product.data(), b_.limb(0).data(), r.data());
  plan.inverse(product.data());
  add_encoded_bits(plan.kernel().isa, v, product.first(v.size()), message, plan.modulus());
  // Both are sent: hiding the message in them is what the Ring-LWE assumption says.
  ct::declassify(u.data(), u.size_bytes());
  ct::declassify(v.data(), v.size_bytes());
  return {u, v};
}

RlweDecryption::RlweDecryption(const rlwe::Scheme& scheme, const rlwe::SecretKey& key,
                               std::size_t messages)
    : ring_(scheme.ring()), s_(key.s), quotients_(messages > 1 ? ring_.degree() : 0) {
  if (quotients_.size() != 0) ring_.plan().prepare(quotients_.data(), s_.limb(0).data());
}

void RlweDecryption::decrypt(std::span<std::byte> message, std::span<Word> u,
                             std::span<const Word> v) const noexcept {
  const NttPlan<Word>& plan = ring_.plan();
  if (quotients_.size() != 0) {
    plan.multiply_prepared(u.data(), u.data(), s_.limb(0).data(), quotients_.data());
  } else {
    plan.multiply(u.data(), u.data(), s_.limb(0).data());
  }
  plan.inverse(u.data());
  decode_bits(plan.kernel().isa, message, v, u.first(v.size()), plan.modulus());
}

}  // namespace lath::detail
