// SPDX-License-Identifier: Apache-2.0
#include <span>
#include <string>
#include <utility>

#include "he/access.hpp"
#include "he/context.hpp"
#include "he/noise/decryptable.hpp"
#include "he/noise/flooding.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/error.hpp"
#include "lath/he/decryptor.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {
namespace {

constexpr const char* kDecryptor = "a decryptor";

// Throws unless an operand can be decrypted, with these parameters.
void require_decryption(const std::shared_ptr<const Context>& context,
                        const std::shared_ptr<const Context>& found, const NoiseBound& noise,
                        const char* what) {
  require_whole(context, kDecryptor);
  require_context(found, context, what);
  require_decryptable(noise, what);
}

// A plaintext of unspecified coefficients.
Plaintext new_plaintext(const std::shared_ptr<const Context>& context) {
  return {context->plaintexts,
          Buffer<std::uint64_t, Secret>::for_overwrite(context->plaintexts->plaintext_words())};
}

// The lowest level that still determines the plaintext. In BGV, c0 + c1 s + ... is the number
// f m + t e itself: residues modulo the first primes are enough where the bound promises that this
// number is smaller than their product, with bits to spare for errors outside the bound. In BFV the
// number is a multiple of Q/t. A claimed bound may be too small, and the plaintext modulo all
// primes right nevertheless.
std::size_t sufficient_level(const Context& context, std::size_t level, const NoiseBound& noise) {
  constexpr double kSpareBits = 8;
  if (context.scheme == Scheme::bfv || noise.origin() != BoundOrigin::own) return level;
  const double log2_q = context.noise.log2_q(level);
  for (std::size_t l = 1; l < level; ++l) {
    if (noise.scaled(log2_q - context.noise.log2_q(l)).budget_bits() > kSpareBits) return l;
  }
  return level;
}

// x = c0 + c1 s + ... modulo the primes of the level of the parts, or of a lower one. With flooding
// noise E, and the error factor f, also f E is added.
class Phase final : public PhaseRows {
 public:
  Phase(const Context& context, std::span<const RowsToRead> c, const SecretKey& key,
        const FloodingNoise* noise = nullptr)
      : context_(context),
        ring_(context.keys->levels.back().ring),
        c_(c),
        key_(key),
        noise_(noise) {}

  [[nodiscard]] std::size_t scratch_rows() const noexcept override {
    return noise_ == nullptr ? 0 : 2;
  }
  void write(std::uint64_t* x, std::size_t limb,
             std::span<std::uint64_t> scratch) const noexcept override {
    write_values(x, limb);
    ring_.plan(limb).inverse(x);
    if (noise_ == nullptr) return;
    const std::span<std::uint64_t> e = write_noise(limb, scratch);
    // Plaintexts that are read without a division by the error factor have an integer as factor.
    context_.error_factor.multiply_add(ring_.plan(limb).arithmetic(), limb, x, e.data(), x,
                                       context_.degree());
  }
  void write_quotient(std::uint64_t* x, std::size_t limb,
                      std::span<std::uint64_t> scratch) const noexcept override {
    const auto& arithmetic = ring_.plan(limb).arithmetic();
    write_values(x, limb);
    context_.inverse_error_factor.multiply(arithmetic, limb, x, x, context_.degree());
    ring_.plan(limb).inverse(x);
    if (noise_ == nullptr) return;
    const std::span<std::uint64_t> e = write_noise(limb, scratch);
    arithmetic.add(x, x, e.data(), context_.degree());
  }

 private:
  void write_values(std::uint64_t* x, std::size_t limb) const noexcept {
    const std::uint64_t* s = key_.value().limb(limb).data();
    const std::uint64_t* sum = c_.back().row(limb);
    for (std::size_t part = c_.size() - 1; part-- > 0; sum = x) {
      ring_.plan(limb).arithmetic().multiply_add(x, sum, s, c_[part].row(limb), context_.degree());
    }
  }
  std::span<std::uint64_t> write_noise(std::size_t limb,
                                       std::span<std::uint64_t> scratch) const noexcept {
    const std::size_t n = context_.degree();
    const auto e = scratch.first(n);
    noise_->residues(e, scratch.subspan(n, n), ring_.modulus(limb), ring_.plan(limb).arithmetic());
    return e;
  }

  const Context& context_;
  const DynamicRing& ring_;
  std::span<const RowsToRead> c_;
  const SecretKey& key_;
  const FloodingNoise* noise_;
};

// The plaintext of x, over the factor, in the memory of `out` if it is one of these parameters.
// Where memory is missing, `out` stays as it is.
void write_plaintext(Plaintext& out, const std::shared_ptr<const Context>& context,
                     std::size_t level, const PhaseRows& x, const Natural& scale_factor) {
  if (out.tables() == nullptr || !out.tables()->has_plaintexts_of(*context->plaintexts)) {
    Plaintext fresh = new_plaintext(context);
    write_plaintext(fresh, context, level, x, scale_factor);
    out = std::move(fresh);
    return;
  }
  context->plaintexts->read(out.memory(), x, level, scale_factor);
}

void require_own(const NoiseBound& noise, const char* what) {
  if (noise.origin() == BoundOrigin::own) return;
  throw Error(ErrorCode::invalid_argument,
              std::string(what) +
                  " whose noise bound is claimed: it came from outside, or belongs to a "
                  "secret key that is longer than bounds count on",
              "need a bound that was computed here, or one that its owner has accepted",
              "keep the result of decrypt() to yourself; or, if an authenticated channel brought "
              "the ciphertext from somebody who computes honestly, see Decryptor::authenticated()");
}

template <class Operand>
void decrypt_any(Plaintext& out, const std::shared_ptr<const Context>& context,
                 const SecretKey& key, const Operand& c, const char* what) {
  require_decryption(context, Access::context(c), c.noise(), what);
  static_cast<void>(require_one_key(what, c.key_id(), key.id()));
  const auto parts = parts_to_read(c);
  write_plaintext(out, context, sufficient_level(*context, c.level(), c.noise()),
                  Phase(*context, parts, key), c.scale_factor());
}

template <class Operand>
Plaintext release_any(const std::shared_ptr<const Context>& context, const SecretKey& key,
                      const Operand& c, Generator& generator, const char* what) {
  require_decryption(context, Access::context(c), c.noise(), what);
  static_cast<void>(require_one_key(what, c.key_id(), key.id()));
  require_own(c.noise(), what);
  const double bits = largest_flooding(context->noise, c.level());
  require_flooding(context->noise, c.level(), c.noise(), bits, what);
  const FloodingNoise noise(context->degree(), static_cast<unsigned>(bits), generator);
  const auto parts = parts_to_read(c);
  Plaintext out = new_plaintext(context);
  write_plaintext(out, context, c.level(), Phase(*context, parts, key, &noise), c.scale_factor());
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

// The operand with a bound of the owner, which promises nothing under a key that is too long.
template <class Operand>
Operand bounded_any(const std::shared_ptr<const Context>& context, const SecretKey& key,
                    Operand operand, const NoiseBound& own, const char* what) {
  require_whole(context, kDecryptor);
  require_context(Access::context(operand), context, what);
  if (own.origin() != BoundOrigin::own) {
    throw Error(ErrorCode::invalid_argument, "a noise bound that is claimed",
                "need a bound that the owner of the key computed",
                "compute it by NoiseModel, from encryptions and the circuit");
  }
  Access::set(operand, operand.scale_factor(), own.with_origin(key.bounds()), operand.key_id());
  return operand;
}

Product<Eval> values_of(const std::shared_ptr<const Context>& context, const Product<Coeff>& c) {
  require_whole(context, kDecryptor);
  require_context(Access::context(c), context, "a product");
  return by_values(c);
}

}  // namespace

Decryptor::Decryptor(const SchemeParameters& parameters, const SecretKey& key)
    : context_(parameters.context()), key_(key) {
  require_keys(key.tables(), context_->keys, "a secret key");
}

void Decryptor::decrypt(Plaintext& out, const Ciphertext& ciphertext) const {
  decrypt_any(out, context_, key_, ciphertext, "a ciphertext");
}

void Decryptor::decrypt(Plaintext& out, const Product<Eval>& product) const {
  decrypt_any(out, context_, key_, product, "a product");
}

void Decryptor::decrypt(Plaintext& out, const Product<Coeff>& product) const {
  decrypt(out, values_of(context_, product));
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
  return decrypt_for_release(values_of(context_, product), generator);
}

Ciphertext Decryptor::authenticated(Ciphertext ciphertext) const {
  require_whole(context_, kDecryptor);
  require_context(Access::context(ciphertext), context_, "a ciphertext");
  Access::set(ciphertext, ciphertext.scale_factor(), ciphertext.noise().with_origin(key_.bounds()),
              ciphertext.key_id());
  return ciphertext;
}

Ciphertext Decryptor::bounded(Ciphertext ciphertext, const NoiseBound& own) const {
  return bounded_any(context_, key_, std::move(ciphertext), own, "a ciphertext");
}

Product<Coeff> Decryptor::bounded(Product<Coeff> product, const NoiseBound& own) const {
  return bounded_any(context_, key_, std::move(product), own, "a product");
}

Product<Eval> Decryptor::bounded(Product<Eval> product, const NoiseBound& own) const {
  return bounded_any(context_, key_, std::move(product), own, "a product");
}

}  // namespace lath::he
