// SPDX-License-Identifier: Apache-2.0
#include "circuits/session_scratch.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "he/bfv/context.hpp"
#include "he/core/dropped_primes.hpp"
#include "he/evaluator/workspace_rows.hpp"
#include "he/literal.hpp"
#include "lath/base/threads.hpp"
#include "lath/ring/engine.hpp"
#include "lath/ring/ring.hpp"
#include "lath/rns/row_map.hpp"
#include "ring/engine/scratch.hpp"
#include "rns/maps/prefix_maps.hpp"

namespace lath::circuits {
namespace {

using detail::whole_lines;
using Moduli = std::vector<Modulus>;

Moduli moduli_of(std::span<const std::uint64_t> primes) { return {primes.begin(), primes.end()}; }

// Counts the words of a workspace as the engine and the contexts of he do.
class Scratch {
 public:
  Scratch(const he::Literal& literal, const he::ChainPrimes& primes, std::size_t stride)
      : literal_(literal),
        n_(literal.degree),
        digit_(he::digit_primes(literal)),
        threads_(std::max<std::size_t>(lath::threads(), 1)),
        stride_(stride),
        q_(moduli_of(primes.q)),
        p_(moduli_of(primes.p)),
        r_(moduli_of(primes.auxiliary)) {}

  [[nodiscard]] std::size_t digits() const { return (q_.size() + digit_ - 1) / digit_; }

  // The words of a key switch, a level switch, and sums of products.
  [[nodiscard]] std::size_t common_words() const {
    std::size_t inner = threads_ * digits() * stride_, words = 4 * threads_ * stride_;
    for (std::size_t d = 0; d < digits(); ++d) {
      const RowMap map = raise(d);
      inner += whole_lines(map.scaled_words(n_));
      words = std::max(words, convert(map));
    }
    const auto lower = RowMap::extension(RnsBasis::create(p_), q_);
    words = std::max({words, inner, divide(lower)});
    if (q_.size() == 1) return words;
    const std::size_t left = he::next_level(q_.size(), 1);
    const auto drop =
        RowMap::extension(RnsBasis::create(std::span(q_).subspan(left)), std::span(q_).first(left));
    return std::max({words, divide(drop), convert(drop)});
  }

  // The words of a product of BFV at the highest level, with the longest auxiliary base.
  [[nodiscard]] std::size_t product_words() const {
    std::size_t words = divide(RowMap::remainder(RnsBasis::create(p_), q_));
    const detail::PrefixMaps from_q(q_, r_), from_r(r_, q_);
    const std::size_t l = q_.size();
    using Residues = std::vector<std::uint64_t>;
    const Residues zeros(l, 0), ones(l, 1);
    Residues r_of_q, minus_t_of_q, minus_tq_of_r;
    for (std::size_t i = 0; i < l; ++i) {
      r_of_q.push_back(from_r.product(l, i));
      minus_t_of_q.push_back(q_[i].negate(t_modulo(q_[i])));
      minus_tq_of_r.push_back(r_[i].negate(r_[i].multiply(t_modulo(r_[i]), from_q.product(l, i))));
    }
    for (const RowMap& map : {from_q.map(ones, zeros), from_r.map(ones, zeros),
                              from_q.map(r_of_q, zeros), from_r.map(minus_tq_of_r, minus_t_of_q)}) {
      words = std::max(words, convert(map));
    }
    return words;
  }

  // The words of a plaintext on its way into the chain.
  [[nodiscard]] std::size_t lift_words() const {
    if (literal_.short_modulus.index != 0) return n_;
    const Natural& t = literal_.plaintext_modulus;
    if (t.bits() <= he::kMostWordBits) return n_ + words_of_word(t.word());
    constexpr std::size_t kDigitBits = 48;
    const std::size_t digits = (t.bits() + kDigitBits - 1) / kDigitBits;
    const Modulus radix(std::uint64_t{1} << kDigitBits);
    const std::size_t words = (t.bits() + 63) / 64;
    return n_ * (words + digits + 1) + rows_from(radix, digits).scaled_words(n_);
  }

 private:
  [[nodiscard]] std::size_t convert(const RowMap& map) const {
    return threads_ * whole_lines(map.scratch_words());
  }
  [[nodiscard]] std::size_t divide(const RowMap& map) const {
    return whole_lines(map.scaled_words(n_)) + threads_ * stride_;
  }
  // From digit d to the other primes of Q P.
  [[nodiscard]] RowMap raise(std::size_t d) const {
    const std::size_t first = d * digit_, last = std::min(first + digit_, q_.size());
    Moduli others(q_.begin(), q_.begin() + static_cast<std::ptrdiff_t>(first));
    others.insert(others.end(), q_.begin() + static_cast<std::ptrdiff_t>(last), q_.end());
    others.insert(others.end(), p_.begin(), p_.end());
    return RowMap::extension(RnsBasis::create(std::span(q_).subspan(first, last - first)), others);
  }
  [[nodiscard]] std::uint64_t t_modulo(const Modulus& m) const {
    return literal_.short_modulus.index != 0
               ? 1
               : remainder_vartime(literal_.plaintext_modulus, m.value());
  }
  // From rows of digits, the lowest first, to Q.
  [[nodiscard]] RowMap rows_from(const Modulus& radix, std::size_t digits) const {
    const std::vector<RowMap::Source> sources(digits, {radix, 1});
    std::vector<RowMap::Target> targets;
    for (const Modulus& q : q_) {
      std::vector<std::uint64_t> factors{1};
      while (factors.size() < digits) {
        factors.push_back(q.multiply(factors.back(), q.reduce(radix.value())));
      }
      targets.push_back({.modulus = q, .factors = std::move(factors)});
    }
    return RowMap::create(sources, targets, RowMap::Fraction::none);
  }
  [[nodiscard]] std::size_t words_of_word(std::uint64_t t) const {
    const bool small = std::ranges::all_of(q_, [t](const Modulus& q) { return t <= q.value(); });
    return small ? 0 : rows_from(Modulus(t), 1).scaled_words(n_);
  }

  const he::Literal& literal_;
  std::size_t n_, digit_, threads_, stride_;
  Moduli q_, p_, r_;
};

}  // namespace

std::size_t SessionShape::bytes() const noexcept {
  const std::size_t limbs = std::accumulate(rows.begin(), rows.end(), std::size_t{0});
  const std::size_t words = limbs * stride + scratch_words + program_words;
  return words * sizeof(std::uint64_t) + 2 * primes * sizeof(Scalar<std::uint64_t>) +
         digits * sizeof(Digit);
}

SessionShape session_shape(he::Scheme scheme, const he::Literal& literal,
                           const he::ChainPrimes& primes) {
  const bool bfv = scheme == he::Scheme::bfv;
  SessionShape shape;
  shape.stride = row_stride<std::uint64_t>(literal.degree, 2);
  const Scratch scratch(literal, primes, shape.stride);
  shape.primes = primes.q.size();
  const he::WorkspaceRows needed(scheme, he::kAllSessionWork);
  for (const he::RowLimbs row : needed.rows()) {
    shape.rows.push_back(
        he::count_limbs(row, primes.q.size(), primes.p.size(), primes.auxiliary.size()));
  }
  shape.digits = scratch.digits();
  shape.scratch_words = scratch.common_words();
  if (bfv) shape.scratch_words = std::max(shape.scratch_words, scratch.product_words());
  shape.program_words = std::max(scratch.lift_words(), shape.primes);
  return shape;
}

}  // namespace lath::circuits
