// SPDX-License-Identifier: Apache-2.0
//
// Summaries of plaintexts as text.
#include <array>
#include <cstdio>

#include "lath/he/plaintexts/space_summary.hpp"

namespace lath::he {
namespace {

// With one digit behind the point.
std::string with_one_digit(double x) {
  std::array<char, 64> text{};
  static_cast<void>(std::snprintf(text.data(), text.size(), "%.1f", x));
  return text.data();
}

// "1 product", "2 products".
std::string counted(std::size_t count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

std::string ring_of(const SpaceSummary& s) {
  return s.index == 2 * s.degree ? "x^" + std::to_string(s.degree) + " + 1"
                                 : "the index " + std::to_string(s.index);
}

std::string modulus_of(const SpaceSummary& s) {
  const std::string bits = std::to_string(s.modulus_bits) + " bits";
  if (!s.is_short) return "an integer t of " + bits;
  return "a p of " + bits + " by a t(x) of " + with_one_digit(s.log2_size) + " bits";
}

std::string slots_of(const SpaceSummary& s) {
  std::string text;
  if (s.slots != 0) {
    text = std::to_string(s.slots) + " of " +
           (s.numbers_a_slot == 1 ? "an integer"
                                  : std::to_string(s.numbers_a_slot) + " coefficients") +
           " of " + std::to_string(s.modulus_bits) + " bits (" + s.encoder + ")";
  }
  if (s.without_slots.empty()) return text;
  return (text.empty() ? "none" : text) + ": " + s.without_slots;
}

std::string noise_of(const SpaceSummary& s) {
  if (s.fresh_bits <= 0) return "no room for an encryption: take a larger Q or a smaller t";
  return "a fresh ciphertext has " + with_one_digit(s.fresh_bits) +
         " bits of budget, and a product of two costs " + with_one_digit(s.product_bits);
}

}  // namespace

std::string to_string(const SpaceSummary& s) {
  std::string text = "plaintexts modulo " + modulus_of(s) + ", " +
                     (s.scheme == Scheme::bfv ? "BFV" : "BGV") + ", " + ring_of(s) + ", Q of " +
                     with_one_digit(s.log2_q) + " bits\n";
  text += "slots: " + slots_of(s) + "\n";
  text += "coefficients: " + counted(s.coefficients, "number") + " of " +
          std::to_string(s.modulus_bits) + " bits (WideCoefficientEncoder)\n";
  text += "automorphisms: " + std::to_string(s.automorphisms) + " of " + std::to_string(s.degree) +
          " leave t as it is\n";
  text += "noise: " + noise_of(s) + "\n";
  return text + "depth: " + counted(s.depth, "product") + ", one above the other\n";
}

}  // namespace lath::he
