// SPDX-License-Identifier: Apache-2.0
//
// Routes of integers over Z: by many word-sized primes, and by x^k - b.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "arith/wide/natural_arithmetic.hpp"
#include "circuits/route_search.hpp"
#include "lath/arith/primes.hpp"

namespace lath::circuits {
namespace {

// b^terms + 1 is a prime.
struct RootModulus {
  std::size_t terms;
  std::uint64_t b;

  // The results that it serves have at most so many bits: it is above 2^bits.
  [[nodiscard]] std::size_t bits() const {
    constexpr double kMargin = 1e-9;
    const double log2_prime = std::log2(static_cast<double>(b)) * static_cast<double>(terms);
    return static_cast<std::size_t>(std::floor(log2_prime + kMargin));
  }
};

constexpr RootModulus kRootModuli[] = {
#include "circuits/root_moduli.inl"
};

// The primes t_i: so many of so many bits, and the first one, none of them a prime of Q.
struct WordModuli {
  std::size_t count = 0;
  std::uint64_t first = 0;
};

// As he::crt::Moduli::create() finds them, for results of so many bits; no primes if there are too
// few. Primes of Q are left out by taking as many more.
WordModuli word_moduli(const Ring& ring, unsigned bits, std::size_t result_bits) {
  constexpr double kMargin = 1e-3;
  constexpr std::size_t kOfQ = 40;
  const std::size_t wanted = result_bits / (bits - 1) + 2 + kOfQ;
  std::vector<std::uint64_t> primes;
  try {
    primes = ntt_primes(static_cast<int>(bits), ring.degree, wanted);
  } catch (const Error&) {
    return {};  // there are not as many
  }
  std::erase_if(primes, [bits](std::uint64_t t) { return t >> (bits - 1) == 0; });
  double log2_product = 0;
  // The last ones are the smallest: a bound of the number, whichever of them Q has.
  for (std::size_t i = kOfQ; i < primes.size(); ++i) {
    log2_product += std::log2(static_cast<double>(primes[i]));
    if (log2_product >= static_cast<double>(result_bits + 1) + kMargin) {
      return {i + 1 - kOfQ, primes[kOfQ]};
    }
  }
  return {};
}

std::size_t words_of_operand(const Task& task) {
  // A product of depth + 1 operands.
  return task.numbers.bits() / (task.depth + 1) / 64 + 1;
}

}  // namespace

Route crt_route(const Task& task, he::Scheme scheme, he::PrimePool& pool) {
  constexpr std::array kBits{58U, 54U, 50U, 46U, 42U, 38U, 32U};
  RouteSearch search(task, RouteKind::crt, scheme, pool);
  for (const Ring& ring : binary_rings(task, 12, 15)) {
    for (const unsigned bits : kBits) {
      const WordModuli moduli = word_moduli(ring, bits, task.numbers.bits());
      if (moduli.count == 0) continue;
      RingPlaintexts plaintexts{.ring = ring,
                                .modulus = moduli.first,
                                .slots = ring.degree,
                                .coefficients = ring.degree,
                                .bits = task.numbers.bits(),
                                .moduli = moduli.count,
                                .modulus_bits = bits};
      plaintexts.work = word_work(ring);
      plaintexts.work.encode += reduce_seconds(ring, words_of_operand(task));
      plaintexts.part_seconds = 2 * part_seconds(ring);
      plaintexts.lift_seconds = lift_seconds(ring, moduli.count);
      search.add(plaintexts, model_of(plaintexts, task, scheme, pool));
    }
  }
  return search.result();
}

namespace {

// The plaintexts of a root in a ring.
RingPlaintexts root_plaintexts(const Ring& ring, const RootModulus& root) {
  Natural power = 1;
  for (std::size_t j = 0; j < root.terms; ++j) power = detail::product_vartime(power, root.b);
  const std::size_t slots = ring.degree >> std::countr_zero(root.terms);
  RingPlaintexts plaintexts{.ring = ring,
                            .modulus = detail::sum_vartime(power, 1),
                            .short_modulus = {.index = 2 * root.terms, .root = root.b},
                            .slots = slots,
                            .coefficients = slots,
                            .bits = root.bits()};
  plaintexts.short_modulus.coefficients.resize(root.terms);
  plaintexts.short_modulus.coefficients[0] = -static_cast<std::int64_t>(root.b);
  plaintexts.short_modulus.coefficients[1] = 1;
  plaintexts.work = short_work(ring, root.bits() / 64 + 1, root.terms);
  return plaintexts;
}

// The least base that serves results of so many bits, for each number of terms.
std::vector<RootModulus> serving_roots(std::size_t bits) {
  std::vector<RootModulus> roots;
  for (const RootModulus& root : kRootModuli) {
    const bool is_next = roots.empty() || roots.back().terms != root.terms;
    if (root.bits() >= bits && is_next) roots.push_back(root);
  }
  return roots;
}

}  // namespace

Route root_route(const Task& task, he::Scheme scheme, he::PrimePool& pool) {
  RouteSearch search(task, RouteKind::root, scheme, pool);
  for (const RootModulus& root : serving_roots(task.numbers.bits())) {
    std::optional<he::NoiseModel> model;
    for (const Ring& ring : binary_rings(task, 12, 15)) {
      const RingPlaintexts plaintexts = root_plaintexts(ring, root);
      if (!model) model = model_of(plaintexts, task, scheme, pool);
      search.add(plaintexts, *model);
    }
  }
  return search.result();
}

}  // namespace lath::circuits
