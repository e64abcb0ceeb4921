// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/he/literal.hpp"
#include "peers/schemes.hpp"

namespace lath::bench {

/// The Python packages of peers that CMake did not find.
enum class Package { seal, openfhe };

/// Registers <scheme>/<operation>/<set>/<peer> for the package, timed inside of Python; where it
/// does not load, one benchmark that says so. Python is `python3`, or what LATH_BENCH_PYTHON names.
void register_package(Package package, Scheme scheme, const he::Literal& literal);

}  // namespace lath::bench
