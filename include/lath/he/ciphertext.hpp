// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include "lath/he/noise_bound.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/ring/poly.hpp"

namespace lath::he {

/// A ciphertext (c0, c1) with a bound on its noise. Copies are independent of one another.
class Ciphertext {
 public:
  /// The number of primes that it is modulo.
  [[nodiscard]] std::size_t level() const noexcept { return parts_[0].ring().limbs(); }
  /// What is known of its noise.
  [[nodiscard]] const NoiseBound& noise() const noexcept { return noise_; }

  ///@cond
  using Part = Poly<DynamicRing, Eval>;
  Ciphertext(std::shared_ptr<const Context> context, Part c0, Part c1, const NoiseBound& noise)
      : context_(std::move(context)), parts_{std::move(c0), std::move(c1)}, noise_(noise) {}
  [[nodiscard]] const std::shared_ptr<const Context>& context() const noexcept { return context_; }
  [[nodiscard]] const Part& part(std::size_t i) const noexcept { return parts_[i]; }
  [[nodiscard]] Part& part(std::size_t i) noexcept { return parts_[i]; }
  void set_noise(const NoiseBound& noise) noexcept { noise_ = noise; }
  ///@endcond

 private:
  std::shared_ptr<const Context> context_;
  std::array<Part, 2> parts_;
  NoiseBound noise_;
};

/// A product of two ciphertexts, (c0, c1, c2) with a noise in c0 + c1 s + c2 s^2. It can be added
/// to other products, decrypted, and relinearised to a ciphertext.
class Product {
 public:
  /// The number of primes that it is modulo.
  [[nodiscard]] std::size_t level() const noexcept { return parts_[0].ring().limbs(); }
  /// What is known of its noise.
  [[nodiscard]] const NoiseBound& noise() const noexcept { return noise_; }

  ///@cond
  using Part = Poly<DynamicRing, Coeff>;
  Product(std::shared_ptr<const Context> context, std::array<Part, 3> parts,
          const NoiseBound& noise)
      : context_(std::move(context)), parts_(std::move(parts)), noise_(noise) {}
  [[nodiscard]] const std::shared_ptr<const Context>& context() const noexcept { return context_; }
  [[nodiscard]] const Part& part(std::size_t i) const noexcept { return parts_[i]; }
  [[nodiscard]] Part& part(std::size_t i) noexcept { return parts_[i]; }
  void set_noise(const NoiseBound& noise) noexcept { noise_ = noise; }
  ///@endcond

 private:
  std::shared_ptr<const Context> context_;
  std::array<Part, 3> parts_;
  NoiseBound noise_;
};

}  // namespace lath::he
