// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "lath/base/error.hpp"
#include "lath/he/core/scheme.hpp"
#include "lath/he/literal.hpp"

/// @file
/// The memory of an evaluation from a literal alone, before anything is allocated.
namespace lath::circuits {

/// The bytes of an evaluation: of whoever has ciphertexts and a relinearisation key. Blocks of 2
/// MiB and more count in whole huge pages of 2 MiB, as the operating system gives them.
struct MemoryNeeds {
  std::size_t tables = 0;      ///< of parameters, with all that operations make when they need it
  std::size_t keys = 0;        ///< a relinearisation key
  std::size_t session = 0;     ///< the scratch memory of a session
  std::size_t ciphertext = 0;  ///< a ciphertext of the highest level
  std::size_t product = 0;     ///< a product, before it is relinearised

  /// An upper bound of the memory of an evaluation with this number of ciphertexts: 9/8 of the sum
  /// of the tables, the keys, the session, the ciphertexts and a product, and 1 MiB. The eighth is
  /// for the tables that nobody counts.
  [[nodiscard]] std::size_t peak(std::size_t ciphertexts) const noexcept;
};

/// The needs of the parameters that a literal describes. Throws invalid_argument as
/// create_insecure() of the parameters does. Takes from a millisecond to a tenth of a second, for
/// hundreds of primes.
[[nodiscard]] MemoryNeeds memory_needs(he::Scheme scheme, const he::Literal& literal);

/// The bytes that he::session_bytes() gives for the parameters of a literal, without parameters.
/// Throws and takes time as above.
[[nodiscard]] std::size_t session_bytes(he::Scheme scheme, const he::Literal& literal);

/// Throws unsupported, naming the bytes needed and given and what to do, if the peak of an
/// evaluation with this number of ciphertexts is above the limit. Nothing large is allocated.
void require_memory(he::Scheme scheme, const he::Literal& literal, std::size_t ciphertexts,
                    std::size_t limit);

}  // namespace lath::circuits
