// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "algebra/factor_ring.hpp"
#include "algebra/remainder_tree.hpp"
#include "algebra/unit_quotient.hpp"
#include "lath/he/slots/slot_algebra.hpp"
#include "lath/ntt/powerful_basis.hpp"
#include "lath/ntt/prime_powers.hpp"

namespace lath::he {

/// The tables of an algebra.
struct SlotAlgebra::State {
  State(const CyclotomicIndex& of, std::uint64_t plaintext_modulus, std::vector<PrimePower> powers);

  CyclotomicIndex index;
  Modulus t;
  std::vector<PrimePower> prime_powers;  ///< of t
  detail::UnitQuotient units;
  std::vector<SlotDimension> dimensions;      ///< of the hypercube
  std::vector<detail::Coefficients> factors;  ///< of Phi_m, one for each slot
  PowerfulBasis powerful;
  std::vector<std::uint32_t> powers_of_basis;  ///< of x, less than m
  detail::RemainderTree tree;
  detail::FactorRing ring;
  std::vector<std::uint64_t> inverse_slopes;  ///< 1/Phi_m'(y^j) for each slot
  ///@{
  /// For t = 2 the coefficients of the idempotents of 64 slots at a time, one in each bit of a
  /// word, made when they are needed.
  mutable std::once_flag idempotents_made;
  mutable std::vector<std::uint64_t> idempotents;
  ///@}

  /// The words of one slot among the words of all slots.
  template <class Word>
  [[nodiscard]] std::span<Word> slot(std::span<Word> words, std::size_t s) const noexcept {
    return words.subspan(s * ring.degree(), ring.degree());
  }
  /// The elements in the slots of a polynomial, and the polynomial with given elements in its
  /// slots.
  [[nodiscard]] detail::SecretWords decoded(std::span<const std::uint64_t> coefficients) const;
  [[nodiscard]] detail::SecretWords encoded(std::span<const std::uint64_t> words) const;
  /// Whether sum_of_idempotents() serves: it is the polynomial of constants in slots modulo 2.
  [[nodiscard]] bool has_idempotents() const noexcept;
  [[nodiscard]] detail::SecretWords sum_of_idempotents(std::span<const std::uint64_t> bits) const;

 private:
  /// The polynomial in x with these coefficients of the powerful basis.
  [[nodiscard]] detail::SecretWords expanded(std::span<const std::uint64_t> coefficients) const;
  [[nodiscard]] detail::SecretWords values_of(const detail::SecretWords& remainders) const;
  void make_idempotents() const;
};

}  // namespace lath::he
