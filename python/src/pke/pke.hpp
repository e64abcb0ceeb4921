// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "bindings.hpp"
#include "lath/base/buffer.hpp"

namespace lath::python {

/// The number of parts of `size` bytes in so many bytes. Throws mismatch unless they are whole.
[[nodiscard]] std::size_t whole_parts(std::size_t bytes, std::size_t size, const char* parts);

///@{
/// Messages of residues from values of Python, and as an array of int64.
[[nodiscard]] Buffer<std::uint32_t, Secret> message_of_residues(nb::handle residues);
[[nodiscard]] nb::object array_of_residues(const Buffer<std::uint32_t, Secret>& message);
///@}

///@{
/// The submodules of the schemes, the key encapsulations of them, and the named sets.
void bind_lwe(nb::module_& parent);
void bind_mlwe(nb::module_& parent);
void bind_rlwe(nb::module_& parent);
void bind_key_encapsulation(nb::module_& m);
void bind_parameter_sets(nb::module_& m);
///@}

}  // namespace lath::python
