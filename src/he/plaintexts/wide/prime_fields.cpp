// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/wide/prime_fields.hpp"

#include <cstdint>
#include <vector>

#include "he/plaintexts/wide/slot_indices.hpp"
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
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 20;
  const std::uint64_t d = field.short_modulus.index;
  if (index != 0 && has_slots(field.prime, d, index)) return;
  throw Error(
      ErrorCode::unsupported,
      "slots of the field " + field.name + " in the ring of the index " + std::to_string(index),
      "need an index that divides p - 1 and is a multiple of " + std::to_string(d) +
          ", the index of its short modulus",
      "take the index " + nearest_indices(field.prime, d, index, kLargest));
}

}  // namespace lath::he
