// SPDX-License-Identifier: Apache-2.0
#include "lath/he/scheme_parameters.hpp"

#include "he/context.hpp"

namespace lath::he {

const Literal& SchemeParameters::literal() const& noexcept { return context_->literal; }
std::size_t SchemeParameters::degree() const noexcept { return context_->degree(); }
const Natural& SchemeParameters::plaintext_modulus() const& noexcept {
  return context_->literal.plaintext_modulus;
}
std::size_t SchemeParameters::levels() const noexcept { return context_->levels.size(); }
const DynamicRing& SchemeParameters::ring(std::size_t level) const& noexcept {
  return context_->level(level).ring;
}
std::size_t SchemeParameters::digits() const noexcept {
  return context_->levels.back().digits.size();
}
double SchemeParameters::log2_q(std::size_t level) const noexcept {
  return context_->level(level).log2_q;
}
double SchemeParameters::log2_qp() const noexcept {
  return context_->levels.back().log2_q + context_->log2_p;
}

}  // namespace lath::he
