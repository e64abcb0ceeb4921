// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>

#include "lath/he/plaintext.hpp"
#include "lath/he/scheme_parameters.hpp"

namespace lath::he {

/// Encodes integers as plaintexts, for any t from 3 on (M. Naehrig, K. Lauter, V. Vaikuntanathan,
/// CCSW 2011): the coefficients are the digits in a base B, and the integer is the value of the
/// polynomial at x = B. Digits are balanced, from -B/2 to B/2; a negative integer has the digits of
/// its magnitude with the other sign. With B = 2 digits are 0 and 1, or 0 and -1.
///
/// Sums and products of plaintexts are sums and products of the integers as long as no coefficient
/// leaves [-t/2, t/2] and no product reaches the degree n: nobody can see later that one did. A
/// fresh integer has coefficients of at most B/2. A sum of k polynomials has coefficients of at
/// most the sum of theirs; a product of polynomials with k and l coefficients, of magnitudes at
/// most u and v, has k + l - 1 coefficients of at most min(k, l) u v. A small base has small
/// coefficients and many of them: integers of b bits have about b / log2(B) digits.
///
/// In the ring of an index m these are the coefficients of the polynomial of degree below phi(m),
/// not the coefficients in the powerful basis: encoding and decoding change between both, in some m
/// 2^k steps for k odd primes that divide m.
///
/// Immutable, and safe to share between threads.
class IntegerEncoder {
 public:
  ///@{
  /// Copies share everything. A moved-from encoder stays as it was.
  IntegerEncoder(const IntegerEncoder&) noexcept = default;
  IntegerEncoder& operator=(const IntegerEncoder&) noexcept = default;
  ///@}
  ~IntegerEncoder() = default;

  /// The encoder for these parameters and this base. Throws invalid_argument unless the base is at
  /// least 2 and at most t, or t - 1 if t is even: digits of both signs must differ modulo t.
  static IntegerEncoder create(const SchemeParameters& parameters, std::uint64_t base = 2);

  /// B.
  [[nodiscard]] std::uint64_t base() const noexcept { return base_; }

  ///@{
  /// The plaintext of an integer. Throws invalid_argument if it has more than n digits, which none
  /// has where n is at least 64, or if it is 2^63 or more. Constant time in the integer.
  [[nodiscard]] Plaintext encode(std::int64_t value) const;
  template <std::unsigned_integral Integer>
    requires(sizeof(Integer) <= sizeof(std::uint64_t))
  [[nodiscard]] Plaintext encode(Integer value) const {
    return encode_unsigned(value);
  }
  ///@}
  /// The integer of a plaintext. Throws invalid_argument exactly if it has more than 64 bits with
  /// its sign, whatever the size of single terms; mismatch if the plaintext has other parameters.
  /// Takes n steps. Constant time in the coefficients.
  [[nodiscard]] std::int64_t decode(const Plaintext& plaintext) const;

 private:
  IntegerEncoder(std::shared_ptr<const PlaintextTables> tables, std::uint64_t base) noexcept;
  [[nodiscard]] Plaintext encode_unsigned(std::uint64_t value) const;

  std::shared_ptr<const PlaintextTables> tables_;
  std::uint64_t base_, reciprocal_;
};

}  // namespace lath::he
