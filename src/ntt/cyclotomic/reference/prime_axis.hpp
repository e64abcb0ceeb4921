// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/ntt/ntt_plan.hpp"

namespace lath::detail {

/// The sums S_j = sum_i x_i w^(i j) for i, j = 1, ..., p - 1, where w has the prime order p.
/// Transforms along axes of p consist of these sums, forward and backward. They are computed as
/// sums of products, or as a cyclic convolution: with i = g^-a and j = g^b the exponent is
/// g^(b - a) (C. Rader, "Discrete Fourier transforms when the number of data samples is prime",
/// Proc. IEEE 56, 1968).
class PrimeAxis {
 public:
  /// The axis uses convolutions if the prime is long enough and q has the roots of unity that
  /// convolutions need.
  PrimeAxis(const Modulus& q, std::uint64_t prime, std::uint64_t root);

  [[nodiscard]] std::size_t prime() const noexcept { return logs_.size() + 1; }
  /// The number of words of scratch memory that core() needs.
  [[nodiscard]] std::size_t scratch_words() const noexcept;

  /// x_1, ..., x_(p-1) become S_1, ..., S_(p-1).
  void core(std::uint64_t* x, std::uint64_t* scratch) const noexcept;

 private:
  void sums(std::uint64_t* x, std::uint64_t* scratch) const noexcept;
  void convolution(const NttPlan<std::uint64_t>& plan, std::uint64_t* x,
                   std::uint64_t* scratch) const noexcept;

  Modulus q_;
  std::vector<std::uint64_t> powers_;           // of w
  std::vector<std::uint32_t> logs_;             // logs_[a] = g^a mod p
  std::optional<NttPlan<std::uint64_t>> plan_;  // cyclic
  std::vector<std::uint64_t> kernel_;           // w^(g^c), transformed
};

}  // namespace lath::detail
