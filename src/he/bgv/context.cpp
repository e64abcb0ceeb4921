// SPDX-License-Identifier: Apache-2.0
#include "he/bgv/context.hpp"

namespace lath::he::bgv {

BgvContext::BgvContext(const Literal& from)
    : Context(from, 0, from.plaintext_modulus),
      t_of_q(RnsScalar<DynamicRing>::from_integer(levels.back().ring,
                                                  static_cast<std::int64_t>(t.value()))),
      inverse_of_t(scalar_of(levels.back().ring, [&](const Modulus& m) {
        return m.inverse_vartime(m.reduce(t.value()));
      })) {
  for (const Level& level : levels) bgv_levels.push_back(make_bgv_level(level));
}

BgvLevel BgvContext::make_bgv_level(const Level& level) const {
  const LimbSet last = LimbSet::range(level.q.size() - 1, 1);
  const RnsBasis basis_t = RnsBasis::create({&t, 1});
  return {RowMap::extension(basis(level.q), basis_t), t.inverse_vartime(product(last, t))};
}

}  // namespace lath::he::bgv
