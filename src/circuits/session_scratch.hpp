// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "he/core/chain_primes.hpp"
#include "lath/he/core/scheme.hpp"
#include "lath/he/literal.hpp"

namespace lath::circuits {

/// The numbers of a session that its memory follows from.
struct SessionShape {
  std::size_t stride = 0;              ///< the words from row to row
  std::vector<std::size_t> rows;       ///< the limbs of each row that operations compute with
  std::size_t primes = 0, digits = 0;  ///< of Q, and of a key switch
  std::size_t scratch_words = 0;       ///< words without a shape
  std::size_t program_words = 0;       ///< words for plaintexts

  /// The bytes of a session: what EvaluatorWorkspace::bytes() counts.
  [[nodiscard]] std::size_t bytes() const noexcept;
};

/// The shape of a session of the parameters that a literal and its primes describe. The literal is
/// one that checked_key_space() returned, but with plaintexts. Makes the row maps of an operation
/// at the highest level, and no transforms.
[[nodiscard]] SessionShape session_shape(he::Scheme scheme, const he::Literal& literal,
                                         const he::ChainPrimes& primes);

}  // namespace lath::circuits
