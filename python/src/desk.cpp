// SPDX-License-Identifier: Apache-2.0
#include "desk.hpp"

namespace lath::python {

he::EvaluationKeys DeskKeys::evaluation() const {
  if (relin && galois) return {*relin, *galois};
  if (relin) return *relin;
  if (galois) return *galois;
  return {};
}

const he::SlotEncoder& Desk::slots() {
  const std::lock_guard lock(encoder_mutex_);
  if (!encoder_) encoder_ = he::SlotEncoder::create(parameters());
  return *encoder_;
}

std::string Desk::facts() const {
  const he::SchemeParameters& p = parameters();
  return std::string(scheme()) + " n=" + std::to_string(p.degree()) +
         " t=" + decimal_vartime(p.plaintext_modulus());
}

}  // namespace lath::python
