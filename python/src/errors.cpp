// SPDX-License-Identifier: Apache-2.0
#include <typeinfo>

#include "bindings.hpp"

namespace lath::python {

namespace {

// Text of an error, which may have bytes of a path that are no UTF-8.
nb::object text(const std::string& bytes) {
  return nb::steal(PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()),
                                        "backslashreplace"));
}

}  // namespace

void bind_errors(nb::module_&) {
  nb::register_exception_translator(
      [](const std::exception_ptr& thrown, void*) {
        try {
          std::rethrow_exception(thrown);
        } catch (const Error& error) {
          const std::string_view name = error_code_name(error.code());
          const nb::object raised =
              nb::module_::import_("lath._errors")
                  .attr("of_code")(nb::str(name.data(), name.size()), text(error.found()),
                                   text(error.needed()), text(error.remedy()));
          PyErr_SetObject(raised.type().ptr(), raised.ptr());
        } catch (const std::bad_cast&) {
          PyErr_SetString(PyExc_TypeError,
                          "an object whose __init__ was never called; make it by its class or by "
                          "the call that returns it: client.encrypt(values)");
        }
      },
      nullptr);
}

}  // namespace lath::python
