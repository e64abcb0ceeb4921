// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "lath/he/ciphertext.hpp"
#include "lath/ring/engine.hpp"

namespace lath::he {

/// A ciphertext whose digits were raised to all primes, for many substitutions: Evaluator::hoist()
/// makes it. Takes as much memory as a switching key for its level does. Immutable for users.
class HoistedCiphertext {
 public:
  /// The number of primes that it is modulo.
  [[nodiscard]] std::size_t level() const noexcept { return ciphertext_.level(); }
  /// What is known of its noise.
  [[nodiscard]] const NoiseBound& noise() const noexcept { return ciphertext_.noise(); }

  ///@cond
  HoistedCiphertext(Ciphertext ciphertext, std::vector<RowBuffer> digits)
      : ciphertext_(std::move(ciphertext)), digits_(std::move(digits)) {}
  // Copies would be of the same rows.
  HoistedCiphertext(const HoistedCiphertext&) = delete;
  HoistedCiphertext& operator=(const HoistedCiphertext&) = delete;
  HoistedCiphertext(HoistedCiphertext&&) noexcept = default;
  HoistedCiphertext& operator=(HoistedCiphertext&&) noexcept = default;
  ~HoistedCiphertext() = default;
  [[nodiscard]] const Ciphertext& ciphertext() const noexcept { return ciphertext_; }
  [[nodiscard]] Ciphertext& ciphertext() noexcept { return ciphertext_; }
  [[nodiscard]] const std::vector<RowBuffer>& digits() const noexcept { return digits_; }
  ///@endcond

 private:
  Ciphertext ciphertext_;
  std::vector<RowBuffer> digits_;  // values of each digit modulo Q P
};

}  // namespace lath::he
