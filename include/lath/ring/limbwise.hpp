// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/ring/ring.hpp"

/// @file
/// What the library does to all limbs of a polynomial, the limbs side by side where that pays.
namespace lath::detail {

/// The plans of a ring of any type.
template <ResidueWord Word>
struct Plans {
  const void* ring;
  std::size_t limbs;
  const NttPlan<Word>& (*plan)(const void* ring, std::size_t limb);

  const NttPlan<Word>& operator[](std::size_t limb) const { return plan(ring, limb); }
};

template <Ring R>
Plans<typename R::Word> plans_of(const R& ring) noexcept {
  return {&ring, ring.limbs(),
          [](const void* r, std::size_t limb) -> const NttPlan<typename R::Word>& {
            return static_cast<const R*>(r)->plan(limb);
          }};
}

///@{
/// The function of NttPlan of this name on every limb; rows begin `stride` words apart.
template <ResidueWord Word>
void forward(const Plans<Word>& plans, Word* a, std::size_t stride) noexcept;
template <ResidueWord Word>
void inverse(const Plans<Word>& plans, Word* a, std::size_t stride) noexcept;
template <ResidueWord Word>
void convolve(const Plans<Word>& plans, Word* a, Word* b, std::size_t stride) noexcept;
template <ResidueWord Word>
void convolve_transformed(const Plans<Word>& plans, Word* a, const Word* b,
                          std::size_t stride) noexcept;
///@}
/// VectorArithmetic::prepare() on every limb.
template <ResidueWord Word>
void prepare(const Plans<Word>& plans, Word* quotients, const Word* b, std::size_t stride) noexcept;

/// @cond
#define LATH_DECLARE(Word)                                                               \
  extern template void forward(const Plans<Word>&, Word*, std::size_t) noexcept;         \
  extern template void inverse(const Plans<Word>&, Word*, std::size_t) noexcept;         \
  extern template void convolve(const Plans<Word>&, Word*, Word*, std::size_t) noexcept; \
  extern template void convolve_transformed(const Plans<Word>&, Word*, const Word*,      \
                                            std::size_t) noexcept;                       \
  extern template void prepare(const Plans<Word>&, Word*, const Word*, std::size_t) noexcept;
LATH_DECLARE(std::uint16_t)
LATH_DECLARE(std::uint32_t)
LATH_DECLARE(std::uint64_t)
#undef LATH_DECLARE
/// @endcond

}  // namespace lath::detail
