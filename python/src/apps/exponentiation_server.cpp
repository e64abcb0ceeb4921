// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cstring>

#include "apps/exclusive.hpp"
#include "lath/apps/exponentiation.hpp"

namespace lath::python {
namespace {

using Library = apps::ExponentiationServer;

// A server, which travels as the messages of its client.
struct ExponentiationServer {
  ExponentiationServer(const nb::bytes& bytes, std::size_t limit)
      : setup(bytes),
        memory(limit),
        server([this] { return Library(span_of(setup), {.memory = memory}); }) {}

  nb::bytes setup;
  std::size_t memory;
  std::optional<nb::bytes> query;
  Exclusive<Library> server;
};

apps::ExponentiationSizes sizes_of(const ExponentiationServer& server) {
  return server.server.view([](const Library& s) { return s.sizes(); });
}
void load(ExponentiationServer& server, const nb::bytes& query) {
  server.server.lend([&](Library& s) { s.load(span_of(query)); });
  server.query = query;
}
// N is the server's to check.
he::WideValues bases_of(nb::handle bases, const apps::ExponentiationSizes& sizes) {
  const std::size_t size = 8 * sizes.words;
  const nb::object most = (nb::int_(1) << nb::int_(8 * size)) - nb::int_(1);
  const auto bytes =
      nb::cast<nb::bytes>(nb::module_::import_("lath._points")
                              .attr("numbers")(bases, sizes.bases, size, "base", most, "N - 1", 1));
  he::WideValues values(sizes.bases, sizes.words);
  std::memcpy(values.span().data(), bytes.data(), bytes.size());
  return values;
}
void answer(ExponentiationServer& server, nb::handle bases, nb::handle receive, std::size_t first,
            std::optional<std::size_t> last) {
  if (PyCallable_Check(receive.ptr()) == 0) {
    throw nb::type_error(
        "receive: a function is needed; give client.take, or the send() of a "
        "connection");
  }
  const apps::ExponentiationSizes sizes = sizes_of(server);
  const he::WideValues values = bases_of(bases, sizes);
  const Work work = work_of(nb::none());
  server.server.lend([&](Library& s) {
    const auto sink = [&](std::span<const std::byte> bytes) {
      const nb::gil_scoped_acquire gil;
      receive(nb::bytes(bytes.data(), bytes.size()));
    };
    s.answer(values, first, last.value_or(sizes.groups), sink, work);
  });
}
nb::tuple state_of(const ExponentiationServer& server) {
  nb::object query = nb::none();
  if (server.query) query = *server.query;
  return nb::make_tuple(server.setup, server.memory, query);
}

}  // namespace

void bind_exponentiation_server(nb::module_& m) {
  nb::class_<ExponentiationServer>(
      m, "Server",
      R"(Computes powers with an exponent that it cannot read, without a secret.

It can be pickled, and travels as its client's setup and last query.

    >>> client = lath.apps.exponentiation.Client.create_insecure(10403, degree=64)
    >>> server = lath.apps.exponentiation.Server(client.setup())
    >>> server.load(client.query(7))
    >>> server.answer([2, 3], client.take)
    >>> client.results()[:2] == [pow(2, 7, 10403), pow(3, 7, 10403)]
    True
    >>> server.sizes.bases
    64)")
      .def(nb::init<const nb::bytes&, std::size_t>(), nb::arg("setup"),
           nb::arg("memory") = apps::ServerLimits{}.memory,
           "The server for a client's setup. Raises UnsupportedError, before anything large is "
           "allocated, if the client asks for more than `memory` bytes, MismatchError and "
           "MalformedError for other bytes.")
      .def("load", &load, nb::arg("query"),
           "Takes the message of an exponent, in place of the one before. Raises MismatchError or "
           "MalformedError for other messages, and older ones.")
      .def("answer", &answer, nb::arg("bases"), nb::arg("receive").none(), nb::arg("first") = 0,
           nb::arg("last") = nb::none(),
           nb::sig("def answer(self, bases: collections.abc.Sequence[int], receive: "
                   "collections.abc.Callable[[bytes], object], first: int = 0, last: int | None = "
                   "None) -> None"),
           "Calls receive(answer) for each group of windows and modulus, in order: of all groups, "
           "or from `first` to `last` - 1. Missing bases are 1. Ctrl-C stops it. Raises "
           "InvalidArgumentError unless an exponent was loaded, the groups exist, and bases are "
           "below N; TypeError for others than integers, with the index.")
      .def_prop_ro("sizes", &sizes_of, "The sizes of the protocol.")
      .def("__getstate__", &state_of,
           nb::sig("def __getstate__(self) -> tuple[bytes, int, bytes | None]"))
      .def(
          "__setstate__",
          [](ExponentiationServer& s, const nb::tuple& state) {
            new (&s) ExponentiationServer(nb::cast<nb::bytes>(state[0]),
                                          nb::cast<std::size_t>(state[1]));
            if (!state[2].is_none()) load(s, nb::cast<nb::bytes>(state[2]));
          },
          nb::sig("def __setstate__(self, state: tuple[bytes, int, bytes | None], /) -> None"))
      .def("__repr__", [](const ExponentiationServer& s) {
        return "<lath exponentiation Server of " + std::to_string(sizes_of(s).bases) + " bases>";
      });
}

}  // namespace lath::python
