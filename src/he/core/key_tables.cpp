// SPDX-License-Identifier: Apache-2.0
#include "he/core/key_tables.hpp"

#include <algorithm>

#include "he/core/dropped_primes.hpp"
#include "he/literal.hpp"

namespace lath::he {
namespace {

DynamicRing make_chain(const CyclotomicIndex& index, const ChainPrimes& primes) {
  std::vector<std::uint64_t> all = primes.q;
  all.insert(all.end(), primes.p.begin(), primes.p.end());
  all.insert(all.end(), primes.auxiliary.begin(), primes.auxiliary.end());
  return DynamicRing::chain(index, all);
}

std::vector<KeyLevel> make_levels(const DynamicRing& chain, const LimbSet& q, std::size_t digit) {
  std::vector<KeyLevel> levels;
  levels.reserve(q.size());
  for (std::size_t l = 1; l <= q.size(); ++l) {
    levels.push_back({q.prefix(l), chain.select(q.prefix(l)), (l + digit - 1) / digit});
  }
  return levels;
}

}  // namespace

KeyTables::KeyTables(const Literal& whole, const ChainPrimes& primes)
    : literal(whole),
      index(CyclotomicIndex::create(whole.index != 0 ? whole.index : 2 * whole.degree)),
      chain(make_chain(index, primes)),
      errors(whole, index),
      q(LimbSet::range(0, primes.q.size())),
      p(LimbSet::range(q.size(), primes.p.size())),
      auxiliary(LimbSet::range(q.size() + p.size(), primes.auxiliary.size())),
      engine(make_cpu_engine(chain)),
      levels(make_levels(chain, q, digit_primes(whole))),
      fingerprint(fingerprint_of(whole, primes)),
      digit_primes_(digit_primes(whole)),
      raise_(q.size()),
      drops_(kMostDropped * q.size()) {
  engine->make_ready(q);
}

LimbSet KeyTables::digit(std::size_t l, std::size_t d) const {
  const std::size_t first = d * digit_primes_;
  return LimbSet::range(first, std::min(digit_primes_, l - first));
}

LimbSet KeyTables::raised(std::size_t l, std::size_t d) const { return (q | p) - digit(l, d); }

const RowMap& KeyTables::raise(std::size_t l, std::size_t d) const {
  const LimbSet from = digit(l, d);
  return raise_[from.end() - 1].get(
      [&] { return RowMap::extension(basis(from), moduli(raised(l, d))); });
}

const RowMap& KeyTables::lower() const {
  return lower_.get([&] { return RowMap::extension(basis(p), moduli(q)); });
}

const RowMap& KeyTables::lower_with_own() const {
  return lower_with_own_.get([&] { return RowMap::remainder(basis(p), moduli(q)); });
}

const Drop& KeyTables::drop(std::size_t from, std::size_t to) const {
  return drops_[kMostDropped * (from - 1) + from - to - 1].get([&] {
    const LimbSet dropped = LimbSet::range(to, from - to);
    return Drop{RowMap::extension(basis(dropped), moduli(q.prefix(to))),
                scalar_of(level(to).ring, [&](const Modulus& modulus) {
                  return modulus.inverse_vartime(product(dropped, modulus));
                })};
  });
}

void KeyTables::make_ready(std::size_t l) const {
  for (std::size_t d = 0; d < level(l).digits; ++d) static_cast<void>(raise(l, d));
  static_cast<void>(lower());
  static_cast<void>(lower_with_own());
}

std::size_t KeyTables::maps_made() const noexcept {
  const auto made = [](const auto& map) { return map.peek() != nullptr; };
  return static_cast<std::size_t>(std::ranges::count_if(raise_, made) +
                                  std::ranges::count_if(drops_, made)) +
         made(lower_) + made(lower_with_own_);
}

RnsBasis KeyTables::basis(const LimbSet& limbs) const { return RnsBasis::create(moduli(limbs)); }

std::vector<Modulus> KeyTables::moduli(const LimbSet& limbs) const {
  std::vector<Modulus> result;
  result.reserve(limbs.size());
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    result.push_back(chain.modulus(limbs.place(i)));
  }
  return result;
}

std::uint64_t KeyTables::product(const LimbSet& limbs, const Modulus& m) const {
  std::uint64_t result = m.reduce(1);
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    result = m.multiply(result, m.reduce(chain.modulus(limbs.place(i)).value()));
  }
  return result;
}

std::string describe(const KeyTables& keys) {
  const auto count = [](std::size_t n, const char* what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
  };
  return (keys.literal.index != 0 ? "index " + std::to_string(keys.literal.index)
                                  : "degree " + std::to_string(keys.degree())) +
         ", " + count(keys.q.size(), "prime") + " and " + count(keys.p.size(), "special prime");
}

}  // namespace lath::he
