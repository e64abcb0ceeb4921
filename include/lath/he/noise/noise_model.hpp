// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/he/core/prime_pool.hpp"
#include "lath/he/core/scheme.hpp"
#include "lath/he/literal.hpp"
#include "lath/he/noise/ring_geometry.hpp"
#include "lath/he/noise_bound.hpp"

namespace lath::he {

struct ChainPrimes;
struct CoefficientGrowth;

/// The bounds on the noise of a scheme with some parameters, without the parameters: a literal and
/// its primes determine them, so that a program can compare thousands of literals before it makes
/// the tables of one. The bounds are equal, to the last bit, to the bounds that ciphertexts of the
/// parameters have. docs/noise.md derives the formulas.
///
/// In both schemes an error e in c0 + c1 s counts as (t/Q) e: BFV scales by t/Q, and the errors of
/// BGV are multiples of t, measured in units of Q. Levels are 1 to levels(), which is not checked.
class NoiseModel {
 public:
  /// The model of the parameters that `literal` describes. The pool may be used again, for other
  /// literals, too. Throws invalid_argument as create_insecure() of the parameters does: whether
  /// they are secure is not checked. Takes some 20 microseconds if the pool knows the primes, and
  /// about a millisecond if not.
  static NoiseModel create(Scheme scheme, const Literal& literal, PrimePool& pool);

  ///@{
  /// The scheme, the number of primes of Q, n, and the geometry of the ring.
  [[nodiscard]] Scheme scheme() const noexcept { return scheme_; }
  [[nodiscard]] std::size_t levels() const noexcept { return log2_q_.size() - 1; }
  [[nodiscard]] std::size_t degree() const noexcept { return degree_; }
  [[nodiscard]] const RingGeometry& geometry() const noexcept { return geometry_; }
  ///@}
  ///@{
  /// The logarithms of t, or of the largest value of a short modulus, of Q at a level, and of P.
  [[nodiscard]] double log2_t() const noexcept { return log2_t_; }
  [[nodiscard]] double log2_q(std::size_t level) const noexcept { return log2_q_[level]; }
  [[nodiscard]] double log2_p() const noexcept { return log2_p_; }
  ///@}
  ///@{
  /// How much larger coefficients may be after a product with t, and after a division by t: the
  /// logarithms of t and 1/t, or for a short modulus of the largest sums that a coefficient of the
  /// result can be.
  [[nodiscard]] double log2_product_with_t() const noexcept { return log2_product_with_t_; }
  [[nodiscard]] double log2_quotient_by_t() const noexcept { return log2_quotient_by_t_; }
  ///@}
  /// The variance of a coefficient of an error.
  [[nodiscard]] double error_variance() const noexcept { return error_variance_; }

  ///@{
  /// The noise of a fresh ciphertext: encrypted with the public key, and with the secret key, where
  /// it has one error only.
  [[nodiscard]] NoiseBound fresh() const;
  [[nodiscard]] NoiseBound symmetric() const;
  ///@}
  /// The noise of an encryption of zero with the public key, at a level.
  [[nodiscard]] NoiseBound zero(std::size_t level) const;
  /// The noise that a plaintext adds: its rounding in BFV, and all of it in BGV.
  [[nodiscard]] NoiseBound message(std::size_t level) const;
  /// A noise whose coefficients somebody chose, of at most this magnitude.
  [[nodiscard]] NoiseBound chosen(double log2_largest) const;
  /// log2 of the largest value that a plaintext can have at the complex roots of the ring: about
  /// t n/pi. A product with any plaintext multiplies the noise by no more.
  [[nodiscard]] double log2_largest_plaintext() const;
  /// The noise (t/Q) e of an error e of this deviation.
  [[nodiscard]] NoiseBound error(std::size_t level, double log2_deviation) const;
  /// The noise of a product, which is not relinearised, of ciphertexts with noises a and b.
  [[nodiscard]] NoiseBound product(std::size_t level, const NoiseBound& a,
                                   const NoiseBound& b) const;
  /// The noise after a key switch: a relinearisation or a substitution. The errors of the key are
  /// 2^log2_error_factor times as large as those that the literal says.
  [[nodiscard]] NoiseBound switched(std::size_t level, const NoiseBound& a,
                                    double log2_error_factor = 0) const;
  /// The noise after the change from a level to one that is not above, of a ciphertext, with two
  /// parts, or of a product, with three or more.
  [[nodiscard]] NoiseBound lowered(std::size_t from, std::size_t to, const NoiseBound& a,
                                   std::size_t parts) const;

  ///@cond
  // The model of a checked literal with these primes.
  NoiseModel(Scheme scheme, const Literal& literal, const ChainPrimes& primes);
  // The model of the plaintexts of another one, with the scheme and the ring of a checked literal,
  // whose plaintexts make no difference: without the matrices of a short modulus.
  NoiseModel(const NoiseModel& plaintexts, Scheme scheme, const Literal& literal,
             const ChainPrimes& primes);
  // The number of auxiliary primes in which BFV multiplies ciphertexts of these noises: the fewest
  // whose roundings add at most a 32nd to the noise of the product.
  [[nodiscard]] std::size_t auxiliary_primes(std::size_t level, const NoiseBound& a,
                                             const NoiseBound& b) const;
  // The numbers of auxiliary primes that products of a level choose from: up to eight, the last one
  // is the level itself.
  [[nodiscard]] std::size_t fewest_auxiliary_primes(std::size_t level) const noexcept;
  [[nodiscard]] std::size_t auxiliary_step() const noexcept { return (levels() + 7) / 8; }
  // The deviation of an error whose coefficients are uniform from -1 to 1.
  [[nodiscard]] double log2_uniform_error() const;
  ///@endcond

 private:
  NoiseModel(Scheme scheme, const Literal& literal, const ChainPrimes& primes, double log2_t,
             const CoefficientGrowth& growth);
  [[nodiscard]] double largest_chosen_value() const;
  [[nodiscard]] double chosen_deviation() const;
  [[nodiscard]] double residue_deviation(double log2_modulus) const;
  [[nodiscard]] double log2_rounding(std::size_t parts, double log2_divisor) const;
  [[nodiscard]] NoiseBound rounded_to(std::size_t level, std::size_t auxiliary_primes) const;

  Scheme scheme_;
  std::size_t degree_, digit_primes_;
  RingGeometry geometry_;
  double log2_t_, log2_product_with_t_, log2_quotient_by_t_;
  double log2_plaintext_;  // twice the largest coefficient of a plaintext
  double log2_p_, error_variance_;
  std::vector<double> log2_primes_;  // of Q
  std::vector<double> log2_q_;       // of the first primes of Q: none, one, two, ...
  std::vector<double> log2_r_;       // of the first auxiliary primes
};

}  // namespace lath::he
