// SPDX-License-Identifier: Apache-2.0
#include "rns/maps/prefix_maps.hpp"

#include <algorithm>
#include <utility>

namespace lath::detail {
namespace {

// Maps from fewer moduli have tables of their own, and the kernels that are fastest for so few.
constexpr std::size_t kSharedFrom = 32;

// The products of no factor, the first one, the first two, ... modulo p.
std::vector<std::uint64_t> products_of_prefixes(const Modulus& p,
                                                std::span<const std::uint64_t> factors) {
  std::vector<std::uint64_t> products{p.reduce(1)};
  products.reserve(factors.size() + 1);
  for (const std::uint64_t f : factors) products.push_back(p.multiply(products.back(), f));
  return products;
}

// The inverses of products that products_of_prefixes() returns, by one inverse.
std::vector<std::uint64_t> inverses_of_prefixes(const Modulus& p,
                                                std::span<const std::uint64_t> factors,
                                                std::uint64_t product) {
  std::vector<std::uint64_t> inverses(factors.size() + 1);
  inverses.back() = p.inverse_vartime(product);
  for (std::size_t i = factors.size(); i > 0; --i) {
    inverses[i - 1] = p.multiply(inverses[i], factors[i - 1]);
  }
  return inverses;
}

std::vector<std::uint64_t> moduli_modulo(std::span<const Modulus> moduli, const Modulus& p) {
  std::vector<std::uint64_t> residues;
  residues.reserve(moduli.size());
  for (const Modulus& q : moduli) residues.push_back(p.reduce(q.value()));
  return residues;
}

}  // namespace

PrefixMaps::PrefixMaps(std::span<const Modulus> from, std::span<const Modulus> to)
    : from_(from.begin(), from.end()), to_(to.begin(), to.end()) {
  const std::size_t k = from.size();
  inverses_.reserve(k * k);
  for (std::size_t i = 0; i < k; ++i) {
    const Modulus& q = from[i];
    auto residues = moduli_modulo(from, q);
    residues[i] = q.reduce(1);
    const auto products = products_of_prefixes(q, residues);
    const auto inverses = inverses_of_prefixes(q, residues, products.back());
    inverses_.insert(inverses_.end(), inverses.begin() + 1, inverses.end());
  }
  products_.reserve(to.size() * (k + 1));
  std::vector<RowMap::Target> targets;
  for (const Modulus& p : to) {
    const auto residues = moduli_modulo(from, p);
    const auto products = products_of_prefixes(p, residues);
    const auto inverses = inverses_of_prefixes(p, residues, products.back());
    products_.insert(products_.end(), products.begin(), products.end());
    std::vector<std::uint64_t> factors(k);
    for (std::size_t i = 0; i < k; ++i) {
      factors[i] = p.negate(p.multiply(products[i], inverses[i + 1]));
    }
    const auto few = std::span(factors).first(std::min(k, kSharedFrom));
    factors_.emplace_back(few.begin(), few.end());
    targets.push_back({p, std::move(factors), p.reduce(1), p.reduce(1)});
  }
  if (k < kSharedFrom) return;
  std::vector<RowMap::Source> sources;
  for (const Modulus& q : from) sources.push_back({q, q.reduce(1)});
  whole_ = RowMap::create(sources, targets, RowMap::Fraction::bits44);
}

RowMap PrefixMaps::map(std::span<const std::uint64_t> g, std::span<const std::uint64_t> own) const {
  const std::size_t k = g.size();
  std::vector<RowMap::Source> sources;
  sources.reserve(k);
  for (std::size_t i = 0; i < k; ++i) {
    sources.push_back({from_[i], from_[i].multiply(g[i], inverses_[i * from_.size() + k - 1])});
  }
  const auto targets = [&](std::size_t factors) {
    std::vector<RowMap::Target> all;
    all.reserve(own.size());
    for (std::size_t j = 0; j < own.size(); ++j) {
      const auto row = std::span(factors_[j]).first(factors);
      all.push_back({to_[j], {row.begin(), row.end()}, to_[j].reduce(1), own[j]});
    }
    return all;
  };
  if (whole_ && k >= kSharedFrom) return whole_->prefix(sources, targets(0));
  return RowMap::create(sources, targets(k), RowMap::Fraction::bits44);
}

}  // namespace lath::detail
