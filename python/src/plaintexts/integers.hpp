// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bindings.hpp"

namespace lath::python {

/// The number of an integer of Python, of any length. Throws TypeError for other things, bools
/// included, and invalid_argument if it is negative; `name` says which argument it is.
[[nodiscard]] Natural natural_of(nb::handle integer, const char* name);
/// The integer of Python with this value.
[[nodiscard]] nb::int_ integer_of(const Natural& value);

/// Whether an object is an integer: with __index__, no bool, and no array.
[[nodiscard]] bool is_integer(nb::handle object);
/// Whether an object is a sequence of values: with a length, and no text.
[[nodiscard]] bool is_array(nb::handle object);

}  // namespace lath::python
