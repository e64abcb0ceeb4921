// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/require_plaintext.hpp"

#include <string>

#include "he/core/require.hpp"
#include "lath/base/error.hpp"

namespace lath::he {

void require_plaintext(const Plaintext& plaintext, const PlaintextTables& needed) {
  require_plaintexts(require_operand(plaintext.tables(), "a plaintext"), needed);
}

void require_plaintexts(const PlaintextTables& found, const PlaintextTables& needed) {
  if (&found == &needed || found.has_plaintexts_of(needed)) return;
  const auto text = [](const PlaintextTables& of) {
    return describe(*of.keys()) + ", t = " + decimal_vartime(of.modulus());
  };
  throw Error(ErrorCode::mismatch, "a plaintext of other parameters: " + text(found),
              "need one of the parameters in use: " + text(needed),
              "encode it again with an encoder for these parameters");
}

std::uint64_t require_word_modulus(const PlaintextTables& tables) {
  if (tables.word_modulus() != 0) return tables.word_modulus();
  throw Error(ErrorCode::unsupported,
              "values of one word for a plaintext modulus of " +
                  std::to_string(tables.modulus().bits()) + " bits",
              "need a plaintext modulus of at most 60 bits",
              "take WideSlotEncoder or WideCoefficientEncoder, whose values have many words");
}

}  // namespace lath::he
