// SPDX-License-Identifier: Apache-2.0
#include "lath/rns/rns_basis.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "arith/multiword.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/error.hpp"
#include "rns/lift_scaling.hpp"
#include "rns/product_tree.hpp"
#include "rns/word_reductions.hpp"

namespace lath {

struct RnsBasis::State {
  std::vector<Modulus> moduli;
  detail::ProductTree tree;
  std::size_t words;
  std::vector<detail::LiftScaling::Source> sources;  // with (Q/q_i)^-1 mod q_i
  std::unique_ptr<const detail::LiftScaling> scaling;
  std::vector<std::uint64_t> half;  // floor(Q / 2), in `words` words
};

namespace {

// Residues are transposed block by block: limbs in, coefficients out.
constexpr std::size_t kLiftBlock = detail::LiftScaling::kColumns;

void require_coprime(std::span<const Modulus> moduli) {
  if (moduli.empty()) {
    throw Error(ErrorCode::invalid_argument, "a basis with no modulus", "need at least one",
                "give the moduli of a ring");
  }
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (std::gcd(moduli[i].value(), moduli[j].value()) == 1) continue;
      throw Error(ErrorCode::invalid_argument,
                  "moduli " + std::to_string(moduli[j].value()) + " and " +
                      std::to_string(moduli[i].value()) + " with a common factor",
                  "need pairwise coprime moduli", "replace one of them");
    }
  }
}

std::uint64_t punctured_inverse_of(std::span<const Modulus> moduli, std::size_t i) {
  const Modulus& q = moduli[i];
  std::uint64_t product = q.reduce(1);
  for (std::size_t j = 0; j < moduli.size(); ++j) {
    if (j != i) product = q.multiply(product, q.reduce(moduli[j].value()));
  }
  return q.inverse_vartime(product);
}

}  // namespace

RnsBasis::RnsBasis(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}

RnsBasis RnsBasis::create(std::span<const Modulus> moduli) {
  require_coprime(moduli);
  State state{{moduli.begin(), moduli.end()}, detail::ProductTree(moduli), 0, {}, nullptr, {}};
  state.words = state.tree.words();
  while (state.tree.product()[state.words - 1] == 0) --state.words;
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    state.sources.push_back({moduli[i], punctured_inverse_of(moduli, i)});
  }
  state.scaling = detail::LiftScaling::create(active_isa(), state.sources);
  state.half.assign(state.tree.product(), state.tree.product() + state.words);
  detail::multiword::divide_vartime(state.half.data(), state.words, 2);
  return RnsBasis(std::make_shared<const State>(std::move(state)));
}

std::size_t RnsBasis::size() const noexcept { return state_->moduli.size(); }
std::span<const Modulus> RnsBasis::moduli() const& noexcept { return state_->moduli; }
const Modulus& RnsBasis::modulus(std::size_t i) const& noexcept { return state_->moduli[i]; }
std::span<const std::uint64_t> RnsBasis::product() const& noexcept {
  return {state_->tree.product(), state_->words};
}
std::size_t RnsBasis::words() const noexcept { return state_->words; }
std::size_t RnsBasis::bits() const noexcept {
  return 64 * (words() - 1) + static_cast<std::size_t>(bit_length(product().back()));
}

std::vector<std::uint64_t> RnsBasis::punctured_product(std::size_t i) const {
  std::vector<std::uint64_t> quotient(product().begin(), product().end());
  detail::multiword::divide_vartime(quotient.data(), quotient.size(), modulus(i).value());
  return quotient;
}
std::uint64_t RnsBasis::punctured_inverse(std::size_t i) const noexcept {
  return state_->sources[i].factor;
}

// Writes the representative of `sum` modulo Q, given `sum` < (quotient + 2) Q.
void RnsBasis::partial_reduce(std::uint64_t* integer, std::uint64_t* sum, std::uint64_t quotient,
                              Representative representative) const noexcept {
  const std::uint64_t* product = state_->tree.product();
  const std::size_t wide = state_->tree.words(), n = words();
  detail::multiword::subtract_product(sum, product, wide, quotient);
  std::uint64_t borrow = detail::multiword::subtract(sum, sum, product, wide);
  detail::multiword::add_masked(sum, product, wide, 0 - ct::value_barrier(borrow));
  std::copy_n(sum, n, integer);
  if (representative == Representative::nonnegative) return;
  // floor(Q/2) - X borrows where X > Q/2; then X - Q is wanted, else X - Q + Q.
  borrow = detail::multiword::subtract(sum, state_->half.data(), integer, n);
  detail::multiword::subtract(integer, integer, product, n);
  detail::multiword::add_masked(integer, product, n, ct::value_barrier(borrow) - 1);
}

template <class Word>
void RnsBasis::lift_words(std::uint64_t* out, const Word* residues, std::size_t stride,
                          std::size_t count, Representative representative) const {
  const detail::ProductTree& tree = state_->tree;
  Buffer<std::uint64_t, Secret> y(size() * kLiftBlock), sum(tree.words());
  Buffer<std::uint64_t, Secret> scratch(tree.scratch_words()), quotients(kLiftBlock);
  for (std::size_t first = 0; first < count; first += kLiftBlock) {
    const std::size_t block = std::min(kLiftBlock, count - first);
    for (std::size_t i = 0; i < size(); ++i) {
      std::copy_n(residues + i * stride + first, block, y.data() + i * kLiftBlock);
    }
    state_->scaling->scale(y.data(), quotients.data());
    for (std::size_t c = 0; c < block; ++c) {
      tree.combine(sum.data(), y.data() + c, kLiftBlock, scratch.data());
      // Each floor(2^64 y / q) is too small by less than one, so their sum gives the quotient or
      // one less.
      partial_reduce(out + (first + c) * words(), sum.data(), quotients[c], representative);
    }
  }
}

template <class Word>
void RnsBasis::reduce_words(Word* residues, std::size_t stride, const std::uint64_t* integers,
                            std::size_t size, std::size_t count,
                            Representative representative) const {
  if (size == 0) {
    for (std::size_t i = 0; i < this->size(); ++i) std::fill_n(residues + i * stride, count, 0);
    return;
  }
  const auto sign = representative == Representative::centered ? detail::Sign::twos_complement
                                                               : detail::Sign::none;
  const auto reductions = detail::WordReductions::create(active_isa(), state_->moduli, size, sign);
  Buffer<std::uint64_t, Secret> scratch(reductions->scratch_words());
  reductions->reduce(residues, stride, integers, count, scratch.data());
}

// NOLINTBEGIN(bugprone-macro-parentheses): the argument is a type
#define LATH_INSTANTIATE(Word)                                                                \
  template void RnsBasis::lift_words(std::uint64_t*, const Word*, std::size_t, std::size_t,   \
                                     Representative) const;                                   \
  template void RnsBasis::reduce_words(Word*, std::size_t, const std::uint64_t*, std::size_t, \
                                       std::size_t, Representative) const;
LATH_INSTANTIATE(std::uint16_t)
LATH_INSTANTIATE(std::uint32_t)
LATH_INSTANTIATE(std::uint64_t)
// NOLINTEND(bugprone-macro-parentheses)
#undef LATH_INSTANTIATE

}  // namespace lath
