// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "he/context.hpp"
#include "lath/he/plaintext.hpp"
#include "lath/ring/rows.hpp"

/// @file
/// Plaintexts modulo Q. All functions are constant time in plaintexts.
namespace lath::he {

/// k m modulo t. Variable time in k.
void multiple_of(std::span<std::uint64_t> out, const Context& context, std::uint64_t k,
                 const Plaintext& m);

/// The representatives from -t/2 to t/2 of residues modulo t.
void centered(std::span<std::int64_t> out, std::span<const std::uint64_t> residues,
              std::uint64_t t);

///@{
/// The same representatives modulo the primes of Q that `out` has, by their coefficients. `scratch`
/// has message_scratch_words() words.
void message_residues(const Rows& out, const Context& context,
                      std::span<const std::uint64_t> residues, std::span<std::uint64_t> scratch);
[[nodiscard]] std::size_t message_scratch_words(const Context& context) noexcept;
///@}
/// The same of k m, where k is the message factor of the highest level: what a fresh ciphertext
/// has, before the product by the message scalar.
void fresh_message(const Rows& out, const Context& context, const Plaintext& m);

}  // namespace lath::he
