// SPDX-License-Identifier: Apache-2.0
//
// The operations on vectors of the scalar reference: one word at a time.
#include "arith/pointwise/pointwise.hpp"
#include "arith/pointwise/reference_words.hpp"

namespace lath::detail {
namespace scalar {

#include "arith/pointwise/pointwise.inl"  // NOLINT(bugprone-suspicious-include)

}  // namespace scalar

template <ResidueWord Word>
PointwiseTablePointer<Word> make_pointwise_reference(const Modulus& modulus) {
  return scalar::make_pointwise_kernels<ReferenceWords<Word, 1>>(
      modulus, {kIntegerFamily<Word>, Isa::scalar});
}

template PointwiseTablePointer<std::uint16_t> make_pointwise_reference(const Modulus&);
template PointwiseTablePointer<std::uint32_t> make_pointwise_reference(const Modulus&);
template PointwiseTablePointer<std::uint64_t> make_pointwise_reference(const Modulus&);

}  // namespace lath::detail
