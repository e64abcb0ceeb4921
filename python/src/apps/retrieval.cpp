// SPDX-License-Identifier: Apache-2.0
#include "lath/apps/retrieval.hpp"

#include <nanobind/stl/string.h>

#include <shared_mutex>

#include "apps/exclusive.hpp"
#include "random.hpp"

namespace lath::python {
namespace {

using Plan = apps::RetrievalPlan;
using RetrievalClient = Exclusive<apps::RetrievalClient>;

// Records of Python: bytes, or the bytes of a buffer that is copied, which other threads may write.
template <class Use>
void with_bytes(nb::handle data, const char* name, const Shape& shape, const Use& use) {
  if (PyBytes_Check(data.ptr())) {
    const auto bytes = nb::borrow<nb::bytes>(data);
    return released([&] { use(span_of(bytes)); });
  }
  const Buffer<std::byte> copy = copy_of_buffer(data, name, shape);
  released([&] { use(copy.span()); });
}

// A table that no thread changes while others answer from it.
struct RetrievalTable {
  RetrievalTable(const Plan& plan, nb::handle records)
      : table(released([&] { return apps::RetrievalTable(plan); })) {
    if (!records.is_none()) load(records, nb::none());
  }
  void load(nb::handle records, nb::handle progress) {
    const Plan plan = table.plan();
    const Work work = work_of(progress);
    with_bytes(records, "records", {plan.records(), plan.record_bytes()},
               [&](std::span<const std::byte> bytes) {
                 const std::lock_guard lock(mutex);
                 table.load(bytes, work);
               });
  }
  void update(nb::ssize_t index, nb::handle record) {
    const std::uint64_t i = index_of(index);
    with_bytes(record, "a record", {table.plan().record_bytes()},
               [&](std::span<const std::byte> bytes) {
                 const std::lock_guard lock(mutex);
                 table.update(i, bytes);
               });
  }
  nb::bytes record(nb::ssize_t index) {
    const std::uint64_t i = index_of(index);
    const auto bytes = released([&] {
      const std::shared_lock lock(mutex);
      return table.record(i);
    });
    return message_of(bytes);
  }
  [[nodiscard]] std::uint64_t index_of(nb::ssize_t index) const {
    const auto records = static_cast<nb::ssize_t>(table.plan().records());
    const nb::ssize_t i = index < 0 ? index + records : index;
    if (i >= 0 && i < records) return static_cast<std::uint64_t>(i);
    throw nb::index_error(("record " + std::to_string(index) + " of a table of " +
                           std::to_string(records) + "; count records from 0")
                              .c_str());
  }

  apps::RetrievalTable table;
  std::shared_mutex mutex;
};

// A server, which travels as its client's setup.
struct RetrievalServer {
  RetrievalServer(const Plan& p, const nb::bytes& bytes, std::size_t limit)
      : plan(p), setup(bytes), memory(limit), server([this] {
          return apps::RetrievalServer(plan, span_of(setup), {.memory = memory});
        }) {}

  Plan plan;
  nb::bytes setup;
  std::size_t memory;
  Exclusive<apps::RetrievalServer> server;
};

nb::bytes answer(RetrievalServer& server, RetrievalTable& table, const nb::bytes& query,
                 nb::handle progress) {
  const Work work = work_of(progress);
  return message_of(server.server.lend([&](apps::RetrievalServer& s) {
    const std::shared_lock lock(table.mutex);
    return s.answer(table.table, span_of(query), work);
  }));
}

template <class Use>
auto with_client(RetrievalClient& client, SharedGenerator* generator, const Use& use) {
  return client.lend([&](apps::RetrievalClient& c) {
    return with_generator(generator, [&](Generator& g) { return use(c, g); });
  });
}
const Plan& plan_of(const RetrievalClient& client) {
  return client.view([](const auto& c) -> const Plan& { return c.plan(); });
}

constexpr const char* kTableDoc =
    R"(A server's records, prepared for queries. Threads may share it.

table[i] is a record, and is replaced by table[i] = data.

    >>> from lath.apps.retrieval import Client, Plan, Server, Table
    >>> plan = Plan.create_insecure(100, 3, degree=64, plaintext_modulus=65537,
    ...                             prime_bits=[34, 40], special_prime_bits=[42])
    >>> table = Table(plan, bytes(300))
    >>> table.load(bytes(range(100)) * 3)
    >>> table[1] = b"new"
    >>> table[1], table[2], len(table), table.plan == plan
    (b'new', b'\x06\x07\x08', 100, True))";

void bind_retrieval_table(nb::module_& m) {
  nb::class_<RetrievalTable>(m, "Table", kTableDoc)
      .def(
          nb::init<const Plan&, nb::handle>(), nb::arg("plan"), nb::arg("records") = nb::none(),
          nb::sig("def __init__(self, plan: Plan, records: lath.typing.Buffer | None = None) "
                  "-> None"),
          "The table with these records, one behind the other: bytes, or a NumPy array of bytes, a "
          "row for each record. Without them, all bytes are zero. Raises MismatchError for more or "
          "fewer bytes than the plan says.")
      .def("load", &RetrievalTable::load, nb::arg("records"), nb::kw_only(),
           nb::arg("progress") = nb::none(),
           nb::sig("def load(self, records: lath.typing.Buffer, *, progress: "
                   "collections.abc.Callable[[int], object] | None = None) -> None"),
           "Replaces all records. Calls `progress` with the number of plaintexts done.")
      .def_prop_ro(
          "plan", [](const RetrievalTable& t) { return t.table.plan(); }, "The plan.")
      .def("__len__", [](const RetrievalTable& t) { return t.table.plan().records(); })
      .def("__getitem__", &RetrievalTable::record, nb::arg("index"), "A record.")
      .def("__setitem__", &RetrievalTable::update, nb::arg("index"), nb::arg("record"),
           nb::sig("def __setitem__(self, index: int, record: lath.typing.Buffer, /) -> None"),
           "Replaces a record. Raises MismatchError for another number of bytes.")
      .def("__repr__", [](const RetrievalTable& t) {
        return "<lath retrieval Table of " + std::to_string(t.table.plan().records()) + " records>";
      });
}

void bind_retrieval_client(nb::module_& m) {
  nb::class_<RetrievalClient> c(
      m, "Client",
      R"(Has the secret key, asks for records and reads answers. One query is open at a time.

    >>> from lath.apps.retrieval import Client, Plan, Server, Table
    >>> plan = Plan.create_insecure(100, 3, use="released", degree=64, plaintext_modulus=65537,
    ...                             prime_bits=[50, 50, 50], special_prime_bits=[50])
    >>> table, client = Table(plan, bytes(range(100)) * 3), Client(plan)
    >>> server = Server(client.plan, client.setup())
    >>> client.finish(server.answer(table, client.query(2)))
    b'\x06\x07\x08'
    >>> client.finish_for_release(server.answer(table, client.query(3)))
    b'\t\n\x0b')");
  c.def(
       "__init__",
       [](RetrievalClient* self, const Plan& plan, SharedGenerator* generator) {
         new (self) RetrievalClient([&] {
           return with_generator(generator,
                                 [&](Generator& g) { return apps::RetrievalClient(plan, g); });
         });
       },
       nb::arg("plan"), nb::arg("generator") = nb::none(),
       "A client with a new secret key. Generators are for tests.")
      .def(
          "setup",
          [](RetrievalClient& client, SharedGenerator* generator) {
            return message_of(
                with_client(client, generator, [](auto& c, Generator& g) { return c.setup(g); }));
          },
          nb::arg("generator") = nb::none(),
          "The keys for the server, once for all queries: Server(plan, setup).")
      .def(
          "query",
          [](RetrievalClient& client, std::uint64_t index, SharedGenerator* generator) {
            return message_of(with_client(
                client, generator, [&](auto& c, Generator& g) { return c.query(index, g); }));
          },
          nb::arg("index"), nb::arg("generator") = nb::none(),
          "The query for a record, which takes the place of one that is open. Raises "
          "InvalidArgumentError if there is no such record.")
      .def(
          "finish",
          [](RetrievalClient& client, const nb::bytes& answer) {
            return message_of(client.lend([&](auto& c) { return c.finish(span_of(answer)); }));
          },
          nb::arg("answer"),
          "The record in the answer to the open query, for the client only, who tells nobody "
          "whether it was right. Raises MismatchError or MalformedError if the bytes are no answer "
          "to it.")
      .def(
          "finish_for_release",
          [](RetrievalClient& client, const nb::bytes& answer, SharedGenerator* generator) {
            return message_of(with_client(client, generator, [&](auto& c, Generator& g) {
              return c.finish_for_release(span_of(answer), g);
            }));
          },
          nb::arg("answer"), nb::arg("generator") = nb::none(),
          "The record for others to see: the plan has use=\"released\".")
      .def_prop_ro("plan", &plan_of, nb::rv_policy::copy, "The plan.")
      .def("__repr__", [](const RetrievalClient& c) {
        return "<lath retrieval Client of " + std::to_string(plan_of(c).records()) +
               " records, secret key hidden>";
      });
  refuse_pickle<RetrievalClient>(
      c, "clients have a secret key and are not pickled; send client.setup()");
}

}  // namespace

void bind_retrieval(nb::module_& m) {
  bind_retrieval_table(m);
  bind_retrieval_client(m);
  nb::class_<RetrievalServer>(m, "Server",
                              R"(Answers the queries of one client, without a secret.

It can be pickled, and travels as the client's setup.

    >>> from lath.apps.retrieval import Client, Plan, Server, Table
    >>> plan = Plan.create_insecure(100, 3, degree=64, plaintext_modulus=65537,
    ...                             prime_bits=[34, 40], special_prime_bits=[42])
    >>> table, client = Table(plan, bytes(range(100)) * 3), Client(plan)
    >>> server = Server(plan, client.setup())
    >>> client.finish(server.answer(table, client.query(2))), server.plan == plan
    (b'\x06\x07\x08', True))")
      .def(nb::init<const Plan&, const nb::bytes&, std::size_t>(), nb::arg("plan"),
           nb::arg("setup"), nb::arg("memory") = apps::ServerLimits{}.memory,
           "The server for a client's setup. Raises UnsupportedError, before anything is "
           "allocated, if plan.client_memory is above `memory` bytes, MismatchError for a setup of "
           "another plan, and MalformedError for other bytes.")
      .def("answer", &answer, nb::arg("table"), nb::arg("query"), nb::kw_only(),
           nb::arg("progress") = nb::none(),
           nb::sig("def answer(self, table: Table, query: bytes, *, progress: "
                   "collections.abc.Callable[[int], object] | None = None) -> bytes"),
           "The answer to a query. Ctrl-C stops it. Raises MismatchError for a query of another "
           "client and a table of another plan, MalformedError if the bytes are no query. Answers "
           "do not hide other records from the client.")
      .def_prop_ro(
          "plan", [](const RetrievalServer& s) { return s.plan; }, "The plan.")
      .def(
          "__reduce__",
          [](nb::handle self) {
            const RetrievalServer& s = nb::cast<const RetrievalServer&>(self);
            return nb::make_tuple(self.type(), nb::make_tuple(s.plan, s.setup, s.memory));
          },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def("__repr__", [](const RetrievalServer& s) {
        return "<lath retrieval Server of " + std::to_string(s.plan.records()) + " records>";
      });
}

}  // namespace lath::python
