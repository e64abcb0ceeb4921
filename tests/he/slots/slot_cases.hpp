// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NTL/ZZX.h>
#include <NTL/ZZ_pX.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/he/slots/slot_algebra.hpp"

/// Polynomials modulo Phi_m and t by NTL, which knows nothing of slots.
namespace lath::he::testing {

using lath::testing::SeededValues;
using Words = std::vector<std::uint64_t>;

/// All coprime pairs of an index from `first` to `last` and a modulus of these.
template <class F>
void for_coprime(std::uint64_t first, std::uint64_t last, const Words& moduli, const F& f) {
  for (std::uint64_t m = first; m <= last; ++m) {
    for (const std::uint64_t t : moduli) {
      if (std::gcd(m, t) == 1) f(m, t);
    }
  }
}

inline const Words kSmallModuli{2, 3, 4, 5, 8, 9, 257, 6, 15};
/// 2^60, the largest prime below it, 3^37, the square of a prime of 30 bits, and the product of the
/// largest primes of 29 and 30 bits.
inline const Words kLargeModuli{std::uint64_t{1} << 60, 1152921504606846883, 450283905890997363,
                                std::uint64_t{1073741789} * 1073741789,
                                std::uint64_t{536870909} * 1073741789};

inline NTL::ZZ big(std::uint64_t x) {
  return NTL::ZZ(static_cast<long>(x >> 32)) * 4294967296L + static_cast<long>(x & 0xffffffff);
}
inline std::uint64_t word(const NTL::ZZ& x) {
  const NTL::ZZ high = x >> 32, low = x - (high << 32);
  return (static_cast<std::uint64_t>(NTL::to_long(high)) << 32) |
         static_cast<std::uint64_t>(NTL::to_long(low));
}

/// The polynomials of an algebra. Sets NTL's modulus to t as long as it is the last that was made.
class Polynomials {
 public:
  explicit Polynomials(const SlotAlgebra& algebra) : index_(algebra.index()) {
    NTL::ZZ_p::init(big(algebra.modulus().value()));
    phi_ = NTL::ZZ_pXModulus(cyclotomic(index_.value()));
    slot_ = NTL::ZZ_pXModulus(from_words(algebra.slot_polynomial()));
  }

  /// Phi_m: x^m - 1 divided by Phi_k for all other divisors k of m.
  static NTL::ZZ_pX cyclotomic(std::uint64_t m) {
    return NTL::conv<NTL::ZZ_pX>(integer_cyclotomic(m));
  }
  static NTL::ZZ_pX from_words(std::span<const std::uint64_t> words) {
    NTL::ZZ_pX a;
    for (std::size_t i = 0; i < words.size(); ++i) {
      NTL::SetCoeff(a, static_cast<long>(i), NTL::conv<NTL::ZZ_p>(big(words[i])));
    }
    return a;
  }
  static Words to_words(const NTL::ZZ_pX& a, std::size_t count) {
    Words words(count);
    for (std::size_t i = 0; i < count; ++i) {
      words[i] = word(NTL::rep(NTL::coeff(a, static_cast<long>(i))));
    }
    return words;
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
    NTL::ZZ_pX result;
    for (long i = 0; i <= NTL::deg(a); ++i) {
      const auto k = static_cast<long>(static_cast<std::uint64_t>(i) * g % index_.value());
      NTL::SetCoeff(result, k, NTL::coeff(result, k) + NTL::coeff(a, i));
    }
    return result % phi_;
  }
  /// a(y^j) modulo G.
  [[nodiscard]] NTL::ZZ_pX value(const NTL::ZZ_pX& a, std::uint64_t j) const {
    NTL::ZZ_pX powers;
    for (long i = 0; i <= NTL::deg(a); ++i) {
      const auto k = static_cast<long>(static_cast<std::uint64_t>(i) * j % index_.value());
      NTL::SetCoeff(powers, k, NTL::coeff(powers, k) + NTL::coeff(a, i));
    }
    return powers % slot_;
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
  static const NTL::ZZX& integer_cyclotomic(std::uint64_t m) {
    static std::map<std::uint64_t, NTL::ZZX> known;
    NTL::ZZX& phi = known[m];
    if (!NTL::IsZero(phi)) return phi;
    NTL::SetCoeff(phi, static_cast<long>(m), 1);
    phi -= 1;
    for (std::uint64_t k = 1; k < m; ++k) {
      if (m % k == 0) phi /= integer_cyclotomic(k);
    }
    return phi;
  }

  CyclotomicIndex index_;
  NTL::ZZ_pXModulus phi_, slot_;
};

inline std::string name(std::uint64_t m, std::uint64_t t) {
  return "index " + std::to_string(m) + ", t = " + std::to_string(t);
}

inline SlotAlgebra algebra_of(std::uint64_t m, std::uint64_t t) {
  return SlotAlgebra::create(CyclotomicIndex::create(m), t);
}

inline Words random_residues(std::size_t count, std::uint64_t t, SeededValues& values) {
  Words words(count);
  for (std::uint64_t& x : words) x = values.below(t);
  return words;
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
