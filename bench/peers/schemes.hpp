// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "lath/he/literal.hpp"

namespace lath::bench {

/// The schemes that Lath and its peers are measured in.
enum class Scheme { bfv, bgv };

/// "bfv" or "bgv".
constexpr std::string_view name_of(Scheme scheme) { return scheme == Scheme::bfv ? "bfv" : "bgv"; }

/// Registers <scheme>/<operation>/<set>/seal for primes of the same lengths, or the same primes, of
/// which one is special. Where CMake did not find SEAL, its Python package is measured; where that
/// does not load, one benchmark says so.
void register_seal(Scheme scheme, const he::Literal& literal);

/// Registers <scheme>/<operation>/<set>/openfhe for as many primes of Q and special ones. OpenFHE's
/// special primes have 60 bits, so those of Q are shorter, until all are as long as Lath's
/// together. Where CMake did not find OpenFHE, as above.
void register_openfhe(Scheme scheme, const he::Literal& literal);

}  // namespace lath::bench
