// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lath/arith/prime_tables.hpp"
#include "lath/ring/ring.hpp"

namespace lath {

/// The moduli and plans of static rings.
namespace detail {

template <ResidueWord Word>
struct StaticRingTables {
  std::vector<Modulus> moduli;
  std::vector<NttPlan<Word>> plans;
};

/// The moduli and plans of the first `limbs` tabulated primes of `prime_bits` bits.
template <class Word>
StaticRingTables<Word> make_static_ring_tables(std::size_t degree, std::size_t limbs,
                                               int prime_bits);

extern template StaticRingTables<std::uint16_t> make_static_ring_tables(std::size_t, std::size_t,
                                                                        int);
extern template StaticRingTables<std::uint32_t> make_static_ring_tables(std::size_t, std::size_t,
                                                                        int);
extern template StaticRingTables<std::uint64_t> make_static_ring_tables(std::size_t, std::size_t,
                                                                        int);

/// The size of the primes for each word: the size that its fastest kernels take.
template <ResidueWord Word>
inline constexpr int kDefaultPrimeBits = sizeof(Word) == 2   ? 14
                                         : sizeof(Word) == 4 ? 30
                                                             : 50;

}  // namespace detail

/// The ring Z_Q[x]/(x^degree + 1) with word, degree and size of Q in its type. Polynomials of
/// different rings have different types, so that mixing them does not compile. Q is the product of
/// the modulus_bits / prime_bits largest tabulated primes; prime_tables.hpp says how many there are
/// and which degrees they allow.
///
/// All objects of one such type are the same ring. They share one set of tables, which the first
/// object creates (about 10 degree modular products per limb, safe from several threads) and which
/// lives as long as the program. An object is one pointer.
template <ResidueWord WordOf, std::size_t degree_of, int modulus_bits,
          int prime_bits = detail::kDefaultPrimeBits<WordOf>>
class StaticRing {
  static constexpr PrimeTable kTable = prime_table(prime_bits);

  static_assert(std::has_single_bit(degree_of) && degree_of >= 2,
                "the degree of a StaticRing is a power of two from 2");
  static_assert(kTable.count != 0,
                "the primes of a StaticRing have 14, 30, 50 or 62 bits; for others take "
                "DynamicRing with ntt_primes");
  static_assert(prime_bits <= lath::kModulusBits<WordOf>,
                "a word of 16, 32 or 64 bits holds primes of at most 14, 30 or 62 bits: take a "
                "wider word or smaller primes");
  static_assert(kTable.count == 0 || degree_of <= kTable.largest_degree,
                "the tabulated primes allow degrees up to 2^9 (14 bits), 2^15 (30 bits) or 2^20 "
                "(50 and 62 bits): take larger primes or DynamicRing");
  static_assert(modulus_bits > 0 && modulus_bits % prime_bits == 0,
                "the modulus bits of a StaticRing are a positive multiple of the prime bits, one "
                "prime for each limb: round them up to the next multiple");
  static_assert(kTable.count == 0 || modulus_bits <= 0 || modulus_bits % prime_bits != 0 ||
                    static_cast<std::size_t>(modulus_bits / prime_bits) <= kTable.count,
                "there are 3 primes of 14 bits, 784 of 30, 1240 of 50 and 1000 of 62: take larger "
                "primes or a smaller modulus");

 public:
  using Word = WordOf;                               ///< the word of a residue
  static constexpr std::size_t kDegree = degree_of;  ///< n
  /// The number of primes.
  static constexpr std::size_t kLimbs = static_cast<std::size_t>(modulus_bits / prime_bits);
  static constexpr int kModulusBits = modulus_bits;  ///< the size of Q
  static constexpr int kPrimeBits = prime_bits;      ///< the size of each prime

  /// The ring, like instance().
  StaticRing() : tables_(&tables()) {}

  /// The ring, created at the first call.
  [[nodiscard]] static const StaticRing& instance() {
    static const StaticRing ring;
    return ring;
  }

  /// n.
  [[nodiscard]] static constexpr std::size_t degree() noexcept { return kDegree; }
  /// The number of moduli.
  [[nodiscard]] static constexpr std::size_t limbs() noexcept { return kLimbs; }
  /// The modulus of limb < limbs(), which is not checked.
  [[nodiscard]] const Modulus& modulus(std::size_t limb) const noexcept {
    return tables_->moduli[limb];
  }
  /// The plan of limb < limbs(), which is not checked.
  [[nodiscard]] const NttPlan<Word>& plan(std::size_t limb) const noexcept {
    return tables_->plans[limb];
  }

  /// True: objects of one type are the same ring.
  friend constexpr bool operator==(const StaticRing&, const StaticRing&) noexcept { return true; }

 private:
  static const detail::StaticRingTables<Word>& tables() {
    // Never freed: polynomials in static variables may be destroyed after it would be.
    static const auto& made = *new detail::StaticRingTables<Word>(
        detail::make_static_ring_tables<Word>(kDegree, kLimbs, kPrimeBits));
    return made;
  }

  const detail::StaticRingTables<Word>* tables_;
};

static_assert(Ring<StaticRing<std::uint16_t, 256, 14>>);
static_assert(Ring<StaticRing<std::uint32_t, 512, 30>>);
static_assert(Ring<StaticRing<std::uint64_t, 1024, 50>>);

}  // namespace lath
