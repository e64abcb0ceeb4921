// SPDX-License-Identifier: Apache-2.0
#include "he/result_memory.hpp"

#include <array>
#include <utility>

#include "he/access.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::he {
namespace {

template <std::size_t... Parts>
std::array<EngineRows, sizeof...(Parts)> new_parts(const Context& context, std::size_t level,
                                                   std::index_sequence<Parts...>) {
  const auto new_part = [&](std::size_t) {
    return EngineRows(context.keys->engine, context.level(level).q);
  };
  return {new_part(Parts)...};
}

template <class Form, std::size_t Parts>
constexpr std::make_index_sequence<Parts> parts_of(const CiphertextParts<Form, Parts>*) {
  return {};
}

template <class Form, std::size_t Parts>
void copy_parts(CiphertextParts<Form, Parts>& out, const CiphertextParts<Form, Parts>& in) {
  for (std::size_t i = 0; i < Parts; ++i) Access::part(out, i) = Access::part(in, i);
}

}  // namespace

template <class Result>
Result new_result(const std::shared_ptr<const Context>& context, std::size_t level) {
  return Access::ciphertext<Result>(
      context, new_parts(*context, level, parts_of(static_cast<const Result*>(nullptr))), 1,
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

template <class Result>
void copy_operand(Result& out, const std::shared_ptr<const Context>& context, const Result& in) {
  make_room(out, context, in.level());
  copy_parts(out, in);
  Access::set(out, in.scale_factor(), in.noise(), in.key_id());
}

Product<Eval> by_values(const Product<Coeff>& product) {
  auto out = new_result<Product<Eval>>(Access::context(product), product.level());
  const auto values = rows_of_parts(out);
  for (std::size_t i = 0; i < values.size(); ++i) {
    Access::context(product)->keys->engine->forward(values[i], product.part(i));
  }
  Access::set(out, product.scale_factor(), product.noise(), product.key_id());
  return out;
}

void declassify_rows(const Context& context, const Rows& rows) noexcept {
  if (!context.keys->engine->is_program_memory()) return;
  for (std::size_t i = 0; i < rows.limbs.size(); ++i) {
    ct::declassify(rows.row(rows.limbs.place(i)), context.degree() * sizeof(std::uint64_t));
  }
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
template void copy_operand(Ciphertext&, const std::shared_ptr<const Context>&, const Ciphertext&);
template void copy_operand(Product<Coeff>&, const std::shared_ptr<const Context>&,
                           const Product<Coeff>&);
template void copy_operand(Product<Eval>&, const std::shared_ptr<const Context>&,
                           const Product<Eval>&);

}  // namespace lath::he
