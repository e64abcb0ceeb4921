// SPDX-License-Identifier: Apache-2.0
#include "he/context.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "he/keys/key_switch.hpp"
#include "he/literal.hpp"
#include "he/messages.hpp"
#include "lath/arith/primes.hpp"

namespace lath::he {
namespace {

std::vector<std::uint64_t> primes_of_length(const Literal& literal, unsigned bits,
                                            std::size_t count) {
  const int length = static_cast<int>(bits);
  if (literal.index == 0) return ntt_primes(length, literal.degree, count);
  return ntt_primes(length, CyclotomicIndex::create(literal.index), count);
}

// The primes of all lengths in their order: the largest of each length, none of them twice, none
// that divides t, and none of those that were given.
std::vector<std::uint64_t> choose_primes(const Literal& literal, std::span<const unsigned> bits,
                                         std::span<const std::uint64_t> given) {
  std::map<unsigned, std::size_t> counts;
  for (const unsigned b : bits) ++counts[b];
  std::map<unsigned, std::vector<std::uint64_t>> pools;
  for (const auto& [b, count] : counts) {
    auto& pool = pools[b];
    for (std::size_t wanted = count; pool.size() < count; ++wanted) {
      pool = primes_of_length(literal, b, wanted);
      std::erase_if(pool, [&](std::uint64_t q) {
        return literal.plaintext_modulus.word() % q == 0 || std::ranges::count(given, q) != 0;
      });
    }
    std::ranges::reverse(pool);
  }
  std::vector<std::uint64_t> primes;
  primes.reserve(bits.size());
  for (const unsigned b : bits) {
    primes.push_back(pools[b].back());
    pools[b].pop_back();
  }
  return primes;
}

DynamicRing make_chain(const Literal& literal, std::size_t auxiliary_primes) {
  std::vector<std::uint64_t> primes = literal.primes;
  primes.insert(primes.end(), literal.special_primes.begin(), literal.special_primes.end());
  std::vector<unsigned> bits = literal.prime_bits;
  bits.insert(bits.end(), literal.special_prime_bits.begin(), literal.special_prime_bits.end());
  // Short primes would only need more auxiliary ones.
  constexpr unsigned kAuxiliaryBits = 48;
  bits.insert(bits.end(), auxiliary_primes,
              std::max(kAuxiliaryBits, std::ranges::max(prime_lengths(literal))));
  const auto chosen = choose_primes(literal, bits, primes);
  primes.insert(primes.end(), chosen.begin(), chosen.end());
  if (literal.index == 0) return DynamicRing::create(literal.degree, primes);
  return DynamicRing::create(CyclotomicIndex::create(literal.index), primes);
}

// own + w r, where r is modulo t and w is -1/t in BFV and 1/t in BGV.
RowMap make_fresh_map(Scheme scheme, const Modulus& t, const RnsBasis& to) {
  const RowMap::Source source{t, t.reduce(1)};
  std::vector<RowMap::Target> targets;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const Modulus& q = to.modulus(i);
    const std::uint64_t inverse = q.inverse_vartime(q.reduce(t.value()));
    targets.push_back({.modulus = q,
                       .factors = {scheme == Scheme::bfv ? q.negate(inverse) : inverse},
                       .own_factor = q.reduce(1)});
  }
  return RowMap::create({&source, 1}, targets, RowMap::Fraction::none);
}

std::optional<DiscreteGaussian> make_gaussian(const Literal& literal) {
  if (literal.errors == ErrorDistribution::centered_binomial) return std::nullopt;
  return DiscreteGaussian::create(error_sigma(literal));
}

}  // namespace

Context::Context(const Literal& from, Scheme of, std::size_t auxiliary_primes)
    : literal(checked(from)),
      scheme(of),
      chain(make_chain(literal, auxiliary_primes)),
      index(chain.index().value()),
      powerful(literal.index == 0 ? std::nullopt : std::optional(PowerfulBasis::create(index))),
      geometry(powerful ? RingGeometry::of(*powerful) : RingGeometry::of(literal.degree)),
      t(from.plaintext_modulus.word()),
      modulo_t(VectorArithmetic<std::uint64_t>::create(from.plaintext_modulus.word())),
      error_factor(of == Scheme::bfv ? 1 : from.plaintext_modulus.word()),
      gaussian(make_gaussian(literal)),
      q(LimbSet::range(0, prime_lengths(from).size())),
      p(LimbSet::range(q.size(), special_prime_lengths(from).size())),
      engine(make_cpu_engine(chain)),
      log2_p(log2_product(p)),
      message_map(RowMap::extension(RnsBasis::create({&t, 1}), basis(q), RowMap::Fraction::none)),
      fresh_map(make_fresh_map(of, t, basis(q))),
      messages_are_small(true),
      error_factor_of_q(
          scalar_of(chain.select(q), [&](const Modulus& m) { return m.reduce(error_factor); })),
      inverse_error_factor(
          scalar_of(chain.select(q),
                    [&](const Modulus& m) { return m.inverse_vartime(m.reduce(error_factor)); })),
      workspace_rows(kSwitchRows),
      workspace_words(0) {
  for (std::size_t i = 0; i < q.size(); ++i) {
    messages_are_small = messages_are_small && t.value() <= chain.modulus(i).value();
  }
  for (std::size_t l = 1; l <= q.size(); ++l) levels.push_back(make_level(l));
  workspace_words = std::max({key_switch_words(*this), engine->tensor_words(),
                              engine->divide_words(levels.back().drop_last),
                              engine->convert_words(levels.back().drop_last),
                              MessageResidues::scratch_words(*this)});
  for (const RowMap& raise : levels.back().raise) {
    workspace_words = std::max(workspace_words, engine->convert_words(raise));
  }
}

RnsBasis Context::basis(const LimbSet& limbs) const {
  const DynamicRing ring = chain.select(limbs);
  return ring.basis();
}

std::uint64_t Context::product(const LimbSet& limbs, const Modulus& m) const {
  std::uint64_t result = m.reduce(1);
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    result = m.multiply(result, m.reduce(chain.modulus(limbs.place(i)).value()));
  }
  return result;
}

double Context::log2_product(const LimbSet& limbs) const {
  double sum = 0;
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    sum += std::log2(static_cast<double>(chain.modulus(limbs.place(i)).value()));
  }
  return sum;
}

// Of representatives modulo Q next to zero; those of BFV are multiplied by t/Q and rounded.
RowMap Context::plaintext_map(const LimbSet& of_q) const {
  if (scheme == Scheme::bfv) return RowMap::round_to_plaintext(basis(of_q), t);
  return RowMap::extension(basis(of_q), RnsBasis::create({&t, 1}));
}

std::optional<PlaintextRounding> Context::plaintext_rounding(const LimbSet& of_q) const {
  if (scheme != Scheme::bfv || !PlaintextRounding::is_precise(basis(of_q), t)) return std::nullopt;
  return PlaintextRounding(basis(of_q), t);
}

Level Context::make_level(std::size_t primes) const {
  const bool bfv = scheme == Scheme::bfv;
  const LimbSet of_q = q.prefix(primes);
  const DynamicRing ring = chain.select(of_q);
  const LimbSet last = LimbSet::range(primes - 1, 1), others = primes == 1 ? of_q : of_q - last;
  const auto factor_over = [&](const LimbSet& divisor, const Modulus& m) {
    return m.multiply(m.reduce(error_factor), m.inverse_vartime(product(divisor, m)));
  };
  const auto message_scalar = [&](const Modulus& m) {
    return bfv ? m.negate(m.inverse_vartime(m.reduce(t.value()))) : m.reduce(1);
  };
  std::vector<LimbSet> digits;
  std::vector<RowMap> raise;
  const std::size_t digit = digit_primes(literal);
  for (std::size_t first = 0; first < primes; first += digit) {
    digits.push_back(LimbSet::range(first, std::min(digit, primes - first)));
    raise.push_back(RowMap::extension(basis(digits.back()), basis((of_q | p) - digits.back())));
  }
  return {of_q,
          ring,
          log2_product(of_q),
          scalar_of(ring, [&](const Modulus& m) { return factor_over(p, m); }),
          std::move(digits),
          std::move(raise),
          RowMap::extension(basis(p), basis(of_q)),
          RowMap::extension(basis(last), basis(others)),
          scalar_of(chain.select(others),
                    [&](const Modulus& m) { return primes == 1 ? 1 : factor_over(last, m); }),
          bfv ? 1 : t.inverse_vartime(product(last, t)),
          bfv ? product(of_q, t) : 1,
          scalar_of(ring, message_scalar),
          plaintext_map(of_q),
          plaintext_rounding(of_q)};
}

}  // namespace lath::he
