// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include "he/access.hpp"
#include "he/context.hpp"
#include "lath/he/ciphertext.hpp"
#include "lath/ring/rows.hpp"
#include "ring/engine/program_rows.hpp"

/// @file
/// The memory of results.
namespace lath::he {

/// A result of this level. Its words are unspecified.
template <class Result>
[[nodiscard]] Result new_result(const std::shared_ptr<const Context>& context, std::size_t level);

/// A result of level 1 that make_room() replaces.
template <class Result>
[[nodiscard]] Result empty_result(const std::shared_ptr<const Context>& context);

/// Gives a result memory of these parameters and this level, unless it has such memory. The words
/// are unspecified.
template <class Result>
void make_room(Result& out, const std::shared_ptr<const Context>& context, std::size_t level);

/// Copies an operand of these parameters into the memory of a result.
template <class Result>
void copy_operand(Result& out, const std::shared_ptr<const Context>& context, const Result& in);

/// A product of BFV by its values.
[[nodiscard]] Product<Eval> by_values(const Product<Coeff>& product);

/// The engine of a ciphertext's parameters.
template <class Form, std::size_t Parts>
[[nodiscard]] Engine& engine_of(const CiphertextParts<Form, Parts>& c) noexcept {
  return *Access::context(c)->keys->engine;
}

/// A copy of a part as a polynomial.
template <class Form, std::size_t Parts>
[[nodiscard]] Poly<DynamicRing, Form> copy_of_part(const CiphertextParts<Form, Parts>& c,
                                                   std::size_t i) {
  auto copy =
      lath::detail::Forms::for_overwrite<Form, Public>(Access::context(c)->level(c.level()).ring);
  engine_of(c).copy_out(rows_of(copy), c.part(i));
  return copy;
}

/// Whoever sees these rows sees nothing secret.
void declassify_rows(const Context& context, const Rows& rows) noexcept;

///@{
/// The rows of all parts in the engine's memory.
template <class Form, std::size_t Parts>
[[nodiscard]] std::array<Rows, Parts> rows_of_parts(CiphertextParts<Form, Parts>& a) {
  std::array<Rows, Parts> rows;
  for (std::size_t i = 0; i < Parts; ++i) rows[i] = Access::part(a, i).rows();
  return rows;
}
template <class Form, std::size_t Parts>
[[nodiscard]] std::array<ConstRows, Parts> rows_of_parts(const CiphertextParts<Form, Parts>& a) {
  std::array<ConstRows, Parts> rows;
  for (std::size_t i = 0; i < Parts; ++i) rows[i] = Access::part(a, i).rows();
  return rows;
}
///@}

using detail::RowsToRead, detail::RowsToWrite;
///@{
/// The rows of all parts for the program to read and to write.
template <class Form, std::size_t Parts>
[[nodiscard]] std::array<RowsToRead, Parts> parts_to_read(const CiphertextParts<Form, Parts>& c) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<RowsToRead, Parts>{RowsToRead(engine_of(c), c.part(I))...};
  }(std::make_index_sequence<Parts>());
}
template <class Form, std::size_t Parts>
[[nodiscard]] std::array<RowsToWrite, Parts> parts_to_write(CiphertextParts<Form, Parts>& c) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<RowsToWrite, Parts>{RowsToWrite(engine_of(c), Access::part(c, I).rows())...};
  }(std::make_index_sequence<Parts>());
}
///@}

/// Throws invalid_argument if a result would overwrite one of its operands.
void require_apart(const void* out, const void* operand);

}  // namespace lath::he
