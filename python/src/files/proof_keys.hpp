// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bindings.hpp"

namespace lath::python {

///@{
/// The options with the key that was given, or None. Throws TypeError for other objects, and names
/// the key that serves.
[[nodiscard]] io::SaveOptions save_options(nb::handle key);
[[nodiscard]] io::LoadOptions load_options(nb::handle key);
///@}

}  // namespace lath::python
