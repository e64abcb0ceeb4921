// SPDX-License-Identifier: Apache-2.0
#include "lath/apps/curve_plan.hpp"

#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "apps/points.hpp"
#include "parameters/spaces.hpp"
#include "plaintexts/integers.hpp"

namespace lath::python {
namespace {

using apps::Curve;
using Plan = apps::CurvePlan;

apps::CurveOptions options_of(std::string_view use, std::string_view goal) {
  apps::CurveOptions options;
  if (is_second("use", use, "kept", "released")) options.use = apps::CurveUse::released;
  if (is_second("goal", goal, "time", "batch")) options.goal = apps::CurveGoal::batch;
  return options;
}
const char* use_of(const Plan& plan) {
  return plan.options().use == apps::CurveUse::released ? "released" : "kept";
}
const char* goal_of(const Plan& plan) {
  return plan.options().goal == apps::CurveGoal::batch ? "batch" : "time";
}
Plan create(const Curve& curve, unsigned levels, std::string_view use, std::string_view goal) {
  const apps::CurveOptions options = options_of(use, goal);
  return released([&] { return Plan::create(curve, levels, options); });
}
Plan create_insecure(const Curve& curve, unsigned levels, std::string_view use,
                     std::string_view goal, const nb::kwargs& fields) {
  const apps::CurveOptions options = options_of(use, goal);
  const he::Literal literal = literal_of(fields);
  return released([&] { return Plan::create_insecure(curve, levels, literal, options); });
}

std::string text_of(const Plan& p) {
  const auto number = [](auto n) { return std::to_string(n); };
  return number(p.slots()) + " sums of " + number(p.summands()) + " points of " +
         field_of(p.curve()) + "\nsetup: " + number(p.setup_bytes()) +
         " bytes, once; a query: " + number(p.query_bytes()) +
         "; an answer: " + number(p.answer_bytes()) +
         "\nmemory of the server: " + number(p.server_memory()) + " bytes for a client\nBGV " +
         facts_of(p.parameters()) + ", " +
         number(static_cast<int>(p.answer_noise().budget_bits())) + " bits of noise are left";
}

nb::tuple reduced(nb::handle self) {
  const Plan& plan = nb::cast<const Plan&>(self);
  const bool is_insecure = released(
      [&] { return !(Plan::create(plan.curve(), plan.levels(), plan.options()) == plan); });
  if (is_insecure) throw nb::type_error("plans that may be insecure are not pickled; use Plan()");
  return nb::make_tuple(self.type(),
                        nb::make_tuple(plan.curve(), plan.levels(), use_of(plan), goal_of(plan)));
}

void bind_curve(nb::module_& m) {
  nb::class_<Curve>(
      m, "Curve",
      R"(A curve y**2 = x**3 - 3*x + b over a prime field. It is public, and can be pickled.

    >>> curve = lath.apps.curves.Curve("BLS12-381", 4)
    >>> curve.prime % 2**32, curve.coordinate_bytes, curve.field, curve.b
    (1, 32, 'BLS12-381', 4))")
      .def(
          "__init__",
          [](Curve* self, std::string_view field, nb::handle b) {
            new (self) Curve(curve_of(field, b));
          },
          nb::arg("field"), nb::arg("b"), nb::sig("def __init__(self, field: str, b: int) -> None"),
          "The curve over a field of PlaintextSpace.field(), by its name. Raises "
          "InvalidArgumentError unless b is below p and the curve is smooth without points of "
          "order "
          "2.")
      .def_prop_ro("field", &field_of, "The name of the field.")
      .def_prop_ro(
          "prime", [](const Curve& c) { return integer_of(c.prime()); },
          nb::sig("def prime(self) -> int"), "p.")
      .def_prop_ro(
          "b", [](const Curve& c) { return integer_of(c.b()); }, nb::sig("def b(self) -> int"),
          "b.")
      .def_prop_ro("coordinate_bytes", &Curve::coordinate_bytes, "The bytes of a coordinate.")
      .def(
          "__eq__", [](const Curve& a, const Curve& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const Curve& c) { return nb::hash(nb::make_tuple(field_of(c), integer_of(c.b()))); })
      .def(
          "__reduce__",
          [](nb::handle self) {
            const Curve& c = nb::cast<const Curve&>(self);
            return nb::make_tuple(self.type(), nb::make_tuple(field_of(c), integer_of(c.b())));
          },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def("__repr__", [](const Curve& c) {
        return std::string("<lath Curve over ") + field_of(c) +
               (c == Curve::p256() ? "" : ", b = " + decimal_vartime(c.b())) + ">";
      });
  m.attr("P256") = nb::cast(Curve::p256());
}

void bind_sizes(nb::class_<Plan>& c) {
  c.def_prop_ro(
       "curve", [](const Plan& p) { return p.curve(); }, "The curve.")
      .def_prop_ro("levels", &Plan::levels, "The levels of the tree of additions.")
      .def_prop_ro("use", &use_of, "\"kept\" or \"released\".")
      .def_prop_ro("goal", &goal_of, "\"time\" or \"batch\".")
      .def_prop_ro("summands", &Plan::summands, "The points of a sum, 2**levels.")
      .def_prop_ro("slots", &Plan::slots, "The sums that are computed at once.")
      .def_prop_ro("window_bits", &Plan::window_bits, "The bits of a window of a scalar.")
      .def_prop_ro(
          "parameters", [](const Plan& p) { return p.parameters(); }, "The parameters of BGV.")
      .def_prop_ro("setup_bytes", &Plan::setup_bytes, "The bytes of a setup.")
      .def_prop_ro("query_bytes", &Plan::query_bytes, "The bytes of a query.")
      .def_prop_ro("answer_bytes", &Plan::answer_bytes, "The bytes of an answer.")
      .def_prop_ro("server_memory", &Plan::server_memory,
                   "The bytes of memory that a server takes for a client, without the query.")
      .def_prop_ro(
          "answer_budget_bits", [](const Plan& p) { return p.answer_noise().budget_bits(); },
          "The bits of noise that an honest answer leaves, for all points.");
}

void bind_plan(nb::module_& m) {
  nb::class_<Plan> c(
      m, "Plan",
      R"(What client and server agree on: sums of encrypted points, and the parameters that follow.

There are sums of 2**levels points in every slot. print(plan) explains it. It is public, and can be
pickled.

    >>> from lath.apps.curves import P256, Plan
    >>> plan = Plan(P256, 1)
    >>> plan
    <lath curves Plan, 512 sums of 2 points>
    >>> plan.curve, plan.levels, plan.summands, plan.slots, plan.use, plan.goal
    (<lath Curve over P-256>, 1, 2, 512, 'kept', 'time')
    >>> min(plan.setup_bytes, plan.query_bytes, plan.answer_bytes, plan.server_memory) > 0
    True
    >>> plan.parameters.degree >= 8192, plan.window_bits, plan.answer_budget_bits > 0
    (True, 128, True))");
  c.def(
       "__init__",
       [](Plan* self, const Curve& curve, unsigned levels, std::string_view use,
          std::string_view goal) { new (self) Plan(create(curve, levels, use, goal)); },
       nb::arg("curve"), nb::arg("levels"), nb::arg("use") = "kept", nb::arg("goal") = "time",
       nb::sig("def __init__(self, curve: Curve, levels: int, use: typing.Literal['kept', "
               "'released'] = 'kept', goal: typing.Literal['time', 'batch'] = 'time') -> None"),
       "The plan with 128 bits of security, for 1 to 5 levels. `use` says who sees sums: \"kept\" "
       "by the client, or \"released\" to others, by finish_for_release(). `goal` is the least "
       "time, or the fewest slots and the least memory, \"batch\". Raises InvalidArgumentError for "
       "other levels, UnsupportedError if the field has no slots in these rings.")
      .def_static(
          "create_insecure", &create_insecure, nb::arg("curve"), nb::arg("levels"), nb::kw_only(),
          nb::arg("use") = "kept", nb::arg("goal") = "time", nb::arg("fields"),
          nb::sig("def create_insecure(curve: Curve, levels: int, *, use: "
                  "typing.Literal['kept', 'released'] = 'kept', goal: "
                  "typing.Literal['time', 'batch'] = 'time', **fields: typing.Any) -> Plan"),
          R"(A plan with the ring, primes and errors of Parameters.create_insecure(), for tests.

    >>> from lath.apps.curves import P256, Plan
    >>> Plan.create_insecure(P256, 1, index=85, prime_bits=[45] * 3, special_prime_bits=[45])
    <lath curves Plan, 4 sums of 2 points>)");
  bind_sizes(c);
  c.def(
       "__eq__", [](const Plan& a, const Plan& b) { return a == b; }, nb::is_operator(),
       nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const Plan& p) {
             return nb::hash(nb::make_tuple(field_of(p.curve()), p.levels(), use_of(p)));
           })
      .def("__reduce__", &reduced, nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def("__str__", &text_of)
      .def("__repr__", [](const Plan& p) {
        return "<lath curves Plan, " + std::to_string(p.slots()) + " sums of " +
               std::to_string(p.summands()) + " points>";
      });
}

}  // namespace

void bind_curve_plan(nb::module_& m) {
  bind_curve(m);
  bind_plan(m);
}

}  // namespace lath::python
