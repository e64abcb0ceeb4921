// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ntt/transform_makers.hpp"

namespace lath::detail {

/// `transform`, with operands and results compared with the ranges that Transform states; in builds
/// without LATH_CHECKING `transform` itself.
#ifdef LATH_CHECKING
template <ResidueWord Word>
TransformPointer<Word> with_checked_ranges(TransformPointer<Word> transform);
#else
template <ResidueWord Word>
TransformPointer<Word> with_checked_ranges(TransformPointer<Word> transform) {
  return transform;
}
#endif

}  // namespace lath::detail
