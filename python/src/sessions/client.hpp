// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "bindings.hpp"

namespace lath::python {

/// Rotations that get keys: amounts with their dimensions, or "all", or "sum".
using Rotations = std::variant<std::string, std::vector<Rotation>>;

/// The rotations that an argument of Python names. Throws TypeError, with the index, for columns
/// that are no integers.
[[nodiscard]] Rotations rotations_of(nb::handle given);

/// The client with a secret key, and with new keys for products and rotations.
template <class Scheme>
[[nodiscard]] Client client_of(const he::Parameters<Scheme>& parameters, const he::SecretKey& key,
                               const Rotations& rotations, Generator& generator,
                               Encoding encoding = Encoding::slots);
extern template Client client_of(const he::Parameters<he::Bfv>&, const he::SecretKey&,
                                 const Rotations&, Generator&, Encoding);
extern template Client client_of(const he::Parameters<he::Bgv>&, const he::SecretKey&,
                                 const Rotations&, Generator&, Encoding);

}  // namespace lath::python
