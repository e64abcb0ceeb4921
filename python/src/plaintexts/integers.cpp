// SPDX-License-Identifier: Apache-2.0
//
// Integers of Python go through little-endian bytes: whole words, in time linear in their length.
#include "plaintexts/integers.hpp"

#include <bit>
#include <cstring>
#include <vector>

namespace lath::python {

static_assert(std::endian::native == std::endian::little);

bool is_integer(nb::handle h) {
  return !PyBool_Check(h.ptr()) && PyIndex_Check(h.ptr()) && !nb::hasattr(h, "__len__");
}
bool is_array(nb::handle h) {
  return !PyUnicode_Check(h.ptr()) && !PyBytes_Check(h.ptr()) && nb::hasattr(h, "__len__");
}

Natural natural_of(nb::handle integer, const char* name) {
  if (!is_integer(integer)) {
    throw nb::type_error((std::string(name) + ": a " +
                          nb::cast<std::string>(integer.type().attr("__name__")) +
                          "; an integer is needed; give an int: 65537")
                             .c_str());
  }
  const auto index = nb::steal(PyNumber_Index(integer.ptr()));
  if (!index.is_valid()) nb::raise_python_error();
  if (index < nb::int_(0)) {
    throw Error(ErrorCode::invalid_argument, std::string(name) + " is negative", "a natural number",
                "give its magnitude: abs(x)");
  }
  const std::size_t bits = nb::cast<std::size_t>(index.attr("bit_length")());
  std::vector<std::uint64_t> words((bits + 63) / 64);
  const auto bytes = nb::cast<nb::bytes>(index.attr("to_bytes")(words.size() * 8, "little"));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
  return Natural::from_words(words);
}

nb::int_ integer_of(const Natural& value) {
  const std::span<const std::uint64_t> words = value.words();
  const nb::bytes bytes(words.data(), words.size_bytes());
  return nb::int_(nb::int_(0).attr("from_bytes")(bytes, "little"));
}

}  // namespace lath::python
