// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "lath/arith/natural.hpp"
#include "lath/base/error.hpp"
#include "lath/he/core/scheme.hpp"
#include "lath/he/plaintexts/plaintext_space.hpp"
#include "lath/security/published_limits.hpp"
#include "lath/security/security_level.hpp"

/// @file
/// Tasks: what a program wants to compute, before it has chosen plaintexts and parameters.
namespace lath::circuits {

/// The numbers that a program computes with: elements of a prime field, integers over Z, or
/// integers modulo t.
class Numbers {
 public:
  /// The three sorts of numbers.
  enum class Sort : std::uint8_t { field, integers, residues };

  ///@{
  /// The elements of a prime field. The caller answers for it that p is a prime. Throws
  /// invalid_argument unless p has 2 to 4096 bits.
  static Numbers field(he::PrimeField field);
  static Numbers field(const Natural& p);
  ///@}
  /// Integers over Z with signs, whose results have magnitudes below 2^(result_bits - 1). Throws
  /// invalid_argument unless there are 2 to 2^20 bits.
  static Numbers integers(std::size_t result_bits);
  /// Integers modulo t, prime or not. Throws invalid_argument unless t has 2 to 4096 bits.
  static Numbers modulo(const Natural& t);

  /// The sort.
  [[nodiscard]] Sort sort() const noexcept { return sort_; }
  /// p or t; zero for integers over Z.
  [[nodiscard]] const Natural& modulus() const& noexcept { return modulus_; }
  const Natural& modulus() const&& = delete;  // the numbers are a temporary: give them a name
  /// The bits of a number: of p or t, or the result bits.
  [[nodiscard]] std::size_t bits() const noexcept { return bits_; }
  /// The field, if the library has a short modulus for its prime.
  [[nodiscard]] std::optional<he::PrimeField> known_field() const noexcept { return field_; }

 private:
  Numbers(Sort sort, Natural modulus, std::size_t bits, std::optional<he::PrimeField> field);

  Sort sort_;
  Natural modulus_;
  std::size_t bits_;
  std::optional<he::PrimeField> field_;
};

/// A limit that no memory reaches.
inline constexpr std::size_t kAnyMemory = std::numeric_limits<std::size_t>::max();

/// A plain struct that describes a computation:
///
///     const circuits::Task task{.numbers = circuits::Numbers::field(he::PrimeField::p256),
///                               .depth = 3, .batch = 1000, .memory = std::size_t{8} << 30};
struct Task {
  Numbers numbers;        ///< the numbers
  unsigned depth = 1;     ///< how many products of ciphertexts follow one after the other: 1 to 32
  std::size_t batch = 1;  ///< how many results are computed in parallel: 1 to 2^40
  std::size_t memory = kAnyMemory;                  ///< the most bytes of an evaluation
  SecurityLevel security = SecurityLevel::bits128;  ///< how secure the parameters shall be
  Attacker attacker = Attacker::classical;          ///< against whom
  /// One scheme only; both are compared if there is none.
  std::optional<he::Scheme> scheme = std::nullopt;
  /// The bits of noise budget that shall be left at the end, for sums and products with plaintexts:
  /// from 0 to 1000. A sum of k results takes log2(k).
  double spare_bits = 0;
  /// How many ciphertexts the program has in memory at once, besides a product; 0 for depth + 2, as
  /// many as a tree of products needs that is evaluated branch by branch.
  std::size_t ciphertexts = 0;
};

/// Throws invalid_argument, naming the field, unless all fields of a task are in their ranges.
void require_task(const Task& task);

}  // namespace lath::circuits
