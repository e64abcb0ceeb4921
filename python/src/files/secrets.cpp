// SPDX-License-Identifier: Apache-2.0
#include "files/secrets.hpp"

namespace lath::python {
namespace {

SecretCopy copy_of(const void* data, std::size_t size) {
  return SecretCopy(std::span(static_cast<const std::byte*>(data), size));
}

// Text with other letters than ASCII: Python makes a copy, of two bytes or more, which is wiped.
SecretCopy copy_in_utf8(nb::handle text) {
  const auto bytes = nb::steal(PyUnicode_AsUTF8String(text.ptr()));
  if (!bytes.is_valid()) {
    PyErr_Clear();  // the exception has the passphrase
    throw Error(ErrorCode::invalid_argument, "a passphrase that is no text: half of a character",
                "text that UTF-8 can have", "give the passphrase as bytes");
  }
  char* const first = PyBytes_AsString(bytes.ptr());
  const auto size = static_cast<std::size_t>(PyBytes_Size(bytes.ptr()));
  SecretCopy copy = copy_of(first, size);
  wipe(first, size);
  return copy;
}

}  // namespace

SecretCopy secret_bytes_of(nb::handle data, const char* name) {
  if (!PyBytes_Check(data.ptr()) && !PyByteArray_Check(data.ptr()) &&
      !PyMemoryView_Check(data.ptr())) {
    const std::string type = nb::cast<std::string>(data.type().attr("__name__"));
    throw nb::type_error(
        (std::string(name) + " of type " + type + "; bytes or a bytearray are needed").c_str());
  }
  Py_buffer view;
  if (PyObject_GetBuffer(data.ptr(), &view, PyBUF_SIMPLE) != 0) nb::raise_python_error();
  struct Owner {
    Py_buffer& view;
    ~Owner() { PyBuffer_Release(&view); }
  } const owner{view};
  return copy_of(view.buf, static_cast<std::size_t>(view.len));
}

SecretCopy passphrase_of(nb::handle passphrase) {
  if (!PyUnicode_Check(passphrase.ptr())) return secret_bytes_of(passphrase, "a passphrase");
  if (!nb::cast<bool>(passphrase.attr("isascii")())) return copy_in_utf8(passphrase);
  // Python gives the characters of ASCII as they are: no copy stays in its memory.
  Py_ssize_t size = 0;
  const char* const first = PyUnicode_AsUTF8AndSize(passphrase.ptr(), &size);
  if (first == nullptr) nb::raise_python_error();
  return copy_of(first, static_cast<std::size_t>(size));
}

}  // namespace lath::python
