// SPDX-License-Identifier: Apache-2.0
#include "he/keys/rotation_routes.hpp"

#include <bit>

namespace lath::he {

RotationRoutes::RotationRoutes(std::size_t degree, std::span<const std::uint64_t> elements)
    : length_(degree, unreachable), last_(degree) {
  const std::uint64_t mask = 2 * std::uint64_t{degree} - 1;
  const auto most = static_cast<std::size_t>(std::bit_width(degree) - 1);
  std::vector<std::uint64_t> reached{1}, next;
  length_[0] = 0;
  for (std::size_t steps = 1; steps <= most && !reached.empty(); ++steps) {
    next.clear();
    for (const std::uint64_t from : reached) {
      for (const std::uint64_t by : elements) {
        const std::uint64_t to = from * by & mask;
        if (length_[to / 2] != unreachable) continue;
        length_[to / 2] = static_cast<std::uint8_t>(steps);
        last_[to / 2] = static_cast<std::uint32_t>(by);
        next.push_back(to);
      }
    }
    reached.swap(next);
  }
}

std::uint64_t RotationRoutes::before(std::uint64_t g) const noexcept {
  const std::uint64_t by = last(g);
  // Newton's iteration doubles the right bits of the inverse, of which an odd number is 3.
  std::uint64_t inverse = by;
  for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - by * inverse;
  return g * inverse & (2 * std::uint64_t{length_.size()} - 1);
}

}  // namespace lath::he
