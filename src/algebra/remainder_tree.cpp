// SPDX-License-Identifier: Apache-2.0
#include "algebra/remainder_tree.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace lath::detail {
namespace {

// Divisors of this degree and less are divided by one coefficient after another.
constexpr std::size_t kSmallDegree = 48;

Coefficients public_product(const ExactProducts& products, const Coefficients& a,
                            const Coefficients& b) {
  Coefficients out(a.size() + b.size() - 1);
  products.multiply(out, a, products.prepare(b, a.size()));
  return out;
}

// 1/f modulo x^terms for f_0 = 1: g (2 - f g) for twice as many terms.
Coefficients power_series_inverse(const ExactProducts& products, const Coefficients& f,
                                  std::size_t terms) {
  const Modulus& t = products.modulus();
  Coefficients g{1};
  while (g.size() < terms) {
    const std::size_t length = std::min(2 * g.size(), terms);
    const Coefficients head(f.begin(),
                            f.begin() + static_cast<std::ptrdiff_t>(std::min(length, f.size())));
    Coefficients error = public_product(products, head, g);
    error.resize(length);
    for (std::uint64_t& x : error) x = t.negate(x);
    error[0] = t.add(error[0], t.reduce(2));
    g = public_product(products, error, g);
    g.resize(length);
  }
  return g;
}

// The products of neighbours; the last one of an odd number stays alone.
std::vector<Coefficients> products_of_pairs(const ExactProducts& products,
                                            const std::vector<Coefficients>& factors) {
  std::vector<Coefficients> result;
  for (std::size_t i = 0; i < factors.size(); i += 2) {
    result.push_back(i + 1 < factors.size() ? public_product(products, factors[i], factors[i + 1])
                                            : factors[i]);
  }
  return result;
}

}  // namespace

RemainderTree::RemainderTree(const Modulus& t, const std::vector<Coefficients>& leaves,
                             std::size_t longest)
    : products_(t, 2 * std::max(longest, leaves.size() * (leaves[0].size() - 1))),
      leaf_degree_(leaves[0].size() - 1),
      degree_(leaves.size() * leaf_degree_) {
  for (std::vector<Coefficients> polynomials = leaves;;) {
    std::vector<Coefficients> parents = products_of_pairs(products_, polynomials);
    levels_.emplace_back(polynomials.size());
    for (std::size_t i = 0; i < polynomials.size(); ++i) {
      const std::size_t longest_here =
          polynomials.size() == 1 ? longest : parents[i / 2].size() - 1;
      prepare(levels_.back()[i], std::move(polynomials[i]), longest_here);
    }
    if (polynomials.size() == 1) break;
    polynomials = std::move(parents);
  }
}

void RemainderTree::prepare(Node& node, Coefficients polynomial, std::size_t longest) const {
  const std::size_t degree = polynomial.size() - 1, terms = longest - degree;
  if (degree > kSmallDegree && terms > 0) {
    Coefficients reversed(polynomial.rbegin(), polynomial.rend());
    node.inverse = products_.prepare(power_series_inverse(products_, reversed, terms), terms);
  }
  node.polynomial = products_.prepare(std::move(polynomial), std::max<std::size_t>(terms, 1));
}

Coefficients RemainderTree::cofactor(std::size_t m) const {
  // Reversed, x^m - 1 is 1 modulo every power of x below x^m.
  Coefficients reversed(root().rbegin(), root().rend());
  Coefficients result = power_series_inverse(products_, reversed, m - degree_ + 1);
  std::ranges::reverse(result);
  return result;
}

void RemainderTree::reduce(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                           const Node& node) const {
  const std::size_t degree = out.size(), terms = a.size() - degree;
  const Modulus& t = products_.modulus();
  if (terms == 0 || node.inverse.coefficients.empty()) {
    SecretWords rest(a);
    divide(rest.span(), node.polynomial.coefficients, t);
    std::copy_n(rest.data(), degree, out.data());
    return;
  }
  SecretWords quotient(terms), reversed(terms);
  std::reverse_copy(a.begin() + static_cast<std::ptrdiff_t>(degree), a.end(), reversed.data());
  products_.multiply(quotient.span(), reversed.span(), node.inverse);
  std::reverse(quotient.data(), quotient.data() + terms);
  products_.multiply(out, quotient.span(), node.polynomial);
  for (std::size_t i = 0; i < degree; ++i) out[i] = t.subtract(a[i], out[i]);
}

SecretWords RemainderTree::remainders(std::span<const std::uint64_t> a) const {
  SecretWords words(degree_), next(degree_);
  reduce(words.span(), a, levels_.back()[0]);
  for (std::size_t level = levels_.size() - 1; level-- > 0;) {
    const std::size_t width = leaf_degree_ << level;
    for (std::size_t i = 0; i < levels_[level].size(); ++i) {
      const std::size_t parent = i / 2 * 2 * width;
      const auto from = words.span().subspan(parent, std::min(2 * width, degree_ - parent));
      const auto out = next.span().subspan(i * width, std::min(width, degree_ - i * width));
      reduce(out, from, levels_[level][i]);
    }
    std::swap(words, next);
  }
  return words;
}

SecretWords RemainderTree::combine(SecretWords r) const {
  SecretWords next(degree_), product(degree_);
  const Modulus& t = products_.modulus();
  for (std::size_t level = 0; level + 1 < levels_.size(); ++level) {
    const std::size_t width = leaf_degree_ << level;
    for (std::size_t i = 0; i < levels_[level].size(); i += 2) {
      const auto both = r.span().subspan(i * width, std::min(2 * width, degree_ - i * width));
      const auto out = next.span().subspan(i * width, both.size());
      if (both.size() <= width) {
        std::ranges::copy(both, out.begin());
        continue;
      }
      const auto other = product.span().first(both.size());
      products_.multiply(out, both.first(width), levels_[level][i + 1].polynomial);
      products_.multiply(other, both.subspan(width), levels_[level][i].polynomial);
      for (std::size_t j = 0; j < out.size(); ++j) out[j] = t.add(out[j], other[j]);
    }
    std::swap(r, next);
  }
  return r;
}

}  // namespace lath::detail
