// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/arith/natural.hpp"

namespace lath::detail {

/// Arithmetic modulo a public odd number p of up to 4160 bits. Numbers are as many words as p has,
/// the least significant first, in [0, p). Products are Montgomery's (P. Montgomery, Math. Comp.
/// 44, 1985): a b / R with R = 2^(64 w), so that the product with a constant in Montgomery form, c
/// R, is a c. Constant time in the numbers.
class WideModulus {
 public:
  /// Throws invalid_argument unless p is odd, at least 3 and not too long.
  explicit WideModulus(const Natural& p);

  /// w.
  [[nodiscard]] std::size_t words() const noexcept { return words_; }
  [[nodiscard]] const Natural& modulus() const noexcept { return p_; }
  /// A number in Montgomery form.
  [[nodiscard]] std::vector<std::uint64_t> constant(const Natural& x) const;

  ///@{
  /// a + b, a - b, and a b / R. `out` may be an operand.
  void add(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b) const noexcept;
  void subtract(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b) const noexcept;
  void multiply(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b) const noexcept {
    multiply_(out, a, b, modulus_.data(), inverse_, words_);
  }
  ///@}

 private:
  using Product = void (*)(std::uint64_t*, const std::uint64_t*, const std::uint64_t*,
                           const std::uint64_t*, std::uint64_t, std::size_t) noexcept;
  static Product product_for(std::size_t words) noexcept;

  Natural p_;
  std::size_t words_;
  std::vector<std::uint64_t> modulus_;
  std::uint64_t inverse_ = 0;  // -1/p modulo 2^64
  Product multiply_;
};

}  // namespace lath::detail
