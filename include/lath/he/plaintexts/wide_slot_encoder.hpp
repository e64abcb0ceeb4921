// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lath/arith/natural.hpp"
#include "lath/arith/wide_integer.hpp"
#include "lath/base/error.hpp"
#include "lath/he/plaintext.hpp"
#include "lath/he/plaintexts/wide_values.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/rns/rns_basis.hpp"

namespace lath::he {

/// Encodes vectors of numbers modulo a prime of any size as the slots of plaintexts, so that sums
/// and products of plaintexts are sums and products slot by slot. The prime p is t, or belongs to a
/// short modulus t(x) over roots of unity of order d; it must be 1 modulo the index m of the ring,
/// or be a product of primes that are, which the program then has to name.
/// There are n slots, or with a short modulus n / phi(d): the values at z^j for a root of unity z
/// of order m modulo p and all units j modulo m, or those that are 1 modulo d.
///
/// Slots are a hypercube: for each dimension there is an exponent g for which apply_galois() moves
/// the value of each slot to the slot before it, and of the first to the last one. Modulo x^n + 1
/// and an integer t the dimensions are n/2 columns, and 2 rows, which g exchanges, as SlotEncoder
/// has them. Immutable, and safe to share between threads.
class WideSlotEncoder {
 public:
  /// The encoder for these parameters. Throws unsupported unless p is 1 modulo the index of the
  /// ring and has at most 4160 bits, and invalid_argument if no root of unity is found: p is no
  /// prime.
  static WideSlotEncoder create(const SchemeParameters& parameters);
  /// The encoder for a t, or a p, that is the product of these primes: slots are integers modulo t.
  /// Throws invalid_argument unless they are different primes, each 1 modulo the index of the ring,
  /// and t is their product; unsupported if it has more than 4160 bits. Takes twelve powers modulo
  /// each factor besides.
  static WideSlotEncoder create(const SchemeParameters& parameters,
                                std::span<const Natural> factors);
  ///@{
  /// Copies share everything. A moved-from encoder stays as it was.
  WideSlotEncoder(const WideSlotEncoder&) noexcept = default;
  WideSlotEncoder& operator=(const WideSlotEncoder&) noexcept = default;
  ///@}
  ~WideSlotEncoder() = default;

  /// The number of slots.
  [[nodiscard]] std::size_t slots() const noexcept;
  /// The number of words of a slot, as many as p has.
  [[nodiscard]] std::size_t words() const noexcept;

  /// A dimension of the slots.
  struct Dimension {
    std::size_t size;        ///< its slots
    std::uint64_t exponent;  ///< g of the automorphism that moves slots by one
  };
  /// The dimensions, of which the first one is the longest and the fastest: slot s of a vector has
  /// the coordinate s modulo its size there.
  [[nodiscard]] std::vector<Dimension> dimensions() const;
  /// The exponent for apply_galois() that moves the value of slot i + amount in a dimension to slot
  /// i, cyclically. Throws invalid_argument unless there is such a dimension.
  [[nodiscard]] std::uint64_t rotation(std::size_t dimension, std::int64_t amount) const;

  ///@{
  /// The plaintext with these slots, in [0, p), of any number of words; missing ones are zero. If
  /// `representative` is centered, slots are two's complements of magnitudes below p/2. Throws
  /// mismatch if there are too many, invalid_argument if one is out of range. Constant time in the
  /// values. Takes log2(n) products modulo p for each slot, some times more if the index has large
  /// primes, and phi(d)^2 products of words for each slot of a short modulus.
  [[nodiscard]] Plaintext encode(
      const WideValues& values, Representative representative = Representative::nonnegative) const {
    return encode(values.span(), values.size(), values.words(), representative);
  }
  template <std::size_t Words>
  [[nodiscard]] Plaintext encode(
      std::span<const WideInteger<Words>> values,
      Representative representative = Representative::nonnegative) const {
    const auto* words = values.empty() ? nullptr : values.front().words.data();
    return encode({words, values.size() * Words}, values.size(), Words, representative);
  }
  ///@}
  /// The plaintext with one number in all slots, which is public: a constant, as short as possible.
  /// Throws invalid_argument unless it is below p.
  [[nodiscard]] Plaintext constant(const Natural& value) const;
  /// The slots of a plaintext, of words() words each, nonnegative or as two's complements of
  /// magnitudes below p/2. Throws mismatch if the plaintext has other parameters. Constant time in
  /// the slots.
  [[nodiscard]] WideValues decode(
      const Plaintext& plaintext,
      Representative representative = Representative::nonnegative) const;

 private:
  struct State;
  explicit WideSlotEncoder(std::shared_ptr<const State> state) noexcept;
  [[nodiscard]] Plaintext encode(std::span<const std::uint64_t> words, std::size_t count,
                                 std::size_t words_each, Representative representative) const;

  std::shared_ptr<const State> state_;
};

}  // namespace lath::he
