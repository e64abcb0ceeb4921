// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/apps/retrieval_plan.hpp"
#include "lath/base/buffer.hpp"
#include "lath/he/bfv.hpp"

/// @file
/// The messages of a retrieval:
///
///     setup   records, 8 bytes | bytes of a record, 8 bytes | the parameters, an object | Galois
///             keys, an object; none if one number is asked for
///     query   a seeded ciphertext, an object; the number of the message counts queries from 1
///     answer  for each chunk and each of its pieces a ciphertext, an object; the number is the
///             query's
///
/// Number i of a query selects row i, and number rows() + j column j. A record's plaintexts have
/// its bits in order, coefficient after coefficient. The ciphertext of a chunk, c0 and then c1, has
/// residues of as many bits as each prime, in values, and each row of them begins with a byte:
/// these bytes are the record that the second dimension selects, in pieces() plaintexts.
namespace lath::apps {

enum class RetrievalKind : std::uint8_t { setup = 1, query = 2, answer = 3 };

/// The bytes of a plaintext's coefficients.
[[nodiscard]] inline std::size_t plaintext_capacity(const RetrievalPlan& plan) noexcept {
  return plan.parameters().degree() / 8 * static_cast<std::size_t>(plan.coefficient_bits());
}

/// The bytes of the residues of a ciphertext of the inner level.
[[nodiscard]] std::size_t inner_bytes(const RetrievalPlan& plan);

/// Writes the residues of a ciphertext of the inner level.
void pack_inner(const RetrievalPlan& plan, std::span<std::byte> out,
                const he::Ciphertext& ciphertext);
/// The ciphertext of the inner level with these residues, whatever the bytes are. Constant time.
[[nodiscard]] he::Ciphertext unpack_inner(const RetrievalPlan& plan,
                                          std::span<const std::byte> bytes, he::KeyId key_id);

}  // namespace lath::apps
