// SPDX-License-Identifier: Apache-2.0
#include "he/result_memory.hpp"

#include <algorithm>
#include <array>

#include "he/access.hpp"
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

template <class Form, std::size_t Parts>
void copy_parts(CiphertextParts<Form, Parts>& out, const CiphertextParts<Form, Parts>& in) {
  for (std::size_t i = 0; i < Parts; ++i) copy_words(Access::part(out, i), Access::part(in, i));
}

}  // namespace

template <class Result>
Result new_result(const std::shared_ptr<const Context>& context, std::size_t level) {
  return Access::ciphertext<Result>(
      context, new_parts_of(static_cast<const Result*>(nullptr), context->level(level).ring), 1,
      NoiseBound(0, context->degree()), KeyId());
}

template <class Result>
Result empty_result(const std::shared_ptr<const Context>& context) {
  return new_result<Result>(context, 1);
}

template <class Result>
void make_room(Result& out, const std::shared_ptr<const Context>& context, std::size_t level) {
  if (Access::context(out) == context && out.level() == level) return;
  out = new_result<Result>(context, level);
}

template <class Form>
void copy_words(Poly<DynamicRing, Form>& out, const Poly<DynamicRing, Form>& in) noexcept {
  if (&out == &in) return;
  for (std::size_t i = 0; i < in.ring().limbs(); ++i) {
    std::ranges::copy(in.limb(i), out.limb(i).begin());
  }
}

template <class Result>
void copy_operand(Result& out, const std::shared_ptr<const Context>& context, const Result& in) {
  make_room(out, context, in.level());
  copy_parts(out, in);
  Access::set(out, in.scale_factor(), in.noise(), in.key_id());
}

void require_apart(const void* out, const void* operand) {
  if (out != operand) return;
  throw Error(ErrorCode::invalid_argument, "a result in the memory of its operand",
              "need other memory", "give another ciphertext");
}

template Ciphertext new_result(const std::shared_ptr<const Context>&, std::size_t);
template Product<Coeff> new_result(const std::shared_ptr<const Context>&, std::size_t);
template Product<Eval> new_result(const std::shared_ptr<const Context>&, std::size_t);
template Ciphertext empty_result(const std::shared_ptr<const Context>&);
template Product<Coeff> empty_result(const std::shared_ptr<const Context>&);
template Product<Eval> empty_result(const std::shared_ptr<const Context>&);
template void make_room(Ciphertext&, const std::shared_ptr<const Context>&, std::size_t);
template void make_room(Product<Coeff>&, const std::shared_ptr<const Context>&, std::size_t);
template void make_room(Product<Eval>&, const std::shared_ptr<const Context>&, std::size_t);
template void copy_words(Poly<DynamicRing, Coeff>&, const Poly<DynamicRing, Coeff>&) noexcept;
template void copy_words(Poly<DynamicRing, Eval>&, const Poly<DynamicRing, Eval>&) noexcept;
template void copy_operand(Ciphertext&, const std::shared_ptr<const Context>&, const Ciphertext&);
template void copy_operand(Product<Coeff>&, const std::shared_ptr<const Context>&,
                           const Product<Coeff>&);
template void copy_operand(Product<Eval>&, const std::shared_ptr<const Context>&,
                           const Product<Eval>&);

}  // namespace lath::he
