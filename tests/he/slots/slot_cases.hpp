// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NTL/ZZ_pX.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algebra/ntl_polynomials.hpp"
#include "lath/he/slots/slot_algebra.hpp"

/// Algebras and their polynomials by NTL, which knows nothing of slots.
namespace lath::he::testing {

using lath::testing::big;
using lath::testing::for_coprime;
using lath::testing::from_words;
using lath::testing::kLargeModuli;
using lath::testing::kSmallModuli;
using lath::testing::name;
using lath::testing::random_residues;
using lath::testing::SeededValues;
using lath::testing::to_words;
using lath::testing::Words;

/// The polynomials of an algebra. Sets NTL's modulus to t as long as it is the last that was made.
class Polynomials {
 public:
  explicit Polynomials(const SlotAlgebra& algebra) : index_(algebra.index()) {
    lath::testing::set_modulus(algebra.modulus().value());
    phi_ = NTL::ZZ_pXModulus(lath::testing::cyclotomic(index_.value()));
    slot_ = NTL::ZZ_pXModulus(from_words(algebra.slot_polynomial()));
  }

  /// The polynomial in x with these coefficients of the powerful basis.
  [[nodiscard]] NTL::ZZ_pX from_powerful(std::span<const std::uint64_t> coefficients) const {
    Words powers(index_.value());
    for (std::size_t i = 0; i < coefficients.size(); ++i) powers[index_.power(i)] = coefficients[i];
    return from_words(powers) % phi_;
  }
  [[nodiscard]] const NTL::ZZ_pXModulus& phi() const { return phi_; }
  [[nodiscard]] const NTL::ZZ_pXModulus& slot() const { return slot_; }

  /// a(x^g) modulo Phi_m.
  [[nodiscard]] NTL::ZZ_pX substituted(const NTL::ZZ_pX& a, std::uint64_t g) const {
    return lath::testing::substituted(a, g, index_.value()) % phi_;
  }
  /// a(y^j) modulo G.
  [[nodiscard]] NTL::ZZ_pX value(const NTL::ZZ_pX& a, std::uint64_t j) const {
    return lath::testing::substituted(a, j, index_.value()) % slot_;
  }
  /// What all slots hold, by the definition.
  [[nodiscard]] Words slots_of(const NTL::ZZ_pX& a, const SlotAlgebra& algebra) const {
    Words all;
    for (std::size_t s = 0; s < algebra.slots(); ++s) {
      const Words words = to_words(value(a, algebra.representative(s)), algebra.slot_degree());
      all.insert(all.end(), words.begin(), words.end());
    }
    return all;
  }

 private:
  CyclotomicIndex index_;
  NTL::ZZ_pXModulus phi_, slot_;
};

inline SlotAlgebra algebra_of(std::uint64_t m, std::uint64_t t) {
  return SlotAlgebra::create(CyclotomicIndex::create(m), t);
}

inline Words encoded(const SlotAlgebra& algebra, const Words& words) {
  Words out(algebra.index().degree());
  algebra.encode(out, words);
  return out;
}
inline Words encoded_constants(const SlotAlgebra& algebra, const Words& values) {
  Words out(algebra.index().degree());
  algebra.encode_constants(out, values);
  return out;
}
inline Words decoded(const SlotAlgebra& algebra, const Words& coefficients) {
  Words out(algebra.index().degree());
  algebra.decode(out, coefficients);
  return out;
}

/// The rotation of a vector of elements, by its definition.
inline Words rotated(const SlotAlgebra& algebra, const Words& words, std::size_t dimension,
                     std::int64_t amount) {
  const std::size_t d = algebra.slot_degree();
  std::size_t stride = 1;
  for (std::size_t i = 0; i < dimension; ++i) stride *= algebra.dimensions()[i].length;
  const auto length = static_cast<std::int64_t>(algebra.dimensions()[dimension].length);
  Words result(words.size());
  for (std::size_t s = 0; s < algebra.slots(); ++s) {
    const auto place = static_cast<std::int64_t>(s / stride) % length;
    const std::int64_t source = ((place + amount) % length + length) % length;
    const auto from = static_cast<std::size_t>(
        static_cast<std::int64_t>(s) + (source - place) * static_cast<std::int64_t>(stride));
    std::copy_n(&words[from * d], d, &result[s * d]);
  }
  return result;
}

}  // namespace lath::he::testing
