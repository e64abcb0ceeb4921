// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

#include "he/access.hpp"
#include "he/context.hpp"
#include "he/each_part.hpp"
#include "lath/he/ciphertext.hpp"
#include "lath/ring/rows.hpp"
#include "ring/engine/program_rows.hpp"

/// @file
/// The memory of results.
namespace lath::he {

/// The parts of most results: three of a product.
template <class Result>
inline constexpr std::size_t kUsualParts = std::is_same_v<Result, Ciphertext> ? 2 : 3;

/// A result of this level. Its words are unspecified.
template <class Result>
[[nodiscard]] Result new_result(const std::shared_ptr<const Context>& context, std::size_t level,
                                std::size_t parts = kUsualParts<Result>);

/// A result of level 1 that make_room() replaces.
template <class Result>
[[nodiscard]] Result empty_result(const std::shared_ptr<const Context>& context);

/// Gives a result memory of these parameters, this level and so many parts, unless it has such
/// memory. The words are unspecified.
template <class Result>
void make_room(Result& out, const std::shared_ptr<const Context>& context, std::size_t level,
               std::size_t parts = kUsualParts<Result>);

/// Copies an operand of these parameters into the memory of a result.
template <class Result>
void copy_operand(Result& out, const std::shared_ptr<const Context>& context, const Result& in);

/// A product of BFV by its values.
[[nodiscard]] Product<Eval> by_values(const Product<Coeff>& product);

/// The engine of a ciphertext's parameters.
template <class Form>
[[nodiscard]] Engine& engine_of(const CiphertextParts<Form>& c) noexcept {
  return *Access::context(c)->keys->engine;
}

/// A copy of a part as a polynomial.
template <class Form>
[[nodiscard]] Poly<DynamicRing, Form> copy_of_part(const CiphertextParts<Form>& c, std::size_t i) {
  auto copy =
      lath::detail::Forms::for_overwrite<Form, Public>(Access::context(c)->level(c.level()).ring);
  engine_of(c).copy_out(rows_of(copy), c.part(i));
  return copy;
}

/// Whoever sees these rows sees nothing secret.
void declassify_rows(const Context& context, const Rows& rows) noexcept;

///@{
/// The rows of all parts in the engine's memory.
template <class Form>
[[nodiscard]] EachPart<Rows> rows_of_parts(CiphertextParts<Form>& a) {
  EachPart<Rows> rows(a.parts());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = Access::part(a, i).rows();
  return rows;
}
template <class Form>
[[nodiscard]] EachPart<ConstRows> rows_of_parts(const CiphertextParts<Form>& a) {
  EachPart<ConstRows> rows(a.parts());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = Access::part(a, i).rows();
  return rows;
}
[[nodiscard]] inline std::array<Rows, 3> rows_of_parts(Product<Coeff>& a) {
  return {Access::part(a, 0).rows(), Access::part(a, 1).rows(), Access::part(a, 2).rows()};
}
[[nodiscard]] inline std::array<Rows, 2> rows_of_parts(Ciphertext& a) {
  return {Access::part(a, 0).rows(), Access::part(a, 1).rows()};
}
[[nodiscard]] inline std::array<ConstRows, 2> rows_of_parts(const Ciphertext& a) {
  return {a.part(0), a.part(1)};
}
///@}

using detail::RowsToRead, detail::RowsToWrite;
/// The rows of all parts for the program to read.
template <class Form>
[[nodiscard]] std::vector<RowsToRead> parts_to_read(const CiphertextParts<Form>& c) {
  std::vector<RowsToRead> rows;
  rows.reserve(c.parts());
  for (std::size_t i = 0; i < c.parts(); ++i) rows.emplace_back(engine_of(c), c.part(i));
  return rows;
}
/// The rows of both parts for the program to write.
[[nodiscard]] inline std::array<RowsToWrite, 2> parts_to_write(Ciphertext& c) {
  return {RowsToWrite(engine_of(c), Access::part(c, 0).rows()),
          RowsToWrite(engine_of(c), Access::part(c, 1).rows())};
}

/// Throws invalid_argument if a result would overwrite one of its operands.
void require_apart(const void* out, const void* operand);

}  // namespace lath::he
