// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "lath/base/cpu.hpp"
#include "ntt/transform_makers.hpp"

namespace lath::detail {

/// Transforms modulo x^n + 1 as the last or first part of a longer transform in double precision:
/// on one side of them stand canonical words, on the other integers as doubles.
class ValueRows {
 public:
  virtual ~ValueRows() = default;
  /// In place, from integers of at most p in magnitude to canonical words.
  virtual void forward(std::uint64_t* x) const noexcept = 0;
  /// Takes canonical words to integers of at most p in magnitude; `out` may be `in`.
  virtual void inverse(std::uint64_t* out, const std::uint64_t* in) const noexcept = 0;
};

/// The value rows of this instruction set, for degrees from four of its vectors up; null if this
/// build lacks it.
std::shared_ptr<const ValueRows> make_value_rows(const Roots& roots, Isa isa);

}  // namespace lath::detail
