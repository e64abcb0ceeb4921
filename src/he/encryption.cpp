// SPDX-License-Identifier: Apache-2.0
#include "he/encryption.hpp"

#include <algorithm>

#include "lath/base/buffer.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/parallel.hpp"
#include "lath/random/samplers.hpp"

namespace lath::he {
namespace {

using Draws = Buffer<std::int8_t, Secret>;
using Values = Poly<DynamicRing, Eval>;

struct Randomness {
  Draws u, e0, e1;

  Randomness(std::size_t n, Generator& generator) : u(n), e0(n), e1(n) {
    sample_ternary(u.span(), generator);
    sample_centered_binomial(e0.span(), kErrorEta, generator);
    sample_centered_binomial(e1.span(), kErrorEta, generator);
  }
};

// One limb, with scratch memory for two rows.
void encrypt_limb(Values& c0, Values& c1, const PublicKey& key, const EncodedMessage& message,
                  const Randomness& draws, std::size_t limb, std::span<std::uint64_t> scratch) {
  const DynamicRing& ring = c0.ring();
  const std::size_t n = ring.degree();
  const auto& plan = ring.plan(limb);
  const auto& arithmetic = plan.arithmetic();
  const Modulus& q = ring.modulus(limb);
  const auto u = scratch.first(n), e = scratch.subspan(n, n);
  std::uint64_t* out = c0.limb(limb).data();

  residues_of(u, message.coefficients, message.bound, q);
  residues_of(e, std::span<const std::int8_t>(draws.e0.span()), kErrorEta, q);
  arithmetic.scale_add(e.data(), u.data(), e.data(), message.factor.scalars()[limb], n);
  plan.forward(e.data());
  residues_of(u, std::span<const std::int8_t>(draws.u.span()), 1, q);
  plan.forward(u.data());
  arithmetic.multiply_add(out, key.b().limb(limb).data(), u.data(), e.data(), n);

  residues_of(e, std::span<const std::int8_t>(draws.e1.span()), kErrorEta, q);
  plan.forward(e.data());
  arithmetic.multiply_add(c1.limb(limb).data(), key.a().limb(limb).data(), u.data(), e.data(), n);
  // A ciphertext hides what it is made of.
  ct::declassify(out, n * sizeof(std::uint64_t));
  ct::declassify(c1.limb(limb).data(), n * sizeof(std::uint64_t));
}

}  // namespace

void encrypt(const Context& context, Values& c0, Values& c1, const PublicKey& key,
             const EncodedMessage& message, Generator& generator) {
  const std::size_t n = context.degree(), limbs = c0.ring().limbs();
  const Randomness draws(n, generator);
  const std::size_t parts = std::min(context.engine->threads(), limbs), rows = 2 * n;
  auto scratch = Buffer<std::uint64_t, Secret>::for_overwrite(parts * rows);
  parallel_for(parts, 1, [&](std::size_t part) noexcept {
    for (std::size_t limb = part; limb < limbs; limb += parts) {
      encrypt_limb(c0, c1, key, message, draws, limb, scratch.span().subspan(part * rows, rows));
    }
  });
}

}  // namespace lath::he
