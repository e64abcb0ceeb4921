// SPDX-License-Identifier: Apache-2.0
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "apps/apps.hpp"
#include "lath/apps/retrieval_plan.hpp"
#include "parameters/spaces.hpp"

namespace lath::python {
namespace {

using Plan = apps::RetrievalPlan;

apps::RetrievalOptions options_of(std::string_view goal, std::string_view use) {
  apps::RetrievalOptions options;
  if (is_second("goal", goal, "time", "traffic")) options.goal = apps::RetrievalGoal::traffic;
  if (is_second("use", use, "kept", "released")) options.use = apps::RetrievalUse::released;
  return options;
}
const char* goal_of(const Plan& plan) {
  return plan.options().goal == apps::RetrievalGoal::traffic ? "traffic" : "time";
}
const char* use_of(const Plan& plan) {
  return plan.options().use == apps::RetrievalUse::released ? "released" : "kept";
}
Plan create(std::uint64_t records, std::size_t record_bytes, std::string_view goal,
            std::string_view use) {
  const apps::RetrievalOptions options = options_of(goal, use);
  return released([&] { return Plan::create(records, record_bytes, options); });
}
Plan create_insecure(std::uint64_t records, std::size_t record_bytes, std::string_view goal,
                     std::string_view use, const nb::kwargs& fields) {
  const apps::RetrievalOptions options = options_of(goal, use);
  const he::Literal literal = literal_of(fields);
  return released([&] { return Plan::create_insecure(records, record_bytes, literal, options); });
}

std::string text_of(const Plan& p) {
  const auto number = [](auto n) { return std::to_string(n); };
  return number(p.records()) + " records of " + number(p.record_bytes()) + " bytes in " +
         number(p.rows()) + " x " + number(p.columns()) + " plaintexts of " +
         number(p.records_of_plaintext()) + " records\n" + "setup: " + number(p.setup_bytes()) +
         " bytes, once; a query: " + number(p.query_bytes()) +
         "; an answer: " + number(p.answer_bytes()) +
         "\nmemory of the server: " + number(p.client_memory()) +
         " bytes for a client, and for the table " + number(p.table_memory()) + "\nBFV " +
         facts_of(p.parameters()) + ", " +
         number(static_cast<int>(p.answer_noise().budget_bits())) + " bits of noise are left";
}

// Plans travel as the numbers that they were made of.
nb::tuple reduced(nb::handle self) {
  const Plan& plan = nb::cast<const Plan&>(self);
  const bool is_insecure = released(
      [&] { return !(Plan::create(plan.records(), plan.record_bytes(), plan.options()) == plan); });
  if (is_insecure) throw nb::type_error("plans that may be insecure are not pickled; use Plan()");
  return nb::make_tuple(self.type(), nb::make_tuple(plan.records(), plan.record_bytes(),
                                                    goal_of(plan), use_of(plan)));
}

void bind_sizes(nb::class_<Plan>& c) {
  c.def_prop_ro("records", &Plan::records, "How many records the table has.")
      .def_prop_ro("record_bytes", &Plan::record_bytes, "The bytes of a record.")
      .def_prop_ro("goal", &goal_of, "\"time\" or \"traffic\".")
      .def_prop_ro("use", &use_of, "\"kept\" or \"released\".")
      .def_prop_ro(
          "parameters", [](const Plan& p) { return p.parameters(); }, "The parameters of BFV.")
      .def_prop_ro("rows", &Plan::rows, "The rows of plaintexts.")
      .def_prop_ro("columns", &Plan::columns, "The columns of plaintexts.")
      .def_prop_ro("records_of_plaintext", &Plan::records_of_plaintext,
                   "The records of a plaintext, 1 if a record takes several plaintexts.")
      .def_prop_ro("chunks", &Plan::chunks, "The plaintexts of a record.")
      .def_prop_ro("setup_bytes", &Plan::setup_bytes, "The bytes of a setup.")
      .def_prop_ro("query_bytes", &Plan::query_bytes, "The bytes of a query.")
      .def_prop_ro("answer_bytes", &Plan::answer_bytes, "The bytes of an answer.")
      .def_prop_ro("client_memory", &Plan::client_memory,
                   "The bytes of memory that a server takes for a client.")
      .def_prop_ro("table_memory", &Plan::table_memory, "The bytes of memory of a table.")
      .def_prop_ro(
          "answer_budget_bits", [](const Plan& p) { return p.answer_noise().budget_bits(); },
          "The bits of noise that an honest answer leaves, for all tables.");
}

constexpr const char* kOptions =
    "*, goal: typing.Literal['time', 'traffic'] = 'time', use: typing.Literal['kept', 'released'] "
    "= 'kept'";

}  // namespace

void bind_retrieval_plan(nb::module_& m) {
  nb::class_<Plan> c(m, "Plan",
                     R"(What client and server agree on: a table, and the parameters that follow.

The table has so many records of so many bytes. print(plan) explains it. It is public, and can be
pickled.

    >>> plan = lath.apps.retrieval.Plan(4000, 256)
    >>> plan
    <lath retrieval Plan, 4000 records of 256 bytes>
    >>> plan.records, plan.record_bytes, plan.goal, plan.use, plan.chunks
    (4000, 256, 'time', 'kept', 1)
    >>> plan.rows * plan.columns * plan.records_of_plaintext >= plan.records
    True
    >>> min(plan.setup_bytes, plan.query_bytes, plan.answer_bytes) > 0
    True
    >>> min(plan.client_memory, plan.table_memory, plan.answer_budget_bits) > 0
    True
    >>> plan.parameters.degree
    4096)");
  const std::string options = kOptions;
  c.def(
       "__init__",
       [](Plan* self, std::uint64_t records, std::size_t record_bytes, std::string_view goal,
          std::string_view use) { new (self) Plan(create(records, record_bytes, goal, use)); },
       nb::arg("records"), nb::arg("record_bytes"), nb::arg("goal") = "time",
       nb::arg("use") = "kept",
       nb::sig("def __init__(self, records: int, record_bytes: int, goal: typing.Literal['time', "
               "'traffic'] = 'time', use: typing.Literal['kept', 'released'] = 'kept') -> None"),
       "The plan with 128 bits of security. `goal` is the least time of the server, or the least "
       "traffic. `use` says who sees records: \"kept\" by the client, or \"released\" to others, "
       "by finish_for_release(). Raises InvalidArgumentError for empty tables and ones of 2**48 "
       "bytes, UnsupportedError if no parameters have room.")
      .def_static("create_insecure", &create_insecure, nb::arg("records"), nb::arg("record_bytes"),
                  nb::kw_only(), nb::arg("goal") = "time", nb::arg("use") = "kept",
                  nb::arg("fields"),
                  nb::sig(("def create_insecure(records: int, record_bytes: int, " + options +
                           ", **fields: typing.Any) -> Plan")
                              .c_str()),
                  R"(A plan with the fields of Parameters.create_insecure(): for tests and studies.

    >>> lath.apps.retrieval.Plan.create_insecure(100, 3, degree=64, plaintext_modulus=65537,
    ...                                          prime_bits=[34, 40], special_prime_bits=[42])
    <lath retrieval Plan, 100 records of 3 bytes>)");
  bind_sizes(c);
  c.def(
       "__eq__", [](const Plan& a, const Plan& b) { return a == b; }, nb::is_operator(),
       nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const Plan& p) { return nb::hash(nb::make_tuple(p.records(), p.record_bytes())); })
      .def("__reduce__", &reduced, nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def("__str__", &text_of)
      .def("__repr__", [](const Plan& p) {
        return "<lath retrieval Plan, " + std::to_string(p.records()) + " records of " +
               std::to_string(p.record_bytes()) + " bytes>";
      });
}

}  // namespace lath::python
