// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "he/plaintexts/plaintext_tables.hpp"
#include "lath/he/plaintext.hpp"

namespace lath::he {

/// Throws mismatch unless a plaintext is one of these tables: a polynomial of their ring modulo
/// their t.
void require_plaintext(const Plaintext& plaintext, const PlaintextTables& needed);

/// Throws mismatch unless plaintexts of some tables are plaintexts of others.
void require_plaintexts(const PlaintextTables& found, const PlaintextTables& needed);

/// t of encoders whose values are words. Throws unsupported unless coefficients are words in [0,
/// t).
[[nodiscard]] std::uint64_t require_word_modulus(const PlaintextTables& tables);

}  // namespace lath::he
