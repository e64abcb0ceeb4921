// SPDX-License-Identifier: Apache-2.0
#include "he/core/errors.hpp"

#include <algorithm>
#include <utility>

#include "he/literal.hpp"
#include "lath/random/samplers.hpp"

namespace lath::he {
namespace {

// Independent ones.
void sample(std::span<std::int8_t> out, const ErrorDraws& draws, Generator& generator) {
  if (!draws.gaussian) {
    sample_centered_binomial(out, kErrorEta, generator);
    return;
  }
  auto wide = Buffer<std::int64_t, Secret>::for_overwrite(out.size());
  draws.gaussian->sample(wide.span(), generator);
  std::ranges::transform(wide.span(), out.begin(),
                         [](std::int64_t x) { return static_cast<std::int8_t>(x); });
}

}  // namespace

ErrorDraws::ErrorDraws(const Literal& literal, const CyclotomicIndex& index)
    : degree(literal.degree), distribution(literal.errors) {
  if (literal.index != 0) powerful = PowerfulBasis::create(index);
  if (distribution == ErrorDistribution::centered_binomial) return;
  gaussian = DiscreteGaussian::create(error_sigma(literal));
}

std::uint64_t ErrorDraws::largest() const noexcept {
  return gaussian ? static_cast<std::uint64_t>(gaussian->greatest()) : kErrorEta;
}

Buffer<std::int8_t, Secret> ternary_coefficients(std::size_t degree, Generator& generator) {
  auto out = Buffer<std::int8_t, Secret>::for_overwrite(degree);
  sample_ternary(out.span(), generator);
  return out;
}

ErrorCoefficients::ErrorCoefficients(const ErrorDraws& draws, Generator& generator)
    : bound_((draws.powerful ? draws.powerful->terms() : 1) * draws.largest() + 1) {
  if (draws.distribution == ErrorDistribution::wide_gaussian && draws.gaussian) {
    sums_ = Buffer<std::int64_t, Secret>::for_overwrite(draws.count());
    draws.gaussian->sample(sums_.span(), generator);
  } else {
    draws_ = Buffer<std::int8_t, Secret>::for_overwrite(draws.count());
    sample(draws_.span(), draws, generator);
  }
  if (!draws.powerful) return;
  auto sums = Buffer<std::int64_t, Secret>::for_overwrite(draws.degree);
  if (sums_.size() != 0) {
    draws.powerful->reduce(sums.span(), sums_.span());
  } else {
    draws.powerful->reduce(sums.span(), draws_.span());
  }
  sums_ = std::move(sums);
  draws_ = {};
}

void ErrorCoefficients::residues(std::span<std::uint64_t> out,
                                 const Modulus& modulus) const noexcept {
  if (sums_.size() == 0) {
    residues_of(out, std::span<const std::int8_t>(draws_.span()), bound_, modulus);
  } else {
    residues_of(out, std::span<const std::int64_t>(sums_.span()), bound_, modulus);
  }
}

void ErrorCoefficients::forward(const NttPlan<std::uint64_t>& plan,
                                std::uint64_t* out) const noexcept {
  if (sums_.size() == 0) {
    plan.forward(out, draws_.data());
  } else {
    residues({out, sums_.size()}, Modulus(plan.modulus()));
    plan.forward(out);
  }
}

Poly<DynamicRing, Eval, Secret> ErrorCoefficients::values(const DynamicRing& ring) const {
  if (sums_.size() == 0) return ntt(polynomial_of(ring, draws_, bound_));
  return ntt(polynomial_of(ring, sums_, bound_));
}

Poly<DynamicRing, Eval, Secret> error_values(const DynamicRing& ring, const ErrorDraws& draws,
                                             Generator& generator) {
  return ErrorCoefficients(draws, generator).values(ring);
}

}  // namespace lath::he
