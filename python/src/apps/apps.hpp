// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"
#include "lath/base/work.hpp"

namespace lath::python {

/// An error of a protocol with names that C++ has replaced by the names of Python.
[[nodiscard]] Error in_words_of_python(const Error& error);

/// The result of `use` without the GIL, its errors in words of Python.
template <class Use>
auto released(const Use& use) {
  const Release release;
  try {
    return use();
  } catch (const Error& error) {
    throw in_words_of_python(error);
  }
}

/// A copy of bytes in Python's memory.
inline nb::bytes message_of(ByteView view) {
  const std::span<const std::byte> bytes = view.span();
  return bytes_of(bytes.size(),
                  [&](std::span<std::byte> out) { std::ranges::copy(bytes, out.begin()); });
}

/// The shape of an array.
using Shape = std::vector<std::size_t>;
/// A copy of the bytes of a buffer of Python, of any number of bytes in a row or of this shape.
/// Throws TypeError, with the name of the argument, for other things and shapes.
[[nodiscard]] Buffer<std::byte> copy_of_buffer(nb::handle data, const char* name,
                                               const Shape& shape);

/// The choice of an option by its name: whether it is `second`, where `first` is the other one.
/// Throws invalid_argument for other names.
[[nodiscard]] bool is_second(std::string_view option, std::string_view name, std::string_view first,
                             std::string_view second);

/// Work that Ctrl-C stops, and that calls `progress`, a function of Python or None, with the number
/// of steps done.
[[nodiscard]] Work work_of(nb::handle progress);

/// Refuses to pickle an object, with what to do instead.
template <class Object, class Class>
void refuse_pickle(Class& bound, const char* text) {
  bound.def(
      "__reduce_ex__",
      [text](const Object&, nb::handle) -> nb::object { throw nb::type_error(text); },
      nb::arg("protocol"),
      nb::sig("def __reduce_ex__(self, protocol: typing.SupportsIndex, /) -> typing.NoReturn"));
}

///@{
/// The protocols, each a module.
void bind_retrieval_plan(nb::module_& m);
void bind_retrieval(nb::module_& m);
void bind_curve_plan(nb::module_& m);
void bind_curve_sums(nb::module_& m);
void bind_exponentiation_client(nb::module_& m);
void bind_exponentiation_server(nb::module_& m);
///@}

}  // namespace lath::python
