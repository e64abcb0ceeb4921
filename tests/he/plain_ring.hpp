// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lath::testing {

/// The ring Z[x]/(Phi_m(x)) by its definition, for m that is no power of two: elements are modulo
/// x^m - 1 first, and then in the powerful basis by what zeta_q^i is in it for i >= phi(q), one
/// power of x at a time. Nothing here is taken from the library.
class PlainRing {
 public:
  explicit PlainRing(std::uint64_t m) : m_(m) {
    std::vector<Axis> of_two;
    for (std::uint64_t p = 2, rest = m; rest > 1; ++p) {
      if (rest % p != 0) continue;
      Axis axis{p, 1, 0};
      for (; rest % p == 0; rest /= p) axis.value *= p;
      axis.degree = axis.value / p * (p - 1);
      if (axis.value != 2) (p == 2 ? of_two : axes_).push_back(axis);
    }
    axes_.insert(axes_.end(), of_two.begin(), of_two.end());
    for (const Axis& axis : axes_) degree_ *= static_cast<std::size_t>(axis.degree);
    for (std::uint64_t k = 0; k < m; ++k) expansions_.push_back(expansion_of(k));
    for (std::size_t place = 0; place < degree_; ++place) powers_.push_back(power_of(place));
  }

  [[nodiscard]] std::uint64_t index() const { return m_; }
  [[nodiscard]] std::size_t degree() const { return degree_; }
  /// The power of x that stands at a place of the basis.
  [[nodiscard]] std::uint64_t power(std::size_t place) const { return powers_[place]; }
  /// The coefficients modulo t of what has these modulo x^m - 1.
  [[nodiscard]] std::vector<std::uint64_t> reduced(const std::vector<std::uint64_t>& a,
                                                   std::uint64_t t) const {
    std::vector<std::uint64_t> result(degree_);
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (a[k] == 0) continue;
      for (const Term& term : expansions_[k]) {
        std::uint64_t& c = result[term.place];
        c = (c + (term.minus ? t - a[k] % t : a[k] % t)) % t;
      }
    }
    return result;
  }

 private:
  struct Axis {
    std::uint64_t prime, value, degree;
  };
  struct Term {
    std::size_t place;
    bool minus;
  };

  // x^k is the product of zeta_q^i with i m/q = k modulo q, and of -1 for odd k and m = 2 odd.
  [[nodiscard]] std::vector<Term> expansion_of(std::uint64_t k) const {
    std::vector<Term> terms{{0, m_ % 4 == 2 && k % 2 == 1}};
    if (terms[0].minus) k += m_ / 2;
    for (const Axis& axis : axes_) {
      std::uint64_t i = 0;
      while (i * (m_ / axis.value) % axis.value != k % axis.value) ++i;
      std::vector<Term> along;
      if (i < axis.degree) {
        along.push_back({static_cast<std::size_t>(i), false});
      } else {
        for (std::uint64_t j = 1; j < axis.prime; ++j) {
          along.push_back({static_cast<std::size_t>(i - j * (axis.value / axis.prime)), true});
        }
      }
      std::vector<Term> longer;
      for (const Term& outer : terms) {
        for (const Term& inner : along) {
          longer.push_back({outer.place * static_cast<std::size_t>(axis.degree) + inner.place,
                            outer.minus != inner.minus});
        }
      }
      terms = longer;
    }
    return terms;
  }
  [[nodiscard]] std::uint64_t power_of(std::size_t place) const {
    std::uint64_t power = 0;
    for (auto axis = axes_.rbegin(); axis != axes_.rend(); ++axis) {
      power += place % axis->degree * (m_ / axis->value);
      place /= static_cast<std::size_t>(axis->degree);
    }
    return power % m_;
  }

  std::uint64_t m_;
  std::size_t degree_ = 1;
  std::vector<Axis> axes_;
  std::vector<std::vector<Term>> expansions_;
  std::vector<std::uint64_t> powers_;
};

}  // namespace lath::testing
