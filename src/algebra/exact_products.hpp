// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algebra/polynomials.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/ntt/ntt_plan.hpp"

namespace lath::detail {

/// A public polynomial that others are multiplied by.
struct PreparedPolynomial {
  Coefficients coefficients;
  std::size_t degree = 0;  ///< of the transforms that products take; 0: by the definition
  std::vector<std::uint64_t> transforms;  ///< for each prime
};

/// Products of polynomials modulo t: exact products modulo one to three primes of 49 bits, which
/// together are as large as the coefficients of a product, and products modulo t. Constant time in
/// the coefficients.
class ExactProducts {
 public:
  /// For products of at most `longest` <= 2^20 coefficients, modulo t <= 2^60.
  ExactProducts(const Modulus& t, std::size_t longest);

  [[nodiscard]] const Modulus& modulus() const noexcept { return t_; }

  /// For products with polynomials of at most `length` coefficients.
  [[nodiscard]] PreparedPolynomial prepare(Coefficients coefficients, std::size_t length) const;
  /// out = the lowest coefficients of a b. Three transforms for each prime, two of them of `a`.
  void multiply(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                const PreparedPolynomial& b) const;

 private:
  using Plan = NttPlan<std::uint64_t>;

  [[nodiscard]] const Plan& plan(std::size_t prime, std::size_t degree) const noexcept;
  void join(std::span<std::uint64_t> out, std::span<const std::uint64_t> residues,
            std::size_t stride) const noexcept;

  Modulus t_;
  std::vector<Modulus> primes_;
  std::vector<std::vector<Plan>> plans_;  // for each prime, from the least degree on
  // Garner's: the inverses of the product of the primes before, and that product modulo t.
  std::vector<std::uint64_t> inverses_, weights_;
};

}  // namespace lath::detail
