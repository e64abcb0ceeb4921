// SPDX-License-Identifier: Apache-2.0
#include "lath/he/plaintexts/space_summary.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "algebra/nearest_index.hpp"
#include "algebra/unit_quotient.hpp"
#include "algebra/wide/roots.hpp"
#include "he/core/chain_primes.hpp"
#include "he/literal.hpp"
#include "he/noise/decryptable.hpp"
#include "he/plaintexts/wide/slot_indices.hpp"
#include "lath/he/slots/slot_algebra.hpp"
#include "lath/ntt/cyclotomic_index.hpp"
#include "lath/ntt/prime_powers.hpp"

namespace lath::he {
namespace {

constexpr std::size_t kMostSlotBits = 4160;  // of WideSlotEncoder

std::string number(std::uint64_t x) { return std::to_string(x); }

std::string not_one(const std::string& name, std::uint64_t index) {
  return name + " is not 1 modulo the index " + number(index);
}

// Slots modulo an integer of a word, by its prime factors.
void add_word_slots(SpaceSummary& summary, const Natural& t) {
  const std::uint64_t m = summary.index, common = std::gcd(t.word(), m);
  if (common != 1) {
    summary.without_slots =
        "t and the index " + number(m) + " have the common factor " + number(common);
    return;
  }
  const auto powers = prime_powers(t.word());
  const std::size_t degree = detail::subgroup_order(m, powers, kMaxSlotDegree);
  if (degree != 1) {
    const auto near = detail::nearest_index(m, 1, powers, 1);
    summary.without_slots =
        (powers.size() == 1 && powers[0].exponent == 1
             ? not_one("t", m)
             : "not all primes of t are 1 modulo the index " + number(m)) +
        (near ? ": slots of integers need another, such as the index " + number(near->index) : "");
  }
  if (degree > kMaxSlotDegree || m > kMaxIndex) {
    if (degree == 1) summary.without_slots = "the index is above " + number(kMaxIndex);
    return;
  }
  const bool is_prime = powers.size() == 1 && powers[0].exponent == 1;
  summary.slots = summary.degree / degree;
  summary.numbers_a_slot = degree;
  summary.encoder =
      degree == 1 && is_prime && m == 2 * summary.degree ? "SlotEncoder" : "CyclotomicEncoder";
}

// Whether there is a root of unity for the slots of WideSlotEncoder.
bool has_root(const Natural& p, std::uint64_t m, std::uint64_t d, const Natural& omega) {
  try {
    static_cast<void>(detail::root_above_vartime(detail::WideModulus(p), m, d, omega));
    return true;
  } catch (const Error&) {
    return false;
  }
}

// Slots modulo a number of any size that is 1 modulo the index.
void add_wide_slots(SpaceSummary& summary, const Natural& p, const ShortModulus& t) {
  const std::uint64_t m = summary.index, d = t.index == 0 ? 1 : t.index;
  const std::string name = t.index == 0 ? "t" : "p";
  if (p.bits() > kMostSlotBits) {
    summary.without_slots = name + " has more than " + number(kMostSlotBits) + " bits";
  } else if (!has_slots(p, d, m)) {
    const std::string near = nearest_indices(p, d, m, 2 * m);
    summary.without_slots = not_one(name, m);
    if (p.words()[0] % 2 != 0 && !near.empty()) {
      summary.without_slots += ": if it is a prime, rings of the index " + near + " have slots";
    }
  } else if (!has_root(p, m, d, t.root)) {
    summary.without_slots = name +
                            " is no prime; if it is a product of primes, each 1 modulo the index " +
                            number(m) + ", give them to WideSlotEncoder::create()";
  } else {
    summary.slots = summary.coefficients;
    summary.numbers_a_slot = 1;
    summary.encoder = "WideSlotEncoder";
  }
}

// The noise of a square at a level, relinearised; none if it cannot be decrypted.
std::optional<NoiseBound> square_at(const NoiseModel& model, std::size_t level,
                                    const NoiseBound& a) {
  const NoiseBound product = model.product(level, a, a);
  if (!is_decryptable(product)) return std::nullopt;
  const NoiseBound switched = model.switched(level, product);
  return is_decryptable(switched) ? std::optional(switched) : std::nullopt;
}

// The levels that may be best for the next square: in BGV the primes that a product takes, and two
// more or less.
std::size_t levels_tried(const NoiseModel& model) {
  constexpr double kShortestPrime = 20;
  return model.scheme() == Scheme::bfv
             ? 1
             : 3 + static_cast<std::size_t>(model.log2_t() / kShortestPrime);
}

// The length of the chain of squares, see SpaceSummary::depth.
std::size_t depth_of(const NoiseModel& model) {
  const std::size_t tried = levels_tried(model);
  std::size_t level = model.levels();
  NoiseBound noise = model.fresh();
  if (!is_decryptable(noise)) return 0;
  for (std::size_t depth = 0;; ++depth) {
    std::optional<NoiseBound> best;
    std::size_t best_level = 0;
    for (std::size_t l = level; l > 0 && l + tried > level; --l) {
      const NoiseBound there = model.lowered(level, l, noise, 2);
      if (!is_decryptable(there)) break;
      const std::optional<NoiseBound> square = square_at(model, l, there);
      if (square && (!best || square->budget_bits() > best->budget_bits())) {
        best = square;
        best_level = l;
      }
    }
    if (!best) return depth;
    noise = *best;
    level = best_level;
  }
}

SpaceSummary summary_of(const NoiseModel& model, const Literal& literal) {
  const ShortModulus& t = literal.short_modulus;
  const std::uint64_t m = literal.index != 0 ? literal.index : 2 * std::uint64_t{literal.degree};
  const std::uint64_t units = t.index == 0 ? 1 : euler_phi(t.index);
  SpaceSummary summary;
  summary.scheme = model.scheme();
  summary.index = m;
  summary.degree = literal.degree;
  summary.modulus_bits = literal.plaintext_modulus.bits();
  summary.is_short = t.index != 0;
  summary.log2_size = model.log2_t();
  summary.coefficients = literal.degree / static_cast<std::size_t>(units);
  // All units modulo m, or those that are 1 modulo the index of t(x).
  summary.automorphisms = summary.coefficients;
  summary.log2_q = model.log2_q(model.levels());
  if (t.index == 0 && summary.modulus_bits <= kMostWordBits) {
    add_word_slots(summary, literal.plaintext_modulus);
  } else {
    add_wide_slots(summary, literal.plaintext_modulus, t);
  }
  const NoiseBound fresh = model.fresh();
  const NoiseBound product =
      model.switched(model.levels(), model.product(model.levels(), fresh, fresh));
  summary.fresh_bits = fresh.budget_bits();
  summary.product_bits = fresh.budget_bits() - product.budget_bits();
  summary.depth = depth_of(model);
  return summary;
}

}  // namespace

SpaceSummary explain(Scheme scheme, const Literal& literal) {
  PrimePool pool;
  const Literal whole = checked(literal);
  return summary_of(NoiseModel(scheme, whole, chain_primes(whole, pool)), whole);
}

SpaceSummary explain(const SchemeParameters& parameters) {
  return summary_of(parameters.noise(), parameters.literal());
}

}  // namespace lath::he
