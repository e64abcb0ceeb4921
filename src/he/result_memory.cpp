// SPDX-License-Identifier: Apache-2.0
#include "he/result_memory.hpp"

#include <array>

#include "lath/base/error.hpp"

namespace lath::he {
namespace {

template <class Form, std::size_t... Parts>
auto new_parts(const DynamicRing& ring, std::index_sequence<Parts...>) {
  const auto new_part = [&](std::size_t) {
    return lath::detail::Forms::for_overwrite<Form, Public>(ring);
  };
  return std::array{new_part(Parts)...};
}

template <class Form, std::size_t Parts>
auto new_parts_of(const CiphertextParts<Form, Parts>*, const DynamicRing& ring) {
  return new_parts<Form>(ring, std::make_index_sequence<Parts>());
}

template <class Result>
Result new_result(const std::shared_ptr<const Context>& context, const DynamicRing& ring) {
  return {context, new_parts_of(static_cast<const Result*>(nullptr), ring), 1,
          NoiseBound(0, context->degree())};
}

}  // namespace

template <class Result>
Result empty_result(const std::shared_ptr<const Context>& context) {
  return new_result<Result>(context, context->level(1).ring);
}

template <class Result>
void make_room(Result& out, const std::shared_ptr<const Context>& context, const Level& level) {
  if (out.context() == context && out.level() == level.q.size()) return;
  out = new_result<Result>(context, level.ring);
}

void require_apart(const void* out, const void* operand) {
  if (out != operand) return;
  throw Error(ErrorCode::invalid_argument, "a result in the memory of its operand",
              "need other memory", "give another ciphertext");
}

template Ciphertext empty_result(const std::shared_ptr<const Context>&);
template Product<Coeff> empty_result(const std::shared_ptr<const Context>&);
template Product<Eval> empty_result(const std::shared_ptr<const Context>&);
template void make_room(Ciphertext&, const std::shared_ptr<const Context>&, const Level&);
template void make_room(Product<Coeff>&, const std::shared_ptr<const Context>&, const Level&);
template void make_room(Product<Eval>&, const std::shared_ptr<const Context>&, const Level&);

}  // namespace lath::he
