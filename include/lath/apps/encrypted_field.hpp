// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "lath/he/bgv.hpp"
#include "lath/he/plain_factor.hpp"

/// @file
/// Arithmetics of encrypted numbers for complete_addition(), over a session. The factor b is a
/// constant in all slots, WideSlotEncoder::constant(): short where t is a short modulus.
namespace lath::apps {

///@cond
template <class Derived, class Scheme>
class EncryptedArithmetic {
 public:
  EncryptedArithmetic(typename Scheme::Session& session, std::optional<he::PlainFactor> b)
      : session_(session), b_(std::move(b)) {}

  template <class A, class B>
  [[nodiscard]] auto product(const A& a, const B& b) {
    return session_.multiply(a, b);
  }
  template <class A, class B, class C, class D>
  [[nodiscard]] auto sum_of_products(const A& a, const B& b, const C& c, const D& d) {
    auto result = session_.multiply(a, b);
    session_.add(result, result, session_.multiply(c, d));
    return result;
  }
  template <class A, class B, class C, class D>
  [[nodiscard]] auto difference_of_products(const A& a, const B& b, const C& c, const D& d) {
    auto result = session_.multiply(a, b);
    session_.sub(result, result, session_.multiply(c, d));
    return result;
  }
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
  [[nodiscard]] he::Ciphertext times_b(const he::Ciphertext& a) {
    return session_.multiply_plain(a, b_.value());
  }

 protected:
  typename Scheme::Session& session_;

 private:
  std::optional<he::PlainFactor> b_;
};
///@endcond

/// Products are relinearised, and switched down by one prime as long as there are more than
/// `least_level`. In both schemes; in BFV, least_level may be the highest level. Throws as sessions
/// do, where the bound does not promise that a result decrypts.
template <class Scheme>
class RelinearizedField : public EncryptedArithmetic<RelinearizedField<Scheme>, Scheme> {
 public:
  /// The arithmetic over a session with a relinearisation key. The session outlives it.
  RelinearizedField(typename Scheme::Session& session, he::PlainFactor b, std::size_t least_level)
      : EncryptedArithmetic<RelinearizedField, Scheme>(session, std::move(b)),
        least_level_(least_level) {}

  /// A product as a ciphertext.
  [[nodiscard]] he::Ciphertext reduced(const typename Scheme::Product& product) {
    const he::Ciphertext result = this->session_.relinearize(product);
    if (result.level() <= least_level_) return result;
    return this->session_.mod_switch(result, result.level() - 1);
  }

 private:
  std::size_t least_level_;
};

/// Products stay as they are, of more and more parts: for one addition in BGV, without keys.
class UnreducedField : public EncryptedArithmetic<UnreducedField, he::Bgv> {
 public:
  /// The arithmetic over a session, which outlives it.
  explicit UnreducedField(he::bgv::Session& session,
                          std::optional<he::PlainFactor> b = std::nullopt)
      : EncryptedArithmetic(session, std::move(b)) {}

  /// The product.
  [[nodiscard]] he::bgv::Product reduced(he::bgv::Product product) { return product; }
};

}  // namespace lath::apps
