// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "he/access.hpp"
#include "he/adversary/adversary_steps.hpp"
#include "he/parts.hpp"

namespace lath::testing {

/// Somebody who chooses plaintexts, integers and circuits to bring noise near its bound, or above,
/// and who sees ciphertexts but no secret key.
template <class Scheme>
class Adversary : private AdversarySteps<Scheme> {
 public:
  explicit Adversary(const he::Literal& literal) : AdversarySteps<Scheme>(literal) {}

  using Family = void (Adversary::*)(SeededValues&);
  /// The families by name. Those that a set of parameters has no room for do nothing.
  static std::vector<std::pair<std::string, Family>> families() {
    return {{"matched roundings", &Adversary::matched_roundings},
            {"ties", &Adversary::ties},
            {"peaked", &Adversary::peaked_powers},
            {"chains", &Adversary::chains},
            {"conjugates", &Adversary::conjugates},
            {"steered first parts", &Adversary::steered_parts},
            {"forced residues", &Adversary::forced_residues},
            {"one-dimensional", &Adversary::one_dimensional},
            {"copies", &Adversary::copies},
            {"mixed", &Adversary::mixed}};
  }

  /// One circuit of a family.
  void attack(const std::string& name, Family family, std::uint64_t seed) {
    outcome_ = &outcomes_[name];
    SeededValues random(seed);
    const std::uint64_t before = outcome_->steps;
    (this->*family)(random);
    if (outcome_->steps != before) ++outcome_->circuits;
  }
  [[nodiscard]] const std::map<std::string, Outcome>& outcomes() const { return outcomes_; }

 private:
  using Steps = AdversarySteps<Scheme>;
  using Steps::any;
  using Steps::down;
  using Steps::exhaust;
  using Steps::flat_spectrum;
  using Steps::fresh;
  using Steps::h;
  using Steps::index_;
  using Steps::keys_;
  using Steps::message;
  using Steps::message_rounded_to;
  using Steps::n;
  using Steps::outcome_;
  using Steps::outcomes_;
  using Steps::peaked;
  using Steps::plus;
  using Steps::plus_plain;
  using Steps::power_of_two;
  using Steps::substituted;
  using Steps::t;
  using Steps::tied;
  using Steps::times;
  using Steps::times_integer;
  using Steps::times_plain;
  using Steps::with_secret_key;
  using typename Steps::Value;
  // Roundings that a flat spectrum brings together in one coefficient.
  void matched_roundings(SeededValues& random) {
    const Integers p = flat_spectrum(random);
    Value x = with_secret_key(keys_.zero());
    Integers r(n());
    for (std::size_t i = 0; i < n(); ++i) {
      const std::int64_t sign = p[i] < 0 ? -1 : 1;
      r[(n() - i) % n()] = i == 0 ? sign * h() : -sign * h();
    }
    if (!power_of_two()) r = maximal(n(), h(), random);
    const PlainPolynomial m = message_rounded_to(r, x.c.level());
    for (int k = 0; k < 1500 && plus_plain(x, m); ++k) continue;
    if (times_plain(x, p)) exhaust(x);
  }
  void ties(SeededValues& random) {
    Value x = fresh(keys_.draw(random));
    const Integers p = tied(random);
    while (times_plain(x, p)) continue;
    exhaust(x);
  }
  // Powers and products of what is peaked at one root, in message and rounding.
  void peaked_powers(SeededValues& random) {
    const Integers p = peaked(random);
    Value x = random.below(2) == 0 ? fresh(message(p))
                                   : fresh(message_rounded_to(p, keys_.parameters.levels()));
    const Value y = x;
    if (random.below(2) == 0) times_plain(x, p);
    const bool lowers = random.below(2) == 0, squares = random.below(2) == 0;
    while (squares ? times(x, x) : x.c.level() == y.c.level() && times(x, y)) {
      if (lowers && !down(x)) break;
    }
    exhaust(x);
  }
  // Products with one ciphertext again and again: where its values are large, they are each time.
  void chains(SeededValues& random) {
    Value x = fresh(keys_.draw(random));
    const Value y = random.below(4) == 0 ? x : fresh(message(any(random)));
    while (x.c.level() == y.c.level() && times(x, y)) continue;
    exhaust(x);
  }
  // a a(1/x): the squared magnitudes of all values meet in one coefficient.
  void conjugates(SeededValues& random) {
    Value x = random.below(2) == 0 ? fresh(keys_.draw(random)) : fresh(message(any(random)));
    if (random.below(2) == 0) down(x);
    for (;;) {
      Value y = x;
      if (!substituted(y, index_ - 1) || !times(x, y)) break;
      if (random.below(2) == 0 && !down(x)) break;
    }
    exhaust(x);
  }

  // What is in the first part of x modulo the last prime of its level, next to zero.
  [[nodiscard]] std::vector<std::uint64_t> last_residues(const he::Ciphertext& c,
                                                         std::size_t part) const {
    const std::size_t limb = c.level() - 1;
    const std::uint64_t* words = c.part(part).row(limb);
    std::vector<std::uint64_t> residues(words, words + n());
    testing::ring_of(c).plan(limb).inverse(residues.data());
    return residues;
  }
  // Adds a plaintext that brings the residues of the first part as near to what a target says as
  // its coefficients can.
  bool steer(Value& x, const Integers& signs) {
    const auto& ring = testing::ring_of(x.c);
    const Modulus& q = ring.modulus(ring.limbs() - 1);
    const std::vector<std::uint64_t> found = last_residues(x.c, 0);
    Integers r(n());
    for (std::size_t i = 0; i < n(); ++i) {
      const std::uint64_t wanted = signs[i] < 0 ? q.value() / 2 + 2 : q.value() / 2 - 2;
      if (kIsBfv<Scheme>) {
        // c0 - r/t = wanted: with w = t (c0 - wanted)/q, rounded, r = -w q modulo t.
        const auto part = static_cast<long double>(q.subtract(found[i], wanted)) /
                          static_cast<long double>(q.value());
        const auto w = static_cast<std::uint64_t>(part * static_cast<long double>(t())) % t();
        const Modulus modulus(t());
        r[i] = centered_integer(modulus.negate(modulus.multiply(w, modulus.reduce(q.value()))));
      } else {
        const std::uint64_t difference = q.subtract(wanted, found[i]);
        const auto signed_difference = difference > q.value() / 2
                                           ? -static_cast<std::int64_t>(q.value() - difference)
                                           : static_cast<std::int64_t>(difference);
        r[i] = std::clamp(signed_difference, -h(), h());
      }
    }
    return plus_plain(x, message_rounded_to(r, x.c.level(), x.c.scale_factor()));
  }
  [[nodiscard]] std::int64_t centered_integer(std::uint64_t x) const {
    return x > t() / 2 ? -static_cast<std::int64_t>(t() - x) : static_cast<std::int64_t>(x);
  }
  void steered_parts(SeededValues& random) {
    Value x = random.below(2) == 0 ? fresh(keys_.draw(random)) : with_secret_key(keys_.zero());
    const bool multiplies = random.below(2) == 0;
    const Integers target = random.below(2) == 0 ? peaked(random) : maximal(n(), h(), random);
    while (steer(x, target) && down(x)) {
      if (!multiplies) continue;
      const Value y = x;
      if (!steer(x, target) || !times(x, y)) break;
    }
    exhaust(x);
  }

  // Where t is longer than the last prime, a product with a plaintext has any residues that one
  // wants in the part that is multiplied by the key.
  void forced_residues(SeededValues& random) {
    Value x = random.below(2) == 0 ? fresh(keys_.draw(random)) : with_secret_key(keys_.zero());
    const Integers target = random.below(2) == 0 ? peaked(random) : maximal(n(), h(), random);
    for (;;) {
      const auto& ring = testing::ring_of(x.c);
      const std::size_t limb = ring.limbs() - 1;
      const Modulus& q = ring.modulus(limb);
      if (t() <= q.value()) return;
      std::vector<std::uint64_t> p(n());
      for (std::size_t i = 0; i < n(); ++i) {
        p[i] = target[i] < 0 ? q.value() / 2 + 1 : q.value() / 2;
      }
      ring.plan(limb).forward(p.data());
      const std::uint64_t* words = x.c.part(1).row(limb);
      for (std::size_t i = 0; i < n(); ++i) {
        p[i] = words[i] == 0 ? 0 : q.multiply(p[i], q.inverse_vartime(words[i]));
      }
      ring.plan(limb).inverse(p.data());
      Integers factor(n());
      for (std::size_t i = 0; i < n(); ++i) {
        factor[i] = p[i] > q.value() / 2 ? -static_cast<std::int64_t>(q.value() - p[i])
                                         : static_cast<std::int64_t>(p[i]);
      }
      if (!times_plain(x, factor)) break;
      const std::uint64_t next = random.below(3);
      if (next == 0 ? !substituted(x, index_ - 1) : !down(x)) break;
      if (next == 2 && !times(x, Value(x))) break;
    }
    exhaust(x);
  }
  // Parts of few dimensions modulo a prime: values at all roots but one vanish.
  void one_dimensional(SeededValues& random) {
    Value x = fresh(message(of_subring(n(), h(), random)));
    const auto& ring = testing::ring_of(x.c);
    const std::size_t limb = random.below(ring.limbs());
    const Modulus& q = ring.modulus(limb);
    Integers p = of_subring(n(), h(), random);
    if (t() > q.value()) {
      std::vector<std::uint64_t> words(n());
      words[random.below(n())] = 1 + random.below(q.value() - 1);
      ring.plan(limb).inverse(words.data());
      for (std::size_t i = 0; i < n(); ++i) {
        p[i] = words[i] > q.value() / 2 ? -static_cast<std::int64_t>(q.value() - words[i])
                                        : static_cast<std::int64_t>(words[i]);
      }
    }
    while (times_plain(x, p)) {
      const std::uint64_t next = random.below(3);
      if (next == 0 && !substituted(x, index_ - 1)) break;
      if (next == 1 && !down(x)) break;
      if (next == 2 && !times(x, Value(x))) break;
    }
    exhaust(x);
  }
  // The same ciphertext again and again: sums of copies, and integers.
  void copies(SeededValues& random) {
    Value x = random.below(2) == 0 ? fresh(message(any(random))) : with_secret_key(keys_.zero());
    if (random.below(2) == 0) times(x, Value(x));
    const Value y = x;
    for (int i = 0; i < 20 && plus(x, random.below(2) == 0 ? y : Value(x)); ++i) continue;
    exhaust(x);
  }
  // Anything after anything.
  void mixed(SeededValues& random) {
    Value x = fresh(message(any(random))), y = with_secret_key(message(any(random)));
    for (int i = 0; i < 24; ++i) {
      switch (random.below(8)) {
        case 0:
          times_plain(x, any(random));
          break;
        case 1:
          plus_plain(x, message_rounded_to(any(random), x.c.level(), x.c.scale_factor()));
          break;
        case 2:
          times_integer(x, random.below(2) == 0 ? h() : -h());
          break;
        case 3:
          times(x, Value(x));
          break;
        case 4:
          substituted(x, keys_.galois.elements()[random.below(2)]);
          break;
        case 5:
          down(x);
          break;
        case 6:
          steer(x, peaked(random));
          break;
        default:
          if (x.c.level() == y.c.level()) random.below(2) == 0 ? plus(x, y) : times(x, y);
          std::swap(x, y);
      }
    }
    exhaust(x);
  }
};

}  // namespace lath::testing
