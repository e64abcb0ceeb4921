// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "lath/he/bgv_parameters.hpp"
#include "lath/he/noise_bound.hpp"
#include "lath/ring/poly.hpp"

namespace lath::he::bgv {

/// Parts of a ciphertext as values, with their factor and a bound on their noise.
template <std::size_t Parts>
class ScaledParts {
 public:
  /// The number of primes that it is modulo.
  [[nodiscard]] std::size_t level() const noexcept { return parts_[0].ring().limbs(); }
  /// What is known of its noise, (c0 + c1 s + ...)/Q with the plaintext.
  [[nodiscard]] const NoiseBound& noise() const noexcept { return noise_; }
  /// f in [1, t), which depends on what was computed and not on the plaintext. Sums of ciphertexts
  /// with one factor add their noises; others are multiplied by integers first.
  [[nodiscard]] std::uint64_t scale_factor() const noexcept { return factor_; }

  ///@cond
  using Part = Poly<DynamicRing, Eval>;
  ScaledParts(std::shared_ptr<const Context> context, std::array<Part, Parts> parts,
              std::uint64_t factor, const NoiseBound& noise)
      : context_(std::move(context)), parts_(std::move(parts)), factor_(factor), noise_(noise) {}
  [[nodiscard]] const std::shared_ptr<const Context>& context() const noexcept { return context_; }
  [[nodiscard]] const Part& part(std::size_t i) const noexcept { return parts_[i]; }
  ///@endcond

 private:
  std::shared_ptr<const Context> context_;
  std::array<Part, Parts> parts_;
  std::uint64_t factor_;
  NoiseBound noise_;
};

/// A ciphertext (c0, c1): c0 + c1 s = f m + t e modulo Q. Copies are independent of one another.
class Ciphertext : public ScaledParts<2> {
 public:
  ///@cond
  using ScaledParts::ScaledParts;
  ///@endcond
};

/// A product of two ciphertexts: c0 + c1 s + c2 s^2 = f m + t e modulo Q. It can be added to other
/// products, decrypted, and relinearised to a ciphertext.
class Product : public ScaledParts<3> {
 public:
  ///@cond
  using ScaledParts::ScaledParts;
  ///@endcond
};

}  // namespace lath::he::bgv
