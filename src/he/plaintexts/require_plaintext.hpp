// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "he/plaintexts/plaintext_tables.hpp"
#include "lath/he/plaintext.hpp"

namespace lath::he {

/// Throws mismatch unless a plaintext is one of these tables: a polynomial of their ring modulo
/// their t.
void require_plaintext(const Plaintext& plaintext, const PlaintextTables& needed);

/// Throws mismatch unless plaintexts of some tables are plaintexts of others.
void require_plaintexts(const PlaintextTables& found, const PlaintextTables& needed);

}  // namespace lath::he
