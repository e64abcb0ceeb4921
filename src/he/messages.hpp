// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "he/context.hpp"
#include "lath/he/plaintext.hpp"
#include "lath/ring/rows.hpp"

/// @file
/// Plaintexts modulo Q.
namespace lath::he {

/// The coefficients of k m modulo t from -t/2 to t/2. Constant time in m, not in k.
void centered_multiple(std::span<std::int64_t> out, const Context& context, std::uint64_t k,
                       const Plaintext& m);

/// The residues of integers of magnitude at most t/2, as values.
void values_of(const Rows& out, const Context& context, std::span<const std::int64_t> integers);

/// What a ciphertext of this level and scale factor has in place of m, as values. `scratch` has n
/// places.
void message_values(const Rows& out, const Context& context, const Level& level,
                    std::uint64_t scale_factor, const Plaintext& m,
                    std::span<std::int64_t> scratch);

}  // namespace lath::he
