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
                             std::span<Word> working) const -> std::span<const Word> {
  const NttPlan<Word>& plan = ring_.plan();
  residues_of(working, draws, noise_, ring_.modulus());
  const auto r = working.first(degree_), e1 = working.subspan(degree_, degree_),
             e2 = working.subspan(2 * degree_);
  plan.forward(r.data());
  plan.forward(e1.data());
  // Each result takes the place of one of its operands: u the place of e1, b r the place of r, v
  // the place of e2.
  plan.arithmetic().multiply_add(e1.data(), a_.limb(0).data(), r.data(), e1.data(), plan.degree());
  plan.arithmetic().multiply(r.data(), b_.limb(0).data(), r.data(), plan.degree());
  plan.inverse(r.data());
  add_encoded_bits(plan.kernel().isa, e2, r.first(e2.size()), message, plan.modulus());
  const auto ciphertext = working.subspan(degree_);
  // The ciphertext is sent: by the Ring-LWE assumption the ciphertext hides the message.
  ct::declassify(ciphertext.data(), ciphertext.size_bytes());
  return ciphertext;
}

RlweDecryption::RlweDecryption(const rlwe::Scheme& scheme, const rlwe::SecretKey& key,
                               std::size_t messages)
    : ring_(scheme.ring()), s_(key.s), quotients_(messages > 1 ? ring_.degree() : 0) {
  if (quotients_.size() != 0)
    ring_.plan().arithmetic().prepare(quotients_.data(), s_.limb(0).data(), ring_.plan().degree());
}

void RlweDecryption::decrypt(std::span<std::byte> message, std::span<Word> u,
                             std::span<const Word> v) const noexcept {
  const NttPlan<Word>& plan = ring_.plan();
  if (quotients_.size() != 0) {
    plan.arithmetic().multiply_prepared(u.data(), u.data(), s_.limb(0).data(), quotients_.data(),
                                        plan.degree());
  } else {
    plan.arithmetic().multiply(u.data(), u.data(), s_.limb(0).data(), plan.degree());
  }
  plan.inverse(u.data());
  decode_bits(plan.kernel().isa, message, v, u.first(v.size()), plan.modulus());
}

}  // namespace lath::detail
