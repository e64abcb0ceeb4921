// SPDX-License-Identifier: Apache-2.0
#include "he/keys/galois_elements.hpp"

#include <numeric>

#include "lath/base/error.hpp"
#include "lath/he/rotations.hpp"

namespace lath::he {
namespace {

std::string in_digits(std::uint64_t x) { return std::to_string(x); }
std::string power(std::uint64_t g) { return "x -> x^" + in_digits(g); }
std::string columns_text(std::int64_t columns) {
  return std::to_string(columns) + (columns == 1 || columns == -1 ? " column" : " columns");
}

// The effect of x -> x^g on two rows of slots, in words. 3 and -1 generate all odd g, so that each
// g is one rotation, before an exchange or without.
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

// Lists the keys that the session has; for rotations, with the rotation of each key.
std::string present(const KeyTables& tables, const std::vector<std::uint64_t>& elements,
                    bool rotations) {
  constexpr std::size_t kMostListed = 16;
  if (elements.empty()) return "the session has no Galois keys";
  std::string list;
  for (std::size_t i = 0; i < elements.size() && i < kMostListed; ++i) {
    list += (i == 0 ? "" : ", ") + power(elements[i]);
    if (rotations) list += " (" + move_of(tables.degree(), elements[i]) + ")";
  }
  if (elements.size() > kMostListed) {
    list += " and " + in_digits(elements.size() - kMostListed) + " others";
  }
  return "there are keys for " + list;
}

// Rotations are named by their columns: whoever calls for one has not seen its exponent.
std::string found(std::uint64_t g, const Substitution& use) {
  switch (use.of) {
    case Substitution::Of::rotation:
      return "no key for a rotation by " + columns_text(use.columns) +
             ", and no few keys that compose it";
    case Substitution::Of::exchange:
      return "no key for the exchange of rows";
    case Substitution::Of::sum:
      return "no key for a rotation by " + columns_text(use.columns) + ", which a sum of " +
             in_digits(use.sum_columns) + " columns takes";
    case Substitution::Of::exponent:
      break;
  }
  return "no key for " + power(g);
}

std::string remedy(std::size_t degree, std::uint64_t g, const Substitution& use) {
  const std::string who = "let the owner of the secret key make it: galois_keys() with ";
  const std::string n = in_digits(degree);
  switch (use.of) {
    case Substitution::Of::rotation:
      return who + "row_rotation(" + n + ", " + std::to_string(use.columns) +
             "), or with all_rotations(" + n + ")";
    case Substitution::Of::exchange:
      return who + "row_exchange(" + n + ")";
    case Substitution::Of::sum:
      return who + "sum_rotations(" + n + ", " + in_digits(use.sum_columns) + ")";
    case Substitution::Of::exponent:
      break;
  }
  return who + in_digits(g);
}

}  // namespace

void require_element(const KeyTables& tables, std::uint64_t g) {
  const std::uint64_t index = tables.index.value();
  if (g < index && std::gcd(g, index) == 1) return;
  const std::uint64_t reduced = g % index;
  throw Error(
      ErrorCode::invalid_argument, power(g) + " in the ring of the index " + in_digits(index),
      tables.errors.powerful ? "need an exponent below " + in_digits(index) + " and prime to it"
                             : "need an odd exponent below " + in_digits(index),
      std::gcd(reduced, index) == 1
          ? "give " + in_digits(reduced) + ", the same automorphism"
          : "take one that is an automorphism" +
                std::string(tables.errors.powerful ? ", as SlotAlgebra::rotation() gives it"
                                                   : ": row_rotation() or row_exchange()"));
}

void require_elements(const KeyTables& tables, std::span<const std::uint64_t> elements) {
  for (const std::uint64_t g : elements) require_element(tables, g);
}

void refuse_without_key(const KeyTables& tables, const std::vector<std::uint64_t>& elements,
                        std::uint64_t g, const Substitution& use) {
  require_element(tables, g);
  const bool rotations = use.of != Substitution::Of::exponent;
  throw Error(ErrorCode::invalid_argument, found(g, use), present(tables, elements, rotations),
              remedy(tables.degree(), g, use));
}

}  // namespace lath::he
