// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/client/masking_key.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "arith/pointwise/small_residues.hpp"
#include "arith/primes/prime_search.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "ntt/linear_product.hpp"

// A direct key has a layout.
// NOLINTBEGIN(bugprone-unchecked-optional-access)
namespace lath {

struct MaskingKey::State {
  DynamicRing ring;
  std::size_t polynomials;
  std::optional<detail::LinearLayout> layout;
  std::vector<detail::LinearProduct> products;  // for each limb, with a layout
  std::size_t words;                            // of a prepared polynomial in one limb
  Buffer<Word> key;

  [[nodiscard]] const Word* row(std::size_t polynomial, std::size_t limb) const noexcept {
    return key.data() + (polynomial * ring.limbs() + limb) * words;
  }
  void mask(std::span<Word> out, std::span<const std::int8_t> u,
            std::span<const std::int8_t> errors, std::span<Word> scratch) const noexcept;
  void mask_directly(std::span<Word> out, std::span<const std::int8_t> u,
                     std::span<const std::int8_t> errors, std::span<Word> scratch) const noexcept;
};

namespace {

using Word = MaskingKey::Word;

std::string counted(std::size_t count, const char* what) {
  return std::to_string(count) + ' ' + what;
}

void require_count(std::size_t found, std::size_t needed, const char* what) {
  if (found == needed) return;
  throw Error(ErrorCode::mismatch, counted(found, what), "need " + std::to_string(needed),
              "give degree() for each polynomial, and words for each limb besides");
}

// Errors have eight bits.
void require_words(const DynamicRing& ring, std::span<const Word> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Word p = ring.modulus(i / ring.degree() % ring.limbs()).value();
    if (p < 256) {
      throw Error(ErrorCode::invalid_argument, "modulus " + std::to_string(p),
                  "need at least 2^8, since errors have eight bits", "take larger primes");
    }
    if (words[i] < p) continue;
    throw Error(ErrorCode::invalid_argument, "word " + std::to_string(i) + " of a key",
                "need one below its modulus " + std::to_string(p), "reduce it");
  }
}

// Reveals no more than whether all are.
void require_ternary(std::span<const std::int8_t> u) {
  unsigned other = 0;
  for (const std::int8_t x : u) other |= static_cast<unsigned>(x * x) & ~1U;
  ct::declassify(&other, sizeof other);
  if (other == 0) return;
  throw Error(ErrorCode::invalid_argument, "a coefficient of U", "need -1, 0 or 1",
              "draw U with sample_ternary()");
}

std::optional<detail::LinearLayout> layout_of(const DynamicRing& ring) {
  if (!ring.index()) return std::nullopt;
  auto layout = detail::LinearLayout::create(*ring.index());
  for (std::size_t i = 0; layout && i < ring.limbs(); ++i) {
    if ((ring.modulus(i).value() - 1) % layout->root_order() != 0) layout.reset();
  }
  return layout;
}

// Scratch memory: the transform of U, the product, and U itself.
struct Scratch {
  std::size_t values, product, small, finish;

  explicit Scratch(const detail::LinearLayout& layout) noexcept
      : values(layout.words()),
        product(std::max(layout.product_words(), (layout.reduce_bytes() + 7) / 8)),
        small((layout.words() + 7) / 8),
        finish(layout.finish_words()) {}
  [[nodiscard]] std::size_t words() const noexcept { return values + product + small + finish; }
};

}  // namespace

// Computes masks by the transforms of the ring.
void MaskingKey::State::mask(std::span<Word> out, std::span<const std::int8_t> u,
                             std::span<const std::int8_t> errors,
                             std::span<Word> scratch) const noexcept {
  const std::size_t n = ring.degree(), limbs = ring.limbs();
  Word *const values = scratch.data(), *const residues = values + n;
  for (std::size_t i = 0; i < limbs; ++i) {
    const NttPlan<Word>& plan = ring.plan(i);
    plan.forward(values, u.data());
    for (std::size_t k = 0; k < polynomials; ++k) {
      Word* const to = out.data() + (k * limbs + i) * n;
      plan.arithmetic().multiply(to, values, row(k, i), n);
      plan.inverse(to);
      detail::small_residues(plan.kernel().isa, residues, errors.subspan(k * n, n), plan.modulus());
      plan.arithmetic().add(to, to, residues, n);
    }
  }
}

// Computes masks by products of polynomials in x.
void MaskingKey::State::mask_directly(std::span<Word> out, std::span<const std::int8_t> u,
                                      std::span<const std::int8_t> errors,
                                      std::span<Word> scratch) const noexcept {
  const std::size_t n = ring.degree(), limbs = ring.limbs();
  const Scratch parts(*layout);
  Word *const values = scratch.data(), *const product = values + parts.values;
  Word *const words_of_u = product + parts.product, *const rest = words_of_u + parts.small;
  auto* const small = reinterpret_cast<std::int8_t*>(words_of_u);
  layout->reduce_small(small, u.data(), reinterpret_cast<std::byte*>(product));
  for (std::size_t i = 0; i < limbs; ++i) {
    products[i].forward(values, small);
    for (std::size_t k = 0; k < polynomials; ++k) {
      products[i].multiply(product, values, row(k, i));
      layout->finish(out.data() + (k * limbs + i) * n, product, errors.data() + k * n, rest,
                     products[i].arithmetic());
    }
  }
}

MaskingKey::MaskingKey(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}

std::vector<Word> MaskingKey::primes(int bits, const CyclotomicIndex& index, std::size_t count) {
  const auto layout = detail::LinearLayout::create(index);
  if (!layout) return ntt_primes(bits, index, count);
  auto primes = detail::largest_primes(bits, layout->root_order(), count);
  if (primes.size() < count) {
    throw Error(ErrorCode::invalid_argument,
                counted(primes.size(), "primes below 2^") + std::to_string(bits) +
                    " that are 1 mod " + std::to_string(layout->root_order()),
                "need " + std::to_string(count), "allow more bits, or take those of ntt_primes()");
  }
  return primes;
}

MaskingKey MaskingKey::create(const DynamicRing& ring, std::size_t polynomials,
                              std::span<const Word> words) {
  if (polynomials == 0) {
    throw Error(ErrorCode::invalid_argument, "a key without polynomials", "need one at least",
                "a public key has two");
  }
  const std::size_t n = ring.degree(), rows = polynomials * ring.limbs();
  require_count(words.size(), rows * n, "words of a key");
  require_words(ring, words);
  auto layout = layout_of(ring);
  State state{ring, polynomials, std::move(layout), {}, n, {}};
  if (state.layout) {
    state.words = state.layout->words();
    for (std::size_t i = 0; i < ring.limbs(); ++i) {
      state.products.emplace_back(*state.layout, ring.modulus(i).value());
    }
  }
  state.key = Buffer<Word>(rows * state.words);
  for (std::size_t row = 0; row < rows; ++row) {
    const Word* in = words.data() + row * n;
    Word* out = state.key.data() + row * state.words;
    const std::size_t limb = row % ring.limbs();
    if (state.layout) {
      state.layout->reduce(out, in, state.products[limb].arithmetic());
      state.products[limb].forward(out);
    } else {
      ring.plan(limb).forward(out, in);
    }
  }
  return MaskingKey(std::make_shared<const State>(std::move(state)));
}

const DynamicRing& MaskingKey::ring() const& noexcept { return state_->ring; }
std::size_t MaskingKey::polynomials() const noexcept { return state_->polynomials; }
bool MaskingKey::is_direct() const noexcept { return state_->layout.has_value(); }
std::size_t MaskingKey::bytes() const noexcept { return state_->key.size() * sizeof(Word); }
std::size_t MaskingKey::scratch_words() const noexcept {
  return state_->layout ? Scratch(*state_->layout).words() : 2 * state_->ring.degree();
}

void MaskingKey::mask(std::span<Word> out, std::span<const std::int8_t> u,
                      std::span<const std::int8_t> errors, std::span<Word> scratch) const {
  const State& s = *state_;
  const std::size_t n = s.ring.degree(), limbs = s.ring.limbs();
  require_count(out.size(), s.polynomials * limbs * n, "words of masks");
  require_count(u.size(), n, "coefficients of U");
  require_count(errors.size(), s.polynomials * n, "coefficients of errors");
  if (scratch.size() < scratch_words()) {
    throw Error(ErrorCode::invalid_argument, counted(scratch.size(), "words of scratch memory"),
                "need " + std::to_string(scratch_words()), "take scratch_words()");
  }
  require_ternary(u);
  s.layout ? s.mask_directly(out, u, errors, scratch) : s.mask(out, u, errors, scratch);
}

}  // namespace lath
// NOLINTEND(bugprone-unchecked-optional-access)
