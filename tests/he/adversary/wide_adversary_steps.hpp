// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "he/adversary/outcome.hpp"
#include "he/adversary/wide_messages.hpp"
#include "he/scheme_keys.hpp"
#include "lath/base/error.hpp"

namespace lath::testing {

/// The steps of an adversary over plaintexts of many words: each is compared with its bound, and
/// the result of a circuit with the same computation in the clear.
template <class Scheme>
class WideAdversarySteps {
 protected:
  using Messages = WideMessages<typename Scheme::Parameters>;
  using Plain = typename Messages::Plain;
  struct Value {
    he::Ciphertext c;
    WideRing::Value m;
  };

  WideAdversarySteps(const typename Scheme::Parameters& parameters, std::uint64_t substitution)
      : g_(substitution),
        keys_(parameters, {substitution}, "adversary of many words"),
        messages_(parameters) {
    if (!messages_.is_short()) return;
    const auto less = [&](std::uint64_t a, std::uint64_t b) {
      return messages_.magnitude_of_t(a) < messages_.magnitude_of_t(b);
    };
    for (std::uint64_t a = 1; a < messages_.d(); ++a) {
      if (std::gcd(a, messages_.d()) != 1) continue;
      if (best_ == 0 || less(best_, a)) best_ = a;
      if (worst_ == 0 || less(a, worst_)) worst_ = a;
    }
  }

  [[nodiscard]] std::size_t n() const { return messages_.n(); }
  [[nodiscard]] bool power_of_two() const { return messages_.index().is_power_of_two(); }
  // The largest integer to multiply by that a short modulus does not make a polynomial of.
  [[nodiscard]] std::int64_t h() const {
    const mpz_class half = messages_.p() / 2;
    return half < 16000 ? half.get_si() : 16000;
  }

  // Where t(x) is largest or smallest at complex roots of unity, or anywhere.
  Integers peaked(SeededValues& random) const {
    const std::uint64_t m = messages_.m(), d = messages_.d(), kind = random.below(3);
    std::uint64_t root = 1 + random.below(m - 1);
    const auto fits = [&] {
      if (std::gcd(root, m) != 1) return false;
      return d == 1 || kind == 2 || root % d == (kind == 0 ? best_ : worst_);
    };
    while (!fits()) root = root % m + 1;
    const double phase = static_cast<double>(random.below(64)) / 10;
    return testing::peaked(
        n(), m, [&](std::size_t i) { return messages_.index().power(i); }, kUnit, root, phase);
  }
  Integers flat_spectrum(SeededValues& random) {
    if (!power_of_two()) return sparse(n(), kUnit, random);
    if (flats_.size() < 2) flats_.push_back(flat(n(), kUnit, random));
    return flats_[random.below(flats_.size())];
  }
  // Elements of the subring Z[zeta] of t(x), or of a subring of few dimensions.
  Integers of_small_ring(SeededValues& random) const {
    if (!messages_.is_short() || random.below(2) == 0) return of_subring(n(), kUnit, random);
    Integers p(n());
    const std::uint64_t step = messages_.m() / messages_.d();
    for (std::size_t i = 0; i < n(); ++i) {
      if (messages_.index().power(i) % step == 0) p[i] = random.below(2) == 0 ? kUnit : -kUnit;
    }
    return p;
  }
  Integers pattern(SeededValues& random) {
    switch (random.below(6)) {
      case 0:
        return peaked(random);
      case 1:
        return flat_spectrum(random);
      case 2:
        return maximal(n(), kUnit, random);
      case 3:
        return sparse(n(), kUnit, random);
      case 4:
        return of_small_ring(random);
      default:
        return Integers(n(), kUnit);
    }
  }
  // A pattern as the largest coefficients, or as the largest fractions of t.
  Plain any(SeededValues& random) {
    const Integers f = pattern(random);
    switch (random.below(3)) {
      case 0:
        return messages_.unreduced(messages_.largest(f));
      case 1:
        return messages_.unreduced(messages_.half_of_t(f));
      default:
        return messages_.reduced(messages_.half_of_t(f), 1);
    }
  }
  Plain drawn(SeededValues& random) const {
    return messages_.reduced(residues_and_edges(random, n(), messages_.p()), 1);
  }
  // Adds the pattern as fractions of t to a fresh ciphertext.
  Plain rounded_to(const Integers& f) const {
    return messages_.adding(messages_.half_of_t(f), keys_.parameters.levels());
  }

  Value fresh(const Plain& m) {
    return {keys_.encryptor.encrypt(m.plaintext, keys_.generator), m.m};
  }
  Value with_secret_key(const Plain& m) {
    return {keys_.symmetric.encrypt(m.plaintext, keys_.generator), m.m};
  }
  Value zero_with_secret_key() {
    return with_secret_key(messages_.plain(he::Plaintext(keys_.parameters)));
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
    if (messages_.value(keys_.decryptor.decrypt(x.c)) != x.m) ++outcome_->wrong;
  }
  // Does one step in place; false where the library refused it: the noise might be too large, or
  // factors differ.
  template <class F>
  bool step(Value& x, const F& f) {
    try {
      x = f(x);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::invalid_argument && error.code() != ErrorCode::mismatch) throw;
      return false;
    }
    check(x.c);
    return true;
  }
  bool times_plain(Value& x, const Plain& p) {
    return step(x, [&](const Value& a) -> Value {
      return {keys_.session.multiply_plain(a.c, p.plaintext), messages_.ring().product(a.m, p.m)};
    });
  }
  bool plus_plain(Value& x, const Plain& p) {
    return step(x, [&](const Value& a) -> Value {
      return {keys_.session.add_plain(a.c, p.plaintext), messages_.ring().sum(a.m, p.m)};
    });
  }
  bool times_integer(Value& x, std::int64_t k) {
    return step(x, [&](const Value& a) -> Value {
      return {keys_.session.multiply_plain(a.c, k),
              messages_.ring().multiple(a.m, static_cast<long>(k))};
    });
  }
  bool times(Value& x, const Value& y) {
    return step(x, [&](const Value& a) -> Value {
      const auto product = keys_.session.multiply(a.c, y.c);
      check(product);
      return {keys_.session.relinearize(product), messages_.ring().product(a.m, y.m)};
    });
  }
  // The sum of x y and y x, twice, at the level below if there is one, relinearised last.
  bool times_in_parts(Value& x, const Value& y, bool lowers) {
    return step(x, [&](const Value& a) -> Value {
      const std::vector<he::Ciphertext> both{a.c, y.c}, turned{y.c, a.c};
      auto product = keys_.session.dot_product(both, turned);
      check(product);
      product = keys_.session.add(product, product);
      check(product);
      if (lowers && product.level() > 1) {
        product = keys_.session.mod_switch(product, product.level() - 1);
        check(product);
      }
      return {keys_.session.relinearize(product),
              messages_.ring().multiple(messages_.ring().product(a.m, y.m), 4)};
    });
  }
  bool plus(Value& x, const Value& y) {
    return step(x, [&](const Value& a) -> Value {
      return {keys_.session.add(a.c, y.c), messages_.ring().sum(a.m, y.m)};
    });
  }
  bool down(Value& x) {
    if (x.c.level() == 1) return false;
    return step(x, [&](const Value& a) -> Value {
      return {keys_.session.mod_switch(a.c, a.c.level() - 1), a.m};
    });
  }
  bool substituted(Value& x) {
    return step(x, [&](const Value& a) -> Value {
      return {keys_.session.apply_galois(a.c, g_), messages_.ring().substituted(a.m, g_)};
    });
  }
  // Multiplies by integers until nothing is left of the budget, and decrypts.
  void exhaust(Value x) {
    for (;;) {
      const double bits = x.c.noise().budget_bits(), room = std::exp2(std::min(bits, 62.0));
      std::int64_t k = h();
      // Two steps at last, so that the second is near what is left.
      if (room < 40 * static_cast<double>(h())) k = static_cast<std::int64_t>(std::sqrt(room));
      if (room < 4096) k = static_cast<std::int64_t>(room * 0.9999);
      k = std::min(k, h());
      if (k < 2 || !times_integer(x, k)) break;
      // An integer may be a root of unity modulo a small p.
      if (x.c.noise().budget_bits() == bits) break;
    }
    finish(x);
  }

  static constexpr std::int64_t kUnit = Messages::kUnit;
  std::uint64_t g_;  // of x -> x^g, which leaves t(x) as it is
  SchemeKeys<Scheme> keys_;
  Messages messages_;
  std::uint64_t best_ = 0, worst_ = 0;  // exponents of roots where t(x) is largest and smallest
  std::vector<Integers> flats_;
  std::map<std::string, Outcome> outcomes_;
  Outcome* outcome_ = nullptr;
};

}  // namespace lath::testing
