// SPDX-License-Identifier: Apache-2.0
#include "algebra/wide/subring_blocks.hpp"

#include <algorithm>
#include <string>

#include "lath/base/error.hpp"

namespace lath::detail {
namespace {

using Axis = CyclotomicIndex::Axis;

// The axis of a prime in an index that divides the ring's; of one value if it has none.
Axis axis_of(const CyclotomicIndex& index, std::uint64_t prime) {
  const auto axes = index.axes();
  const auto found = std::ranges::find(axes, prime, &Axis::prime);
  return found == axes.end()
             ? Axis{.prime = prime, .exponent = 0, .value = 1, .degree = 1, .generator = 1}
             : *found;
}

}  // namespace

SubringBlocks::SubringBlocks(const CyclotomicIndex& ring, const CyclotomicIndex& subring)
    : size_(subring.degree()), count_(0) {
  if (ring.value() % subring.value() != 0) {
    throw Error(ErrorCode::invalid_argument,
                "roots of unity of order " + std::to_string(subring.value()) +
                    " in the ring of the index " + std::to_string(ring.value()),
                "need a divisor of the index", "take a ring whose index is a multiple of it");
  }
  // Axis by axis: what has been placed so far becomes the outer coordinate.
  struct Part {
    std::size_t block, k, place;
  };
  std::vector<Part> parts{{0, 0, 0}};
  for (const Axis& axis : ring.axes()) {
    const Axis inner = axis_of(subring, axis.prime);
    const std::size_t step = inner.value == 1 ? axis.degree : axis.value / inner.value;
    std::vector<Part> next;
    next.reserve(parts.size() * axis.degree);
    for (const Part& part : parts) {
      for (std::size_t i = 0; i < axis.degree; ++i) {
        next.push_back({part.block * step + i % step, part.k * inner.degree + i / step,
                        part.place * axis.degree + i});
      }
    }
    parts = std::move(next);
  }
  places_.resize(parts.size());
  count_ = places_.size() / size_;
  for (const Part& part : parts) {
    places_[part.block * size_ + part.k] = static_cast<std::uint32_t>(part.place);
  }
}

}  // namespace lath::detail
