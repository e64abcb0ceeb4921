// SPDX-License-Identifier: Apache-2.0
#include "he/keys/galois_elements.hpp"

#include <numeric>

#include "lath/base/error.hpp"
#include "lath/he/rotations.hpp"

namespace lath::he {
namespace {

std::string text(std::uint64_t x) { return std::to_string(x); }
std::string power(std::uint64_t g) { return "x -> x^" + text(g); }
std::string columns_text(std::int64_t columns) {
  return std::to_string(columns) + (columns == 1 || columns == -1 ? " column" : " columns");
}

// What x -> x^g does to two rows of slots. 3 and -1 generate all odd g, so that each is one
// rotation, before an exchange or without.
std::string move_of(std::size_t degree, std::uint64_t g) {
  const std::uint64_t order = 2 * std::uint64_t{degree};
  if (g == row_exchange(degree)) return "the exchange of rows";
  const std::uint64_t by_one = row_rotation(degree, 1);
  const auto half = static_cast<std::int64_t>(degree / 2);
  std::int64_t columns = 0;
  std::uint64_t rotation = 1;
  while (rotation != g && order - rotation != g) {
    rotation = rotation * by_one % order;
    ++columns;
  }
  return columns_text(columns <= half / 2 ? columns : columns - half) +
         (rotation == g ? "" : " and the exchange");
}

// The keys that there are; calls of rotations read what each one rotates by.
std::string present(const Context& context, const GaloisKeys& keys, bool rotations) {
  constexpr std::size_t kMostListed = 16;
  const std::vector<std::uint64_t> elements = keys.elements();
  if (elements.empty()) return "there are none in this set";
  std::string list;
  for (std::size_t i = 0; i < elements.size() && i < kMostListed; ++i) {
    list += (i == 0 ? "" : ", ") + power(elements[i]);
    if (rotations) list += " (" + move_of(context.degree(), elements[i]) + ")";
  }
  if (elements.size() > kMostListed) {
    list += " and " + text(elements.size() - kMostListed) + " others";
  }
  return "there are keys for " + list;
}

std::string found(std::uint64_t g, const Substitution& use) {
  switch (use.of) {
    case Substitution::Of::rotation:
      return "no key for a rotation by " + columns_text(use.columns) + ", " + power(g);
    case Substitution::Of::exchange:
      return "no key for the exchange of rows, " + power(g);
    case Substitution::Of::sum:
      return "no key for a rotation by " + columns_text(use.columns) + ", " + power(g) +
             ", which a sum of " + text(use.sum_columns) + " columns takes";
    case Substitution::Of::exponent:
      break;
  }
  return "no key for " + power(g);
}

std::string remedy(std::uint64_t g, const Substitution& use) {
  const std::string who = "let the owner of the secret key make it: galois_keys() with ";
  switch (use.of) {
    case Substitution::Of::rotation:
      return who + "row_rotation(" + std::to_string(use.columns) + ")";
    case Substitution::Of::exchange:
      return who + "row_exchange()";
    case Substitution::Of::sum:
      return who + "row_rotation() of 1, 2, 4, ... below " + text(use.sum_columns);
    case Substitution::Of::exponent:
      break;
  }
  return who + text(g);
}

}  // namespace

void require_element(const Context& context, std::uint64_t g) {
  const std::uint64_t index = context.index.value();
  if (g < index && std::gcd(g, index) == 1) return;
  const std::uint64_t reduced = g % index;
  throw Error(ErrorCode::invalid_argument, power(g) + " in the ring of the index " + text(index),
              context.powerful ? "need an exponent below " + text(index) + " and prime to it"
                               : "need an odd exponent below " + text(index),
              std::gcd(reduced, index) == 1
                  ? "give " + text(reduced) + ", the same automorphism"
                  : "take one that is an automorphism" +
                        std::string(context.powerful ? ", as SlotAlgebra::rotation() gives it"
                                                     : ": row_rotation() or row_exchange()"));
}

void require_elements(const Context& context, std::span<const std::uint64_t> elements) {
  for (const std::uint64_t g : elements) require_element(context, g);
}

const GaloisKeys::Entry& key_for(const Context& context, const GaloisKeys& keys, std::uint64_t g,
                                 const Substitution& use) {
  if (const GaloisKeys::Entry* entry = keys.find(g)) return *entry;
  require_element(context, g);
  const bool rotations = use.of != Substitution::Of::exponent;
  throw Error(ErrorCode::invalid_argument, found(g, use), present(context, keys, rotations),
              remedy(g, use));
}

}  // namespace lath::he
