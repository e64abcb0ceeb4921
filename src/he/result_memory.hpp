// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "he/access.hpp"
#include "he/context.hpp"
#include "lath/he/ciphertext.hpp"
#include "lath/ring/rows.hpp"

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

///@{
/// Copies words into the memory that a polynomial of the same ring has, and an operand of these
/// parameters into the memory of a result. Assignments would take new memory.
template <class Form>
void copy_words(Poly<DynamicRing, Form>& out, const Poly<DynamicRing, Form>& in) noexcept;
template <class Result>
void copy_operand(Result& out, const std::shared_ptr<const Context>& context, const Result& in);
///@}

///@{
/// The rows of all parts.
template <class Form, std::size_t Parts>
[[nodiscard]] std::array<Rows, Parts> rows_of_parts(CiphertextParts<Form, Parts>& a) {
  std::array<Rows, Parts> rows;
  for (std::size_t i = 0; i < Parts; ++i) rows[i] = rows_of(Access::part(a, i));
  return rows;
}
template <class Form, std::size_t Parts>
[[nodiscard]] std::array<ConstRows, Parts> rows_of_parts(const CiphertextParts<Form, Parts>& a) {
  std::array<ConstRows, Parts> rows;
  for (std::size_t i = 0; i < Parts; ++i) rows[i] = rows_of(Access::part(a, i));
  return rows;
}
///@}

/// Throws invalid_argument if a result would overwrite one of its operands.
void require_apart(const void* out, const void* operand);

}  // namespace lath::he
