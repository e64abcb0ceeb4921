// SPDX-License-Identifier: Apache-2.0
#include "he/core/ring_factor.hpp"

#include <algorithm>
#include <array>

namespace lath::he {

RingFactor::RingFactor(Engine& engine, const RowBuffer& values)
    : values_(values),
      in_program_(std::make_shared<const detail::RowsToRead>(engine, values.rows())) {}

void RingFactor::multiply(Engine& engine, const Rows& out, const ConstRows& a) const {
  if (is_polynomial()) {
    const std::array<ConstRows, 2> in{a, values().only(out.limbs)};
    engine.apply(Operation::multiply, out, in);
  } else if (!is_one()) {
    const std::array<ConstRows, 1> in{a};
    engine.apply(Operation::scale, out, in, scalars(out.limbs));
  } else if (out.base != a.base) {
    engine.copy(out, a);
  }
}

void RingFactor::multiply_add(Engine& engine, const Rows& out, const ConstRows& a,
                              const ConstRows& b) const {
  if (is_polynomial()) {
    const std::array<ConstRows, 3> in{a, values().only(out.limbs), b};
    engine.apply(Operation::multiply_add, out, in);
    return;
  }
  const std::array<ConstRows, 2> in{a, b};
  if (is_one()) {
    engine.apply(Operation::add, out, in);
  } else {
    engine.apply(Operation::scale_add, out, in, scalars(out.limbs));
  }
}

void RingFactor::subtract_multiple(Engine& engine, const Rows& out, const ConstRows& a,
                                   const ConstRows& b) const {
  if (is_polynomial()) {
    const std::array<ConstRows, 3> in{a, values().only(out.limbs), b};
    engine.apply(Operation::subtract_product, out, in);
  } else if (is_one()) {
    const std::array<ConstRows, 2> in{b, a};
    engine.apply(Operation::subtract, out, in);
  } else {
    const std::array<ConstRows, 2> in{a, b};
    engine.apply(Operation::subtract_scaled, out, in, scalars(out.limbs));
  }
}

void RingFactor::multiply_subtract(Engine& engine, const Rows& out, const ConstRows& a,
                                   const ConstRows& b) const {
  const std::array<ConstRows, 3> in{a, values().only(out.limbs), b};
  engine.apply(Operation::multiply_subtract, out, in);
}

void RingFactor::multiply(const VectorArithmetic<std::uint64_t>& arithmetic, std::size_t limb,
                          std::uint64_t* out, const std::uint64_t* a,
                          std::size_t n) const noexcept {
  if (is_polynomial()) {
    arithmetic.multiply(out, a, in_program_->row(limb), n);
  } else if (integer_) {
    arithmetic.scale(out, a, integer_->scalars()[limb], n);
  } else if (out != a) {
    std::copy_n(a, n, out);
  }
}

void RingFactor::multiply_add(const VectorArithmetic<std::uint64_t>& arithmetic, std::size_t limb,
                              std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                              std::size_t n) const noexcept {
  if (is_polynomial()) {
    arithmetic.multiply_add(out, a, in_program_->row(limb), b, n);
  } else if (integer_) {
    arithmetic.scale_add(out, a, b, integer_->scalars()[limb], n);
  } else {
    arithmetic.add(out, a, b, n);
  }
}

}  // namespace lath::he
