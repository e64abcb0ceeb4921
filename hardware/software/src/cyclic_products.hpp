// SPDX-License-Identifier: Apache-2.0
//
// Products of integers with binary polynomials modulo x^2783 - 1, by the library's masking keys.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/arith/modulus.hpp"
#include "lath/base/buffer.hpp"
#include "lath/hardware/encryption_product.hpp"
#include "lath/ring/client/masking_key.hpp"
#include "scratch.hpp"

namespace lath::hardware::detail {

/// The products P U + E modulo x^2783 - 1 with one P, as integers. P has four digits of 34 bits,
/// and each digit its own product with U. A coefficient of such a product is a sum of at most 2420
/// digits, below 2^46, so that the residue modulo one prime of 50 bits is the integer. Immutable.
///
/// A product of two remainders has 4839 coefficients. Modulo x^4096 + 1 the upper 743 are
/// subtracted from the lower ones. They are the upper half of the product of the upper 743
/// coefficients of both factors, which is computed modulo x^2048 + 1.
class CyclicProducts {
 public:
  /// P U + E is the sum of the products of digit d times 2^(kDigitBits d).
  static constexpr std::size_t kDigits = 4;
  static constexpr int kDigitBits = 34;
  /// The words of an integer of P.
  static constexpr std::size_t kWords = 3;

  /// For the coefficients of P, kDegree integers below 2^136.
  explicit CyclicProducts(const Buffer<std::uint64_t>& integers);

  /// Memory of multiply_add().
  struct Memory {
    std::int8_t *u, *errors;
    std::uint64_t *products, *upper, *scratch;

    Memory(const CyclicProducts& of, Scratch& memory) noexcept;
    /// The product of digit d: kIndex integers from 0 to 2^46.
    [[nodiscard]] const std::uint64_t* digit(std::size_t d) const noexcept {
      return products + d * kLongWords;
    }
  };
  /// The products of all digits with a binary U, kDegree coefficients of U and E each. To keep the
  /// coefficients nonnegative, 128 (1 + x + ... + x^2782) is added, a multiple of Phi_2783.
  /// Constant time in U and E.
  void multiply_add(const Memory& memory, const std::int8_t* u, const std::int8_t* errors) const;

  /// The prime.
  [[nodiscard]] const Modulus& modulus() const noexcept { return long_.ring().modulus(0); }

 private:
  static constexpr std::size_t kLongWords = 4096, kShortWords = 2048;
  static constexpr std::size_t kUpper = 2 * kDegree - 1 - kLongWords;  // coefficients past x^4095
  static_assert(2 * kUpper - 1 <= kShortWords && kIndex <= kLongWords);
  static_assert(kDigits * kShortWords <= (kDigits - 1) * kLongWords);

  CyclicProducts(const Buffer<std::uint64_t>& digits, std::uint64_t prime);

  MaskingKey long_, short_;
  Buffer<std::uint64_t> shift_;  // 128, for each coefficient
};

}  // namespace lath::hardware::detail
