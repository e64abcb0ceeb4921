// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>

#include "lath/base/buffer.hpp"
#include "lath/he/plaintext.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/ring/coefficients.hpp"

namespace lath::he {

/// Encodes vectors as plaintexts, for a prime t that is 1 modulo 2n (N. P. Smart, F. Vercauteren,
/// "Fully homomorphic SIMD operations", 2014): a plaintext is n integers modulo t, and sums and
/// products of plaintexts act on each slot by itself. The slots are two rows of n/2: slot j is in
/// row j / (n/2) and column j mod n/2. Slot j is the value at z^(3^j) in row 0 and at z^(-3^j) in
/// row 1, for the least primitive 2n-th root of unity z modulo t, so that x -> x^3 rotates both
/// rows by one to the left, and x -> x^(2n-1) exchanges them. Immutable, and safe to share between
/// threads.
class SlotEncoder {
 public:
  ///@{
  /// Copies share the tables. A moved-from object keeps its tables.
  SlotEncoder(const SlotEncoder&) noexcept = default;
  SlotEncoder& operator=(const SlotEncoder&) noexcept = default;
  ///@}
  ~SlotEncoder() = default;

  /// The encoder for these parameters. Throws unsupported unless t is a prime that is 1 modulo 2n.
  static SlotEncoder create(const SchemeParameters& parameters);

  /// The number of slots, n.
  [[nodiscard]] std::size_t slots() const noexcept;

  ///@{
  /// The plaintext whose slots are these integers, in [0, t) or in [-t/2, t/2], in braces or in a
  /// vector, an array, a span or a Buffer of integers of any length up to 64 bits; slots that are
  /// missing are zero. Throws mismatch if there are more than n, invalid_argument if one is not in
  /// range. Takes one transform. Constant time in the integers.
  [[nodiscard]] Plaintext encode(std::span<const std::uint64_t> values) const;
  [[nodiscard]] Plaintext encode(std::initializer_list<std::uint64_t> values) const {
    return encode(std::span(values.begin(), values.size()));
  }
  template <CoefficientRange Values>
  [[nodiscard]] Plaintext encode(const Values& values) const {
    return detail::with_words<std::uint64_t>(
        values, [this](std::span<const std::uint64_t> words) { return encode(words); });
  }
  [[nodiscard]] Plaintext encode_signed(std::span<const std::int64_t> values) const;
  [[nodiscard]] Plaintext encode_signed(std::initializer_list<std::int64_t> values) const {
    return encode_signed(std::span(values.begin(), values.size()));
  }
  template <CoefficientRange Values>
  [[nodiscard]] Plaintext encode_signed(const Values& values) const {
    return detail::with_words<std::int64_t>(
        values, [this](std::span<const std::int64_t> words) { return encode_signed(words); });
  }
  ///@}
  /// encode() for integers in [-t/2, t) that somebody else may change soon: `after_reading` is
  /// called between the one pass that reads them and the rest of the work. Throws as encode() does,
  /// and whatever `after_reading` throws. Constant time in the integers.
  [[nodiscard]] Plaintext encode_either_sign(std::span<const std::int64_t> values,
                                             const std::function<void()>& after_reading) const;
  ///@{
  /// The slots of a plaintext, in [0, t), or in [-t/2, t/2]. Throws mismatch if the plaintext has
  /// other parameters, or `out` not n places. Takes one transform.
  void decode(std::span<std::uint64_t> out, const Plaintext& plaintext) const;
  void decode_signed(std::span<std::int64_t> out, const Plaintext& plaintext) const;
  [[nodiscard]] Buffer<std::uint64_t, Secret> decode(const Plaintext& plaintext) const;
  [[nodiscard]] Buffer<std::int64_t, Secret> decode_signed(const Plaintext& plaintext) const;
  ///@}

  /// The exponent g of the automorphism x -> x^g that rotates both rows by `columns` to the left,
  /// to the right if it is negative.
  [[nodiscard]] std::uint64_t row_rotation(std::int64_t columns) const noexcept;
  /// The exponent of the automorphism that exchanges the rows.
  [[nodiscard]] std::uint64_t row_exchange() const noexcept;

 private:
  struct State;
  explicit SlotEncoder(std::shared_ptr<const State> state) noexcept;
  template <class Scatter>
  [[nodiscard]] Plaintext with_values(const Scatter& scatter) const;
  template <class T, class Function>
  void write_values(std::span<T> out, const Plaintext& plaintext, const Function& f) const;

  std::shared_ptr<const State> state_;
};

}  // namespace lath::he
