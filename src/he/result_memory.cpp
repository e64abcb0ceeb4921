// SPDX-License-Identifier: Apache-2.0
#include "he/result_memory.hpp"

namespace lath::he {
namespace {

template <class Form>
Poly<DynamicRing, Form> for_overwrite(const DynamicRing& ring) {
  return lath::detail::Forms::for_overwrite<Form, Public>(ring);
}

NoiseBound no_noise(const std::shared_ptr<const Context>& context) {
  return {0, context->degree()};
}

Ciphertext new_ciphertext(const std::shared_ptr<const Context>& context, const DynamicRing& ring) {
  return {context, for_overwrite<Eval>(ring), for_overwrite<Eval>(ring), no_noise(context)};
}
Product new_product(const std::shared_ptr<const Context>& context, const DynamicRing& ring) {
  return {context,
          {for_overwrite<Coeff>(ring), for_overwrite<Coeff>(ring), for_overwrite<Coeff>(ring)},
          no_noise(context)};
}

template <class Result>
bool has_room(const Result& out, const std::shared_ptr<const Context>& context,
              const Level& level) {
  return out.context() == context && out.level() == level.ring.limbs();
}

}  // namespace

Ciphertext empty_ciphertext(const std::shared_ptr<const Context>& context) {
  return new_ciphertext(context, context->level(1).ring);
}
Product empty_product(const std::shared_ptr<const Context>& context) {
  return new_product(context, context->level(1).ring);
}

void make_room(Ciphertext& out, const std::shared_ptr<const Context>& context, const Level& level) {
  if (!has_room(out, context, level)) out = new_ciphertext(context, level.ring);
}
void make_room(Product& out, const std::shared_ptr<const Context>& context, const Level& level) {
  if (!has_room(out, context, level)) out = new_product(context, level.ring);
}

}  // namespace lath::he
