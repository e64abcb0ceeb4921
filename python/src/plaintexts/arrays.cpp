// SPDX-License-Identifier: Apache-2.0
//
// Values of Python as operands: in the encoding of a desk.
#include "plaintexts/encoders.hpp"
#include "plaintexts/integers.hpp"

namespace lath::python {

he::Plaintext encode(Desk& desk, nb::handle values) {
  if (nb::isinstance<he::Plaintext>(values)) return nb::cast<const he::Plaintext&>(values);
  return desk.encoder().encode(values);
}
nb::object decode(Desk& desk, const he::Plaintext& plaintext) {
  return desk.encoder().decode(plaintext);
}

Scalar encode_integer(Desk& desk, nb::handle integer) {
  if (desk.encoding() == Encoding::integers) return desk.encoder().encode(integer);
  const auto index = nb::steal(PyNumber_Index(integer.ptr()));
  if (!index.is_valid()) nb::raise_python_error();
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow == 0) return value;
  const he::SchemeParameters& parameters = desk.parameters();
  const Natural rest = natural_of(index % integer_of(parameters.plaintext_modulus()), "an operand");
  if (rest.bits() < 64) return static_cast<std::int64_t>(rest.word());
  const Release release;
  return he::WideCoefficientEncoder(parameters).constant(rest);
}

}  // namespace lath::python
