// SPDX-License-Identifier: Apache-2.0
#include "circuits/evaluation_time.hpp"

#include <algorithm>
#include <cmath>

#include "he/core/dropped_primes.hpp"

namespace lath::circuits {
namespace {

// Seconds for a word.
constexpr double kLayer = 0.22e-9, kSum = 0.06e-9, kPass = 0.2e-9;

double as_double(std::size_t x) { return static_cast<double>(x); }

// Transforms of so many rows, sums of so many rows, and passes over so many rows.
double rows_seconds(const Ring& ring, double transforms, double sums, double passes) {
  return as_double(ring.degree) *
         (transforms * ring.layers * kLayer + sums * kSum + passes * kPass);
}

}  // namespace

double product_seconds(const Ring& ring, const ChainShape& chain, std::size_t level) {
  const double l = as_double(level);
  // Four rows are read and three written, with four products for a word.
  if (chain.scheme == he::Scheme::bgv) return rows_seconds(ring, 0, 0, 7 * l);
  // As many auxiliary primes as primes: both factors go to them, and the product comes back.
  return rows_seconds(ring, 16 * l, 6 * l * l + 3 * l * (l + 1), 14 * l);
}

double relinearize_seconds(const Ring& ring, const ChainShape& chain, std::size_t level) {
  const double l = as_double(level), s = as_double(chain.special_primes);
  const double digits = std::ceil(l / as_double(chain.digit_primes));
  const double transforms = l + digits * (l + s) + 2 * s + 2 * l;
  const double sums = l * (l + s) + 2 * s * l + 2 * digits * (l + s);
  return rows_seconds(ring, transforms, sums, 6 * l);
}

double switch_seconds(const Ring& ring, std::size_t from, std::size_t to) {
  double seconds = 0;
  for (std::size_t l = from, next; l > to; l = next) {
    next = he::next_level(l, to);
    const double sums = 2 * as_double(l - next) * as_double(next);
    seconds += rows_seconds(ring, 2 * as_double(l), sums, 4 * as_double(l));
  }
  return seconds;
}

double products_seconds(const Ring& ring, const ChainShape& chain,
                        const std::vector<std::size_t>& levels, std::size_t relinearisations) {
  double seconds = 0;
  std::size_t level = chain.primes;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    seconds += 2 * switch_seconds(ring, level, levels[i]);
    level = levels[i];
    seconds += product_seconds(ring, chain, level);
    if (i < relinearisations) seconds += relinearize_seconds(ring, chain, level);
  }
  return seconds;
}

double encrypt_seconds(const Ring& ring, std::size_t primes) {
  constexpr double kDraw = 8e-9;
  return rows_seconds(ring, 3 * as_double(primes), 0, 6 * as_double(primes)) +
         as_double(ring.degree) * kDraw;
}

double decrypt_seconds(const Ring& ring, std::size_t level) {
  return rows_seconds(ring, as_double(level), as_double(level), 3 * as_double(level));
}

PlaintextWork integer_work(const Ring& ring, std::size_t words, std::size_t slots) {
  constexpr double kWord = 5e-9, kProduct = 3e-9, kRead = 16e-9;
  const double n = as_double(ring.degree), w = as_double(words);
  const double slot_work = slots == 0 ? 0 : n * ring.layers * w * w * kProduct;
  return {n * w * kWord + slot_work, n * w * kWord + slot_work, n * w * w * kRead};
}

PlaintextWork short_work(const Ring& ring, std::size_t words, std::size_t terms) {
  constexpr double kTerm = 3e-9, kWide = 0.25e-9, kProduct = 1.5e-9, kDecode = 1e-9, kRead = 8e-9;
  const double n = as_double(ring.degree), w = as_double(words), e = as_double(terms);
  const double slots = n / e;
  const double transform = slots * std::log2(std::max(slots, 2.0)) * w * w * kProduct;
  return {slots * e * e * (kTerm + kWide * w) + transform, slots * e * w * kDecode + transform,
          n * e * kRead};
}

PlaintextWork word_work(const Ring& ring) {
  constexpr double kWord = 3e-9;
  const double n = as_double(ring.degree);
  return {rows_seconds(ring, 1, 0, 2), rows_seconds(ring, 1, 0, 2), n * kWord};
}

double part_seconds(const Ring& ring) { return 36e-9 * as_double(ring.degree); }

double reduce_seconds(const Ring& ring, std::size_t words) {
  return (10 + 0.6 * as_double(words)) * 1e-9 * as_double(ring.degree);
}

double lift_seconds(const Ring& ring, std::size_t moduli) {
  return 1.1e-9 * as_double(ring.degree) * as_double(moduli) * as_double(moduli);
}

}  // namespace lath::circuits
