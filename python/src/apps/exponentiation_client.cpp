// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <cstring>

#include "apps/exclusive.hpp"
#include "files/secrets.hpp"
#include "lath/apps/exponentiation.hpp"
#include "plaintexts/integers.hpp"
#include "random.hpp"

namespace lath::python {
namespace {

using Library = apps::ExponentiationClient;
using Sizes = apps::ExponentiationSizes;

// A client, and whether its results are for release.
struct ExponentiationClient {
  template <class Make>
  ExponentiationClient(const Make& make, bool is_for_release)
      : client(make), for_release(is_for_release) {}
  Exclusive<Library> client;
  bool for_release;
};
using Owned = std::unique_ptr<ExponentiationClient>;

template <class Use>
auto with_client(ExponentiationClient& client, SharedGenerator* generator, const Use& use) {
  return client.client.lend([&](Library& c) {
    return with_generator(generator, [&](Generator& g) { return use(c, g); });
  });
}

Natural modulus_of(nb::handle modulus) { return natural_of(modulus, "modulus"); }

nb::bytes query(ExponentiationClient& client, nb::handle exponent, SharedGenerator* generator) {
  const Natural number = natural_of(exponent, "exponent");
  return message_of(with_client(
      client, generator, [&](Library& c, Generator& g) { return c.query(number.words(), g); }));
}
void take(ExponentiationClient& client, const nb::bytes& answer, SharedGenerator* generator) {
  with_client(client, generator, [&](Library& c, Generator& g) {
    c.take(span_of(answer), client.for_release ? &g : nullptr);
  });
}
nb::object results(ExponentiationClient& client) {
  const he::WideValues values = client.client.lend([](Library& c) { return c.results(); });
  const nb::bytes bytes = message_of(std::as_bytes(values.span()));
  return nb::module_::import_("lath._points").attr("integers")(bytes, 8 * values.words());
}

constexpr const char* kOptions =
    "*, window_bits: int = 2, windows_a_product: int = 2, degree: int = 16384, exponent_bits: int "
    "= 0, for_release: bool = False, generator: lath._lath.random.Generator | None = None) -> ";

void bind_makers(nb::class_<ExponentiationClient>& c) {
  const std::string init = std::string("def __init__(self, modulus: int, ") + kOptions + "None";
  const std::string make = std::string("def create_insecure(modulus: int, ") + kOptions + "Client";
  c.def(
       "__init__",
       [](ExponentiationClient* self, nb::handle modulus, unsigned window_bits, unsigned windows,
          std::size_t degree, std::size_t exponent_bits, bool for_release, SharedGenerator* from) {
         const Natural n = modulus_of(modulus);
         new (self) ExponentiationClient(
             [&] {
               return with_generator(from, [&](Generator& g) {
                 return Library(n, g, {window_bits, windows, degree, exponent_bits, for_release});
               });
             },
             for_release);
       },
       nb::arg("modulus"), nb::kw_only(), nb::arg("window_bits") = 2,
       nb::arg("windows_a_product") = 2, nb::arg("degree") = 16384, nb::arg("exponent_bits") = 0,
       nb::arg("for_release") = false, nb::arg("generator") = nb::none(), nb::sig(init.c_str()),
       "A client with a new secret key, for an odd modulus N of 2 to 4096 bits, which is public. "
       "Windows have 1 to 5 bits, and the server multiplies 1 to 4 of them. `degree` is the number "
       "of bases in a batch; exponents have as many bits as N unless `exponent_bits` says "
       "another number. With `for_release`, others may see results, and primes are longer. Raises "
       "InvalidArgumentError for other values, and if no parameters of the degree are secure.")
      .def_static(
          "create_insecure",
          [](nb::handle modulus, unsigned window_bits, unsigned windows, std::size_t degree,
             std::size_t exponent_bits, bool for_release, SharedGenerator* from) -> Owned {
            const Natural n = modulus_of(modulus);
            return std::make_unique<ExponentiationClient>(
                [&] {
                  return with_generator(from, [&](Generator& g) {
                    return Library::create_insecure(
                        n, g, {window_bits, windows, degree, exponent_bits, for_release});
                  });
                },
                for_release);
          },
          nb::arg("modulus"), nb::kw_only(), nb::arg("window_bits") = 2,
          nb::arg("windows_a_product") = 2, nb::arg("degree") = 16384, nb::arg("exponent_bits") = 0,
          nb::arg("for_release") = false, nb::arg("generator") = nb::none(), nb::sig(make.c_str()),
          "A client with parameters of any degree from 16, secure or not: for tests and studies.");
}

void bind_secret_bytes(nb::class_<ExponentiationClient>& c) {
  c.def(
       "secret_bytes",
       [](ExponentiationClient& client) {
         const auto saved = client.client.lend([](Library& c) { return c.save(); });
         return message_of(saved.span());
       },
       "The client with its secret key and the answers so far, as bytes that are secret. They go "
       "on at the group of windows whose answers are not complete: see `taken`.")
      .def_static(
          "from_secret_bytes",
          [](nb::handle data, bool for_release) -> Owned {
            const SecretCopy bytes = secret_bytes_of(data, "a client");
            return std::make_unique<ExponentiationClient>([&] { return Library::restore(bytes); },
                                                          for_release);
          },
          nb::arg("data"), nb::kw_only(), nb::arg("for_release") = false,
          nb::sig(
              "def from_secret_bytes(data: bytes | bytearray | memoryview, *, for_release: bool "
              "= False) -> Client"),
          "The client of these bytes. `for_release` is the one that the client was made with. "
          "Raises MalformedError for other bytes.");
}

void bind_sizes(nb::module_& m) {
  nb::class_<Sizes>(
      m, "Sizes",
      R"(The sizes of a protocol, which both sides know: client.sizes has them. print() shows them.

    >>> sizes = lath.apps.exponentiation.Client.create_insecure(10403, degree=64).sizes
    >>> isinstance(sizes, lath.apps.exponentiation.Sizes), sizes.bases, sizes.windows, sizes.groups
    (True, 64, 8, 4)
    >>> sizes.moduli, sizes.levels, sizes.query_bytes < sizes.answer_bytes < sizes.server_memory
    (1, 7, True))")
      .def_ro("bases", &Sizes::bases, "The bases of a batch.")
      .def_ro("windows", &Sizes::windows, "The windows of an exponent.")
      .def_ro("groups", &Sizes::groups, "The groups of windows that the server multiplies.")
      .def_ro("moduli", &Sizes::moduli, "The answers for each group.")
      .def_ro("levels", &Sizes::levels, "The primes of Q.")
      .def_ro("server_memory", &Sizes::server_memory, "The bytes that the server takes, about.")
      .def_ro("query_bytes", &Sizes::query_bytes, "The bytes of a query.")
      .def_ro("answer_bytes", &Sizes::answer_bytes, "The bytes of all answers of a batch, about.")
      .def("__str__",
           [](const Sizes& s) {
             const auto number = [](auto n) { return std::to_string(n); };
             return number(s.bases) + " bases; " + number(s.windows) + " windows in " +
                    number(s.groups) + " groups, modulo " + number(s.moduli) +
                    " primes each\na query: " + number(s.query_bytes) +
                    " bytes; all answers: about " + number(s.answer_bytes) +
                    "\nmemory of the server: about " + number(s.server_memory) + " bytes, with " +
                    number(s.levels) + " primes of Q";
           })
      .def("__repr__", [](const Sizes& s) {
        return "<lath exponentiation Sizes, " + std::to_string(s.bases) + " bases, " +
               std::to_string(s.groups * s.moduli) + " answers>";
      });
}

}  // namespace

void bind_exponentiation_client(nb::module_& m) {
  bind_sizes(m);
  nb::class_<ExponentiationClient> c(m, "Client",
                                     R"(Has the secret exponent, and reads answers.

The integers of Python do not take constant time.

    >>> from lath.apps.exponentiation import Client, Server
    >>> client = Client.create_insecure(10403, degree=64)
    >>> client
    <lath exponentiation Client of 64 bases, secret key hidden>
    >>> server = Server(client.setup())
    >>> server.load(client.query(7))
    >>> server.answer([2, 3], client.take)
    >>> client.taken == client.answers == client.sizes.groups * client.sizes.moduli
    True
    >>> client.results()[:2] == [pow(2, 7, 10403), pow(3, 7, 10403)]
    True
    >>> Client.from_secret_bytes(client.secret_bytes()).taken == client.taken
    True)");
  bind_makers(c);
  c.def(
       "setup",
       [](ExponentiationClient& client, SharedGenerator* generator, nb::handle progress) {
         const Work work = work_of(progress);
         return message_of(with_client(client, generator,
                                       [&](Library& c, Generator& g) { return c.setup(g, work); }));
       },
       nb::arg("generator") = nb::none(), nb::kw_only(), nb::arg("progress") = nb::none(),
       nb::sig("def setup(self, generator: lath._lath.random.Generator | None = None, *, progress: "
               "collections.abc.Callable[[int], object] | None = None) -> bytes"),
       "The keys for the server, once for all exponents: Server(setup).")
      .def("query", &query, nb::arg("exponent"), nb::arg("generator") = nb::none(),
           nb::sig("def query(self, exponent: int, generator: lath._lath.random.Generator | None = "
                   "None) -> bytes"),
           "The message of a secret exponent, which starts a batch: results of an earlier one are "
           "dropped. Raises InvalidArgumentError for more bits than exponents have.")
      .def("take", &take, nb::arg("answer"), nb::arg("generator") = nb::none(),
           "Takes the next answer, of `answers` in their order. Raises MismatchError for an answer "
           "of another client, exponent or place, MalformedError for other bytes; the right answer "
           "may follow.")
      .def_prop_ro(
          "answers",
          [](ExponentiationClient& c) {
            return c.client.view([](auto& l) { return l.answers(); });
          },
          "How many answers a batch has.")
      .def_prop_ro(
          "taken",
          [](ExponentiationClient& c) { return c.client.lend([](auto& l) { return l.taken(); }); },
          "How many answers were taken.")
      .def_prop_ro(
          "sizes",
          [](ExponentiationClient& c) { return c.client.view([](auto& l) { return l.sizes(); }); },
          "The sizes of the protocol.")
      .def("results", &results, nb::sig("def results(self) -> list[int]"),
           "c**d % N of all bases. Raises InvalidArgumentError unless all answers were taken. "
           "Check results of a server that may lie: pow(result, e, N) == c.");
  bind_secret_bytes(c);
  c.def("__repr__", [](const ExponentiationClient& client) {
    const Sizes sizes = client.client.view([](const auto& l) { return l.sizes(); });
    return "<lath exponentiation Client of " + std::to_string(sizes.bases) +
           " bases, secret key hidden>";
  });
  refuse_pickle<ExponentiationClient>(
      c,
      "clients have a secret key and are not pickled; keep client.secret_bytes() "
      "in a safe place, and read them by Client.from_secret_bytes()");
}

}  // namespace lath::python
