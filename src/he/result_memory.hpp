// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "he/context.hpp"
#include "lath/he/ciphertext.hpp"

/// @file
/// The memory of results.
namespace lath::he {

///@{
/// Something of level 1 that make_room() replaces.
[[nodiscard]] Ciphertext empty_ciphertext(const std::shared_ptr<const Context>& context);
[[nodiscard]] Product empty_product(const std::shared_ptr<const Context>& context);
///@}

///@{
/// Gives a result memory of these parameters and this level, unless it has it. What is in it is
/// unspecified.
void make_room(Ciphertext& out, const std::shared_ptr<const Context>& context, const Level& level);
void make_room(Product& out, const std::shared_ptr<const Context>& context, const Level& level);
///@}

}  // namespace lath::he
