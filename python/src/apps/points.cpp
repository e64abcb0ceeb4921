// SPDX-License-Identifier: Apache-2.0
//
// Points of Python: pairs of integers.
#include "apps/points.hpp"

#include "parameters/spaces.hpp"
#include "plaintexts/integers.hpp"

namespace lath::python {
namespace {

std::size_t point_bytes(const apps::Curve& curve) { return 1 + 2 * curve.coordinate_bytes(); }

[[noreturn]] void refuse_point(const Error& error, std::size_t summand, std::size_t slot) {
  throw Error(error.code(),
              "point " + std::to_string(slot) + " of summand " + std::to_string(summand) + ": " +
                  error.found(),
              error.needed(), "give pairs (x, y) with y**2 = x**3 - 3*x + b modulo p, or None");
}

}  // namespace

apps::Curve curve_of(std::string_view field, nb::handle b) {
  const he::PrimeField prime_field = prime_field_of(field);
  const Natural number = natural_of(b, "b");
  return released([&] { return apps::Curve::create(prime_field, number); });
}
const char* field_of(const apps::Curve& curve) { return name_of(curve.field()); }

apps::CurvePoints points_of(const apps::Curve& curve, nb::handle rows, std::size_t summands,
                            std::size_t slots) {
  const std::size_t size = point_bytes(curve);
  const auto bytes = nb::cast<nb::bytes>(
      nb::module_::import_("lath._points").attr("encoded")(rows, summands, slots, size));
  return released([&] {
    apps::CurvePoints points(curve, summands * slots);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto point = span_of(bytes).subspan(i * size, size);
      try {
        points.set(i, point.first(point[0] == std::byte{0} ? 1 : size));
      } catch (const Error& error) {
        refuse_point(error, i / slots, i % slots);
      }
    }
    return points;
  });
}

nb::object list_of(const apps::CurvePoints& points) {
  const std::size_t size = point_bytes(points.curve());
  const nb::bytes bytes = bytes_of(points.size() * size, [&](std::span<std::byte> out) {
    std::ranges::fill(out, std::byte{0});
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto point = points.bytes(i);
      std::ranges::copy(point.span(), out.subspan(i * size).begin());
    }
  });
  return nb::module_::import_("lath._points").attr("decoded")(bytes, size);
}

}  // namespace lath::python
