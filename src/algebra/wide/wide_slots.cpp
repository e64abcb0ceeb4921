// SPDX-License-Identifier: Apache-2.0
#include "algebra/wide/wide_slots.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "algebra/wide/roots.hpp"
#include "arith/wide/natural_arithmetic.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/base/buffer.hpp"

namespace lath::detail {

// The slots along an axis.
struct WideSlots::AxisSlots {
  std::uint64_t value, one;           // q, and the number that is 1 modulo q and 0 modulo m/q
  std::vector<Dimension> dimensions;  // with generators modulo q
  std::span<const std::uint64_t> exponents;  // in the order of the transform
};

namespace {

using Axis = CyclotomicIndex::Axis;
using Dimension = WideSlots::Dimension;

// The number that is 1 modulo q and 0 modulo m/q.
std::uint64_t one_modulo(std::uint64_t m, std::uint64_t q) {
  const std::uint64_t rest = m / q;
  return rest == 1 ? 1 : rest * Modulus(q).inverse_vartime(rest % q) % m;
}

// The exponent of a prime in d.
unsigned exponent_in(std::uint64_t d, std::uint64_t prime) {
  unsigned exponent = 0;
  for (; d % prime == 0; d /= prime) ++exponent;
  return exponent;
}

// The units modulo q that are 1 modulo d, as a product of cyclic groups. `length` is their number.
std::vector<Dimension> dimensions_along(const Axis& axis, std::uint64_t d, std::size_t length) {
  std::vector<Dimension> dimensions;
  if (axis.prime == 2 && d % 4 != 0) {
    dimensions = {{3, length / 2}, {axis.value - 1, 2}};
  } else {
    const std::uint64_t common = std::gcd(axis.value, d);
    dimensions = {{common == 1 ? axis.generator : (1 + common) % axis.value, length}};
  }
  std::erase_if(dimensions, [](const Dimension& dimension) { return dimension.length == 1; });
  return dimensions;
}

// places + i step for each i below `length` and each of the places.
void extend(std::vector<std::uint32_t>& places, std::size_t length, std::size_t step) {
  std::vector<std::uint32_t> longer;
  longer.reserve(places.size() * length);
  for (const std::uint32_t place : places) {
    for (std::size_t i = 0; i < length; ++i) {
      longer.push_back(static_cast<std::uint32_t>(place + i * step));
    }
  }
  places = std::move(longer);
}

}  // namespace

WideSlots::WideSlots(const CyclotomicIndex& index, std::uint64_t d, const Natural& p,
                     const Natural& omega)
    : WideSlots(index, d, p,
                RootOfUnity{root_above_vartime(WideModulus(p), index.value(), d, omega)}) {}

WideSlots::WideSlots(const CyclotomicIndex& index, std::uint64_t d, const Natural& p,
                     std::span<const Natural> primes, const Natural& omega)
    : WideSlots(index, d, p,
                RootOfUnity{root_by_factors_vartime(p, primes, index.value(), d, omega)}) {}

WideSlots::WideSlots(const CyclotomicIndex& index, std::uint64_t d, const Natural& p,
                     RootOfUnity root)
    : modulus_(p), root_(std::move(root.z)), places_of_blocks_{0}, places_in_block_{0} {
  std::vector<AxisSlots> made;
  Natural scale = 1;
  axes_.reserve(index.axes().size());
  for (const Axis& axis : index.axes()) {
    add_axis(index, axis, d, made);
    scale = product_vartime(scale, axes_.back().axis.scale());
    scratch_words_ = std::max(scratch_words_, axes_.back().axis.scratch_words());
  }
  // Lengths are units modulo p: NOLINTNEXTLINE(bugprone-unchecked-optional-access)
  scale_ = modulus_.montgomery_vartime(inverse_modulo_vartime(scale, p).value());
  order_slots(index.value(), made);
  scratch_words_ = std::max(scratch_words_, slots() * modulus_.words());
}

void WideSlots::add_axis(const CyclotomicIndex& index, const Axis& axis, std::uint64_t d,
                         std::vector<AxisSlots>& made) {
  const std::uint64_t m = index.value();
  axes_.push_back({WideAxis(modulus_, axis, exponent_in(d, axis.prime),
                            power_modulo_vartime(root_, m / axis.value, modulus_.value())),
                   1});
  const std::size_t length = axes_.back().axis.length();
  made.push_back({axis.value, one_modulo(m, axis.value), dimensions_along(axis, d, length),
                  axes_.back().axis.exponents()});
  for (std::size_t i = 0; i + 1 < axes_.size(); ++i) axes_[i].columns *= length;
  // All places so far are for the axes before this one, which stands further in.
  for (auto* places : {&places_of_blocks_, &places_in_block_}) {
    for (std::uint32_t& place : *places) place *= static_cast<std::uint32_t>(axis.degree);
  }
  extend(places_of_blocks_, length, 1);
  extend(places_in_block_, axis.degree / length, length);
}

void WideSlots::order_slots(std::uint64_t m, std::vector<AxisSlots>& axes) {
  for (const AxisSlots& axis : axes) {
    for (const auto& [generator, length] : axis.dimensions) {
      const auto place =
          std::ranges::upper_bound(dimensions_, length, std::greater(), &Dimension::length);
      dimensions_.insert(place, {(1 + (generator + axis.value - 1) * axis.one) % m, length});
    }
  }
  // A factor 2 without an axis makes all units odd.
  exponents_ = {1};
  for (const auto& [generator, length] : dimensions_) {
    const std::size_t count = exponents_.size();
    for (std::size_t i = 0; i < count * (length - 1); ++i) {
      exponents_.push_back(exponents_[i] * generator % m);
    }
  }
  std::vector<std::uint32_t> place_of(m);
  order_.assign(slots(), 0);
  for (const AxisSlots& axis : axes) {
    const std::size_t length = axis.exponents.size();
    for (std::size_t i = 0; i < length; ++i) {
      place_of[axis.exponents[i]] = static_cast<std::uint32_t>(i);
    }
    for (std::size_t slot = 0; slot < slots(); ++slot) {
      const std::size_t place = order_[slot] * length + place_of[exponents_[slot] % axis.value];
      order_[slot] = static_cast<std::uint32_t>(place);
    }
  }
}

void WideSlots::forward(std::span<std::uint64_t> values,
                        std::span<std::uint64_t> scratch) const noexcept {
  const std::size_t words = modulus_.words();
  for (const auto& [axis, columns] : axes_) {
    const std::size_t rows = axis.length() * columns * words;
    for (std::size_t i = 0; i < values.size(); i += rows) {
      axis.forward(modulus_, &values[i], columns, scratch.data());
    }
  }
  std::ranges::copy(values, scratch.begin());
  for (std::size_t slot = 0; slot < slots(); ++slot) {
    std::copy_n(&scratch[order_[slot] * words], words, &values[slot * words]);
  }
}

void WideSlots::inverse(std::span<std::uint64_t> values,
                        std::span<std::uint64_t> scratch) const noexcept {
  const std::size_t words = modulus_.words();
  std::ranges::copy(values, scratch.begin());
  for (std::size_t slot = 0; slot < slots(); ++slot) {
    modulus_.multiply(&values[order_[slot] * words], &scratch[slot * words], scale_.data());
  }
  for (auto placed = axes_.rbegin(); placed != axes_.rend(); ++placed) {
    const auto& [axis, columns] = *placed;
    const std::size_t rows = axis.length() * columns * words;
    for (std::size_t i = 0; i < values.size(); i += rows) {
      axis.inverse(modulus_, &values[i], columns, scratch.data());
    }
  }
}

void WideSlots::forward(std::span<std::uint64_t> values) const {
  Buffer<std::uint64_t, Secret> scratch(scratch_words());
  forward(values, scratch.span());
}

void WideSlots::inverse(std::span<std::uint64_t> values) const {
  Buffer<std::uint64_t, Secret> scratch(scratch_words());
  inverse(values, scratch.span());
}

}  // namespace lath::detail
