// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "circuits/memory_needs.hpp"
#include "circuits/route_search.hpp"
#include "he/literal.hpp"
#include "lath/circuits/routes.hpp"

namespace lath::circuits {
namespace {

const char* name_of(he::Scheme scheme) { return scheme == he::Scheme::bfv ? "BFV" : "BGV"; }

// "3 x 50 + 30"
std::string primes_of(const he::Literal& literal) {
  const auto list = [](const std::vector<unsigned>& bits) {
    const bool equal = std::ranges::all_of(bits, [&](unsigned b) { return b == bits[0]; });
    std::string text = std::to_string(bits[0]);
    if (bits.size() > 1) text = std::to_string(bits.size()) + " x " + text;
    return text + (equal ? "" : " and others");
  };
  return list(he::prime_lengths(literal)) + " + " + list(he::special_prime_lengths(literal));
}

std::string ring_of(const Route& route) {
  const std::string n = std::to_string(route.degree);
  return route.literal.index == 0 ? "n " + n : "m " + std::to_string(route.literal.index);
}

std::string text_of_seconds(double seconds) {
  constexpr std::array kUnits{"ns", "us", "ms", "s"};
  double value = seconds * 1e9;
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  std::array<char, 40> text{};
  static_cast<void>(std::snprintf(text.data(), text.size(), value >= 9.95 ? "%.0f %s" : "%.1f %s",
                                  value, kUnits[unit]));
  return text.data();
}

std::string text_of_bits(double bits) { return std::to_string(static_cast<long>(bits)); }

std::string numbers_of(const Route& route) {
  return std::to_string(route.numbers) + " x " + std::to_string(route.bits);
}

using Row = std::array<std::string, 11>;

Row head() {
  return {"plaintexts", "scheme", "ring", "primes", "numbers", "moduli",
          "ciphertext", "keys",   "peak", "a slot", "batch"};
}

Row row_of(const Route& route) {
  return {name_of(route.kind),
          name_of(route.scheme),
          ring_of(route),
          primes_of(route.literal),
          numbers_of(route),
          std::to_string(route.moduli),
          text_of_bytes(route.memory.ciphertext),
          text_of_bytes(route.memory.keys),
          text_of_bytes(route.peak),
          text_of_seconds(route.slot_seconds),
          text_of_seconds(route.batch_seconds)};
}

std::string table_of(const std::vector<Row>& rows) {
  Row::value_type text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      std::size_t width = 0;
      for (const Row& other : rows) width = std::max(width, other[column].size());
      line += row[column];
      if (column + 1 < row.size()) line += std::string(width + 2 - row[column].size(), ' ');
    }
    text += line + "\n";
  }
  return text;
}

}  // namespace

const char* name_of(RouteKind kind) noexcept {
  switch (kind) {
    case RouteKind::short_modulus:
      return "short t(x)";
    case RouteKind::integer:
      return "integer t";
    case RouteKind::crt:
      return "CRT over word primes";
    default:
      return "root x^k - b";
  }
}

std::string reason_against(RouteKind kind, const Numbers& numbers) {
  const bool over_z = numbers.sort() == Numbers::Sort::integers;
  if (kind == RouteKind::short_modulus) {
    if (over_z) return "short t(x) are for prime fields";
    if (numbers.sort() == Numbers::Sort::residues) {
      return "short t(x) are for prime fields: state a prime modulus as a field";
    }
    if (!numbers.known_field()) {
      return "no short t(x) is built in for this prime: scripts/find-short-modulus finds one if "
             "p - 1 has a divisor with 4 to 64 units";
    }
  }
  if ((kind == RouteKind::crt || kind == RouteKind::root) && !over_z) {
    return "computes over Z: results are not reduced modulo the modulus, and grow";
  }
  constexpr std::size_t kMostOfRoot = 4095, kMostOfInteger = 4095;
  if (kind == RouteKind::root && numbers.bits() > kMostOfRoot) {
    return "serves results of up to 4095 bits";
  }
  if (kind == RouteKind::integer && numbers.bits() > kMostOfInteger && over_z) {
    return "serves results of up to 4095 bits";
  }
  return "";
}

std::string to_string(const Route& route) {
  std::string text = std::string(name_of(route.kind)) + ", " + name_of(route.scheme) + ": ";
  if (!route.serves()) return text + route.reason;
  text +=
      ring_of(route) + ", primes " + primes_of(route.literal) + ", " + numbers_of(route) + " bits";
  if (route.moduli > 1) {
    text += " by " + std::to_string(route.moduli) + " moduli of " +
            std::to_string(route.modulus_bits) + " bits";
  }
  return text + ", peak " + text_of_bytes(route.peak) + ", " + text_of_seconds(route.slot_seconds) +
         " a slot product, " + text_of_seconds(route.batch_seconds) + " a batch, " +
         text_of_bits(route.noise_bits) + " bits of noise left";
}

std::string describe(std::span<const Route> routes) {
  // A kind that is listed once does not serve in any scheme.
  const auto is_alone = [&](const Route& route) {
    return std::ranges::count(routes, route.kind, &Route::kind) == 1;
  };
  std::vector<const Route*> serving;
  for (const Route& route : routes) {
    if (route.serves()) serving.push_back(&route);
  }
  std::ranges::sort(serving, {}, &Route::batch_seconds);
  std::string text;
  if (!serving.empty()) {
    std::vector<Row> rows{head()};
    for (const Route* route : serving) rows.push_back(row_of(*route));
    text = table_of(rows);
  }
  for (const Route& route : routes) {
    if (route.serves()) continue;
    text +=
        is_alone(route) ? std::string(name_of(route.kind)) + ": " + route.reason : to_string(route);
    text += "\n";
  }
  return text;
}

}  // namespace lath::circuits
