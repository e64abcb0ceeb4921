// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lath/ring/dynamic_ring.hpp"

namespace lath {

/// The polynomials P_k of a public key, prepared for fast products of encryption P_k U + E_k, from
/// coefficients to coefficients. A client that only encrypts needs nothing else. A public key has
/// two of them, which share a U. Immutable, cheap to copy, safe to share between threads, with
/// scratch memory for each.
///
///     const auto primes = MaskingKey::primes(50, CyclotomicIndex::create(2783), 3);
///     const auto ring = DynamicRing::create(CyclotomicIndex::create(2783), primes);
///     const auto key = MaskingKey::create(ring, 2, words);  // of both polynomials
///     Buffer<std::uint64_t, Secret> scratch(key.scratch_words());
///     key.mask(out, u, errors, scratch.span());  // for each message
///
/// Rings of odd index have transforms of axes, and their elements a powerful basis (see
/// CyclotomicIndex). For one product it takes less time to change to the basis 1, x, x^2, ... and
/// to multiply there, modulo (x^N + 1)(x^M - 1) with powers of two N + M > 2 phi(m) - 2, by the
/// transforms of x^N + 1 and x^M - 1; docs/lab/0033 says how much. That needs primes that are 1
/// modulo m 2N, as primes() finds them. Rings with other primes, rings of other indices, and rings
/// where U would not fit in eight bits there, take their own transforms; results are the same.
class MaskingKey {
 public:
  using Word = std::uint64_t;  ///< the word of a residue

  ///@{
  /// Cheap to copy: copies share the words. A moved-from key stays valid.
  MaskingKey(const MaskingKey&) noexcept = default;
  MaskingKey& operator=(const MaskingKey&) noexcept = default;
  ///@}
  ~MaskingKey() = default;

  /// The `count` largest primes below 2^bits for the fastest masks in the ring of this index, in
  /// falling order. Throws invalid_argument if there are fewer, or unless bits is from 2 to 62.
  [[nodiscard]] static std::vector<Word> primes(int bits, const CyclotomicIndex& index,
                                                std::size_t count);

  /// The key of `polynomials` polynomials in coefficient form: canonical words, limb after limb,
  /// polynomial after polynomial. Throws mismatch unless there are as many, and invalid_argument
  /// if there is no polynomial, if a word is not below its modulus, or a modulus is below 2^8.
  [[nodiscard]] static MaskingKey create(const DynamicRing& ring, std::size_t polynomials,
                                         std::span<const Word> words);

  /// The ring.
  [[nodiscard]] const DynamicRing& ring() const& noexcept;
  const DynamicRing& ring() const&& = delete;  // the key is a temporary: give it a name
  /// How many polynomials there are.
  [[nodiscard]] std::size_t polynomials() const noexcept;
  /// Whether products are computed with polynomials in x, and not by the transforms of the ring.
  [[nodiscard]] bool is_direct() const noexcept;
  /// The bytes of the prepared words.
  [[nodiscard]] std::size_t bytes() const noexcept;
  /// The words of scratch memory that mask() needs.
  [[nodiscard]] std::size_t scratch_words() const noexcept;

  /// P_k U + E_k for each polynomial k of the key: canonical words, limb after limb, polynomial
  /// after polynomial. `u` has degree() coefficients of -1, 0 and 1, `errors` as many small
  /// integers for each polynomial. Constant time in U and errors, which remain in the scratch
  /// memory: let the caller wipe it. Throws mismatch if a size is another, invalid_argument for
  /// less scratch memory or other coefficients of U; then nothing was written. No function
  /// allocates.
  void mask(std::span<Word> out, std::span<const std::int8_t> u,
            std::span<const std::int8_t> errors, std::span<Word> scratch) const;

 private:
  struct State;
  explicit MaskingKey(std::shared_ptr<const State> state) noexcept;

  std::shared_ptr<const State> state_;
};

}  // namespace lath
