// SPDX-License-Identifier: Apache-2.0
//
// The named row maps. All are weighted extensions: with the representative X = [g x] of g x modulo
// Q in [-Q/2, Q/2], the result is w X + v own modulo each p. Hence f_i = g (Q/q_i)^-1,
// M_i = w Q/q_i, A = -w Q and W = v.
#include <string>

#include "lath/base/error.hpp"
#include "lath/rns/row_map.hpp"

namespace lath {
namespace {

using Fraction = RowMap::Fraction;

// w and v for one p, given Q mod p.
struct Weights {
  std::uint64_t remainder, own;
};

std::uint64_t product_modulo(std::span<const Modulus> moduli, const Modulus& p) {
  std::uint64_t product = p.reduce(1);
  for (const Modulus& q : moduli) product = p.multiply(product, p.reduce(q.value()));
  return product;
}

// The products of all but one of the moduli, modulo p.
std::vector<std::uint64_t> punctured_modulo(const RnsBasis& basis, const Modulus& p) {
  const std::size_t k = basis.size();
  std::vector<std::uint64_t> products(k, p.reduce(1));
  std::uint64_t before = p.reduce(1), after = before;
  for (std::size_t i = 0; i < k; ++i) {
    products[i] = p.multiply(products[i], before);
    before = p.multiply(before, p.reduce(basis.modulus(i).value()));
    products[k - 1 - i] = p.multiply(products[k - 1 - i], after);
    after = p.multiply(after, p.reduce(basis.modulus(k - 1 - i).value()));
  }
  return products;
}

// `multiplier(q)` is g modulo q; `weights(p, Q mod p)` the weights modulo p.
template <class Multiplier, class WeightsOf>
RowMap weighted_extension(const RnsBasis& from, std::span<const Modulus> to,
                          const Multiplier& multiplier, const WeightsOf& weights,
                          Fraction fraction) {
  std::vector<RowMap::Source> sources;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Modulus& q = from.modulus(i);
    sources.push_back({q, q.multiply(multiplier(q), from.punctured_inverse(i))});
  }
  std::vector<RowMap::Target> targets;
  for (const Modulus& p : to) {
    const std::uint64_t product = product_modulo(from, p);
    const Weights weight = weights(p, product);
    RowMap::Target target{p, punctured_modulo(from, p), 0, weight.own};
    for (std::uint64_t& m : target.factors) m = p.multiply(weight.remainder, m);
    if (fraction != Fraction::none) {
      target.quotient_factor = p.negate(p.multiply(weight.remainder, product));
    }
    targets.push_back(std::move(target));
  }
  return RowMap::create(sources, targets, fraction);
}

std::uint64_t residue(const Natural& x, const Modulus& q) {
  return x.words().size() < 2 ? q.reduce(x.word()) : remainder_vartime(x, q.value());
}

auto by(const Natural& factor) {
  return [&factor](const Modulus& q) { return residue(factor, q); };
}
auto by_inverse_of(const Natural& divisor) {
  return [&divisor](const Modulus& q) { return q.inverse_vartime(residue(divisor, q)); };
}

}  // namespace

RowMap RowMap::extension(const RnsBasis& from, std::span<const Modulus> to, Fraction fraction) {
  return multiple_extension(from, to, 1, fraction);
}

RowMap RowMap::multiple_extension(const RnsBasis& from, std::span<const Modulus> to,
                                  const Natural& t, Fraction fraction) {
  const auto weights = [&t](const Modulus& p, std::uint64_t) { return Weights{residue(t, p), 0}; };
  return weighted_extension(from, to, by_inverse_of(t), weights, fraction);
}

RowMap RowMap::remainder(const RnsBasis& from, std::span<const Modulus> to, Fraction fraction) {
  const auto weights = [](const Modulus& p, std::uint64_t product) {
    return Weights{p.reduce(1), p.negate(product)};
  };
  return weighted_extension(from, to, by(1), weights, fraction);
}

RowMap RowMap::scale(const RnsBasis& from, std::span<const Modulus> to, const Natural& t,
                     Fraction fraction) {
  const auto weights = [&t](const Modulus& p, std::uint64_t product) {
    const std::uint64_t inverse = p.inverse_vartime(product);
    return Weights{p.negate(inverse), p.multiply(residue(t, p), inverse)};
  };
  return weighted_extension(from, to, by(t), weights, fraction);
}

RowMap RowMap::divide_and_round(const RnsBasis& from, std::span<const Modulus> to,
                                Fraction fraction) {
  return scale(from, to, 1, fraction);
}

RowMap RowMap::divide_keeping_residue(const RnsBasis& from, std::span<const Modulus> to,
                                      const Natural& t, Fraction fraction) {
  const auto weights = [&t](const Modulus& p, std::uint64_t product) {
    const std::uint64_t inverse = p.inverse_vartime(product);
    return Weights{p.negate(p.multiply(residue(t, p), inverse)), inverse};
  };
  return weighted_extension(from, to, by_inverse_of(t), weights, fraction);
}

RowMap RowMap::modulus_switch(const RnsBasis& from, std::span<const Modulus> to,
                              Fraction fraction) {
  const auto multiplier = [&to](const Modulus& q) { return product_modulo(to, q); };
  const auto weights = [](const Modulus& p, std::uint64_t product) {
    return Weights{p.negate(p.inverse_vartime(product)), 0};
  };
  return weighted_extension(from, to, multiplier, weights, fraction);
}

RowMap RowMap::round_to_plaintext(const RnsBasis& from, const Modulus& t, Fraction fraction) {
  const auto weights = [](const Modulus& p, std::uint64_t product) {
    return Weights{p.negate(p.inverse_vartime(product)), 0};
  };
  return weighted_extension(from, std::span(&t, 1), by(t.value()), weights, fraction);
}

}  // namespace lath
