// SPDX-License-Identifier: Apache-2.0
#include "circuits/route_search.hpp"

#include <algorithm>
#include <utility>

#include "circuits/memory_needs.hpp"
#include "he/core/chain_primes.hpp"

namespace lath::circuits {

he::NoiseModel model_of(const RingPlaintexts& plaintexts, const Task& task, he::Scheme scheme,
                        he::PrimePool& pool) {
  he::Literal literal = literal_of(plaintexts.ring, task);
  literal.plaintext_modulus = plaintexts.modulus;
  literal.short_modulus = plaintexts.short_modulus;
  // Any primes: the plaintexts of the model are what counts.
  literal.prime_bits = {50};
  literal.special_prime_bits = {50};
  return {scheme, literal, he::chain_primes(literal, pool)};
}

std::size_t RouteSearch::relinearisations() const noexcept {
  constexpr unsigned kShallow = 3;
  return kind_ == RouteKind::crt && task_.depth <= kShallow ? task_.depth - 1 : task_.depth;
}

void RouteSearch::add_times(Route& route, const RingPlaintexts& plaintexts,
                            const Chain& chain) const {
  const Ring& ring = plaintexts.ring;
  const std::size_t ciphertexts = (task_.batch - 1) / route.numbers + 1;
  const auto evaluations = static_cast<double>(ciphertexts);
  const auto moduli = static_cast<double>(route.moduli);
  const double operands = task_.depth + 1;
  const std::size_t primes = chain.literal.prime_bits.size();
  const double server = moduli * (plaintexts.part_seconds + evaluations * chain.seconds);
  const double client_of_modulus =
      operands * (plaintexts.work.encode + encrypt_seconds(ring, primes)) +
      decrypt_seconds(ring, chain.products.levels.back()) + plaintexts.work.read +
      plaintexts.work.decode;
  route.client_seconds = evaluations * (moduli * client_of_modulus + plaintexts.lift_seconds);
  route.batch_seconds = server + route.client_seconds;
  route.slot_seconds = moduli * chain.seconds / (task_.depth * static_cast<double>(route.numbers));
}

Route RouteSearch::route_of(const RingPlaintexts& plaintexts, const Chain& chain) const {
  Route route;
  route.kind = kind_;
  route.scheme = scheme_;
  route.literal = chain.literal;
  route.literal.plaintext_modulus = plaintexts.modulus;
  route.literal.short_modulus = plaintexts.short_modulus;
  if (plaintexts.ring.index == 0) route.literal.index = 0;
  route.degree = plaintexts.ring.degree;
  route.numbers = std::max<std::size_t>(plaintexts.slots, 1);
  route.coefficients = plaintexts.coefficients;
  route.bits = plaintexts.bits;
  route.moduli = plaintexts.moduli;
  route.modulus_bits = plaintexts.modulus_bits;
  route.levels = chain.products.levels;
  route.noise_bits = chain.products.bits;
  add_times(route, plaintexts, chain);
  return route;
}

void RouteSearch::add(const RingPlaintexts& plaintexts, const he::NoiseModel& model) {
  // A larger ring takes more time for each number, and holds more of them.
  constexpr std::size_t kLargestShare = 4;
  for (const Route& route : found_) {
    if (plaintexts.ring.degree > kLargestShare * route.degree) return;
  }
  const ChainWish wish{task_, model, scheme_, relinearisations()};
  const auto chain = fastest_chain(wish, plaintexts.ring, pool_);
  if (chain) {
    found_.push_back(route_of(plaintexts, *chain));
  } else if (!largest_ || plaintexts.ring.degree > largest_->ring.degree) {
    largest_ = plaintexts;
    largest_model_ = model;
  }
}

Route RouteSearch::refused(std::string reason) const {
  Route route;
  route.kind = kind_;
  route.scheme = scheme_;
  route.reason = std::move(reason);
  return route;
}

std::string RouteSearch::reason_without_chain() const {
  if (!largest_ || !largest_model_) return "no ring has plaintexts for the numbers";
  const std::string task = std::to_string(task_.depth) +
                           (task_.depth == 1 ? " product" : " products one after the other");
  const auto bits =
      needed_bits({task_, *largest_model_, scheme_, relinearisations()}, largest_->ring, pool_);
  if (!bits) return "no modulus of 400 primes has room for the noise of " + task;
  return "no ring up to " + name_of(largest_->ring) + " is secure with the " +
         std::to_string(*bits) + " bits that " + task + " need: there are " +
         std::to_string(largest_->ring.limit);
}

// The largest primes may divide an integer t. Then others are taken, which are hardly smaller.
void RouteSearch::keep_primes_apart(Route& route) const {
  he::Literal& literal = route.literal;
  const he::ChainPrimes primes = he::chain_primes(literal, pool_);
  const bool divides = std::ranges::any_of(primes.q, [&](std::uint64_t q) {
    return remainder_vartime(literal.plaintext_modulus, q) == 0;
  });
  if (!divides) return;
  he::keep_primes_apart(literal);
  const auto noise =
      noise_of_products(he::NoiseModel::create(scheme_, literal, pool_), task_.depth);
  if (!noise) {
    route.reason = "the largest primes of the ring divide t";
    return;
  }
  route.levels = noise->levels;
  route.noise_bits = noise->bits;
}

Route RouteSearch::result() const {
  std::vector<Route> routes = found_;
  std::ranges::sort(routes, {}, &Route::batch_seconds);
  const std::size_t ciphertexts = task_.ciphertexts != 0 ? task_.ciphertexts : task_.depth + 2;
  const Route* smallest = nullptr;
  for (Route& route : routes) {
    he::Literal whole = route.literal;
    whole.degree = route.degree;
    route.memory = needs_of(scheme_, whole, pool_);
    route.peak = route.memory.peak(ciphertexts);
    if (route.peak <= task_.memory) {
      if (kind_ == RouteKind::integer) keep_primes_apart(route);
      return route;
    }
    if (smallest == nullptr || route.peak < smallest->peak) smallest = &route;
  }
  if (smallest == nullptr) return refused(reason_without_chain());
  Route result = *smallest;
  result.reason =
      "needs " + text_of_bytes(result.peak) + ", the limit is " + text_of_bytes(task_.memory);
  return result;
}

}  // namespace lath::circuits
