// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/rns_basis.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "arith/multiword.hpp"
#include "lath/arith/shoup.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "ring/product_tree.hpp"

namespace lath {

struct RnsBasis::State {
  std::vector<Modulus> moduli;
  ring::ProductTree tree;
  std::size_t words;
  std::vector<Barrett<std::uint64_t>> barretts;
  std::vector<ShoupFactor<std::uint64_t>> punctured_inverses;
  std::vector<std::uint64_t> half;  // floor(Q / 2), in `words` words
};

namespace {

// Residues of one block are turned around at a time: those of a cache line of every limb.
constexpr std::size_t kLiftBlock = 8;
// Integers of one block stay in the second-level cache while all moduli pass over them.
constexpr std::size_t kReduceWords = 16384;

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

ShoupFactor<std::uint64_t> punctured_inverse_of(std::span<const Modulus> moduli, std::size_t i) {
  const Modulus& q = moduli[i];
  std::uint64_t product = q.reduce(1);
  for (std::size_t j = 0; j < moduli.size(); ++j) {
    if (j != i) product = q.multiply(product, q.reduce(moduli[j].value()));
  }
  return {q.inverse_vartime(product), q.value()};
}

}  // namespace

RnsBasis::RnsBasis(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}

RnsBasis RnsBasis::create(std::span<const Modulus> moduli) {
  require_coprime(moduli);
  State state{{moduli.begin(), moduli.end()}, ring::ProductTree(moduli), 0, {}, {}, {}};
  state.words = state.tree.words();
  while (state.tree.product()[state.words - 1] == 0) --state.words;
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    state.barretts.emplace_back(moduli[i].value());
    state.punctured_inverses.push_back(punctured_inverse_of(moduli, i));
  }
  state.half.assign(state.tree.product(), state.tree.product() + state.words);
  multiword::divide_vartime(state.half.data(), state.words, 2);
  return RnsBasis(std::make_shared<const State>(std::move(state)));
}

std::size_t RnsBasis::size() const noexcept { return state_->moduli.size(); }
const Modulus& RnsBasis::modulus(std::size_t i) const noexcept { return state_->moduli[i]; }
std::span<const std::uint64_t> RnsBasis::product() const noexcept {
  return {state_->tree.product(), state_->words};
}
std::size_t RnsBasis::words() const noexcept { return state_->words; }
std::size_t RnsBasis::bits() const noexcept {
  return 64 * (words() - 1) + static_cast<std::size_t>(bit_length(product().back()));
}

std::vector<std::uint64_t> RnsBasis::punctured_product(std::size_t i) const {
  std::vector<std::uint64_t> quotient(product().begin(), product().end());
  multiword::divide_vartime(quotient.data(), quotient.size(), modulus(i).value());
  return quotient;
}
std::uint64_t RnsBasis::punctured_inverse(std::size_t i) const noexcept {
  return state_->punctured_inverses[i].value;
}

// y = x_i (Q/q_i)^-1 mod q_i for a block of coefficients, modulus by modulus, and for each
// coefficient the sum of floor(2^64 y / q_i).
template <ResidueWord Word>
void RnsBasis::scale(std::uint64_t* y, uint128* quotients, const Word* residues, std::size_t stride,
                     std::size_t block) const noexcept {
  const State& s = *state_;
  std::fill_n(quotients, block, 0);
  for (std::size_t i = 0; i < size(); ++i) {
    for (std::size_t c = 0; c < block; ++c) {
      const std::uint64_t value =
          s.punctured_inverses[i].multiply(residues[i * stride + c], s.moduli[i].value());
      y[i * kLiftBlock + c] = value;
      quotients[c] += s.barretts[i].shoup_quotient(value);
    }
  }
}

// Writes the representative of `sum`, which is less than (quotient + 2) Q.
void RnsBasis::settle(std::uint64_t* integer, std::uint64_t* sum, std::uint64_t quotient,
                      Representative representative) const noexcept {
  const std::uint64_t* product = state_->tree.product();
  const std::size_t wide = state_->tree.words(), n = words();
  multiword::subtract_product(sum, product, wide, quotient);
  std::uint64_t borrow = multiword::subtract(sum, sum, product, wide);
  multiword::add_masked(sum, product, wide, 0 - ct::value_barrier(borrow));
  std::copy_n(sum, n, integer);
  if (representative == Representative::nonnegative) return;
  // floor(Q/2) - X borrows where X > Q/2; then X - Q is wanted, else X - Q + Q.
  borrow = multiword::subtract(sum, state_->half.data(), integer, n);
  multiword::subtract(integer, integer, product, n);
  multiword::add_masked(integer, product, n, ct::value_barrier(borrow) - 1);
}

template <ResidueWord Word>
void RnsBasis::lift(std::uint64_t* out, const Word* residues, std::size_t stride, std::size_t count,
                    Representative representative) const {
  const ring::ProductTree& tree = state_->tree;
  Buffer<std::uint64_t, Secret> y(size() * kLiftBlock), sum(tree.words());
  Buffer<std::uint64_t, Secret> scratch(tree.scratch_words());
  Buffer<uint128, Secret> quotients(kLiftBlock);
  for (std::size_t first = 0; first < count; first += kLiftBlock) {
    const std::size_t block = std::min(kLiftBlock, count - first);
    scale(y.data(), quotients.data(), residues + first, stride, block);
    for (std::size_t c = 0; c < block; ++c) {
      tree.combine(sum.data(), y.data() + c, kLiftBlock, scratch.data());
      // Each floor(2^64 y / q) is less than one too small: they yield the quotient or one less.
      settle(out + (first + c) * words(), sum.data(),
             static_cast<std::uint64_t>(quotients[c] >> 64), representative);
    }
  }
}

namespace {

// Residues of integers of `size` words modulo one q, by the powers 2^(64 w) mod q.
class WordPowers {
 public:
  explicit WordPowers(std::size_t size) : powers_(size + 1) {}

  void set_modulus(const Modulus& q) noexcept {
    q_ = q.value();
    const std::uint64_t power = q.add(q.reduce(~std::uint64_t{0}), q.reduce(1));  // 2^64
    low_ = {q.reduce(1), q_};
    middle_ = {power, q_};
    high_ = {q.multiply(power, power), q_};
    powers_[0] = low_.value;
    for (std::size_t w = 1; w < powers_.size(); ++w) {
      powers_[w] = middle_.multiply(powers_[w - 1], q_);
    }
  }

  [[nodiscard]] std::uint64_t residue(const std::uint64_t* words,
                                      Representative representative) const noexcept {
    const std::size_t size = powers_.size() - 1;
    // Three words hold the sum of `size` products below 2^126.
    uint128 sum = 0;
    std::uint64_t top = 0;
    for (std::size_t w = 0; w < size; ++w) {
      const uint128 product = uint128{words[w]} * powers_[w];
      sum += product;
      top += static_cast<std::uint64_t>(sum < product);
    }
    const std::uint64_t r = ct::subtract_once(
        ct::subtract_once(low_.multiply(static_cast<std::uint64_t>(sum), q_) +
                              middle_.multiply(static_cast<std::uint64_t>(sum >> 64), q_),
                          q_) +
            high_.multiply(top, q_),
        q_);
    // A negative two's complement stands for 2^(64 size) less than its words say.
    const std::uint64_t negative =
        representative == Representative::centered ? ct::mask_of_top_bit(words[size - 1]) : 0;
    return ct::subtract_once(r + q_ - (powers_[size] & negative), q_);
  }

 private:
  std::uint64_t q_ = 0;
  ShoupFactor<std::uint64_t> low_, middle_, high_;  // 1, 2^64 and 2^128
  std::vector<std::uint64_t> powers_;
};

}  // namespace

template <ResidueWord Word>
void RnsBasis::reduce(Word* residues, std::size_t stride, const std::uint64_t* integers,
                      std::size_t size, std::size_t count, Representative representative) const {
  if (size == 0) {
    for (std::size_t i = 0; i < this->size(); ++i) std::fill_n(residues + i * stride, count, 0);
    return;
  }
  WordPowers powers(size);
  const std::size_t block = std::max(kReduceWords / size, kLiftBlock);
  for (std::size_t first = 0; first < count; first += block) {
    for (std::size_t i = 0; i < this->size(); ++i) {
      powers.set_modulus(state_->moduli[i]);
      for (std::size_t c = first; c < std::min(first + block, count); ++c) {
        residues[i * stride + c] =
            static_cast<Word>(powers.residue(integers + c * size, representative));
      }
    }
  }
}

template void RnsBasis::lift(std::uint64_t*, const std::uint16_t*, std::size_t, std::size_t,
                             Representative) const;
template void RnsBasis::lift(std::uint64_t*, const std::uint32_t*, std::size_t, std::size_t,
                             Representative) const;
template void RnsBasis::lift(std::uint64_t*, const std::uint64_t*, std::size_t, std::size_t,
                             Representative) const;
template void RnsBasis::reduce(std::uint16_t*, std::size_t, const std::uint64_t*, std::size_t,
                               std::size_t, Representative) const;
template void RnsBasis::reduce(std::uint32_t*, std::size_t, const std::uint64_t*, std::size_t,
                               std::size_t, Representative) const;
template void RnsBasis::reduce(std::uint64_t*, std::size_t, const std::uint64_t*, std::size_t,
                               std::size_t, Representative) const;

}  // namespace lath
