// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/convert_base.hpp"

#include <string>

#include "lath/base/error.hpp"

namespace lath::detail {

template <class Word>
void require_moduli(const Plans<Word>& plans, const RnsBasis& basis, const char* which) {
  constexpr const char* kNeeded = "need rings with the moduli of the conversion, in its order";
  constexpr const char* kRemedy = "create the conversion from the bases of these rings";
  if (plans.limbs != basis.size()) {
    throw Error(ErrorCode::mismatch,
                std::to_string(plans.limbs) + " limbs in " + which + " where the conversion has " +
                    std::to_string(basis.size()),
                kNeeded, kRemedy);
  }
  for (std::size_t i = 0; i < plans.limbs; ++i) {
    const std::uint64_t found = plans[i].modulus(), needed = basis.modulus(i).value();
    if (found == needed) continue;
    throw Error(ErrorCode::mismatch,
                "modulus " + std::to_string(found) + " in limb " + std::to_string(i) +
                    " where the conversion has " + std::to_string(needed),
                kNeeded, kRemedy);
  }
}

template void require_moduli(const Plans<std::uint16_t>&, const RnsBasis&, const char*);
template void require_moduli(const Plans<std::uint32_t>&, const RnsBasis&, const char*);
template void require_moduli(const Plans<std::uint64_t>&, const RnsBasis&, const char*);

void require_one_degree(std::size_t from, std::size_t to) {
  if (from == to) return;
  throw Error(ErrorCode::mismatch,
              "a polynomial of degree " + std::to_string(from) + " for a ring of degree " +
                  std::to_string(to),
              "need rings of one degree", "create the other ring with the polynomial's degree");
}

}  // namespace lath::detail
