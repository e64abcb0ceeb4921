// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>
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
// its coefficients. With flooding noise E, and the error factor f, also f E is added.
template <std::size_t kParts>
class Phase {
 public:
  Phase(const Context& context, const Level& level, const std::array<ConstRows, kParts>& c,
        const SecretKey& key, const FloodingNoise* noise = nullptr)
      : context_(context), level_(level), c_(c), key_(key), noise_(noise) {}

  [[nodiscard]] std::size_t limbs() const noexcept { return level_.q.size(); }
  // The rows of scratch memory that write() needs.
  [[nodiscard]] std::size_t scratch_rows() const noexcept { return noise_ == nullptr ? 0 : 2; }

  // Writes x modulo one prime.
  void write(std::uint64_t* x, std::size_t limb, std::span<std::uint64_t> scratch) const noexcept {
    const auto& plan = level_.ring.plan(limb);
    const std::uint64_t* s = key_.value().limb(limb).data();
    const std::uint64_t* sum = c_[kParts - 1].row(limb);
    for (std::size_t part = kParts - 1; part-- > 0; sum = x) {
      plan.arithmetic().multiply_add(x, sum, s, c_[part].row(limb), context_.degree());
    }
    plan.inverse(x);
    if (noise_ != nullptr) add_noise(x, limb, scratch);
  }

 private:
  void add_noise(std::uint64_t* x, std::size_t limb,
                 std::span<std::uint64_t> scratch) const noexcept {
    const std::size_t n = context_.degree();
    const auto& arithmetic = level_.ring.plan(limb).arithmetic();
    const auto e = scratch.first(n);
    noise_->residues(e, scratch.subspan(n, n), level_.ring.modulus(limb), arithmetic);
    arithmetic.scale_add(x, e.data(), x, context_.error_factor_of_q.scalars()[limb], n);
  }

  const Context& context_;
  const Level& level_;
  const std::array<ConstRows, kParts>& c_;
  const SecretKey& key_;
  const FloodingNoise* noise_;
};

// The plaintext of x prime by prime, so that the row of each stays in the cache. Every thread has
// sums of its own, the first one in `m`.
template <std::size_t kParts>
void round_limbs(std::uint64_t* m, const Context& context, const PlaintextRounding& rounding,
                 const Phase<kParts>& x) {
  const std::size_t n = context.degree();
  LimbScratch scratch(context, x.limbs(), 1 + x.scratch_rows());
  const std::size_t threads = scratch.threads();
  auto others = Buffer<std::uint64_t, Secret>::for_overwrite((threads - 1) * n);
  const auto sums_of = [&](std::size_t thread) {
    return thread == 0 ? std::span(m, n) : others.span().subspan((thread - 1) * n, n);
  };
  for (std::size_t thread = 0; thread < threads; ++thread) {
    std::ranges::fill(sums_of(thread), thread == 0 ? rounding.start() : 0);
  }
  scratch.for_each_limb_on_thread([&](std::size_t limb, std::size_t thread) noexcept {
    std::uint64_t* row = scratch.of_thread(thread).data();
    x.write(row, limb, scratch.of_thread(thread).subspan(n));
    rounding.add(sums_of(thread), limb, row);
  });
  for (std::size_t thread = 1; thread < threads; ++thread) {
    std::ranges::transform(sums_of(0), sums_of(thread), m, std::plus<>());
  }
  rounding.round(m, sums_of(0));
}

// The plaintext of x from the rows of all primes.
template <std::size_t kParts>
void map_limbs(std::uint64_t* m, const Context& context, const RowMap& map,
               const Phase<kParts>& x) {
  const std::size_t stride = context.engine->stride();
  auto words = Buffer<std::uint64_t, Secret>::for_overwrite(x.limbs() * stride);
  for_each_limb(context, x.limbs(), x.scratch_rows(),
                [&](std::size_t limb, std::span<std::uint64_t> scratch) noexcept {
                  x.write(words.data() + limb * stride, limb, scratch);
                });
  auto scratch = Buffer<std::uint64_t, Secret>::for_overwrite(map.scratch_words());
  std::vector<const std::uint64_t*> rows;
  rows.reserve(x.limbs());
  for (std::size_t i = 0; i < x.limbs(); ++i) rows.push_back(words.data() + i * stride);
  map.convert(std::array{m}, rows, {}, context.degree(), scratch.span());
}

// The plaintext of x, over the factor, in the memory of `out` if it is of these parameters. Where
// memory is missing, `out` stays as it is.
template <std::size_t kParts>
void write_plaintext(Plaintext& out, const std::shared_ptr<const Context>& context,
                     const Level& level, const Phase<kParts>& x, std::uint64_t scale_factor) {
  if (out.context() != context) {
    Plaintext fresh = new_plaintext(context);
    write_plaintext(fresh, context, level, x, scale_factor);
    out = std::move(fresh);
    return;
  }
  std::uint64_t* m = out.memory().data();
  if (level.rounding) {
    round_limbs(m, *context, *level.rounding, x);
  } else {
    map_limbs(m, *context, level.to_plaintext, x);
  }
  if (scale_factor == 1) return;
  const auto inverse = context->modulo_t.scalar(context->t.inverse_vartime(scale_factor));
  context->modulo_t.scale(m, m, inverse, context->degree());
}

void require_own(const NoiseBound& noise, const char* what) {
  if (noise.origin() == BoundOrigin::own) return;
  throw Error(ErrorCode::invalid_argument,
              std::string(what) + " whose noise bound is claimed: it came from outside",
              "need a bound that was computed here, or one that its owner has accepted",
              "keep the result of decrypt() to yourself; or, if an authenticated channel brought "
              "the ciphertext from somebody who computes honestly, see Decryptor::authenticated()");
}

template <class Operand>
void decrypt_any(Plaintext& out, const std::shared_ptr<const Context>& context,
                 const SecretKey& key, const Operand& c, const char* what) {
  require_operand(context, c.context(), c.level(), c.noise(), what);
  const Level& level = context->level(telling_level(*context, c.level(), c.noise()));
  const auto parts = rows_of_parts(c);
  write_plaintext(out, context, level, Phase(*context, level, parts, key), c.scale_factor());
}

template <class Operand>
Plaintext release_any(const std::shared_ptr<const Context>& context, const SecretKey& key,
                      const Operand& c, Generator& generator, const char* what) {
  const Level& level = require_operand(context, c.context(), c.level(), c.noise(), what);
  require_own(c.noise(), what);
  const double bits = largest_flooding(*context, level);
  require_flooding(*context, level, c.noise(), bits, what);
  const FloodingNoise noise(context->degree(), static_cast<unsigned>(bits), generator);
  const auto parts = rows_of_parts(c);
  const Phase x(*context, level, parts, key, &noise);
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
