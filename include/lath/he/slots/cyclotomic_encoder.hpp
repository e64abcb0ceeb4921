// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/he/plaintext.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/he/slots/slot_algebra.hpp"
#include "lath/ring/coefficients.hpp"

namespace lath::he {

/// A part of a rotation of slots in ciphertexts: the result of the automorphism x -> x^exponent,
/// times the mask if there is one.
struct EncodedRotationPart {
  std::uint64_t exponent = 1;     ///< of the automorphism
  std::optional<Plaintext> mask;  ///< one in some slots and zero in the others
};

/// Encodes vectors of bits, of integers modulo t and of elements of Galois rings as plaintexts, for
/// any t without a common factor with the index of the ring: see SlotAlgebra, which defines the
/// slots. Sums and products of plaintexts act on each slot by itself. Immutable, and safe to share
/// between threads.
class CyclotomicEncoder {
 public:
  ///@{
  /// Copies share the tables. A moved-from object keeps its tables.
  CyclotomicEncoder(const CyclotomicEncoder&) noexcept = default;
  CyclotomicEncoder& operator=(const CyclotomicEncoder&) noexcept = default;
  ///@}
  ~CyclotomicEncoder() = default;

  /// The encoder for these parameters. Throws and costs as SlotAlgebra::create() does.
  static CyclotomicEncoder create(const SchemeParameters& parameters);

  /// The slots, their dimensions, and the exponents of automorphisms that move them.
  [[nodiscard]] const SlotAlgebra& algebra() const& noexcept { return algebra_; }
  const SlotAlgebra& algebra() const&& = delete;  // the encoder is a temporary: give it a name
  /// k, the number of slots.
  [[nodiscard]] std::size_t slots() const noexcept { return algebra_.slots(); }
  /// d, the number of words of a slot.
  [[nodiscard]] std::size_t slot_degree() const noexcept { return algebra_.slot_degree(); }

  ///@{
  /// The plaintext with these words in its slots, d for each, or these constants, one for each: in
  /// [0, t), or in [-t/2, t/2], in braces or in a vector, an array, a span or a Buffer of integers
  /// of any length up to 64 bits. Missing words are zero. Throws mismatch if there are more,
  /// invalid_argument if one is not in range. See SlotAlgebra::encode() for the cost. Constant time
  /// in the words.
  [[nodiscard]] Plaintext encode(std::span<const std::uint64_t> words) const;
  [[nodiscard]] Plaintext encode(std::initializer_list<std::uint64_t> values) const {
    return encode(std::span(values.begin(), values.size()));
  }
  template <CoefficientRange Values>
  [[nodiscard]] Plaintext encode(const Values& values) const {
    return detail::with_words<std::uint64_t>(
        values, [this](std::span<const std::uint64_t> words) { return encode(words); });
  }
  [[nodiscard]] Plaintext encode_constants(std::span<const std::uint64_t> values) const;
  [[nodiscard]] Plaintext encode_constants(std::initializer_list<std::uint64_t> values) const {
    return encode_constants(std::span(values.begin(), values.size()));
  }
  template <CoefficientRange Values>
  [[nodiscard]] Plaintext encode_constants(const Values& values) const {
    return detail::with_words<std::uint64_t>(
        values, [this](std::span<const std::uint64_t> words) { return encode_constants(words); });
  }
  [[nodiscard]] Plaintext encode_constants_signed(std::span<const std::int64_t> values) const;
  [[nodiscard]] Plaintext encode_constants_signed(
      std::initializer_list<std::int64_t> values) const {
    return encode_constants_signed(std::span(values.begin(), values.size()));
  }
  template <CoefficientRange Values>
  [[nodiscard]] Plaintext encode_constants_signed(const Values& values) const {
    return detail::with_words<std::int64_t>(values, [this](std::span<const std::int64_t> words) {
      return encode_constants_signed(words);
    });
  }
  ///@}
  ///@{
  /// The words in the slots of a plaintext, d for each; or the constants of the slots, one for
  /// each, in [0, t) or in (-t/2, t/2]. Throws mismatch if the plaintext has other parameters. See
  /// SlotAlgebra::decode() for the cost. Constant time in the plaintext.
  [[nodiscard]] Buffer<std::uint64_t, Secret> decode(const Plaintext& plaintext) const;
  [[nodiscard]] Buffer<std::uint64_t, Secret> decode_constants(const Plaintext& plaintext) const;
  [[nodiscard]] Buffer<std::int64_t, Secret> decode_constants_signed(
      const Plaintext& plaintext) const;
  ///@}

  /// The parts of a rotation, see SlotAlgebra::rotation(), with plaintexts as masks.
  [[nodiscard]] std::vector<EncodedRotationPart> rotation(std::size_t dimension,
                                                          std::int64_t amount) const;

 private:
  CyclotomicEncoder(std::shared_ptr<const PlaintextTables> tables,
                    const SlotAlgebra& algebra) noexcept
      : tables_(std::move(tables)), algebra_(algebra) {}

  std::shared_ptr<const PlaintextTables> tables_;
  SlotAlgebra algebra_;
};

}  // namespace lath::he
