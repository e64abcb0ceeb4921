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

/// Encodes vectors as the coefficients of plaintexts, for any t. Sums of plaintexts act on each
/// coefficient by itself, products are negacyclic convolutions: coefficient k of a b is the sum of
/// a_i b_j over i + j = k, less the sum over i + j = k + n. In the ring of an index m coefficients
/// belong to the powerful basis (see CyclotomicIndex), and products are products in the ring;
/// PowerfulBasis brings polynomials modulo Phi_m there and back. Immutable, and safe to share
/// between threads.
class CoefficientEncoder {
 public:
  /// The encoder for these parameters.
  explicit CoefficientEncoder(const SchemeParameters& parameters) noexcept
      : tables_(parameters.plaintexts()) {}
  ///@{
  /// Copies share everything. A moved-from encoder stays as it was.
  CoefficientEncoder(const CoefficientEncoder&) noexcept = default;
  CoefficientEncoder& operator=(const CoefficientEncoder&) noexcept = default;
  ///@}
  ~CoefficientEncoder() = default;

  /// The number of coefficients, n.
  [[nodiscard]] std::size_t coefficients() const noexcept;

  ///@{
  /// The plaintext with these coefficients, lowest first, in [0, t) or in [-t/2, t/2], in braces or
  /// in a vector, an array, a span or a Buffer of integers of any length up to 64 bits; missing
  /// integers are zero. Throws mismatch if there are more than n, invalid_argument if one is not in
  /// range. One pass. Constant time in the integers.
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
  /// The coefficients of a plaintext, in [0, t), or in (-t/2, t/2]. Throws mismatch if the
  /// plaintext has other parameters, or `out` not n places. One pass.
  void decode(std::span<std::uint64_t> out, const Plaintext& plaintext) const;
  void decode_signed(std::span<std::int64_t> out, const Plaintext& plaintext) const;
  [[nodiscard]] Buffer<std::uint64_t, Secret> decode(const Plaintext& plaintext) const;
  [[nodiscard]] Buffer<std::int64_t, Secret> decode_signed(const Plaintext& plaintext) const;
  ///@}

 private:
  std::shared_ptr<const PlaintextTables> tables_;
};

}  // namespace lath::he
