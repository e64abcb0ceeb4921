// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "lath/arith/barrett.hpp"
#include "lath/base/constant_time.hpp"
#include "orders/products.hpp"
#include "orders/tables.hpp"

/// Negacyclic transforms modulo one prime in plain scalar code, in three orders, each a template
/// over the product with twiddles. Canonical words in and out, values in the order of NttPlan. They
/// are here to be compared; the library's own transforms are those of NttPlan.
namespace lath::bench::orders {

/// Words that are reduced in every butterfly, for primes of up to 62 bits (D. Harvey, "Faster
/// arithmetic for number-theoretic transforms", 2014). A word is small below 2p where products are
/// lazy, below p where they are not; sums and differences of small words are below twice that.
template <class Product>
class ReducedWords {
 public:
  using Factor = typename Product::Factor;

  explicit ReducedWords(Word p) : p_(p), product_(p) {}

  [[nodiscard]] const Product& product() const { return product_; }
  [[nodiscard]] Word difference(Word u, Word v) const { return u - v + bound(); }
  // The small word of a sum or difference; the small product of one.
  [[nodiscard]] Word small(Word x) const { return ct::subtract_once(x, bound()); }
  [[nodiscard]] Word times(Word x, const Factor& w) const {
    return product_.times(Product::kLazy ? x : small(x), w);
  }
  // From a small word to [0, p).
  [[nodiscard]] Word canonical(Word x) const {
    return Product::kLazy ? ct::subtract_once(x, p_) : x;
  }

  // (x + w y, x - w y) of sums or differences; the results are such again.
  void cooley_tukey(Word& x, Word& y, const Factor& w) const {
    const Word u = small(x), v = times(y, w);
    x = u + v;
    y = difference(u, v);
  }
  // (x + y, w (x - y)), small from small words.
  void gentleman_sande(Word& x, Word& y, const Factor& w) const {
    const Word u = x, v = y;
    x = small(u + v);
    y = times(difference(u, v), w);
  }

 private:
  [[nodiscard]] Word bound() const { return Product::kLazy ? 2 * p_ : p_; }

  Word p_;
  Product product_;
};

/// Words that are reduced only where they would not fit, for primes of up to 59 bits, whose words
/// hold 32p: M. Scott's slothful reduction ("A note on the implementation of the number theoretic
/// transform", IMACC 2017). Products that are not lazy need an operand below p.
template <class Product>
class SlothfulWords {
 public:
  using Factor = typename Product::Factor;

  explicit SlothfulWords(Word p) : p_(p), product_(p), barrett_(p) {}

  [[nodiscard]] const Product& product() const { return product_; }
  // From any word to [0, p).
  [[nodiscard]] Word canonical(Word x) const { return barrett_.reduce(x); }
  [[nodiscard]] Word times(Word x, const Factor& w) const {
    return product_.times(Product::kLazy ? x : canonical(x), w);
  }

  // Adds 2p to the bound of the words, or p where products are not lazy: after log2(n) layers of
  // them words are below (1 + 2 log2 n) p, at most 31p for n = 2^15.
  void cooley_tukey(Word& x, Word& y, const Factor& w) const {
    const Word u = x, v = times(y, w);
    x = u + v;
    y = u - v + kProductBound * p_;
  }
  // For words up to kHeld p.
  [[nodiscard]] Word difference(Word u, Word v) const { return u - v + kHeld * p_; }

  // In a layer of distance h, a word at place h / 2^(m+1) <= j < h / 2^m of its block was a product
  // and has been doubled m times since, so that it is below kProductBound 2^m p; the word at place
  // 0, never a product, began below p. A sum stays within kHeld p where 2^(m+1) <= kHeld /
  // kProductBound; the sums of the places below are reduced.
  static std::size_t places_to_reduce(std::size_t half) { return half / (kHeld / kProductBound); }

 private:
  static constexpr Word kProductBound = Product::kLazy ? 2 : 1;
  static constexpr Word kHeld = 16;

  Word p_;
  Product product_;
  Barrett<Word> barrett_;
};

/// The twiddles of a transform without separate multiplication by powers of psi. 1/n is merged into
/// the last layer of the inverse.
template <class Product>
struct MergedTwiddles {
  using Factor = typename Product::Factor;
  struct Last {
    Factor scale, twiddle;
  };

  TwiddlesPerBlock<Factor> forward, inverse;
  Last values, products;

  MergedTwiddles(const Powers& psi, std::size_t n, const Product& by, Word shortfall)
      : forward(n, [&](std::size_t k) { return by.prepare(psi.at(psi.reverse(k))); }),
        inverse(n, [&](std::size_t k) { return by.prepare(psi.inverse_at(psi.reverse(k))); }),
        values(last(psi, n, by, shortfall, Input::values)),
        products(last(psi, n, by, shortfall, Input::products)) {}

  [[nodiscard]] const Last& last_of(Input input) const {
    return input == Input::values ? values : products;
  }

 private:
  static Last last(const Powers& psi, std::size_t n, const Product& by, Word shortfall,
                   Input input) {
    const Word scale = psi.scale(shortfall, input);
    return {by.prepare(scale), by.prepare(psi.modulus().multiply(psi.inverse_at(n / 2), scale))};
  }
};

/// Merged twiddles, every butterfly reduced: forward Cooley and Tukey's from natural to
/// bit-reversed order, inverse Gentleman and Sande's (P. Longa, M. Naehrig, CANS 2016, algorithms 1
/// and 2).
template <class Product>
class LongaNaehrig {
 public:
  static constexpr int kPrimeBits = 62;

  /// For degree n >= 4 and a modulus of kPrimeBits bits; `shortfall` is that of the product that
  /// makes Input::products.
  LongaNaehrig(std::size_t n, Word p, Word shortfall)
      : half_(n / 2), words_(p), twiddles_(Powers(n, p), n, words_.product(), shortfall) {}

  void forward(Word* a) const {
    for (std::size_t half = half_; half > 1; half /= 2) {
      twiddles_.forward.layer(a, half,
                              [by = words_](Word& x, Word& y, const Factor& w, std::size_t) {
                                by.cooley_tukey(x, y, w);
                              });
    }
    twiddles_.forward.layer(a, One{},
                            [by = words_](Word& x, Word& y, const Factor& w, std::size_t) {
                              by.cooley_tukey(x, y, w);
                              x = by.canonical(by.small(x));
                              y = by.canonical(by.small(y));
                            });
  }

  void inverse(Word* a, Input input) const {
    const auto butterfly = [by = words_](Word& x, Word& y, const Factor& w, std::size_t) {
      by.gentleman_sande(x, y, w);
    };
    twiddles_.inverse.layer(a, One{}, butterfly);
    for (std::size_t half = 2; half < half_; half *= 2) {
      twiddles_.inverse.layer(a, half, butterfly);
    }
    const auto by = words_;
    const auto last = twiddles_.last_of(input);
    for (Word *x = a, *y = a + half_; x != a + half_; ++x, ++y) {
      const Word u = *x, v = *y;
      *x = by.canonical(by.times(u + v, last.scale));
      *y = by.canonical(by.times(by.difference(u, v), last.twiddle));
    }
  }

 private:
  using Factor = typename Product::Factor;

  std::size_t half_;
  ReducedWords<Product> words_;
  MergedTwiddles<Product> twiddles_;
};

/// The same with slothful words: forward nothing is reduced before the last layer, inverse only the
/// first words of each block.
template <class Product>
class Scott {
 public:
  static constexpr int kPrimeBits = 59;

  /// As LongaNaehrig, for n <= 2^15.
  Scott(std::size_t n, Word p, Word shortfall)
      : half_(n / 2), words_(p), twiddles_(Powers(n, p), n, words_.product(), shortfall) {}

  void forward(Word* a) const {
    for (std::size_t half = half_; half > 1; half /= 2) {
      twiddles_.forward.layer(a, half,
                              [by = words_](Word& x, Word& y, const Factor& w, std::size_t) {
                                by.cooley_tukey(x, y, w);
                              });
    }
    twiddles_.forward.layer(a, One{},
                            [by = words_](Word& x, Word& y, const Factor& w, std::size_t) {
                              by.cooley_tukey(x, y, w);
                              x = by.canonical(x);
                              y = by.canonical(y);
                            });
  }

  void inverse(Word* a, Input input) const {
    layer_of_inverse(a, One{});
    for (std::size_t half = 2; half < half_; half *= 2) layer_of_inverse(a, half);
    const auto by = words_;
    const auto last = twiddles_.last_of(input);
    for (Word *x = a, *y = a + half_; x != a + half_; ++x, ++y) {
      const Word u = *x, v = *y;
      *x = by.canonical(by.times(u + v, last.scale));
      *y = by.canonical(by.times(by.difference(u, v), last.twiddle));
    }
  }

 private:
  using Factor = typename Product::Factor;

  template <class Half>
  void layer_of_inverse(Word* a, Half half) const {
    const std::size_t reduced = words_.places_to_reduce(half);
    twiddles_.inverse.layer(
        a, half, [by = words_, reduced](Word& x, Word& y, const Factor& w, std::size_t j) {
          const Word u = x, v = y;
          x = j < reduced ? by.canonical(u + v) : u + v;
          y = by.times(by.difference(u, v), w);
        });
  }

  std::size_t half_;
  SlothfulWords<Product> words_;
  MergedTwiddles<Product> twiddles_;
};

/// A multiplication by the powers of psi, then a cyclic transform with Gentleman and Sande's
/// butterflies from natural to bit-reversed order; inverse Cooley and Tukey's, then the powers of
/// 1/psi with 1/n: the separate twist of NFLlib.
template <class Product>
class Twisted {
 public:
  static constexpr int kPrimeBits = 62;

  /// As LongaNaehrig.
  Twisted(std::size_t n, Word p, Word shortfall) : Twisted(Powers(n, p), n, p, shortfall) {}

  void forward(Word* a) const {
    const auto by = words_;
    for (std::size_t i = 0; i < n_; ++i) a[i] = words_.times(a[i], twist_[i]);
    for (std::size_t half = n_ / 2; half > 1; half /= 2) {
      forward_.layer(a, half, [by](Word& x, Word& y, const Factor& w, std::size_t) {
        by.gentleman_sande(x, y, w);
      });
    }
    for (std::size_t i = 0; i < n_; i += 2) {  // the twiddle is one
      const Word u = a[i], v = a[i + 1];
      a[i] = words_.canonical(by.small(u + v));
      a[i + 1] = words_.canonical(by.small(by.difference(u, v)));
    }
  }

  void inverse(Word* a, Input input) const {
    const auto by = words_;
    for (std::size_t i = 0; i < n_; i += 2) {
      const Word u = a[i], v = a[i + 1];
      a[i] = u + v;
      a[i + 1] = words_.difference(u, v);
    }
    for (std::size_t half = 2; half < n_; half *= 2) {
      inverse_.layer(a, half, [by](Word& x, Word& y, const Factor& w, std::size_t) {
        by.cooley_tukey(x, y, w);
      });
    }
    const std::vector<Factor>& back = input == Input::values ? back_ : back_of_products_;
    for (std::size_t i = 0; i < n_; ++i) a[i] = words_.canonical(by.times(a[i], back[i]));
  }

 private:
  using Factor = typename Product::Factor;

  Twisted(const Powers& psi, std::size_t n, Word p, Word shortfall)
      : n_(n),
        words_(p),
        forward_(n, [&](std::size_t i) { return words_.product().prepare(psi.at(i)); }),
        inverse_(n, [&](std::size_t i) { return words_.product().prepare(psi.inverse_at(i)); }) {
    const Product& by = words_.product();
    const Word scale = psi.scale(shortfall, Input::values);
    const Word scale_of_products = psi.scale(shortfall, Input::products);
    for (std::size_t i = 0; i < n; ++i) {
      const Word back = psi.inverse_at(i);
      twist_.push_back(by.prepare(psi.at(i)));
      back_.push_back(by.prepare(psi.modulus().multiply(back, scale)));
      back_of_products_.push_back(by.prepare(psi.modulus().multiply(back, scale_of_products)));
    }
  }

  std::size_t n_;
  ReducedWords<Product> words_;
  TwiddlesPerPlace<Factor> forward_, inverse_;
  std::vector<Factor> twist_, back_, back_of_products_;
};

}  // namespace lath::bench::orders
