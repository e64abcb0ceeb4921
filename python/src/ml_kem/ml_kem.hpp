// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <type_traits>

#include "lath/io/ml_kem_keys.hpp"

namespace lath::python {

///@{
/// The parameter set of the type of a key.
template <class Key>
struct SetOf;
template <unsigned kSet>
struct SetOf<ml_kem::PublicKey<kSet>> : std::integral_constant<unsigned, kSet> {};
template <unsigned kSet>
struct SetOf<ml_kem::PrivateKey<kSet>> : std::integral_constant<unsigned, kSet> {};
template <class Key>
inline constexpr unsigned kSetOf = SetOf<std::remove_cvref_t<Key>>::value;
///@}

/// ML-KEM with one of its parameter sets.
struct MlKem {
  unsigned set;
};

/// A copy of bytes in Python's memory.
inline nanobind::bytes to_python(std::span<const std::byte> bytes) {
  return nanobind::bytes(bytes.data(), bytes.size());
}

///@{
/// The keys of the submodule.
void bind_ml_kem_public_key(nanobind::module_& m);
void bind_ml_kem_private_key(nanobind::module_& m);
///@}

}  // namespace lath::python
