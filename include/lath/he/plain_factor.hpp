// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "lath/he/plaintext.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/ring/engine.hpp"

namespace lath::he {

/// A plaintext prepared for products with many ciphertexts: its values modulo the primes of a
/// level, and its effect on the noise. It serves its level and the levels below. Copies share the
/// memory, which is wiped before it is freed.
class PlainFactor {
 public:
  /// Prepares a plaintext for levels up to this one. Throws invalid_argument unless that is from 1
  /// to the highest level. Takes a transform for each prime, and one of complex numbers for the
  /// bound, which is as much as about seven others.
  PlainFactor(const Plaintext& plaintext, std::size_t level);

  /// Prepares a plaintext as above, with the bound that holds for every plaintext of these
  /// parameters, NoiseModel::log2_largest_plaintext(), in place of its own: that takes no transform
  /// of complex numbers, says nothing about the plaintext, and is about 6 bits more for a plaintext
  /// of random slots. Throws mismatch if the plaintext has other parameters.
  [[nodiscard]] static PlainFactor with_common_bound(const SchemeParameters& parameters,
                                                     const Plaintext& plaintext, std::size_t level);

  /// Prepares another plaintext for the same level, with the bound for every plaintext as above: in
  /// the memory that the object has, unless copies share it or the parameters have another key
  /// space. Throws as above, and then stays as it was.
  void replace_with_common_bound(const SchemeParameters& parameters, const Plaintext& plaintext);

  /// The highest level that it serves.
  [[nodiscard]] std::size_t level() const noexcept { return values_.rows().limbs.size(); }
  /// log2 of the largest value of the plaintext, with coefficients from -t/2 to t/2, at the complex
  /// roots of x^n + 1, at least 0, or the common bound: the noise of a product grows by this many
  /// bits. Public: everybody who sees a product may see it.
  [[nodiscard]] double log2_norm() const noexcept { return log2_norm_; }

  ///@cond
  [[nodiscard]] const std::shared_ptr<const PlaintextTables>& tables() const noexcept {
    return tables_;
  }
  [[nodiscard]] const RowBuffer& values() const noexcept { return values_; }
  ///@endcond

 private:
  PlainFactor(std::shared_ptr<const PlaintextTables> tables, const Plaintext& plaintext,
              std::size_t level, double log2_norm);

  std::shared_ptr<const PlaintextTables> tables_;
  RowBuffer values_;
  double log2_norm_;
};

}  // namespace lath::he
