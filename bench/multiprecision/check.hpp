// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "lath/arith/natural.hpp"
#include "lath/he/plaintexts/wide_values.hpp"
#include "lath/random/generator.hpp"

namespace lath::bench {

/// Numbers for a circuit that multiplies by 2 + 3x so often: as long as the modulus allows without
/// a reduction, and none in the highest places, so that no coefficient wraps. Modulo a word they
/// are uniform.
he::WideValues random_numbers(std::size_t count, std::size_t words, const Natural& modulus,
                              unsigned products, Generator& generator);

/// The numbers, coefficients of a polynomial, times 2 + 3x.
void multiply_by_line(he::WideValues& numbers, const Natural& modulus);

/// Whether all numbers are equal.
bool equal(const he::WideValues& a, const he::WideValues& b);

}  // namespace lath::bench
