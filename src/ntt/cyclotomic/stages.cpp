// SPDX-License-Identifier: Apache-2.0
#include "ntt/cyclotomic/stages.hpp"

#include <algorithm>
#include <numeric>

namespace lath::detail {
namespace {

std::uint64_t exponent_of_place(std::size_t place, std::uint64_t prime, std::uint64_t q) {
  std::uint64_t exponent = 0;
  for (std::uint64_t weight = 1, length = q / prime;; weight *= prime, length /= prime) {
    const std::uint64_t digit = place / length;
    exponent += weight * (weight == 1 ? digit + 1 : digit);
    place %= length;
    if (length == 1) return exponent;
  }
}

// Takes the axes of 3 and 5 right before a stage of units into it.
void join_last(std::vector<Stage>& stages) {
  Stage& units = stages.back();
  if (!units.is_of_units()) return;
  auto before = stages.end() - 1;
  for (; before != stages.begin(); --before) {
    const Stage& other = before[-1];
    if (other.prime < 3 || other.prime > 5 || !other.first || !other.last) break;
    units.joined *= other.rows();
    units.outside = other.outside;
  }
  stages.erase(before, stages.end() - 1);
}

}  // namespace

std::vector<std::uint32_t> powers_of_generator(std::uint64_t prime) {
  const auto index = CyclotomicIndex::create(prime);
  const std::uint64_t g = index.axes().front().generator;
  std::vector<std::uint32_t> powers(prime - 1, 1);
  for (std::size_t a = 1; a < powers.size(); ++a) {
    powers[a] = static_cast<std::uint32_t>(powers[a - 1] * g % prime);
  }
  return powers;
}

bool has_short_power_of_two(const CyclotomicIndex& index, std::size_t least_rows) {
  const auto& last = index.axes().back();
  return last.prime == 2 && last.degree < least_rows;
}

std::vector<Stage> stages_of(const CyclotomicIndex& index, std::size_t least_rows) {
  std::vector<std::size_t> order(index.axes().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (has_short_power_of_two(index, least_rows)) {
    order.insert(order.begin(), order.back());
    order.pop_back();
  } else if (index.axes().back().prime == 2) {
    order.pop_back();
  }
  std::vector<Stage> stages;
  std::size_t outside = 1, inside = index.degree();
  for (const std::size_t a : order) {
    const auto& axis = index.axes()[a];
    inside /= axis.degree;
    if (axis.prime == 2) {
      stages.push_back({axis.prime, true, true, a, outside, 1, axis.degree, inside});
      outside *= axis.degree;
      continue;
    }
    std::size_t before = 1, behind = axis.value / axis.prime;
    for (unsigned s = 0; s < axis.exponent; ++s) {
      stages.push_back(
          {axis.prime, s == 0, s + 1 == axis.exponent, a, outside, before, behind, inside});
      before *= stages.back().rows();
      behind /= axis.prime;
    }
    join_last(stages);
    outside *= axis.degree;
  }
  return stages;
}

std::vector<std::uint32_t> places_of_slots(const CyclotomicIndex::Axis& axis) {
  std::vector<std::uint32_t> place_of_exponent(axis.value), places(axis.degree);
  for (std::size_t place = 0; place < axis.degree; ++place) {
    place_of_exponent[exponent_of_place(place, axis.prime, axis.value)] =
        static_cast<std::uint32_t>(place);
  }
  std::uint64_t unit = 1;
  for (std::uint32_t& place : places) {
    place = place_of_exponent[unit];
    unit = unit * axis.generator % axis.value;
  }
  return places;
}

std::vector<std::uint32_t> destinations(const Stage& stage, const CyclotomicIndex::Axis& axis) {
  std::vector<std::uint32_t> to(stage.degree());
  std::iota(to.begin(), to.end(), std::uint32_t{0});
  if (!stage.last || axis.prime == 2) return to;
  const auto places = places_of_slots(axis);
  for (std::size_t b = 0; b < places.size(); ++b) to[places[b]] = static_cast<std::uint32_t>(b);
  return to;
}

std::vector<std::uint64_t> twiddles_of(const Stage& stage, const Modulus& modulus,
                                       std::uint64_t root, std::uint64_t q) {
  // The length of the transform that is split, and the root of this order.
  const std::size_t length = stage.prime * stage.behind;
  const std::uint64_t base = modulus.pow_vartime(root, q / length);
  std::vector<std::uint64_t> twiddles;
  twiddles.reserve(stage.degree());
  for (std::size_t before = 0; before < stage.before; ++before) {
    std::uint64_t of_row = stage.first ? base : 1;
    for (std::size_t j = 0; j < stage.rows(); ++j) {
      std::uint64_t power = 1;
      for (std::size_t i = 0; i < stage.behind; ++i) {
        twiddles.push_back(power);
        power = modulus.multiply(power, of_row);
      }
      of_row = modulus.multiply(of_row, base);
    }
  }
  return twiddles;
}

}  // namespace lath::detail
