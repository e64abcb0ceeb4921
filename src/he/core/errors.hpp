// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "lath/base/buffer.hpp"
#include "lath/he/literal.hpp"
#include "lath/ntt/cyclotomic_index.hpp"
#include "lath/ntt/ntt_plan.hpp"
#include "lath/ntt/powerful_basis.hpp"
#include "lath/random/discrete_gaussian.hpp"
#include "lath/random/generator.hpp"
#include "lath/ring/poly.hpp"

/// @file
/// The errors of keys and of encryption, as the literal wants them.
namespace lath::he {

/// The distribution of errors in a ring, with the tables of draws.
struct ErrorDraws {
  /// The error draws of a checked literal, whose ring has this index.
  ErrorDraws(const Literal& literal, const CyclotomicIndex& index);

  std::size_t degree;
  ErrorDistribution distribution;
  /// In a ring that is no power of two: the basis that errors are drawn for, and drawn modulo.
  std::optional<PowerfulBasis> powerful;
  std::optional<DiscreteGaussian> gaussian;  ///< unless they are binomial

  /// The number of independent draws in an error.
  [[nodiscard]] std::size_t count() const noexcept {
    return powerful ? powerful->powers() : degree;
  }
  /// No draw is larger: Gaussian ones are at most 13.4 sigma + 1, binomial ones eta.
  [[nodiscard]] std::uint64_t largest() const noexcept;
};

/// As many coefficients of -1, 0 and 1 as a polynomial has. Throws the generator's errors.
[[nodiscard]] Buffer<std::int8_t, Secret> ternary_coefficients(std::size_t degree,
                                                               Generator& generator);

/// The coefficients of an error. Modulo x^n + 1 they are independent draws. In other rings the
/// coefficients of 1, x, x^2, ... modulo x^m - 1, or x^(m/2) + 1 for even m, are independent draws;
/// the polynomial is reduced modulo Phi_m (L. Ducas, A. Durmus, "Ring-LWE in polynomial rings", PKC
/// 2012), so that the values at all roots have one and the same distribution, and one coefficient
/// is a sum of some draws. All is constant time.
class ErrorCoefficients {
 public:
  /// Throws the generator's errors.
  ErrorCoefficients(const ErrorDraws& draws, Generator& generator);

  /// Adds change(i), -1, 0 or 1, to every coefficient i; once.
  template <class F>
  void add(const F& change) noexcept {
    for (std::size_t i = 0; i < draws_.size(); ++i) {
      draws_[i] = static_cast<std::int8_t>(draws_[i] + change(i));
    }
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += change(i);
  }
  /// Writes their residues modulo the modulus.
  void residues(std::span<std::uint64_t> out, const Modulus& modulus) const noexcept;
  /// Writes their transform.
  void forward(const NttPlan<std::uint64_t>& plan, std::uint64_t* out) const noexcept;
  /// The error in evaluation form, as a polynomial of a ring.
  [[nodiscard]] Poly<DynamicRing, Eval, Secret> values(const DynamicRing& ring) const;

 private:
  std::uint64_t bound_;  // of magnitudes, after add()
  // One of both: sums do not fit in bytes, and wide draws do not.
  Buffer<std::int8_t, Secret> draws_;
  Buffer<std::int64_t, Secret> sums_;
};

/// An error as a polynomial of a ring, by its values.
[[nodiscard]] Poly<DynamicRing, Eval, Secret> error_values(const DynamicRing& ring,
                                                           const ErrorDraws& draws,
                                                           Generator& generator);

}  // namespace lath::he
