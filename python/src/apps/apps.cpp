// SPDX-License-Identifier: Apache-2.0
#include "apps/apps.hpp"

#include <nanobind/stl/string.h>

#include <array>
#include <chrono>
#include <utility>

namespace lath::python {
namespace {

// Names that errors of the protocols have in C++, and what Python calls them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kNames = {{
    {"RetrievalUse::released", "use=\"released\""},
    {"CurveUse::released", "use=\"released\""},
    {"plan with that use, on both sides", "plan with use=\"released\", on both sides"},
    {"plan with that option, on both sides", "plan with use=\"released\", on both sides"},
    {"raise the limit", "raise memory="},
    {"as many as the options say", "as many as exponent_bits= says"},
}};

// How long Ctrl-C waits at most.
constexpr auto kBetweenSignals = std::chrono::milliseconds(50);

std::string replaced(std::string text) {
  for (const auto& [from, to] : kNames) {
    const std::size_t at = text.find(from);
    if (at != std::string::npos) text.replace(at, from.size(), to);
  }
  return text;
}

class View {
 public:
  explicit View(nb::handle data) {
    if (PyObject_GetBuffer(data.ptr(), &view_, PyBUF_FULL_RO) != 0) nb::raise_python_error();
  }
  ~View() { PyBuffer_Release(&view_); }
  View(const View&) = delete;
  View& operator=(const View&) = delete;
  [[nodiscard]] Py_buffer& operator*() noexcept { return view_; }

 private:
  Py_buffer view_{};
};

std::string text_of(std::span<const Py_ssize_t> shape) {
  std::string text = "(";
  for (const Py_ssize_t length : shape) text += std::to_string(length) + ", ";
  return text + ")";
}

}  // namespace

Buffer<std::byte> copy_of_buffer(nb::handle data, const char* name, const Shape& shape) {
  if (PyObject_CheckBuffer(data.ptr()) == 0) {
    const std::string type = nb::cast<std::string>(data.type().attr("__name__"));
    throw nb::type_error((std::string(name) + " of type " + type +
                          "; bytes or an array of numpy.uint8 are needed; pickle or encode it")
                             .c_str());
  }
  View view(data);
  const std::span found((*view).shape, static_cast<std::size_t>((*view).ndim));
  if ((*view).itemsize != 1 || (found.size() != 1 && !std::ranges::equal(found, shape))) {
    const std::vector<Py_ssize_t> needed(shape.begin(), shape.end());
    throw nb::type_error((std::string(name) + " of the shape " + text_of(found) + " and " +
                          std::to_string((*view).itemsize) +
                          " bytes an element; bytes in one row or of "
                          "the shape " +
                          text_of(needed) + " are needed; give an array of numpy.uint8")
                             .c_str());
  }
  Buffer<std::byte> copy(static_cast<std::size_t>((*view).len));
  if (PyBuffer_ToContiguous(copy.data(), &*view, (*view).len, 'C') != 0) nb::raise_python_error();
  return copy;
}

Error in_words_of_python(const Error& error) {
  return {error.code(), error.found(), replaced(error.needed()), replaced(error.remedy())};
}

bool is_second(std::string_view option, std::string_view name, std::string_view first,
               std::string_view second) {
  if (name == first) return false;
  if (name == second) return true;
  throw Error(ErrorCode::invalid_argument, std::string(option) + "=" + quote(std::string(name)),
              quote(std::string(first)) + " or " + quote(std::string(second)),
              "leave " + std::string(option) + " out for " + quote(std::string(first)));
}

Work work_of(nb::handle progress) {
  using Clock = std::chrono::steady_clock;
  return {.progress =
              [progress, last = Clock::now()](std::uint64_t steps) mutable {
                const auto now = Clock::now();
                if (progress.is_none() && now - last < kBetweenSignals) return;
                last = now;
                const nb::gil_scoped_acquire gil;
                if (PyErr_CheckSignals() != 0) nb::raise_python_error();
                if (!progress.is_none()) progress(steps);
              },
          .cancellation = {}};
}

void bind_apps(nb::module_& parent) {
  nb::module_ m = parent.def_submodule("apps", "Protocols of a client and a server.");
  nb::module_ retrieval = m.def_submodule("retrieval", "Private retrieval.");
  bind_retrieval_plan(retrieval);
  bind_retrieval(retrieval);
  nb::module_ curves = m.def_submodule("curves", "Sums of encrypted points of elliptic curves.");
  bind_curve_plan(curves);
  bind_curve_sums(curves);
  nb::module_ exponentiation = m.def_submodule("exponentiation", "Powers by a secret exponent.");
  bind_exponentiation_client(exponentiation);
  bind_exponentiation_server(exponentiation);
}

}  // namespace lath::python
