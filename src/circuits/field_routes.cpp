// SPDX-License-Identifier: Apache-2.0
//
// Routes of given moduli: slots by short polynomials t(x), and integers t.
#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "circuits/route_search.hpp"
#include "he/literal.hpp"
#include "he/plaintexts/wide/prime_fields.hpp"
#include "lath/arith/primes.hpp"

namespace lath::circuits {
namespace {

constexpr unsigned kLeastLog2Degree = 12;

bool splits(const Natural& p, const Ring& ring) { return remainder_vartime(p, ring.order()) == 1; }

std::size_t words_of(const Natural& p) { return (p.bits() + 63) / 64; }

// Numbers that are a field for certain, or by the caller's word: only fields have slots.
bool is_field(const Numbers& numbers) {
  if (numbers.sort() == Numbers::Sort::field) return true;
  const Natural& t = numbers.modulus();
  return t.bits() <= he::kMostWordBits && is_prime(t.word());
}

// t for integers over Z: 2^bits, whose residues next to zero have all signs and magnitudes.
Natural power_of_two(std::size_t bits) {
  std::vector<std::uint64_t> words(bits / 64 + 1);
  words.back() = std::uint64_t{1} << (bits % 64);
  return Natural::from_words(words);
}

// The largest ring that may have room: twice as many bits of Q P in twice the degree.
unsigned most_log2_degree(const Natural& t) {
  return t.bits() <= 256 ? 16 : t.bits() <= 1024 ? 18 : 19;
}

void add_integers(RouteSearch& search, const Task& task, he::Scheme scheme, const Natural& t,
                  const std::vector<Ring>& rings, he::PrimePool& pool) {
  std::optional<he::NoiseModel> model;
  for (const Ring& ring : rings) {
    const bool has_slots = is_field(task.numbers) && splits(t, ring);
    RingPlaintexts plaintexts{.ring = ring,
                              .modulus = t,
                              .slots = has_slots ? ring.degree : 0,
                              .coefficients = ring.degree,
                              .bits = task.numbers.bits()};
    plaintexts.work = integer_work(ring, words_of(t), plaintexts.slots);
    if (!model) model = model_of(plaintexts, task, scheme, pool);
    search.add(plaintexts, *model);
  }
}

}  // namespace

Route short_route(const Task& task, he::Scheme scheme, he::PrimePool& pool) {
  RouteSearch search(task, RouteKind::short_modulus, scheme, pool);
  // reason_against() has seen the field: NOLINTNEXTLINE(bugprone-unchecked-optional-access)
  const he::KnownField known = he::known_field(task.numbers.known_field().value());
  const std::uint64_t d = known.short_modulus.index;
  std::vector<Ring> rings = rings_of_field(task, known.prime, d);
  for (const Ring& ring : binary_rings(task, kLeastLog2Degree, 16)) {
    if (ring.order() % d == 0 && splits(known.prime, ring)) rings.push_back(ring);
  }
  std::optional<he::NoiseModel> model;
  for (const Ring& ring : rings) {
    const std::size_t terms = known.short_modulus.coefficients.size();
    RingPlaintexts plaintexts{.ring = ring,
                              .modulus = known.prime,
                              .short_modulus = known.short_modulus,
                              .slots = ring.degree / terms,
                              .coefficients = ring.degree / terms,
                              .bits = known.prime.bits()};
    plaintexts.work = short_work(ring, words_of(known.prime), terms);
    if (!model) model = model_of(plaintexts, task, scheme, pool);
    search.add(plaintexts, *model);
  }
  return search.result();
}

Route integer_route(const Task& task, he::Scheme scheme, he::PrimePool& pool) {
  RouteSearch search(task, RouteKind::integer, scheme, pool);
  const Numbers& numbers = task.numbers;
  const bool over_z = numbers.sort() == Numbers::Sort::integers;
  const Natural t = over_z ? power_of_two(numbers.bits()) : Natural(numbers.modulus());
  std::vector<Ring> rings = binary_rings(task, kLeastLog2Degree, most_log2_degree(t));
  if (const auto field = numbers.known_field()) {
    const std::uint64_t d = he::known_field(*field).short_modulus.index;
    for (const Ring& ring : rings_of_field(task, t, d)) rings.push_back(ring);
  }
  add_integers(search, task, scheme, t, rings, pool);
  return search.result();
}

}  // namespace lath::circuits
