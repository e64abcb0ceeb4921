// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apps/apps.hpp"
#include "lath/apps/curve.hpp"

namespace lath::python {

/// The curve of P-256, or of a field by its name and b.
[[nodiscard]] apps::Curve curve_of(std::string_view field, nb::handle b);
/// The name of a curve's field in Python.
[[nodiscard]] const char* field_of(const apps::Curve& curve);

/// The points of rows of so many slots, one row for each summand: pairs of integers, None for
/// infinity, or bytes. Missing points are infinity. Throws TypeError, with the index, for other
/// things, mismatch for too many, and malformed for points off the curve.
[[nodiscard]] apps::CurvePoints points_of(const apps::Curve& curve, nb::handle rows,
                                          std::size_t summands, std::size_t slots);
/// The points as a list: pairs of integers, and None for infinity.
[[nodiscard]] nb::object list_of(const apps::CurvePoints& points);

}  // namespace lath::python
