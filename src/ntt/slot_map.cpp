// SPDX-License-Identifier: Apache-2.0
#include "lath/ntt/slot_map.hpp"

#include <bit>
#include <string>
#include <utility>

#include "lath/base/error.hpp"

namespace lath {
namespace {

std::size_t reversed(std::size_t x, int bits) noexcept {
  std::size_t result = 0;
  for (int i = 0; i < bits; ++i) result |= ((x >> i) & 1) << (bits - 1 - i);
  return result;
}

constexpr std::uint32_t kNone = 0xffffffff;

// The slot of each exponent, kNone for exponents of no slot.
std::vector<std::uint32_t> slots_of_exponents(const SlotMap& map) {
  std::vector<std::uint32_t> slots(map.index(), kNone);
  for (std::size_t j = 0; j < map.slots(); ++j) {
    slots[map.exponent(j)] = static_cast<std::uint32_t>(j);
  }
  return slots;
}

}  // namespace

SlotMap SlotMap::bit_reversed(std::size_t slots, std::uint64_t index, std::size_t block) {
  if (!std::has_single_bit(slots) || block == 0 || (index != slots && index != 2 * slots)) {
    throw Error(ErrorCode::invalid_argument,
                std::to_string(slots) + " slots in bit-reversed order for the index " +
                    std::to_string(index),
                "need a power of two, and an index of once or twice as much",
                "list the exponents of the slots");
  }
  return {index, slots, block};
}

SlotMap SlotMap::listed(std::uint64_t index, std::vector<std::uint32_t> exponents) {
  std::vector<bool> seen(index, false);
  for (const std::uint32_t exponent : exponents) {
    if (exponent >= index || seen[exponent]) {
      throw Error(ErrorCode::invalid_argument,
                  "exponent " + std::to_string(exponent) + " of a slot",
                  "need distinct ones below the index " + std::to_string(index),
                  "give the exponents of the roots of unity in the order of the slots");
    }
    seen[exponent] = true;
  }
  if (exponents.empty()) {
    throw Error(ErrorCode::invalid_argument, "an order of no slots", "need at least one",
                "give the exponents of the roots of unity in the order of the slots");
  }
  SlotMap map(index, exponents.size(), 1);
  map.exponents_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(exponents));
  return map;
}

std::uint64_t SlotMap::exponent(std::size_t j) const noexcept {
  if (exponents_ != nullptr) return (*exponents_)[j];
  const std::uint64_t power = reversed(j, std::countr_zero(slots_));
  return index_ == slots_ ? power : 2 * power + 1;
}

std::vector<std::uint32_t> SlotMap::sources(std::uint64_t g) const {
  if (block_ != 1) {
    throw Error(ErrorCode::unsupported,
                "an automorphism of slots with " + std::to_string(block_) + " words",
                "need slots that hold values", "apply it to the coefficient form");
  }
  const auto slots = slots_of_exponents(*this);
  std::vector<std::uint32_t> result(slots_);
  std::vector<bool> taken(slots_, false);
  for (std::size_t j = 0; j < slots_; ++j) {
    const std::uint32_t source = slots[(g % index_) * exponent(j) % index_];
    if (source == kNone || taken[source]) {
      throw Error(ErrorCode::invalid_argument, "x -> x^" + std::to_string(g),
                  "need an exponent that has an inverse modulo " + std::to_string(index_),
                  "take a g without a common factor with the index");
    }
    taken[source] = true;
    result[j] = source;
  }
  return result;
}

bool SlotMap::equals(const SlotMap& other) const noexcept {
  for (std::size_t j = 0; j < slots_; ++j) {
    if (exponent(j) != other.exponent(j)) return false;
  }
  return true;
}

}  // namespace lath
