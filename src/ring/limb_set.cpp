// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/limb_set.hpp"

#include <algorithm>
#include <string>

#include "lath/base/error.hpp"

namespace lath {

// Appends ranges in ascending order of their first places.
class LimbSet::Builder {
 public:
  void append(std::size_t first, std::size_t end) {
    if (first >= end) return;
    if (used_ != 0) {
      Range& last = set_.ranges_[used_ - 1];
      const std::size_t last_end = std::size_t{last.first} + last.count;
      if (first <= last_end) {
        last.count = static_cast<std::uint16_t>(std::max(end, last_end) - last.first);
        return;
      }
    }
    if (used_ == kRanges) {
      throw Error(ErrorCode::unsupported, "a set of limbs of more than 3 ranges",
                  "need limbs that are at most 3 ranges of the chain",
                  "order the moduli of the chain so that those used together follow each other");
    }
    set_.ranges_[used_++] = {static_cast<std::uint16_t>(first),
                             static_cast<std::uint16_t>(end - first)};
  }
  [[nodiscard]] LimbSet set() const { return set_; }

 private:
  LimbSet set_;
  std::size_t used_ = 0;
};

LimbSet LimbSet::range(std::size_t first, std::size_t count) {
  if (first > kMaxLimbs || count > kMaxLimbs - first) {
    throw Error(ErrorCode::invalid_argument,
                std::to_string(count) + " limbs from place " + std::to_string(first) + " on",
                "need places below " + std::to_string(kMaxLimbs), "take places of the chain");
  }
  Builder builder;
  builder.append(first, first + count);
  return builder.set();
}

std::size_t LimbSet::index(std::size_t place) const noexcept {
  std::size_t before = 0;
  for (const Range& range : ranges_) {
    if (place - range.first < range.count) return before + place - range.first;
    before += range.count;
  }
  return before;
}

bool LimbSet::contains(const LimbSet& other) const noexcept {
  return std::all_of(other.ranges_.begin(), other.ranges_.end(), [&](const Range& part) {
    if (part.count == 0) return true;
    return std::any_of(ranges_.begin(), ranges_.end(), [&](const Range& range) {
      return range.first <= part.first && part.first + part.count <= range.first + range.count;
    });
  });
}

std::size_t LimbSet::end() const noexcept {
  std::size_t end = 0;
  for (const Range& range : ranges_) {
    if (range.count != 0) end = std::size_t{range.first} + range.count;
  }
  return end;
}

LimbSet LimbSet::prefix(std::size_t count) const {
  if (count > size()) {
    throw Error(ErrorCode::invalid_argument, "the first " + std::to_string(count) + " limbs",
                "need at most " + std::to_string(size()) + ", the limbs of the set",
                "take fewer limbs");
  }
  Builder builder;
  for (const Range& range : ranges_) {
    const std::size_t taken = std::min<std::size_t>(count, range.count);
    builder.append(range.first, range.first + taken);
    count -= taken;
  }
  return builder.set();
}

LimbSet operator|(const LimbSet& a, const LimbSet& b) {
  std::array<LimbSet::Range, 2 * LimbSet::kRanges> ranges;
  const auto middle = std::copy(a.ranges_.begin(), a.ranges_.end(), ranges.begin());
  std::copy(b.ranges_.begin(), b.ranges_.end(), middle);
  std::sort(ranges.begin(), ranges.end());
  LimbSet::Builder builder;
  for (const auto& range : ranges) builder.append(range.first, range.first + range.count);
  return builder.set();
}

LimbSet operator-(const LimbSet& a, const LimbSet& b) {
  LimbSet::Builder builder;
  for (const auto& range : a.ranges_) {
    std::size_t first = range.first;
    const std::size_t end = first + range.count;
    for (const auto& removed : b.ranges_) {
      if (removed.count == 0 || removed.first >= end) continue;
      builder.append(first, std::min<std::size_t>(removed.first, end));
      first = std::max<std::size_t>(first, removed.first + removed.count);
    }
    builder.append(first, end);
  }
  return builder.set();
}

}  // namespace lath
