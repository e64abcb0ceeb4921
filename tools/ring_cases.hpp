// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/ntt/ntt_plan.hpp"
#include "lath/random/generator.hpp"

namespace lath::tool {

/// One kernel at work in one ring.
struct RingCase {
  int word_bits;
  std::size_t degree;
  std::uint64_t modulus;
  Kernel kernel;
};

/// "f64/avx2".
[[nodiscard]] std::string kernel_name(Kernel kernel);

/// Every kernel of this CPU at the given degrees, each with the largest prime that its family
/// takes; degrees are left out for which a family has no prime.
[[nodiscard]] std::vector<RingCase> ring_cases(std::span<const std::size_t> degrees);

/// a b mod (x^n + 1, p) from the definition, in n^2 steps.
[[nodiscard]] std::vector<std::uint64_t> schoolbook_product(std::span<const std::uint64_t> a,
                                                            std::span<const std::uint64_t> b,
                                                            const Modulus& modulus);

/// How many of the n coefficients of a product of random polynomials, computed by forward
/// transforms, a pointwise product and an inverse transform, agree with schoolbook_product().
[[nodiscard]] std::size_t agreeing_coefficients(const RingCase& ring_case, Generator& generator);

/// Whether all entries of the kernel give what the scalar reference gives for random operands and
/// for operands of the least and the largest words.
[[nodiscard]] bool agrees_with_reference(const RingCase& ring_case, Generator& generator);

/// Microseconds per call, the best of several runs.
struct EntryTimes {
  double forward, inverse, multiply;
};
[[nodiscard]] EntryTimes measure(const RingCase& ring_case, Generator& generator);

}  // namespace lath::tool
