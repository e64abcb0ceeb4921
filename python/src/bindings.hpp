// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include "sessions/desk.hpp"

namespace lath::python {

namespace nb = nanobind;
using Release = nb::gil_scoped_release;

///@{
/// Adds the classes and functions of a file to the module.
void bind_errors(nb::module_& m);
void bind_parameters(nb::module_& m);
void bind_ciphertexts(nb::module_& m);
void bind_client(nb::module_& m);
void bind_server(nb::module_& m);
void bind_products(nb::module_& m);
void bind_public_keys(nb::module_& m);
void bind_pickles(nb::module_& m);
void bind_encoders(nb::module_& m);
void bind_encodings(nb::module_& m);
void bind_spaces(nb::module_& m);
void bind_summaries(nb::module_& m);
void bind_proof_keys(nb::module_& m);
void bind_files(nb::module_& m);
void bind_inspect(nb::module_& m);
void bind_client_files(nb::module_& m);
void bind_random(nb::module_& parent);
void bind_ml_kem(nb::module_& parent);
void bind_security(nb::module_& parent);
void bind_apps(nb::module_& parent);
void bind_ring(nb::module_& parent);
void bind_pke(nb::module_& parent);
void bind_versions(nb::module_& m);
///@}

/// The plaintext with these values in the encoding of the desk, or a plaintext as it is. Throws
/// TypeError, with the index, for other things.
he::Plaintext encode(Desk& desk, nb::handle values);
/// A public integer as sessions take it: it stands in all slots or in coefficient 0.
using Scalar = std::variant<std::int64_t, he::Plaintext>;
/// The integer modulo t, of any length; where the desk encodes integers over Z, by its digits.
Scalar encode_integer(Desk& desk, nb::handle integer);
/// The values of a plaintext in the encoding of the desk.
nb::object decode(Desk& desk, const he::Plaintext& plaintext);

/// The parameters of a desk as the class of their scheme.
nb::object parameters_of(const Desk& desk);
/// Refuses a call that needs keys on a desk without them: server.take(x) has them.
void require_keys(const Desk& desk, const std::string& call);
/// A rotation of slots to the left along a dimension, of which 0 is the fastest.
struct Rotation {
  std::int64_t amount = 0;
  std::size_t dimension = 0;
};
/// A ciphertext rotated where slots are no rows. Throws unsupported if values do not rotate.
Cipher rotate_along(const Cipher& a, const Rotation& rotation);
/// The exponents of the keys of a rotation.
std::vector<std::uint64_t> elements_along(Desk& desk, const Rotation& rotation);
/// Refuses dimensions that two rows of slots have not.
void require_row_dimension(std::size_t dimension);
/// Refuses a call that needs two rows of slots where there are none.
void require_rows(Desk& desk, const char* call);
/// Refuses operands of different encodings, unless one came as bytes, which tell of none.
void require_encoding(const Desk& a, const Desk& b);
/// Refuses operands of different levels where they are not matched.
void require_levels(const Desk& desk, std::size_t a, std::size_t b);
/// The result of `use` of a session, without the GIL.
template <class Use>
auto lent(const Ref& desk, const Use& use) {
  using Result = decltype(use(std::declval<he::SchemeSession&>()));
  const Release release;
  std::optional<Result> result;
  desk->lend([&](he::SchemeSession& session) { result = use(session); });
  return std::move(*result);
}

/// The level of 128, 192 or 256 bits. Throws invalid_argument for other numbers.
SecurityLevel level_of(unsigned bits);

/// Bytes of Python that `write` fills in place, without the GIL.
template <class Write>
nb::bytes bytes_of(std::size_t size, const Write& write) {
  PyObject* bytes = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size));
  if (bytes == nullptr) nb::raise_python_error();
  auto owner = nb::steal<nb::bytes>(bytes);
  char* first = PyBytes_AsString(bytes);
  const Release release;
  write(std::span(reinterpret_cast<std::byte*>(first), size));
  return owner;
}
inline std::span<const std::byte> span_of(const nb::bytes& bytes) {
  return {static_cast<const std::byte*>(bytes.data()), bytes.size()};
}

}  // namespace lath::python
