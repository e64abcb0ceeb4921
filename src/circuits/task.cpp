// SPDX-License-Identifier: Apache-2.0
#include "lath/circuits/task.hpp"

#include <array>
#include <string>
#include <utility>

#include "he/literal.hpp"
#include "he/plaintexts/wide/prime_fields.hpp"

namespace lath::circuits {
namespace {

constexpr std::array kKnownFields{
    he::PrimeField::p256,        he::PrimeField::p256_order, he::PrimeField::secp256k1_order,
    he::PrimeField::bls12_381_r, he::PrimeField::bn254_r,    he::PrimeField::goldilocks};

std::optional<he::PrimeField> field_of(const Natural& p) {
  for (const he::PrimeField field : kKnownFields) {
    if (he::known_field(field).prime == p) return field;
  }
  return std::nullopt;
}

void require_range(const char* field, const std::string& value, bool inside, const char* needed,
                   const char* remedy) {
  if (inside) return;
  throw Error(ErrorCode::invalid_argument, std::string("a task with ") + field + " = " + value,
              needed, remedy);
}

}  // namespace

Numbers::Numbers(Sort sort, Natural modulus, std::size_t bits, std::optional<he::PrimeField> field)
    : sort_(sort), modulus_(std::move(modulus)), bits_(bits), field_(field) {}

Numbers Numbers::field(he::PrimeField field) {
  const he::KnownField known = he::known_field(field);
  return {Sort::field, known.prime, known.prime.bits(), field};
}

Numbers Numbers::field(const Natural& p) {
  he::require_plaintext_modulus(p);
  return {Sort::field, p, p.bits(), field_of(p)};
}

Numbers Numbers::integers(std::size_t result_bits) {
  require_range("result_bits", std::to_string(result_bits),
                result_bits >= 2 && result_bits <= std::size_t{1} << 20, "need 2 to 2^20",
                "give the bits of the largest result, and one for its sign");
  return {Sort::integers, 0, result_bits, std::nullopt};
}

Numbers Numbers::modulo(const Natural& t) {
  he::require_plaintext_modulus(t);
  return {Sort::residues, t, t.bits(), std::nullopt};
}

void require_task(const Task& task) {
  require_range("depth", std::to_string(task.depth), task.depth >= 1 && task.depth <= 32,
                "need 1 to 32", "count the products that follow one after the other");
  require_range("batch", std::to_string(task.batch),
                task.batch >= 1 && task.batch <= std::size_t{1} << 40, "need 1 to 2^40",
                "give the number of results");
  require_range("spare_bits", std::to_string(task.spare_bits),
                task.spare_bits >= 0 && task.spare_bits <= 1000, "need 0 to 1000",
                "give the bits that sums and products with plaintexts take");
  require_range("ciphertexts", std::to_string(task.ciphertexts),
                task.ciphertexts <= std::size_t{1} << 30, "need at most 2^30",
                "give the number that is in memory at once");
}

}  // namespace lath::circuits
