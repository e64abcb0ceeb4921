// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lath/ntt/prime_powers.hpp"
#include "lath/security/published_limits.hpp"
#include "lath/security/security_level.hpp"

/// @file
/// The search for indices m of cyclotomic rings Z[x]/(Phi_m(x)) whose plaintexts have many slots.
///
/// Modulo a prime p that does not divide m, Phi_m is a product of phi(m) / d polynomials of degree
/// d, where d is the order of p modulo m (N. Smart, F. Vercauteren, Des. Codes Cryptogr. 71, 2014).
/// So plaintexts modulo p or a power of it are vectors of phi(m) / d slots.
namespace lath {

/// Whether a ring needs a number of slots or more, or this number.
enum class SlotCount { at_least, exactly };
/// The order of the indices found.
enum class IndexOrder {
  cost,    ///< by the time of a transform, cost times degree, fastest first
  degree,  ///< by degree, then as above
  slots,   ///< by slots, most first, then as above
};
/// Whether a search leaves out or lists the indices whose rings are not secure for the wanted
/// modulus.
enum class InsecureIndices { left_out, listed };

/// The wishes that an index has to meet.
struct IndexWishes {
  std::size_t slots = 1;                              ///< how many slots
  SlotCount slot_count = SlotCount::at_least;         ///< or more, or exactly as many
  std::size_t degree_from = 1;                        ///< the least phi(m),
  std::size_t degree_to = std::size_t{1} << 16;       ///< and the largest, up to 2^20
  std::uint64_t plaintext_modulus = 2;                ///< t: a prime or a power of one, below 2^62
  std::optional<double> log2_modulus = std::nullopt;  ///< log2(Q P), or any if there is none
  SecurityLevel security = SecurityLevel::bits128;    ///< how secure the ring shall be
  Attacker attacker = Attacker::classical;            ///< against whom
  InsecureIndices insecure = InsecureIndices::left_out;  ///< of rings that are not
  IndexOrder order = IndexOrder::cost;                   ///< which index comes first
  std::size_t limit = 0;                                 ///< how many are listed at most; 0: all
};

/// An index, and the properties of its ring.
struct IndexFinding {
  std::uint64_t index = 0;          ///< m, not 2 modulo 4: Phi_2r is Phi_r(-x) for odd r
  std::vector<PrimePower> factors;  ///< the prime powers of m
  std::size_t degree = 0;           ///< phi(m)
  std::size_t slots = 0;            ///< how many slots plaintexts modulo t have
  std::size_t slot_degree = 0;      ///< d, the degree of a slot: slots times d is phi(m)
  std::uint64_t radical = 0;        ///< rad(m), the product of the primes that divide m
  std::uint64_t block = 0;          ///< m / rad(m): Phi_m is a polynomial in x^block
  std::size_t terms = 0;            ///< how many coefficients of Phi_m are not zero
  double cost = 0;                  ///< transform_cost(m), of a word
  /// About how long a transform takes, where one modulo x^n + 1 takes 1, for the least power of two
  /// n from phi(m) on.
  double relative_time = 0;
  /// The largest length of Q P in bits that is secure: largest_modulus_bits() for powers of two
  /// that it knows, and estimated_modulus_bits() for all other indices.
  unsigned modulus_bits = 0;
  std::optional<double> security;  ///< estimated_ring_security() at IndexWishes::log2_modulus
  bool secure = true;              ///< whether that, or the published limit, meets the wish
};

/// The result of a search.
struct IndexSearch {
  std::vector<IndexFinding> findings;  ///< in the order that was wanted
  std::size_t matching = 0;            ///< how many match, also beyond `limit`
  std::size_t insecure = 0;            ///< how many have degree and slots, but are not secure
  std::size_t sharing = 0;             ///< how many of these degrees have a factor in common with t
  ///@{
  /// If no index matches: the nearest indices, if there are any. nearest_slots is the index with
  /// the wanted degrees and security whose number of slots is nearest, nearest_degree the index
  /// with the wanted slots and security whose degree is nearest.
  std::optional<IndexFinding> nearest_slots, nearest_degree;
  ///@}
};

/// Searches all indices of rings (is_ring_index()). Throws invalid_argument if a wish is out of its
/// range. Takes less than a second for degrees up to 2^16 and some seconds up to 2^20, and about
/// ten milliseconds for each index listed.
[[nodiscard]] IndexSearch search_indices(const IndexWishes& wishes);

}  // namespace lath
