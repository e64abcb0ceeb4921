// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "he/adversary/wide_adversary_steps.hpp"
#include "he/parts.hpp"

namespace lath::testing {

/// Somebody who chooses plaintexts modulo an integer t of many words or modulo a short t(x), and
/// circuits, to bring noise near its bound, or above, and who sees ciphertexts but no secret key.
template <class Scheme>
class WideAdversary : private WideAdversarySteps<Scheme> {
 public:
  /// x -> x^substitution leaves t(x) as it is.
  WideAdversary(const typename Scheme::Parameters& parameters, std::uint64_t substitution)
      : WideAdversarySteps<Scheme>(parameters, substitution) {}

  using Family = void (WideAdversary::*)(SeededValues&);
  /// The families by name. Families that a set of parameters has no room for do nothing.
  static std::vector<std::pair<std::string, Family>> families() {
    return {{"matched roundings", &WideAdversary::matched_roundings},
            {"matched coefficients", &WideAdversary::matched_coefficients},
            {"ties", &WideAdversary::ties},
            {"peaked", &WideAdversary::peaked_powers},
            {"chains", &WideAdversary::chains},
            {"products of three parts", &WideAdversary::products_of_three_parts},
            {"substitutions", &WideAdversary::substitutions},
            {"steered first parts", &WideAdversary::steered_parts},
            {"forced residues", &WideAdversary::forced_residues},
            {"small rings", &WideAdversary::small_rings},
            {"copies", &WideAdversary::copies},
            {"unequal factors", &WideAdversary::unequal_factors},
            {"mixed", &WideAdversary::mixed}};
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
  using Steps = WideAdversarySteps<Scheme>;
  using Steps::any;
  using Steps::down;
  using Steps::drawn;
  using Steps::exhaust;
  using Steps::flat_spectrum;
  using Steps::fresh;
  using Steps::h;
  using Steps::keys_;
  using Steps::kUnit;
  using Steps::messages_;
  using Steps::n;
  using Steps::of_small_ring;
  using Steps::outcome_;
  using Steps::outcomes_;
  using Steps::pattern;
  using Steps::peaked;
  using Steps::plus;
  using Steps::plus_plain;
  using Steps::power_of_two;
  using Steps::rounded_to;
  using Steps::substituted;
  using Steps::times;
  using Steps::times_in_parts;
  using Steps::times_integer;
  using Steps::times_plain;
  using Steps::zero_with_secret_key;
  using typename Steps::Plain;
  using typename Steps::Value;
  // The most products with a plaintext, which may be a unit of magnitude 1.
  static constexpr int kMost = 100;

  // Signs of r for which the constant coefficient of a r is largest.
  [[nodiscard]] Integers matched(const WideIntegers& a) const {
    Integers r(n());
    for (std::size_t i = 0; i < n(); ++i) {
      const bool negative = (a[i] < 0) != (i > 0);
      r[(n() - i) % n()] = negative ? -kUnit : kUnit;
    }
    return r;
  }
  // Adds one plaintext again and again, and multiplies by a flat spectrum that brings all of it
  // together in one coefficient.
  void add_and_multiply(const WideIntegers& y, const Plain& p) {
    Value x = zero_with_secret_key();
    const Plain m = messages_.adding(y, x.c.level());
    for (int k = 0; k < 300 && plus_plain(x, m); ++k) continue;
    if (times_plain(x, p)) exhaust(x);
  }
  void matched_roundings(SeededValues& random) {
    const WideIntegers p = messages_.largest(flat_spectrum(random));
    const Integers r = power_of_two() ? matched(messages_.times_t(p)) : maximal(n(), kUnit, random);
    add_and_multiply(messages_.half_of_t(r), messages_.unreduced(p));
  }
  // As above, with all coefficients as large as plaintexts may have them, not a multiple of t(x) by
  // fractions.
  void matched_coefficients(SeededValues& random) {
    const WideIntegers p = messages_.largest(flat_spectrum(random));
    const Integers y = power_of_two() ? matched(p) : maximal(n(), kUnit, random);
    add_and_multiply(messages_.largest(y), messages_.unreduced(p));
  }
  void ties(SeededValues& random) {
    Value x = fresh(drawn(random));
    const WideIntegers half = messages_.half_of_t(maximal(n(), kUnit, random));
    const Plain p = random.below(2) == 0 ? messages_.reduced(half, 1) : messages_.unreduced(half);
    for (int i = 0; i < kMost && times_plain(x, p); ++i) continue;
    exhaust(x);
  }
  // Powers and products of a polynomial that is peaked at one root, in message and rounding.
  void peaked_powers(SeededValues& random) {
    const Integers f = peaked(random);
    const Plain p = random.below(2) == 0 ? messages_.unreduced(messages_.largest(f))
                                         : messages_.reduced(messages_.half_of_t(f), 1);
    Value x = fresh(random.below(2) == 0 ? p : rounded_to(f));
    const Value y = x;
    if (random.below(2) == 0) times_plain(x, p);
    const bool lowers = random.below(2) == 0, squares = random.below(2) == 0;
    while (squares ? times(x, Value(x)) : x.c.level() == y.c.level() && times(x, y)) {
      if (lowers && !down(x)) break;
    }
    exhaust(x);
  }
  // Products with one ciphertext again and again: where its values are large, they are each time.
  void chains(SeededValues& random) {
    Value x = fresh(drawn(random));
    const Value y = random.below(4) == 0 ? x : fresh(any(random));
    while (x.c.level() == y.c.level() && times(x, y)) continue;
    exhaust(x);
  }
  // Sums and switches of products before they are relinearised, with steered first parts.
  void products_of_three_parts(SeededValues& random) {
    Value x = fresh(any(random)), y = random.below(2) == 0 ? x : zero_with_secret_key();
    const Integers target = random.below(2) == 0 ? peaked(random) : maximal(n(), kUnit, random);
    for (;;) {
      if (random.below(2) == 0) steer(x, target);
      if (random.below(2) == 0) steer(y, target);
      const bool lowers = random.below(2) == 0 && x.c.level() > 1;
      if (!times_in_parts(x, y, lowers) || (lowers && !down(y))) break;
    }
    exhaust(x);
  }
  // a a(x^g); for an integer t the squared magnitudes of all values meet in one coefficient.
  void substitutions(SeededValues& random) {
    Value x = fresh(random.below(2) == 0 ? drawn(random) : any(random));
    if (random.below(2) == 0) down(x);
    for (;;) {
      Value y = x;
      if (!substituted(y) || !times(x, y)) break;
      if (random.below(2) == 0 && !down(x)) break;
    }
    exhaust(x);
  }

  // Coefficients of a part modulo the last prime of its level.
  [[nodiscard]] std::vector<std::uint64_t> last_residues(const he::Ciphertext& c) const {
    const std::size_t limb = c.level() - 1;
    const std::uint64_t* words = c.part(0).row(limb);
    std::vector<std::uint64_t> residues(words, words + n());
    testing::ring_of(c).plan(limb).inverse(residues.data());
    return residues;
  }
  // Adds a plaintext that brings the last residues of the first part, over t in BGV, as near to
  // +-1/2 of the prime as a plaintext can.
  bool steer(Value& x, const Integers& signs) {
    const auto& ring = testing::ring_of(x.c);
    const std::uint64_t prime = ring.modulus(ring.limbs() - 1).value();
    const mpz_class q = static_cast<unsigned long>(prime);
    const std::vector<std::uint64_t> found = last_residues(x.c);
    WideIntegers wanted(n()), difference(n());
    for (std::size_t i = 0; i < n(); ++i) {
      wanted[i] = signs[i] < 0 ? mpz_class(2 - q / 2) : mpz_class(q / 2 - 2);
      difference[i] = static_cast<unsigned long>(found[i]);
    }
    const he::Context& context = *keys_.parameters.context();
    if (kIsBfv<Scheme>) {
      // c0 - r/t = wanted: with w = t (c0 - wanted)/q, rounded, r = -w q modulo t.
      for (std::size_t i = 0; i < n(); ++i) difference[i] -= wanted[i];
      WideIntegers w = messages_.times_t(difference);
      for (mpz_class& y : w) mpz_fdiv_q(y.get_mpz_t(), y.get_mpz_t(), q.get_mpz_t());
      mpz_class k = integer_of(context.message_factor(x.c.level()));
      mpz_invert(k.get_mpz_t(), k.get_mpz_t(), messages_.p().get_mpz_t());
      return plus_plain(x, messages_.reduced(w, -q * k));
    }
    // c0 + m = t wanted.
    WideIntegers y = messages_.times_t(wanted);
    for (std::size_t i = 0; i < n(); ++i) y[i] = centered(y[i] - difference[i], q);
    return plus_plain(x, messages_.adding(y, x.c.level(), x.c.scale_factor()));
  }
  void steered_parts(SeededValues& random) {
    Value x = random.below(2) == 0 ? fresh(drawn(random)) : zero_with_secret_key();
    const bool multiplies = random.below(2) == 0;
    const Integers target = random.below(2) == 0 ? peaked(random) : maximal(n(), kUnit, random);
    while (steer(x, target) && down(x)) {
      if (!multiplies) continue;
      const Value y = x;
      if (!steer(x, target) || !times(x, y)) break;
    }
    exhaust(x);
  }

  // Where plaintexts are longer than the last prime, a product with one has any residues that one
  // wants in the part that is multiplied by the key, over t in BGV.
  void forced_residues(SeededValues& random) {
    const he::Context& context = *keys_.parameters.context();
    Value x = random.below(2) == 0 ? fresh(drawn(random)) : zero_with_secret_key();
    const Integers target = random.below(2) == 0 ? peaked(random) : maximal(n(), kUnit, random);
    for (;;) {
      const auto& ring = testing::ring_of(x.c);
      const std::size_t limb = ring.limbs() - 1;
      const Modulus& q = ring.modulus(limb);
      if (messages_.largest() < static_cast<unsigned long>(q.value() / 2)) return;
      std::vector<std::uint64_t> p(n());
      for (std::size_t i = 0; i < n(); ++i) {
        p[i] = target[i] < 0 ? q.value() / 2 + 1 : q.value() / 2;
      }
      ring.plan(limb).forward(p.data());
      const std::uint64_t* words = x.c.part(1).row(limb);
      for (std::size_t i = 0; i < n(); ++i) {
        p[i] = words[i] == 0 ? 0 : q.multiply(p[i], q.inverse_vartime(words[i]));
      }
      if (!kIsBfv<Scheme>) {
        context.plaintexts->t().multiply(ring.plan(limb).arithmetic(), limb, p.data(), p.data(),
                                         n());
      }
      ring.plan(limb).inverse(p.data());
      WideIntegers factor(n());
      for (std::size_t i = 0; i < n(); ++i) {
        factor[i] = static_cast<unsigned long>(p[i]);
        factor[i] = centered(factor[i], mpz_class(static_cast<unsigned long>(q.value())));
      }
      if (!times_plain(x, messages_.unreduced(factor))) break;
      const std::uint64_t next = random.below(3);
      if (next == 0 ? !substituted(x) : !down(x)) break;
      if (next == 2 && !times(x, Value(x))) break;
    }
    exhaust(x);
  }
  // Plaintexts of few dimensions, such as elements of the ring of t(x) itself.
  void small_rings(SeededValues& random) {
    Value x = fresh(messages_.unreduced(messages_.largest(of_small_ring(random))));
    const Plain p = messages_.unreduced(messages_.largest(of_small_ring(random)));
    for (int i = 0; i < kMost && times_plain(x, p); ++i) {
      const std::uint64_t next = random.below(3);
      if (next == 0 && !substituted(x)) break;
      if (next == 1 && !down(x)) break;
      if (next == 2 && !times(x, Value(x))) break;
    }
    exhaust(x);
  }
  // One ciphertext again and again: sums of copies, and integers.
  void copies(SeededValues& random) {
    Value x = random.below(2) == 0 ? fresh(any(random)) : zero_with_secret_key();
    if (random.below(2) == 0) times(x, Value(x));
    const Value y = x;
    for (int i = 0; i < 20 && plus(x, random.below(2) == 0 ? y : Value(x)); ++i) continue;
    exhaust(x);
  }
  // Sums of ciphertexts that came to their level on different ways: in BGV with multipliers.
  void unequal_factors(SeededValues& random) {
    Value x = fresh(any(random)), y = zero_with_secret_key();
    const Plain p = any(random);
    while (x.c.level() > 1) {
      if (random.below(2) == 0)
        plus_plain(y, messages_.unreduced(messages_.largest(peaked(random))));
      if (!times(x, Value(x)) || !down(x) || !down(y)) break;
      Value sum = x;
      if (!plus(sum, y)) break;
      if (random.below(2) == 0) plus(sum, Value(sum));
      if (random.below(2) == 0) times_plain(sum, p);
      x = sum;
      if (random.below(2) == 0) std::swap(x, y);
      if (x.c.level() != y.c.level()) break;
    }
    exhaust(x);
  }
  // Anything after anything.
  void mixed(SeededValues& random) {
    Value x = fresh(any(random)), y = zero_with_secret_key();
    for (int i = 0; i < 24; ++i) {
      switch (random.below(8)) {
        case 0:
          times_plain(x, any(random));
          break;
        case 1:
          plus_plain(x, messages_.adding(messages_.half_of_t(pattern(random)), x.c.level(),
                                         x.c.scale_factor()));
          break;
        case 2:
          times_integer(x, random.below(2) == 0 ? h() : -h());
          break;
        case 3:
          times(x, Value(x));
          break;
        case 4:
          substituted(x);
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
