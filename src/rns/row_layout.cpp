// SPDX-License-Identifier: Apache-2.0
#include "rns/row_layout.hpp"

#include <algorithm>
#include <cmath>

#include "rns/word_rows.hpp"

namespace lath::detail {
namespace {

// Upper bound of the |y|, see row_sums.hpp. Halves of a large y are at most 2^30.
double largest_of(const Modulus& modulus, bool reduced) noexcept {
  if (!is_narrow(modulus)) return 0x1p30;
  const auto q = static_cast<double>(modulus.value());
  return reduced ? q / 2 : q * (0.5 + 0x1p-54 * q);
}

}  // namespace

RowLayout::RowLayout(std::span<const RowSums::Source> sources,
                     std::span<const RowSums::Target> targets, RowSums::Fraction fraction)
    : sources_(sources.begin(), sources.end()),
      canonical_(fraction == RowSums::Fraction::none),
      alone_(!canonical_ && sources.size() == 1),
      has_alpha_(!canonical_ && !alone_) {
  rows_of_.reserve(sources.size());
  for (const RowSums::Source& s : sources) {
    rows_of_.push_back(kFirstRow + rows_);
    rows_ += is_narrow(s.modulus) ? 1 : 2;
    largest_ = std::max(largest_, largest_of(s.modulus, canonical_ || alone_));
  }
  for (const RowSums::Target& t : targets) takes_own_ = takes_own_ || t.own_factor != 0;

  const double alpha = has_alpha_ ? 0.625 * static_cast<double>(sources.size()) + 1 : 0;
  largest_ = std::max(largest_, alpha);
  const auto is_exact_for_all = [&](std::size_t products, double direct) {
    return std::ranges::all_of(targets, [&](const RowSums::Target& t) {
      return !is_narrow(t.modulus) || is_exact(t.modulus, products, direct);
    });
  };
  run_ = rows_ + (has_alpha_ ? 1 : 0);
  while (run_ > 1 && !is_exact_for_all(products(), 0)) --run_;
  alpha_is_row_ = has_alpha_ && !is_exact_for_all(products(), alpha);
  // The quotient is the product of a sum and 1/p, each rounded, and it is rounded.
  is_one_step_ = std::ranges::all_of(targets, [&](const RowSums::Target& t) {
    const auto p = static_cast<double>(t.modulus.value());
    const double sum = largest_sum(t.modulus, products()) + (alpha / 2 + 2) * p;
    return !is_narrow(t.modulus) || 0x3p-53 * sum < 0.45 * p;
  });
}

// An own word is shifted to magnitude p/2.
double RowLayout::largest_sum(const Modulus& p, std::size_t products) const noexcept {
  const double half = std::floor(static_cast<double>(p.value()) / 2) + 1;
  const double row = takes_own_ ? std::max(largest_, half) : largest_;
  return static_cast<double>(products) * row * half;
}

// The roundings of a sum, a relative 2^-52 for each product, are less than 2^-30.
int RowLayout::spread(const Modulus& p, std::size_t products) const noexcept {
  const double sum = largest_sum(p, products) * (1 + 0x1p-30);
  return std::max(std::ilogb(sum) - 50, 0);
}

// `alpha` bounds an alpha that is not a row.
bool RowLayout::is_exact(const Modulus& p, std::size_t products, double alpha) const noexcept {
  const int s = spread(p, products);
  const double low = static_cast<double>(products) * std::ldexp(0.5, s) +
                     static_cast<double>(p.value()) * (alpha / 2 + 2.5) + 4;
  return s <= p.bits() && low < 0x1p53;
}

std::vector<std::uint64_t> RowLayout::factors(const RowSums::Target& t) const {
  const Modulus& p = t.modulus;
  std::vector<std::uint64_t> factors;
  factors.reserve(rows_);
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    if (!is_narrow(sources_[i].modulus)) {
      factors.push_back(p.multiply(p.reduce(std::uint64_t{1} << 31), t.factors[i]));
    }
    factors.push_back(t.factors[i]);
  }
  return factors;
}

std::uint64_t RowLayout::constant(const RowSums::Target& t) const noexcept {
  if (!canonical_) return 0;
  const Modulus& p = t.modulus;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const std::uint64_t half = p.reduce(sources_[i].modulus.value() / 2);
    sum = p.add(sum, p.multiply(half, t.factors[i]));
  }
  return sum;
}

}  // namespace lath::detail
