// SPDX-License-Identifier: Apache-2.0
#include "he/result_memory.hpp"

#include <string>
#include <utility>
#include <vector>

#include "he/access.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::he {
namespace {

std::vector<EngineRows> new_parts(const Context& context, std::size_t level, std::size_t parts) {
  std::vector<EngineRows> rows;
  rows.reserve(parts);
  for (std::size_t i = 0; i < parts; ++i) {
    rows.emplace_back(context.keys->engine, context.level(level).q);
  }
  return rows;
}

}  // namespace

template <class Result>
Result new_result(const std::shared_ptr<const Context>& context, std::size_t level,
                  std::size_t parts) {
  return Access::ciphertext<Result>(context, new_parts(*context, level, parts), 1,
                                    NoiseBound(0, context->degree()), KeyId());
}

template <class Result>
Result empty_result(const std::shared_ptr<const Context>& context) {
  return new_result<Result>(context, 1);
}

template <class Result>
void make_room(Result& out, const std::shared_ptr<const Context>& context, std::size_t level,
               std::size_t parts) {
  const Context* const found = Access::context(out).get();
  if (found != nullptr && found->keys == context->keys && out.level() == level &&
      out.parts() == parts) {
    Access::set_context(out, context);
    return;
  }
  out = new_result<Result>(context, level, parts);
}

template <class Result>
void copy_operand(Result& out, const std::shared_ptr<const Context>& context, const Result& in) {
  make_room(out, context, in.level(), in.parts());
  for (std::size_t i = 0; i < in.parts(); ++i) Access::part(out, i) = Access::part(in, i);
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

void refuse_part(std::size_t i, std::size_t parts) {
  throw Error(ErrorCode::invalid_argument, "part " + std::to_string(i) + " of a ciphertext",
              parts == 0 ? "the object was moved from"
                         : "need one below " + std::to_string(parts) + ", the number of its parts",
              parts == 0 ? "use the object that it was moved to" : "see parts()");
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

// NOLINTBEGIN(bugprone-macro-parentheses): types have none
#define LATH_MEMORY_OF(Result)                                                                 \
  template Result new_result(const std::shared_ptr<const Context>&, std::size_t, std::size_t); \
  template Result empty_result(const std::shared_ptr<const Context>&);                         \
  template void make_room(Result&, const std::shared_ptr<const Context>&, std::size_t,         \
                          std::size_t);                                                        \
  template void copy_operand(Result&, const std::shared_ptr<const Context>&, const Result&)
// NOLINTEND(bugprone-macro-parentheses)
LATH_MEMORY_OF(Ciphertext);
LATH_MEMORY_OF(Product<Coeff>);
LATH_MEMORY_OF(Product<Eval>);
#undef LATH_MEMORY_OF

}  // namespace lath::he
