// SPDX-License-Identifier: Apache-2.0
#include "lath/ntt/powerful_basis.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/base/secret.hpp"

namespace lath {

struct PowerfulBasis::State {
  CyclotomicIndex index;
  std::size_t powers, terms;
  // The place of x^k, k < M: twice its place among the products of zeta_q^i, i < q (i < phi(q) for
  // a power of two), and 1 more if it has a minus there.
  std::vector<std::uint32_t> places;
};

namespace {

using Axis = CyclotomicIndex::Axis;
using SecretWords = Buffer<std::uint64_t, Secret>;

// The length of an axis before the terms outside of the basis are subtracted; a power of two has
// nothing outside, since zeta^(q/2) is -1.
std::size_t long_length(const Axis& axis) {
  return axis.prime == 2 ? axis.degree : static_cast<std::size_t>(axis.value);
}

std::vector<std::uint32_t> places_of_powers(const CyclotomicIndex& index, std::size_t powers) {
  const std::uint64_t m = index.value();
  std::vector<std::uint64_t> inverses;
  for (const Axis& axis : index.axes()) {
    const std::uint64_t rest = m / axis.value % axis.value;
    inverses.push_back(rest == 0 ? 1 : Modulus(axis.value).inverse_vartime(rest));
  }
  std::vector<std::uint32_t> places(powers);
  for (std::size_t k = 0; k < powers; ++k) {
    // Without an axis of 2, x^k is -x^(k + m/2), which is even.
    bool minus = m % 4 == 2 && k % 2 == 1;
    const std::uint64_t exponent = minus ? k + m / 2 : k;
    std::size_t place = 0;
    for (std::size_t a = 0; a < inverses.size(); ++a) {
      const Axis& axis = index.axes()[a];
      auto i = static_cast<std::size_t>(exponent % axis.value * inverses[a] % axis.value);
      const std::size_t length = long_length(axis);
      if (i >= length) {
        i -= length;
        minus = !minus;
      }
      place = place * length + i;
    }
    places[k] = static_cast<std::uint32_t>(2 * place + (minus ? 1 : 0));
  }
  return places;
}

// Brings every axis to the length phi(q), in place: words move towards the beginning only, and the
// subtracted words stand behind them.
template <class Word, class Subtract>
void fold(Word* x, const CyclotomicIndex& index, std::size_t words, const Subtract& subtract) {
  std::size_t outer = 1;
  for (const Axis& axis : index.axes()) {
    const std::size_t length = long_length(axis), inner = words / (outer * length);
    if (axis.prime != 2) {
      const std::size_t part = length / axis.prime * inner, whole = length * inner;
      Word* out = x;
      for (std::size_t o = 0; o < outer; ++o) {
        const Word *in = x + o * whole, *outside = in + whole - part;
        for (const Word* block = in; block != outside; block += part) {
          for (std::size_t i = 0; i < part; ++i) *out++ = subtract(block[i], outside[i]);
        }
      }
      words = words / axis.value * axis.degree;
    }
    outer *= axis.degree;
  }
}

// x times Phi_m, or over it, as series of these words: Phi_m is the product of the 1 - x^d that
// have mu(m/d) = 1, over the factors that have -1.
void multiply_by_cyclotomic(std::span<std::uint64_t> x, const CyclotomicIndex& index, bool divide,
                            const Modulus& p) {
  std::vector<std::pair<std::uint64_t, bool>> factors{{index.value(), divide}};
  std::vector<std::uint64_t> primes;
  for (const Axis& axis : index.axes()) primes.push_back(axis.prime);
  if (index.value() % 4 == 2) primes.push_back(2);
  for (const std::uint64_t prime : primes) {
    const std::size_t count = factors.size();
    for (std::size_t i = 0; i < count; ++i) {
      factors.emplace_back(factors[i].first / prime, !factors[i].second);
    }
  }
  for (const auto& [d, over] : factors) {
    if (over) {
      for (std::size_t i = d; i < x.size(); ++i) x[i] = p.add(x[i], x[i - d]);
    } else {
      for (std::size_t i = x.size(); i-- > d;) x[i] = p.subtract(x[i], x[i - d]);
    }
  }
}

void require_words(std::size_t found, std::size_t needed) {
  if (found == needed) return;
  throw Error(ErrorCode::mismatch, std::to_string(found) + " words of a polynomial",
              "need " + std::to_string(needed), "give one for each coefficient");
}

}  // namespace

PowerfulBasis::PowerfulBasis(std::shared_ptr<const State> state) noexcept
    : state_(std::move(state)) {}

PowerfulBasis PowerfulBasis::create(const CyclotomicIndex& index) {
  std::size_t powers = 1, terms = 1;
  for (const Axis& axis : index.axes()) {
    powers *= long_length(axis);
    if (axis.prime != 2) terms *= 2;
  }
  return PowerfulBasis(
      std::make_shared<const State>(State{index, powers, terms, places_of_powers(index, powers)}));
}

const CyclotomicIndex& PowerfulBasis::index() const& noexcept { return state_->index; }
std::size_t PowerfulBasis::powers() const noexcept { return state_->powers; }
std::size_t PowerfulBasis::terms() const noexcept { return state_->terms; }

// `Sum` is a type that holds the sum of terms() integers.
template <class Sum, class Integer>
void PowerfulBasis::reduce_in(std::span<std::int64_t> out, std::span<const Integer> a) const {
  require_words(out.size(), index().degree());
  require_words(a.size(), powers());
  Buffer<Sum, Secret> words(powers());
  for (std::size_t k = 0; k < a.size(); ++k) {
    const std::uint32_t place = state_->places[k];
    words[place / 2] = static_cast<Sum>(place % 2 == 0 ? a[k] : -a[k]);
  }
  fold(words.data(), index(), powers(), [](Sum x, Sum y) { return static_cast<Sum>(x - y); });
  std::copy_n(words.data(), out.size(), out.begin());
}

// 2^k int8 in one sum: k is 6 at most.
void PowerfulBasis::reduce(std::span<std::int64_t> out, std::span<const std::int8_t> a) const {
  reduce_in<std::int16_t>(out, a);
}

void PowerfulBasis::reduce(std::span<std::int64_t> out, std::span<const std::int64_t> a) const {
  reduce_in<std::int64_t>(out, a);
}

void PowerfulBasis::from_polynomial(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                                    const Modulus& p) const {
  require_words(out.size(), index().degree());
  SecretWords words(powers());
  const bool negacyclic = index().value() % 2 == 0;
  std::size_t at = 0;
  bool turned = false;  // x^M = -1
  for (const std::uint64_t coefficient : a) {
    const std::uint32_t place = state_->places[at];
    const bool minus = (place % 2 != 0) != turned;
    std::uint64_t& word = words[place / 2];
    word = minus ? p.subtract(word, coefficient) : p.add(word, coefficient);
    if (++at == powers()) {
      at = 0;
      turned = negacyclic && !turned;
    }
  }
  fold(words.data(), index(), powers(),
       [&](std::uint64_t x, std::uint64_t y) { return p.subtract(x, y); });
  std::copy_n(words.data(), out.size(), out.begin());
}

void PowerfulBasis::from_bits(std::span<std::uint64_t> out,
                              std::span<const std::uint64_t> a) const {
  require_words(out.size(), index().degree());
  require_words(a.size(), powers());
  SecretWords words(powers());
  for (std::size_t k = 0; k < a.size(); ++k) words[state_->places[k] / 2] = a[k];
  fold(words.data(), index(), powers(), [](std::uint64_t x, std::uint64_t y) { return x ^ y; });
  std::copy_n(words.data(), out.size(), out.begin());
}

// The quotient by Phi_m, whose coefficients are the same from both ends, comes from the highest
// coefficients; the lowest coefficients less the quotient's product with Phi_m are the remainder.
void PowerfulBasis::to_polynomial(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                                  const Modulus& p) const {
  const std::size_t n = index().degree(), m = static_cast<std::size_t>(index().value());
  require_words(out.size(), n);
  require_words(a.size(), n);
  SecretWords words(m), quotient(m - n), product(n);
  for (std::size_t i = 0; i < n; ++i) words[static_cast<std::size_t>(index().power(i))] = a[i];
  std::reverse_copy(words.data() + n, words.data() + m, quotient.data());
  multiply_by_cyclotomic(quotient.span(), index(), true, p);
  std::ranges::reverse(quotient.span());
  std::copy_n(quotient.data(), std::min(n, m - n), product.data());
  multiply_by_cyclotomic(product.span(), index(), false, p);
  for (std::size_t i = 0; i < n; ++i) out[i] = p.subtract(words[i], product[i]);
}

}  // namespace lath
