// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <utility>

#include "he/context.hpp"
#include "lath/he/bfv.hpp"
#include "ring/once.hpp"
#include "rns/maps/prefix_maps.hpp"

namespace lath::he::bfv {

/// An auxiliary base R in which products of a level are computed, and its maps. Representatives are
/// divided by the base that they come from, so that the maps of all bases share tables: scale takes
/// such residues.
struct Auxiliary {
  LimbSet r;
  RowMap extend, reduce;  ///< -[x]/Q mod R of x mod Q, and -[x]/R mod Q of x mod R
  RowMap shrink;          ///< round(R x / Q) mod R
  RowMap scale;  ///< round(t x / R) mod Q of -x/Q mod R and -x/R mod Q; t is 1 for a polynomial
};

/// The context of BFV, which has auxiliary bases besides. The noisier the operands of a product,
/// the shorter a base may be.
class BfvContext : public Context {
 public:
  BfvContext(const KeySpace& of_keys, const PlaintextSpace& of_plaintexts);

  /// The auxiliary base of `primes` primes at a level. The noise model chooses among these bases.
  [[nodiscard]] const Auxiliary& auxiliary(std::size_t level, std::size_t primes) const;

  void make_ready(std::size_t l) const override;
  /// The number of bases that are made so far.
  [[nodiscard]] std::size_t auxiliaries_made() const noexcept;

  [[nodiscard]] std::size_t product_words() const override;

 private:
  // The maps of all levels between the primes of Q and the auxiliary ones.
  struct Maps {
    detail::PrefixMaps from_q, from_r;
  };
  [[nodiscard]] Auxiliary make_auxiliary(std::size_t level, std::size_t primes) const;

  detail::Once<Maps> maps_;
  // The auxiliary bases by level and number of primes.
  std::map<std::pair<std::size_t, std::size_t>, detail::Once<Auxiliary>> auxiliaries_;
};

/// The context of parameters, all of which were made with one of BFV.
[[nodiscard]] inline const BfvContext& context_of(const Parameters& parameters) noexcept {
  return static_cast<const BfvContext&>(*parameters.context());
}

}  // namespace lath::he::bfv
