// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lath::bench {

/// Registers cyclotomic/product/<index>/flint: the product of two polynomials modulo Phi_m and a
/// prime of 50 bits; where the peer was not found, one benchmark that says so.
void register_cyclotomic_flint(std::uint64_t m);

}  // namespace lath::bench
