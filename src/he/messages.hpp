// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "he/context.hpp"
#include "he/encryption/errors.hpp"
#include "lath/base/buffer.hpp"
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

/// The same representatives modulo the primes of Q, prime by prime: exactly those of centered(),
/// whose norms bounds are made of.
class MessageResidues {
 public:
  /// `scratch` has scratch_words() words. These and the residues stay in use.
  MessageResidues(const Context& context, std::span<const std::uint64_t> residues,
                  std::span<std::uint64_t> scratch);

  [[nodiscard]] static std::size_t scratch_words(const Context& context) noexcept;

  /// Those modulo the prime of a limb, by their coefficients.
  void write(std::uint64_t* row, std::size_t limb) const noexcept;
  /// All that `out` has.
  void write(const Rows& out) const noexcept;

 private:
  const Context& context_;
  std::span<const std::uint64_t> residues_;
  std::span<std::uint64_t> scratch_;
};

/// What a fresh ciphertext has: [k m] times w, over the error factor, where k is the message factor
/// of the highest level, so that w is -1/t in BFV and 1/t in BGV. With the residues r of k m modulo
/// t it is w (r - t b) with bits b, and an error takes the second part. Where t is at most every
/// prime, r serves all limbs as it is.
class FreshMessage {
 public:
  /// Adds to the errors what they take: 1 in BFV and -1 in BGV.
  FreshMessage(const Context& context, const Plaintext& m, ErrorCoefficients& errors);

  /// Adds w r to a row modulo the prime of a limb, canonical words of coefficients.
  void add_to(std::uint64_t* row, std::size_t limb) const noexcept;

 private:
  const Context& context_;
  Buffer<std::uint64_t, Secret> memory_;  // r, and rows of the map where limbs differ
};

}  // namespace lath::he
