// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bindings.hpp"

namespace lath::python {

/// "n=8192 t=65537": the ring and the plaintexts, with the lengths of long numbers in their place.
[[nodiscard]] std::string facts_of(const he::SchemeParameters& parameters);
/// The parameters that an object of Python is. Throws TypeError for other objects.
[[nodiscard]] const he::SchemeParameters& parameters_in(nb::handle object);
/// The plaintext space that an argument names: a PlaintextSpace, or an integer t of any length.
[[nodiscard]] he::PlaintextSpace space_of(nb::handle object);
/// The literal with the fields that keyword arguments give. Throws TypeError for other arguments,
/// and invalid_argument for values that have no name.
[[nodiscard]] he::Literal literal_of(const nb::kwargs& fields);
/// The security level of 128, 192 or 256 bits.
[[nodiscard]] SecurityLevel security_of(unsigned bits);

///@{
/// A field by its name in Python, and its name. Throws invalid_argument, naming all, for other
/// names.
[[nodiscard]] he::PrimeField prime_field_of(std::string_view name);
[[nodiscard]] const char* name_of(he::PrimeField field) noexcept;
///@}

}  // namespace lath::python
