// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/wide/prime_fields.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::he {
namespace {

struct Row {
  PrimeField field;
  const char* name;
  const char* prime;
  std::uint64_t index;
  const char* root;
  std::vector<std::int64_t> coefficients;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> table{
#include "he/plaintexts/wide/prime_fields.inl"
  };
  return table;
}

bool serves(const KnownField& field, std::uint64_t index) {
  return index % field.short_modulus.index == 0 && remainder_vartime(field.prime, index) == 1;
}

// The nearest indices that serve on both sides, among those that rings may have.
std::string nearest_indices(const KnownField& field, std::uint64_t index) {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 20;
  const std::uint64_t d = field.short_modulus.index;
  const std::uint64_t below = std::min(index, kLargest) / d * d;
  std::string result;
  for (std::uint64_t m = below; m >= d && m > 2; m -= d) {
    if (!serves(field, m)) continue;
    result = std::to_string(m);
    break;
  }
  for (std::uint64_t m = below + d; m <= kLargest; m += d) {
    if (!serves(field, m)) continue;
    result += (result.empty() ? "" : " or ") + std::to_string(m);
    break;
  }
  return result;
}

}  // namespace

KnownField known_field(PrimeField field) {
  for (const Row& row : rows()) {
    if (row.field != field) continue;
    return {row.name,
            Natural::from_decimal(row.prime),
            {row.index, row.coefficients, Natural::from_decimal(row.root)}};
  }
  throw Error(ErrorCode::invalid_argument, "prime field " + std::to_string(static_cast<int>(field)),
              "need one of the enumerators",
              "take PlaintextSpace::short_modulus() for other primes");
}

void require_index_of(const KnownField& field, std::uint64_t index) {
  if (index != 0 && serves(field, index)) return;
  throw Error(
      ErrorCode::unsupported,
      "slots of the field " + field.name + " in the ring of the index " + std::to_string(index),
      "need an index that divides p - 1 and is a multiple of " +
          std::to_string(field.short_modulus.index) + ", the index of its short modulus",
      "take the index " + nearest_indices(field, index));
}

}  // namespace lath::he
