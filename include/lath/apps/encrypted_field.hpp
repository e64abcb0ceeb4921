// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <utility>

#include "lath/he/bgv.hpp"
#include "lath/he/plain_factor.hpp"

/// @file
/// Arithmetics of encrypted numbers for complete_addition(), over a session. The factor b is a
/// constant in all slots, WideSlotEncoder::constant(): short where t is a short modulus.
namespace lath::apps {

///@cond
// Products whose memory is used again, one for each level and number of parts.
template <class Session, class Product>
class ProductMemory {
 public:
  template <class A, class B>
  Product& multiply(Session& session, const A& a, const B& b) {
    for (Product& product : products_) {
      if (product.level() != a.level() || product.parts() != a.parts() + b.parts() - 1) continue;
      session.multiply(product, a, b);
      return product;
    }
    return products_.emplace_back(session.multiply(a, b));
  }

 private:
  std::deque<Product> products_;
};

template <class Scheme>
class EncryptedArithmetic {
 public:
  explicit EncryptedArithmetic(typename Scheme::Session& session) : session_(session) {}

  template <class A>
  [[nodiscard]] A sum(const A& a, const A& b) {
    return session_.add(a, b);
  }
  template <class A>
  [[nodiscard]] A difference(const A& a, const A& b) {
    return session_.sub(a, b);
  }
  template <class A>
  [[nodiscard]] A tripled(const A& a) {
    A result = session_.add(a, a);
    session_.add(result, result, a);
    return result;
  }
  [[nodiscard]] he::Ciphertext tripled(he::Ciphertext a) {
    session_.multiply_plain(a, a, 3);
    return a;
  }

 protected:
  typename Scheme::Session& session_;
  // The second products, which are added to others.
  ProductMemory<typename Scheme::Session, typename Scheme::Product> second_;
};
///@endcond

/// Products are relinearised, and switched down by one prime as long as there are more than
/// `least_level`. In both schemes; in BFV, least_level may be the highest level. The memory of
/// products is used again. Throws as sessions do, where the bound does not promise that a result
/// decrypts.
template <class Scheme>
class RelinearizedField : public EncryptedArithmetic<Scheme> {
  using Product = typename Scheme::Product;
  using Base = EncryptedArithmetic<Scheme>;

 public:
  /// The arithmetic over a session with a relinearisation key. The session outlives it.
  RelinearizedField(typename Scheme::Session& session, he::PlainFactor b, std::size_t least_level)
      : Base(session), b_(std::move(b)), least_level_(least_level) {}

  ///@{
  /// Products and sums of products, which are valid until the next one.
  [[nodiscard]] const Product& product(const he::Ciphertext& a, const he::Ciphertext& b) {
    return first_.multiply(this->session_, a, b);
  }
  [[nodiscard]] const Product& sum_of_products(const he::Ciphertext& a, const he::Ciphertext& b,
                                               const he::Ciphertext& c, const he::Ciphertext& d) {
    Product& result = first_.multiply(this->session_, a, b);
    this->session_.add(result, result, this->second_.multiply(this->session_, c, d));
    return result;
  }
  [[nodiscard]] const Product& difference_of_products(const he::Ciphertext& a,
                                                      const he::Ciphertext& b,
                                                      const he::Ciphertext& c,
                                                      const he::Ciphertext& d) {
    Product& result = first_.multiply(this->session_, a, b);
    this->session_.sub(result, result, this->second_.multiply(this->session_, c, d));
    return result;
  }
  ///@}

  /// The product with b.
  [[nodiscard]] he::Ciphertext times_b(const he::Ciphertext& a) {
    return this->session_.multiply_plain(a, b_);
  }
  /// A product as a ciphertext.
  [[nodiscard]] he::Ciphertext reduced(const Product& product) {
    if (product.level() <= least_level_) return this->session_.relinearize(product);
    return this->session_.mod_switch(relinearized(product), product.level() - 1);
  }

 private:
  // In memory that is used again, for each level.
  const he::Ciphertext& relinearized(const Product& product) {
    for (he::Ciphertext& ciphertext : ciphertexts_) {
      if (ciphertext.level() != product.level()) continue;
      this->session_.relinearize(ciphertext, product);
      return ciphertext;
    }
    return ciphertexts_.emplace_back(this->session_.relinearize(product));
  }

  he::PlainFactor b_;
  std::size_t least_level_;
  ProductMemory<typename Scheme::Session, Product> first_;
  std::deque<he::Ciphertext> ciphertexts_;
};

/// Products stay as they are, of more and more parts: for one addition in BGV, without keys.
class UnreducedField : public EncryptedArithmetic<he::Bgv> {
 public:
  /// The arithmetic over a session, which outlives it. Second summands come with b in them.
  explicit UnreducedField(he::bgv::Session& session) : EncryptedArithmetic(session) {}

  ///@{
  /// Products and sums of products.
  template <class A, class B>
  [[nodiscard]] he::bgv::Product product(const A& a, const B& b) {
    return session_.multiply(a, b);
  }
  template <class A, class B, class C, class D>
  [[nodiscard]] he::bgv::Product sum_of_products(const A& a, const B& b, const C& c, const D& d) {
    he::bgv::Product result = session_.multiply(a, b);
    session_.add(result, result, second_.multiply(session_, c, d));
    return result;
  }
  template <class A, class B, class C, class D>
  [[nodiscard]] he::bgv::Product difference_of_products(const A& a, const B& b, const C& c,
                                                        const D& d) {
    he::bgv::Product result = session_.multiply(a, b);
    session_.sub(result, result, second_.multiply(session_, c, d));
    return result;
  }
  ///@}

  /// The product.
  [[nodiscard]] he::bgv::Product reduced(he::bgv::Product product) { return product; }
};

}  // namespace lath::apps
