// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "he/adversary/chosen_polynomials.hpp"
#include "he/adversary/outcome.hpp"
#include "he/context.hpp"
#include "he/scheme_keys.hpp"
#include "lath/base/error.hpp"

namespace lath::testing {

/// The steps that an adversary takes: each is compared with its bound, and what a circuit comes to
/// with the same on messages.
template <class Scheme>
class AdversarySteps {
 protected:
  explicit AdversarySteps(const he::Literal& literal)
      : keys_(literal, {conjugation(literal), some_units(literal)[0]}, "adversary"),
        index_(keys_.parameters.context()->keys->index.value()) {}

  struct Value {
    he::Ciphertext c;
    PlainPolynomial m;
  };

  static std::uint64_t conjugation(const he::Literal& literal) {
    return (literal.index == 0 ? 2 * literal.degree : literal.index) - 1;
  }

  [[nodiscard]] std::size_t n() const { return keys_.parameters.degree(); }
  [[nodiscard]] std::uint64_t t() const { return keys_.t(); }
  [[nodiscard]] std::int64_t h() const { return static_cast<std::int64_t>(t() / 2); }
  [[nodiscard]] const he::Context& context() const { return *keys_.parameters.context(); }
  [[nodiscard]] bool power_of_two() const { return keys_.ring == nullptr; }
  [[nodiscard]] std::uint64_t residue(std::int64_t x) const {
    return static_cast<std::uint64_t>(x < 0 ? x + static_cast<std::int64_t>(t()) : x) % t();
  }

  [[nodiscard]] PlainPolynomial message(const Integers& p) const {
    PlainPolynomial m = keys_.zero();
    for (std::size_t i = 0; i < n(); ++i) m[i] = residue(p[i]);
    return m;
  }
  // The message whose rounding in a fresh ciphertext, or which itself in BGV, has these integers.
  [[nodiscard]] PlainPolynomial message_rounded_to(const Integers& r, std::size_t level,
                                                   const Natural& factor = 1) const {
    const Modulus modulus(t());
    const std::uint64_t k = modulus.multiply(context().message_factor(level).word(), factor.word());
    const std::uint64_t inverse = modulus.inverse_vartime(k);
    PlainPolynomial m = message(r);
    for (std::size_t i = 0; i < n(); ++i) m[i] = modulus.multiply(m[i], inverse);
    return m;
  }
  [[nodiscard]] std::uint64_t power(std::size_t i) const {
    return power_of_two() ? i : keys_.ring->power(i);
  }
  Integers peaked(SeededValues& random) const {
    // The first roots are peaks as well as any.
    std::uint64_t root = 1 + random.below(index_ - 1);
    while (std::gcd(root, index_) != 1) root = 1 + random.below(index_ - 1);
    const double phase = static_cast<double>(random.below(64)) / 10;
    return testing::peaked(n(), index_, [&](std::size_t i) { return power(i); }, h(), root, phase);
  }
  Integers flat_spectrum(SeededValues& random) {
    if (!power_of_two()) return sparse(n(), h(), random);
    if (flats_.size() < 4) flats_.push_back(flat(n(), h(), random));
    return flats_[random.below(flats_.size())];
  }
  // Residues t/2 and their neighbours.
  Integers tied(SeededValues& random) const {
    Integers p(n());
    for (auto& x : p) x = random.below(2) == 0 ? h() : h() - static_cast<std::int64_t>(t()) + 1;
    return p;
  }
  Integers any(SeededValues& random) {
    switch (random.below(7)) {
      case 0:
        return peaked(random);
      case 1:
        return flat_spectrum(random);
      case 2:
        return tied(random);
      case 3:
        return maximal(n(), h(), random);
      case 4:
        return sparse(n(), h(), random);
      case 5:
        return of_subring(n(), h(), random);
      default:
        return Integers(n(), h());
    }
  }

  Value fresh(const PlainPolynomial& m) { return {keys_.encrypt(m), m}; }
  Value with_secret_key(const PlainPolynomial& m) {
    return {keys_.symmetric.encrypt(keys_.plaintext(m), keys_.generator), m};
  }

  // Compares the noise of a step with its bound.
  template <class Operand>
  void check(const Operand& c) {
    ++outcome_->steps;
    const double noise = he::debug::log2_noise(keys_.parameters, keys_.secret, c);
    const double slack = c.noise().log2_bound() - noise;
    outcome_->least_slack = std::min(outcome_->least_slack, slack);
    if (slack < 0) ++outcome_->broken;
  }
  void finish(const Value& x) {
    if (keys_.decrypt(x.c) != x.m.coefficients()) ++outcome_->wrong;
  }
  // Does one step in place; false where it was refused since the noise might be too large.
  template <class F>
  bool step(Value& x, const F& f) {
    try {
      x = f(x);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::invalid_argument) throw;
      return false;
    }
    check(x.c);
    return true;
  }
  bool times_plain(Value& x, const Integers& p) {
    const PlainPolynomial m = message(p);
    return step(x, [&](const Value& a) -> Value {
      return {keys_.session.multiply_plain(a.c, keys_.plaintext(m)), a.m * m};
    });
  }
  bool plus_plain(Value& x, const PlainPolynomial& m) {
    return step(x, [&](const Value& a) -> Value {
      return {keys_.session.add_plain(a.c, keys_.plaintext(m)), a.m + m};
    });
  }
  bool times_integer(Value& x, std::int64_t k) {
    return step(x, [&](const Value& a) -> Value {
      return {keys_.session.multiply_plain(a.c, k), a.m * keys_.constant(k)};
    });
  }
  bool times(Value& x, const Value& y) {
    return step(x, [&](const Value& a) -> Value {
      const auto product = keys_.session.multiply(a.c, y.c);
      check(product);
      return {keys_.session.relinearize(product), a.m * y.m};
    });
  }
  bool plus(Value& x, const Value& y) {
    return step(x,
                [&](const Value& a) -> Value { return {keys_.session.add(a.c, y.c), a.m + y.m}; });
  }
  bool down(Value& x) {
    if (x.c.level() == 1) return false;
    return step(x, [&](const Value& a) -> Value {
      return {keys_.session.mod_switch(a.c, a.c.level() - 1), a.m};
    });
  }
  bool substituted(Value& x, std::uint64_t g) {
    return step(x, [&](const Value& a) -> Value {
      return {keys_.session.apply_galois(a.c, g), a.m.substituted(g)};
    });
  }
  // Multiplies by integers until nothing is left of the budget, and decrypts.
  void exhaust(Value x) {
    for (;;) {
      const double room = std::exp2(std::min(x.c.noise().budget_bits(), 62.0));
      std::int64_t k = h();
      // Two steps at last, so that the second is near what is left.
      if (room < 40 * static_cast<double>(h())) k = static_cast<std::int64_t>(std::sqrt(room));
      if (room < 4096) k = static_cast<std::int64_t>(room * 0.9999);
      k = std::min(k, h());
      if (k < 2 || !times_integer(x, k)) break;
    }
    finish(x);
  }

  SchemeKeys<Scheme> keys_;
  std::uint64_t index_;
  std::vector<Integers> flats_;
  std::map<std::string, Outcome> outcomes_;
  Outcome* outcome_ = nullptr;
};

}  // namespace lath::testing
