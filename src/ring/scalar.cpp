// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/scalar.hpp"

#include <string>

#include "lath/base/error.hpp"

namespace lath::detail {
namespace {

template <ResidueWord Word>
void require_limbs(const Plans<Word>& plans) {
  if (plans.limbs == 0) throw_moved_from("ring");
}

}  // namespace

template <class Word>
std::vector<Scalar<Word>> scalars_of(const Plans<Word>& plans,
                                     std::span<const std::uint64_t> residues) {
  require_limbs(plans);
  if (residues.size() != plans.limbs) {
    throw Error(ErrorCode::mismatch, std::to_string(residues.size()) + " residues of a scalar",
                "need one for each of the " + std::to_string(plans.limbs) + " limbs",
                "give the scalar modulo every modulus of the ring");
  }
  std::vector<Scalar<Word>> scalars;
  scalars.reserve(plans.limbs);
  for (std::size_t i = 0; i < plans.limbs; ++i) {
    if (residues[i] >= plans[i].modulus()) {
      throw Error(ErrorCode::invalid_argument, "residue " + std::to_string(i) + " is not reduced",
                  "need residues below the modulus " + std::to_string(plans[i].modulus()),
                  "reduce it first");
    }
    scalars.push_back(plans[i].arithmetic().scalar(static_cast<Word>(residues[i])));
  }
  return scalars;
}

template <class Word>
std::vector<Scalar<Word>> scalars_of(const Plans<Word>& plans, std::int64_t k) {
  require_limbs(plans);
  std::vector<std::uint64_t> residues;
  residues.reserve(plans.limbs);
  for (std::size_t i = 0; i < plans.limbs; ++i) {
    residues.push_back(Modulus(plans[i].modulus()).reduce_signed(k));
  }
  return scalars_of(plans, std::span<const std::uint64_t>(residues));
}

// NOLINTBEGIN(bugprone-macro-parentheses): the argument is a type
#define LATH_INSTANTIATE(Word)                                                   \
  template std::vector<Scalar<Word>> scalars_of(const Plans<Word>&,              \
                                                std::span<const std::uint64_t>); \
  template std::vector<Scalar<Word>> scalars_of(const Plans<Word>&, std::int64_t);
LATH_INSTANTIATE(std::uint16_t)
LATH_INSTANTIATE(std::uint32_t)
LATH_INSTANTIATE(std::uint64_t)
#undef LATH_INSTANTIATE
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace lath::detail
