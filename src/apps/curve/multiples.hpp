// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "apps/curve/field_rows.hpp"
#include "lath/base/work.hpp"
#include "lath/he/plaintexts/wide_values.hpp"

namespace lath::apps {

/// The sum of points, slot by slot.
[[nodiscard]] ClearPoints sum_of_points(FieldRows& field, const ClearPoints& p,
                                        const ClearPoints& q);

/// The windows of multiples k P: for each window j, from the lowest bits on, d_j 2^(w j) P, where
/// d_j are the w bits of k there. One point and scalar for each slot. Constant time.
[[nodiscard]] std::vector<ClearPoints> windows_of_multiples(FieldRows& field, ClearPoints points,
                                                            const he::WideValues& scalars,
                                                            std::size_t windows,
                                                            const Work& work = {});

}  // namespace lath::apps
