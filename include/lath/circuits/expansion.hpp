// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "lath/arith/natural.hpp"
#include "lath/base/error.hpp"
#include "lath/base/work.hpp"
#include "lath/he/ciphertext.hpp"
#include "lath/he/noise/noise_model.hpp"
#include "lath/he/noise_bound.hpp"
#include "lath/he/plain_factor.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/he/session.hpp"

namespace lath::circuits {

/// The expansion of one ciphertext, of a packed polynomial, to many ciphertexts of one number each:
/// a client sends few bytes for many numbers, such as a unit vector that selects (S. Angel, H.
/// Chen, K. Laine, S. Setty, IEEE S&P 2018). A number is a constant polynomial, which stands in all
/// slots. The rings are x^n + 1, and t is odd.
///
/// Each of ceil(log2(count)) steps halves a polynomial: with g = n/2^j + 1, a(x) + a(x^g) is twice
/// the coefficients of a whose position is even in units of 2^j, and x^-(2^j) (a(x) - a(x^g)) is
/// twice the others, moved down. The client divides by the power of two beforehand, modulo t.
/// Immutable, cheap to copy, safe to share between threads.
class Expansion {
 public:
  /// Takes the number of numbers, from 1 to n; throws invalid_argument for another one or for an
  /// even t, unsupported unless the ring is x^n + 1. Takes a transform for each prime and step.
  Expansion(const he::SchemeParameters& parameters, std::size_t count);

  /// The number of numbers.
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  /// The number of steps, the logarithm of count() rounded up.
  [[nodiscard]] std::size_t steps() const noexcept { return shifts_.size(); }
  /// The exponents of the Galois keys that expand() needs, steps() of them.
  [[nodiscard]] std::vector<std::uint64_t> elements() const;
  /// The coefficient of the packed polynomial where number i < count() stands: i with its steps()
  /// bits in reverse order.
  [[nodiscard]] std::size_t coefficient(std::size_t i) const noexcept;
  /// The coefficient that becomes the number a, a 2^-steps() modulo t, for a public a below t.
  [[nodiscard]] Natural packed(const Natural& a) const;
  /// The noise bound of the numbers of a packed ciphertext with this noise at a level.
  [[nodiscard]] he::NoiseBound noise(const he::NoiseBound& packed, std::size_t level) const;

  /// Takes the number i and its ciphertext.
  using Visit = std::function<void(std::size_t, const he::Ciphertext&)>;
  /// Calls visit(i, x) with the ciphertext x of number i, for i from `first` to `last` - 1 in
  /// ascending order; the ciphertexts are in memory that is used again. Takes a key switch for each
  /// number, and at most steps() more; memory for 2 steps() ciphertexts. The work counts numbers.
  /// Throws invalid_argument unless first <= last <= count(), and as operations of the session do.
  void expand(he::SchemeSession& session, const he::Ciphertext& packed, std::size_t first,
              std::size_t last, const Visit& visit, const Work& work = {}) const;

 private:
  class Walk;

  Natural t_;
  std::size_t degree_, count_;
  he::NoiseModel noise_;
  std::vector<he::PlainFactor> shifts_;  // x^(n - 2^j), which is -x^-(2^j)
};

}  // namespace lath::circuits
