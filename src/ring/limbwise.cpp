// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/limbwise.hpp"

namespace lath::detail {
namespace {

// Calls f(plan, place of the row) for every limb.
template <ResidueWord Word, class F>
void for_each_plan(const Plans<Word>& plans, std::size_t stride, const F& f) noexcept {
  for_each_row(plans.limbs, stride,
               [&](std::size_t limb) noexcept { f(plans[limb], limb * stride); });
}

}  // namespace

template <ResidueWord Word>
void forward(const Plans<Word>& plans, Word* a, std::size_t stride) noexcept {
  for_each_plan(plans, stride, [&](const auto& plan, std::size_t at) { plan.forward(a + at); });
}
template <ResidueWord Word>
void inverse(const Plans<Word>& plans, Word* a, std::size_t stride) noexcept {
  for_each_plan(plans, stride, [&](const auto& plan, std::size_t at) { plan.inverse(a + at); });
}
template <ResidueWord Word>
void convolve(const Plans<Word>& plans, Word* a, Word* b, std::size_t stride) noexcept {
  for_each_plan(plans, stride,
                [&](const auto& plan, std::size_t at) { plan.convolve(a + at, b + at); });
}
template <ResidueWord Word>
void convolve_transformed(const Plans<Word>& plans, Word* a, const Word* b,
                          std::size_t stride) noexcept {
  for_each_plan(plans, stride, [&](const auto& plan, std::size_t at) {
    plan.convolve_transformed(a + at, b + at);
  });
}
template <ResidueWord Word>
void prepare(const Plans<Word>& plans, Word* quotients, const Word* b,
             std::size_t stride) noexcept {
  for_each_plan(plans, stride, [&](const auto& plan, std::size_t at) {
    plan.arithmetic().prepare(quotients + at, b + at, plan.degree());
  });
}

#define LATH_INSTANTIATE(Word)                                                    \
  template void forward(const Plans<Word>&, Word*, std::size_t) noexcept;         \
  template void inverse(const Plans<Word>&, Word*, std::size_t) noexcept;         \
  template void convolve(const Plans<Word>&, Word*, Word*, std::size_t) noexcept; \
  template void convolve_transformed(const Plans<Word>&, Word*, const Word*,      \
                                     std::size_t) noexcept;                       \
  template void prepare(const Plans<Word>&, Word*, const Word*, std::size_t) noexcept;
LATH_INSTANTIATE(std::uint16_t)
LATH_INSTANTIATE(std::uint32_t)
LATH_INSTANTIATE(std::uint64_t)
#undef LATH_INSTANTIATE

}  // namespace lath::detail
