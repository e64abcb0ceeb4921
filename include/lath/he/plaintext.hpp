// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>

#include "lath/base/buffer.hpp"
#include "lath/he/scheme_parameters.hpp"

namespace lath::he {

/// A plaintext: a polynomial modulo t by its n coefficients, each as many words as t takes, the
/// least significant first. Its memory is wiped before it is freed. Encoders make plaintexts from
/// vectors and integers.
class Plaintext {
 public:
  /// The plaintext with the words of these coefficients, lowest first; missing words are zero.
  /// Throws mismatch if there are more than n coefficients, invalid_argument if one is not below t.
  Plaintext(const SchemeParameters& parameters, std::span<const std::uint64_t> coefficients);
  /// The plaintext with coefficients in braces, otherwise as above.
  Plaintext(const SchemeParameters& parameters, std::initializer_list<std::uint64_t> coefficients)
      : Plaintext(parameters, std::span(coefficients.begin(), coefficients.size())) {}
  /// Zero.
  explicit Plaintext(const SchemeParameters& parameters)
      : Plaintext(parameters, std::span<const std::uint64_t>()) {}

  /// The words of the n coefficients, in [0, t): one each if t has at most 60 bits.
  [[nodiscard]] std::span<const std::uint64_t> coefficients() const& noexcept {
    return words_.span();
  }
  std::span<const std::uint64_t> coefficients() const&& = delete;  // a temporary: give it a name

  ///@cond
  Plaintext(std::shared_ptr<const PlaintextTables> tables,
            Buffer<std::uint64_t, Secret> words) noexcept
      : tables_(std::move(tables)), words_(std::move(words)) {}
  [[nodiscard]] const std::shared_ptr<const PlaintextTables>& tables() const noexcept {
    return tables_;
  }
  // Coefficient after coefficient, each in as many words as t takes.
  [[nodiscard]] std::span<const std::uint64_t> words() const noexcept { return words_.span(); }
  [[nodiscard]] std::span<std::uint64_t> memory() noexcept { return words_.span(); }
  ///@endcond

 private:
  std::shared_ptr<const PlaintextTables> tables_;
  Buffer<std::uint64_t, Secret> words_;
};

}  // namespace lath::he
