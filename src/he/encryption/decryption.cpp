// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <vector>

#include "he/context.hpp"
#include "he/encryption/limb_work.hpp"
#include "he/noise/flooding.hpp"
#include "he/noise/noise_formulas.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/error.hpp"
#include "lath/he/decryptor.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {
namespace {

constexpr const char* kDecryptor = "a decryptor";

// What c0 + c1 s + ... begins with.
const Level& require_operand(const std::shared_ptr<const Context>& context,
                             const std::shared_ptr<const Context>& found, std::size_t level,
                             const NoiseBound& noise, const char* what) {
  require_whole(context, kDecryptor);
  require_context(found, context, what);
  require_decryptable(noise, what);
  return context->level(level);
}

// A plaintext of unspecified coefficients.
Plaintext new_plaintext(const std::shared_ptr<const Context>& context) {
  return {context, Buffer<std::uint64_t, Secret>::for_overwrite(context->degree())};
}

// The level of the fewest primes that tell the plaintext. In BGV, c0 + c1 s + ... is the number
// f m + t e itself: residues modulo the first primes are enough where the bound promises that it is
// smaller, with bits to spare for what the bound does not cover. In BFV it is a multiple of Q/t. A
// claimed bound may be too small, and the plaintext modulo all primes right nevertheless.
std::size_t telling_level(const Context& context, std::size_t level, const NoiseBound& noise) {
  constexpr double kSpareBits = 8;
  if (context.scheme == Scheme::bfv || noise.origin() != BoundOrigin::own) return level;
  const double log2_q = context.level(level).log2_q;
  for (std::size_t l = 1; l < level; ++l) {
    if (noise.scaled(log2_q - context.level(l).log2_q).budget_bits() > kSpareBits) return l;
  }
  return level;
}

// x = c0 + c1 s + ... modulo the primes of a level, or of a lower one than that of the parts, by
// its coefficients. Works prime by prime, so that each is read and written once.
class Phase {
 public:
  template <std::size_t kParts>
  Phase(const Context& context, const Level& level, const std::array<ConstRows, kParts>& c,
        const SecretKey& key)
      : limbs_(level.q.size()),
        stride_(context.engine->stride()),
        words_(Buffer<std::uint64_t, Secret>::for_overwrite(limbs_ * stride_)) {
    const std::size_t n = context.degree();
    for_each_limb(context, limbs_, 0, [&](std::size_t limb, std::span<std::uint64_t>) noexcept {
      const auto& plan = level.ring.plan(limb);
      const std::uint64_t* s = key.value().limb(limb).data();
      std::uint64_t* x = this->limb(limb);
      const std::uint64_t* sum = c[kParts - 1].row(limb);
      for (std::size_t part = kParts - 1; part-- > 0; sum = x) {
        plan.arithmetic().multiply_add(x, sum, s, c[part].row(limb), n);
      }
      plan.inverse(x);
    });
  }

  [[nodiscard]] std::size_t limbs() const noexcept { return limbs_; }
  [[nodiscard]] std::uint64_t* limb(std::size_t i) noexcept { return words_.data() + i * stride_; }
  [[nodiscard]] const std::uint64_t* limb(std::size_t i) const noexcept {
    return words_.data() + i * stride_;
  }

 private:
  std::size_t limbs_, stride_;
  Buffer<std::uint64_t, Secret> words_;
};

// The plaintext of x = c0 + c1 s + ..., over the factor, in the memory of `out` if it is of these
// parameters.
void write_plaintext(Plaintext& out, const std::shared_ptr<const Context>& context,
                     const Level& level, const Phase& x, std::uint64_t scale_factor) {
  const std::size_t n = context->degree();
  const RowMap& map = level.to_plaintext;
  auto scratch = Buffer<std::uint64_t, Secret>::for_overwrite(map.scratch_words());
  std::vector<const std::uint64_t*> rows;
  rows.reserve(x.limbs());
  for (std::size_t i = 0; i < x.limbs(); ++i) rows.push_back(x.limb(i));
  if (out.context() != context) out = new_plaintext(context);
  std::uint64_t* m = out.memory().data();
  map.convert(std::array{m}, rows, {}, n, scratch.span());
  if (scale_factor == 1) return;
  const auto inverse = context->modulo_t.scalar(context->t.inverse_vartime(scale_factor));
  context->modulo_t.scale(m, m, inverse, n);
}

void require_own(const NoiseBound& noise, const char* what) {
  if (noise.origin() == BoundOrigin::own) return;
  throw Error(ErrorCode::invalid_argument,
              std::string(what) + " whose noise bound is claimed: it came from outside",
              "need a bound that was computed here, or one that its owner has accepted",
              "keep the result of decrypt() to yourself; or, if an authenticated channel brought "
              "the ciphertext from somebody who computes honestly, see Decryptor::authenticated()");
}

// Adds f E to x, where f is the error factor.
void smudge(const Context& context, const Level& level, Phase& x, const FloodingNoise& noise) {
  const std::size_t n = context.degree();
  const auto add = [&](std::size_t limb, std::span<std::uint64_t> scratch) noexcept {
    const auto& arithmetic = level.ring.plan(limb).arithmetic();
    const auto e = scratch.first(n);
    noise.residues(e, scratch.subspan(n, n), level.ring.modulus(limb), arithmetic);
    std::uint64_t* x_limb = x.limb(limb);
    const auto& factor = context.error_factor_of_q.scalars()[limb];
    arithmetic.scale_add(x_limb, e.data(), x_limb, factor, n);
  };
  for_each_limb(context, level.q.size(), 2, add);
}

template <class Operand>
void decrypt_any(Plaintext& out, const std::shared_ptr<const Context>& context,
                 const SecretKey& key, const Operand& c, const char* what) {
  require_operand(context, c.context(), c.level(), c.noise(), what);
  const Level& level = context->level(telling_level(*context, c.level(), c.noise()));
  const Phase x(*context, level, rows_of_parts(c), key);
  write_plaintext(out, context, level, x, c.scale_factor());
}

template <class Operand>
Plaintext release_any(const std::shared_ptr<const Context>& context, const SecretKey& key,
                      const Operand& c, Generator& generator, const char* what) {
  const Level& level = require_operand(context, c.context(), c.level(), c.noise(), what);
  require_own(c.noise(), what);
  const double bits = largest_flooding(*context, level);
  require_flooding(*context, level, c.noise(), bits, what);
  const FloodingNoise noise(context->degree(), static_cast<unsigned>(bits), generator);
  Phase x(*context, level, rows_of_parts(c), key);
  smudge(*context, level, x, noise);
  Plaintext out = new_plaintext(context);
  write_plaintext(out, context, level, x, c.scale_factor());
  return out;
}

template <class Operand>
Plaintext decrypted(const Decryptor& decryptor, const std::shared_ptr<const Context>& context,
                    const Operand& c) {
  require_whole(context, kDecryptor);
  Plaintext out = new_plaintext(context);
  decryptor.decrypt(out, c);
  return out;
}

Product<Eval> by_values(const std::shared_ptr<const Context>& context, const Product<Coeff>& c) {
  require_whole(context, kDecryptor);
  require_context(c.context(), context, "a product");
  return {
      c.context(), {ntt(c.part(0)), ntt(c.part(1)), ntt(c.part(2))}, c.scale_factor(), c.noise()};
}

}  // namespace

Decryptor::Decryptor(const SchemeParameters& parameters, const SecretKey& key)
    : context_(parameters.context()), key_(key) {
  require_context(key.context(), context_, "a secret key");
}

void Decryptor::decrypt(Plaintext& out, const Ciphertext& ciphertext) const {
  decrypt_any(out, context_, key_, ciphertext, "a ciphertext");
}

void Decryptor::decrypt(Plaintext& out, const Product<Eval>& product) const {
  decrypt_any(out, context_, key_, product, "a product");
}

void Decryptor::decrypt(Plaintext& out, const Product<Coeff>& product) const {
  decrypt(out, by_values(context_, product));
}

Plaintext Decryptor::decrypt(const Ciphertext& ciphertext) const {
  return decrypted(*this, context_, ciphertext);
}

Plaintext Decryptor::decrypt(const Product<Eval>& product) const {
  return decrypted(*this, context_, product);
}

Plaintext Decryptor::decrypt(const Product<Coeff>& product) const {
  return decrypted(*this, context_, product);
}

Plaintext Decryptor::decrypt_for_release(const Ciphertext& ciphertext, Generator& generator) const {
  return release_any(context_, key_, ciphertext, generator, "a ciphertext");
}

Plaintext Decryptor::decrypt_for_release(const Product<Eval>& product, Generator& generator) const {
  return release_any(context_, key_, product, generator, "a product");
}

Plaintext Decryptor::decrypt_for_release(const Product<Coeff>& product,
                                         Generator& generator) const {
  return decrypt_for_release(by_values(context_, product), generator);
}

Ciphertext Decryptor::authenticated(Ciphertext ciphertext) const {
  require_whole(context_, kDecryptor);
  require_context(ciphertext.context(), context_, "a ciphertext");
  ciphertext.set(ciphertext.scale_factor(), ciphertext.noise().with_origin(BoundOrigin::own));
  return ciphertext;
}

}  // namespace lath::he
