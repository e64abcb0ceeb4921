// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

namespace lath::python {

/// Adds the plaintext moduli of integers over Z to the module.
void bind_integer_parts(nanobind::module_& m);

}  // namespace lath::python
