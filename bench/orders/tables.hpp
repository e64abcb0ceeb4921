// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/arith/roots.hpp"
#include "orders/products.hpp"

/// The tables of twiddles, and the loops over the butterflies that use them.
namespace lath::bench::orders {

/// What an inverse transform is given: values, or products of values by a Product::multiply that
/// falls short of a factor, which the scaling by 1/n then makes good.
enum class Input { values, products };

/// The powers of psi, the least primitive 2n-th root of unity mod p.
class Powers {
 public:
  Powers(std::size_t n, Word p) : n_(n), p_(p), powers_(2 * n, 1) {
    const Word psi = least_primitive_root(p_, 2 * n);
    for (std::size_t i = 1; i < 2 * n; ++i) powers_[i] = p_.multiply(powers_[i - 1], psi);
  }

  /// psi^i and psi^-i.
  [[nodiscard]] Word at(std::size_t i) const { return powers_[i % (2 * n_)]; }
  [[nodiscard]] Word inverse_at(std::size_t i) const { return at(2 * n_ - i % (2 * n_)); }
  /// The reversal of log2(n) bits.
  [[nodiscard]] std::size_t reverse(std::size_t i) const {
    std::size_t reversed = 0;
    for (std::size_t bit = 1; bit < n_; bit *= 2, i /= 2) reversed = 2 * reversed + i % 2;
    return reversed;
  }
  /// 1/n, and for Input::products shortfall / n.
  [[nodiscard]] Word scale(Word shortfall, Input input) const {
    const Word over_n = p_.inverse_vartime(n_);
    return input == Input::values ? over_n : p_.multiply(over_n, shortfall);
  }
  [[nodiscard]] const Modulus& modulus() const { return p_; }

 private:
  std::size_t n_;
  Modulus p_;
  std::vector<Word> powers_;
};

/// `half` where the compiler is to know it: blocks of two words need no loop.
using One = std::integral_constant<std::size_t, 1>;

/// Twiddles of which a block has one: that of block i in a layer of m blocks stands at m + i. With
/// psi^brv(m + i) there the transform is negacyclic by itself (P. Longa, M. Naehrig, CANS 2016).
template <class Factor>
class TwiddlesPerBlock {
 public:
  template <class Prepare>
  TwiddlesPerBlock(std::size_t n, const Prepare& prepare) : n_(n) {
    for (std::size_t k = 0; k < n; ++k) factors_.push_back(prepare(k));
  }

  /// butterfly(x, y, factor, j) for each word x at place j < half of a block of 2 half words, and
  /// the word y that stands half words after it.
  template <class Half, class Butterfly>
  void layer(Word* a, Half half, const Butterfly& butterfly) const {
    const std::size_t blocks = n_ / (2 * half);
    for (std::size_t i = 0; i < blocks; ++i, a += 2 * half) {
      const Factor factor = factors_[blocks + i];
      for (std::size_t j = 0; j < half; ++j) butterfly(a[j], a[j + half], factor, j);
    }
  }

 private:
  std::size_t n_;
  std::vector<Factor> factors_;
};

/// Twiddles of cyclic transforms, whose blocks are alike: that of place j stands at half + j.
template <class Factor>
class TwiddlesPerPlace {
 public:
  template <class Prepare>
  TwiddlesPerPlace(std::size_t n, const Prepare& prepare) : n_(n), factors_(1) {
    for (std::size_t half = 1; half < n; half *= 2) {
      for (std::size_t j = 0; j < half; ++j) factors_.push_back(prepare(j * (n / half)));
    }
  }

  template <class Half, class Butterfly>
  void layer(Word* a, Half half, const Butterfly& butterfly) const {
    for (const Word* end = a + n_; a != end; a += 2 * half) {
      for (std::size_t j = 0; j < half; ++j) butterfly(a[j], a[j + half], factors_[half + j], j);
    }
  }

 private:
  std::size_t n_;
  std::vector<Factor> factors_;
};

}  // namespace lath::bench::orders
