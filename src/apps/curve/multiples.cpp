// SPDX-License-Identifier: Apache-2.0
#include "apps/curve/multiples.hpp"

#include <bit>
#include <utility>

#include "lath/apps/complete_addition.hpp"

namespace lath::apps {
namespace {

// All ones for each scalar whose bit is set.
Buffer<std::uint64_t, Secret> masks_of_bit(const he::WideValues& scalars, std::size_t bit) {
  Buffer<std::uint64_t, Secret> masks(scalars.size());
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    masks[i] = std::uint64_t{0} - (scalars[i][bit >> 6] >> (bit & 63) & 1);
  }
  return masks;
}

ClearPoints infinity(const FieldRows& field) {
  return {field.constant(0), field.constant(1), field.constant(0)};
}

}  // namespace

ClearPoints sum_of_points(FieldRows& field, const ClearPoints& p, const ClearPoints& q) {
  return complete_addition(field, p, second_summand(field, q));
}

std::vector<ClearPoints> windows_of_multiples(FieldRows& field, ClearPoints points,
                                              const he::WideValues& scalars, std::size_t windows,
                                              const Work& work) {
  const std::size_t bits = 64 * scalars.words();
  std::vector<ClearPoints> result;
  result.reserve(windows);
  for (std::size_t bit = 0, next = 0; bit < bits; ++bit) {
    work.require_wanted();
    if (bit == next) {
      result.push_back(infinity(field));
      next = bits * result.size() >> std::countr_zero(windows);
    }
    ClearPoints& window = result.back();
    const ClearPoints more = sum_of_points(field, window, points);
    const auto masks = masks_of_bit(scalars, bit);
    window = {field.select(masks, more.x, window.x), field.select(masks, more.y, window.y),
              field.select(masks, more.z, window.z)};
    points = sum_of_points(field, points, points);
  }
  return result;
}

}  // namespace lath::apps
