// SPDX-License-Identifier: Apache-2.0
#include "he/encryption/errors.hpp"

#include <algorithm>
#include <utility>

#include "lath/random/samplers.hpp"

namespace lath::he {
namespace {

// Independent ones.
void sample(std::span<std::int8_t> out, const Context& context, Generator& generator) {
  if (!context.gaussian) {
    sample_centered_binomial(out, kErrorEta, generator);
    return;
  }
  auto wide = Buffer<std::int64_t, Secret>::for_overwrite(out.size());
  context.gaussian->sample(wide.span(), generator);
  std::ranges::transform(wide.span(), out.begin(),
                         [](std::int64_t x) { return static_cast<std::int8_t>(x); });
}

}  // namespace

// That of the discrete Gaussian differs from sigma^2 by less than 2^-200: by theta functions, the
// difference is about 4 pi^2 sigma^4 2 exp(-2 pi^2 sigma^2).
double error_variance(const Context& context) noexcept {
  const double sigma = context.gaussian ? context.gaussian->sigma() : 0;
  return context.geometry.terms * (context.gaussian ? sigma * sigma : kErrorEta / 2.0);
}

std::uint64_t largest_draw(const Context& context) noexcept {
  return context.gaussian ? static_cast<std::uint64_t>(context.gaussian->greatest()) : kErrorEta;
}

Buffer<std::int8_t, Secret> ternary_coefficients(const Context& context, Generator& generator) {
  auto out = Buffer<std::int8_t, Secret>::for_overwrite(context.degree());
  sample_ternary(out.span(), generator);
  return out;
}

ErrorCoefficients::ErrorCoefficients(const Context& context, Generator& generator)
    : bound_((context.powerful ? context.powerful->terms() : 1) * largest_draw(context) + 1) {
  const std::size_t count = context.powerful ? context.powerful->powers() : context.degree();
  if (context.literal.errors == ErrorDistribution::wide_gaussian) {
    sums_ = Buffer<std::int64_t, Secret>::for_overwrite(count);
    context.gaussian->sample(sums_.span(), generator);
  } else {
    draws_ = Buffer<std::int8_t, Secret>::for_overwrite(count);
    sample(draws_.span(), context, generator);
  }
  if (!context.powerful) return;
  auto sums = Buffer<std::int64_t, Secret>::for_overwrite(context.degree());
  if (sums_.size() != 0) {
    context.powerful->reduce(sums.span(), sums_.span());
  } else {
    context.powerful->reduce(sums.span(), draws_.span());
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

Poly<DynamicRing, Eval, Secret> error_values(const DynamicRing& ring, const Context& context,
                                             Generator& generator) {
  return ErrorCoefficients(context, generator).values(ring);
}

}  // namespace lath::he
