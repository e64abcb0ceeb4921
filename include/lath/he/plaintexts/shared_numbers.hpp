// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/ciphertext.hpp"
#include "lath/he/noise/noise_model.hpp"
#include "lath/he/noise_bound.hpp"
#include "lath/he/plain_factor.hpp"
#include "lath/ring/engine.hpp"

namespace lath::he {

/// Encrypted numbers that plaintexts of many spaces multiply: a unit vector, encrypted once, that
/// selects from tables modulo t_1, t_2, ... The numbers are constants in BFV modulo a long T, and
/// results are in BGV modulo a short t, over the same key space. With R = T/t, rounded, and
/// c0 + c1 s = (Q/T)(m + v) modulo Q, the multiple t R (c0, c1) is a ciphertext of BGV of m with
/// the factor -Q modulo t, and its noise is
///
///     v (t R/T) + m (t R/T - 1),        |t R/T - 1| <= t/(2 T)
///
/// So T needs as many bits above t as a result shall have of precision, and loses the bits of R.
/// Copies share the memory. Immutable, safe to share between threads.
class SharedNumbers {
 public:
  /// Prepares ciphertexts, one or more of one level, whose parts are then read in one pass. Throws
  /// mismatch if one has other parameters, another secret key or another level, invalid_argument if
  /// there is none. Takes as much memory as they do.
  SharedNumbers(const bfv::Parameters& parameters, std::span<const Ciphertext> numbers);

  /// The number of numbers.
  [[nodiscard]] std::size_t size() const noexcept { return noises_.size(); }
  /// The level of the ciphertexts, and of results.
  [[nodiscard]] std::size_t level() const noexcept { return prepared_.limbs().size(); }

  ///@{
  /// The sum of the products of all numbers with prepared plaintexts of parameters, in order, as a
  /// ciphertext of the same parameters. By 2^log2_result the program promises a bound on the
  /// coefficients of the sum, where numbers and plaintexts are next to zero modulo T and t: t/2 for
  /// a unit vector. Takes one pass over all words. Throws mismatch if the parameters have other
  /// keys, a plaintext belongs to other parameters or was prepared for a lower level, or their
  /// number differs; invalid_argument if t is not below T, or the noise bound does not promise that
  /// the result can be decrypted: then `out` stays as it was.
  [[nodiscard]] Ciphertext dot_plain(const bgv::Parameters& parameters,
                                     std::span<const PlainFactor> b, double log2_result) const;
  void dot_plain(Ciphertext& out, const bgv::Parameters& parameters, std::span<const PlainFactor> b,
                 double log2_result) const;
  ///@}

  /// The noise of such a result in `to`, of BGV modulo t, where `sum` is the noise of the sum of
  /// the products in `from`, of BFV modulo T.
  [[nodiscard]] static NoiseBound noise(const NoiseModel& from, const NoiseModel& to,
                                        const NoiseBound& sum, double log2_result);

 private:
  std::shared_ptr<const Context> context_;
  PreparedKey prepared_;
  std::vector<NoiseBound> noises_;
  KeyId key_id_;
};

}  // namespace lath::he
