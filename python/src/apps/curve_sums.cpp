// SPDX-License-Identifier: Apache-2.0
#include "lath/apps/curve_sums.hpp"

#include <nanobind/stl/string.h>

#include <cstring>

#include "apps/exclusive.hpp"
#include "apps/points.hpp"
#include "random.hpp"

namespace lath::python {
namespace {

using Plan = apps::CurvePlan;
using CurveClient = Exclusive<apps::CurveClient>;

constexpr std::size_t kScalarWords = 4;

// A server, which travels as its client's setup.
struct CurveServer {
  CurveServer(const Plan& p, const nb::bytes& bytes, std::size_t limit)
      : plan(p),
        setup(bytes),
        memory(limit),
        server([this] { return apps::CurveServer(plan, span_of(setup), {.memory = memory}); }) {}

  Plan plan;
  nb::bytes setup;
  std::size_t memory;
  Exclusive<apps::CurveServer> server;
};

const Plan& plan_of(const CurveClient& client) {
  return client.view([](const auto& c) -> const Plan& { return c.plan(); });
}
template <class Use>
auto with_client(CurveClient& client, SharedGenerator* generator, const Use& use) {
  return client.lend([&](apps::CurveClient& c) {
    return with_generator(generator, [&](Generator& g) { return use(c, g); });
  });
}

nb::bytes query(CurveClient& client, nb::handle summands, SharedGenerator* generator,
                nb::handle progress) {
  const Plan& plan = plan_of(client);
  const auto points = points_of(plan.curve(), summands, plan.summands(), plan.slots());
  const Work work = work_of(progress);
  return message_of(with_client(client, generator,
                                [&](auto& c, Generator& g) { return c.query(points, g, work); }));
}

he::WideValues scalars_of(nb::handle scalars, std::size_t slots) {
  const nb::object most = (nb::int_(1) << nb::int_(64 * kScalarWords)) - nb::int_(1);
  const auto bytes = nb::cast<nb::bytes>(
      nb::module_::import_("lath._points")
          .attr("numbers")(scalars, slots, 8 * kScalarWords, "scalar", most, "2**256 - 1"));
  he::WideValues values(slots, kScalarWords);
  std::memcpy(values.span().data(), bytes.data(), bytes.size());
  return values;
}
nb::bytes query_multiples(CurveClient& client, nb::handle points, nb::handle scalars,
                          nb::handle addends, SharedGenerator* generator, nb::handle progress) {
  const Plan& plan = plan_of(client);
  const std::size_t slots = plan.slots();
  const auto p = points_of(plan.curve(), nb::make_tuple(points), 1, slots);
  const auto a = points_of(plan.curve(), nb::make_tuple(addends), 1, slots);
  const he::WideValues k = scalars_of(scalars, slots);
  const Work work = work_of(progress);
  return message_of(with_client(client, generator, [&](auto& c, Generator& g) {
    return c.query_multiples(p, k, a, g, work);
  }));
}

nb::object finish(CurveClient& client, const nb::bytes& answer) {
  return list_of(client.lend([&](auto& c) { return c.finish(span_of(answer)); }));
}
nb::object finish_for_release(CurveClient& client, const nb::bytes& answer,
                              SharedGenerator* generator) {
  return list_of(with_client(client, generator, [&](auto& c, Generator& g) {
    return c.finish_for_release(span_of(answer), g);
  }));
}

#define LATH_POINTS "collections.abc.Sequence[tuple[int, int] | bytes | None]"
#define LATH_GENERATOR "generator: lath._lath.random.Generator | None = None"
#define LATH_PROGRESS "progress: collections.abc.Callable[[int], object] | None = None"

void bind_queries(nb::class_<CurveClient>& c) {
  c.def("query", &query, nb::arg("summands"), nb::arg("generator") = nb::none(), nb::kw_only(),
        nb::arg("progress") = nb::none(),
        nb::sig("def query(self, summands: collections.abc.Sequence[" LATH_POINTS
                "], " LATH_GENERATOR ", *, " LATH_PROGRESS ") -> bytes"),
        "The query for sums in every slot: a list of points for each summand. Points are pairs "
        "(x, y), bytes as SEC 1 has them, or None for infinity, as are missing ones. The query "
        "takes "
        "the place of one that is open. Raises TypeError for other things, with the index, "
        "MismatchError for too many, MalformedError for points off the curve.")
      .def("query_multiples", &query_multiples, nb::arg("points"), nb::arg("scalars"),
           nb::arg("addends") = nb::make_tuple(), nb::arg("generator") = nb::none(), nb::kw_only(),
           nb::arg("progress") = nb::none(),
           nb::sig("def query_multiples(self, points: " LATH_POINTS
                   ", scalars: collections.abc.Sequence[int], addends: " LATH_POINTS
                   " = (), " LATH_GENERATOR ", *, " LATH_PROGRESS ") -> bytes"),
           R"(The query for k P + A in every slot, for scalars k below 2**256.

The client looks up the windows of k, and the server adds. Takes the client longer than k P itself.
Raises as query().

    >>> from lath.apps.curves import P256, Client, Plan, Server
    >>> plan = Plan.create_insecure(P256, 4, index=85, prime_bits=[45] * 9,
    ...                             special_prime_bits=[45])
    >>> g = (0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
    ...      0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5)
    >>> client = Client(plan)
    >>> server = Server(plan, client.setup())
    >>> x, y = client.finish(server.answer(client.query_multiples([g], [2])))[0]
    >>> hex(x)[:10]
    '0x7cf27b18')");
}

void bind_curve_client(nb::module_& m) {
  nb::class_<CurveClient> c(
      m, "Client",
      R"(Has the secret key, encrypts points and reads sums. One query is open at a time.

The integers of Python do not take constant time.

    >>> from lath.apps.curves import P256, Client, Plan, Server
    >>> plan = Plan.create_insecure(P256, 1, use="released", index=85, prime_bits=[45] * 5,
    ...                             special_prime_bits=[45])
    >>> g = (0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
    ...      0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5)
    >>> client = Client(plan)
    >>> server = Server(client.plan, client.setup())
    >>> (x, y), *others = client.finish(server.answer(client.query([[g], [None]])))
    >>> hex(x)[:10], set(others)
    ('0x6b17d1f2', {None})
    >>> client.finish_for_release(server.answer(client.query([[g], [None]])))[0] == (x, y)
    True)");
  c.def(
       "__init__",
       [](CurveClient* self, const Plan& plan, SharedGenerator* generator) {
         new (self) CurveClient([&] {
           return with_generator(generator,
                                 [&](Generator& g) { return apps::CurveClient(plan, g); });
         });
       },
       nb::arg("plan"), nb::arg("generator") = nb::none(),
       "A client with a new secret key. Generators are for tests.")
      .def(
          "setup",
          [](CurveClient& client, SharedGenerator* generator) {
            return message_of(
                with_client(client, generator, [](auto& c, Generator& g) { return c.setup(g); }));
          },
          nb::arg("generator") = nb::none(),
          "The key for the server, once for all queries: Server(plan, setup).");
  bind_queries(c);
  c.def("finish", &finish, nb::arg("answer"),
        nb::sig("def finish(self, answer: bytes) -> list[tuple[int, int] | None]"),
        "The sums in the answer to the open query, for the client only, who tells nobody whether "
        "they were right. Raises MismatchError or MalformedError if the bytes are no answer to it.")
      .def("finish_for_release", &finish_for_release, nb::arg("answer"),
           nb::arg("generator") = nb::none(),
           nb::sig("def finish_for_release(self, answer: bytes, " LATH_GENERATOR
                   ") -> list[tuple[int, int] | None]"),
           "The sums for others to see: the plan has use=\"released\". Raises MalformedError for "
           "sums off the curve.")
      .def_prop_ro("plan", &plan_of, nb::rv_policy::copy, "The plan.")
      .def("__repr__", [](const CurveClient& c) {
        return "<lath curves Client of " + std::to_string(plan_of(c).slots()) +
               " sums, secret key hidden>";
      });
  refuse_pickle<CurveClient>(c,
                             "clients have a secret key and are not pickled; send client.setup()");
}

}  // namespace

void bind_curve_sums(nb::module_& m) {
  bind_curve_client(m);
  nb::class_<CurveServer>(m, "Server",
                          R"(Adds the points of one client, without a secret.

It can be pickled, and travels as the client's setup.

    >>> from lath.apps.curves import P256, Client, Plan, Server
    >>> plan = Plan.create_insecure(P256, 1, index=85, prime_bits=[45] * 3,
    ...                             special_prime_bits=[45])
    >>> client = Client(plan)
    >>> server = Server(plan, client.setup())
    >>> client.finish(server.answer(client.query([[], []]))), server.plan == plan
    ([None, None, None, None], True))")
      .def(nb::init<const Plan&, const nb::bytes&, std::size_t>(), nb::arg("plan"),
           nb::arg("setup"), nb::arg("memory") = apps::ServerLimits{}.memory,
           "The server for a client's setup. Raises UnsupportedError, before anything is "
           "allocated, if plan.server_memory is above `memory` bytes, MismatchError for a setup of "
           "another plan, and MalformedError for other bytes.")
      .def(
          "answer",
          [](CurveServer& s, const nb::bytes& query, nb::handle progress) {
            const Work work = work_of(progress);
            return message_of(
                s.server.lend([&](auto& server) { return server.answer(span_of(query), work); }));
          },
          nb::arg("query"), nb::kw_only(), nb::arg("progress") = nb::none(),
          nb::sig("def answer(self, query: bytes, *, " LATH_PROGRESS ") -> bytes"),
          "The answer to a query. Ctrl-C stops it; `progress` gets the number of additions done. "
          "Raises MismatchError for a query of another client, MalformedError if the bytes are no "
          "query.")
      .def_prop_ro(
          "plan", [](const CurveServer& s) { return s.plan; }, "The plan.")
      .def(
          "__reduce__",
          [](nb::handle self) {
            const CurveServer& s = nb::cast<const CurveServer&>(self);
            return nb::make_tuple(self.type(), nb::make_tuple(s.plan, s.setup, s.memory));
          },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def("__repr__", [](const CurveServer& s) {
        return "<lath curves Server of " + std::to_string(s.plan.slots()) + " sums>";
      });
}

}  // namespace lath::python
