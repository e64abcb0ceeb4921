// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "he/context.hpp"
#include "lath/random/generator.hpp"
#include "lath/ring/poly.hpp"

/// @file
/// The errors of keys and of encryption, as the literal wants them.
namespace lath::he {

/// No error is larger: Gaussian ones are at most 13.4 sigma + 1, binomial ones eta.
inline constexpr unsigned kLargestError = 44;

/// The variance of a coefficient.
[[nodiscard]] double error_variance(const Context& context) noexcept;

/// Fills `out` with independent errors. Constant time. Throws what the generator does.
void sample_errors(std::span<std::int8_t> out, const Context& context, Generator& generator);

/// An error as a polynomial of a ring, by its values.
[[nodiscard]] Poly<DynamicRing, Eval, Secret> error_values(const DynamicRing& ring,
                                                           const Context& context,
                                                           Generator& generator);

}  // namespace lath::he
