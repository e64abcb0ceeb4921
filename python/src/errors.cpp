// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/string.h>

#include "bindings.hpp"

namespace lath::python {

void bind_errors(nb::module_&) {
  nb::register_exception_translator(
      [](const std::exception_ptr& thrown, void*) {
        try {
          std::rethrow_exception(thrown);
        } catch (const Error& error) {
          const std::string_view name = error_code_name(error.code());
          const nb::object raised =
              nb::module_::import_("lath._errors")
                  .attr("of_code")(nb::str(name.data(), name.size()), error.found(), error.needed(),
                                   error.remedy());
          PyErr_SetObject(raised.type().ptr(), raised.ptr());
        }
      },
      nullptr);
}

}  // namespace lath::python
