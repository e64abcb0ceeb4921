// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <vector>

#include "lath/security/index_search.hpp"
#include "security/index_candidates.hpp"

namespace lath::detail {

/// Tells which rings are secure for the modulus of a search. Security rises with the degree, so
/// that few degrees are estimated. The wishes outlive this object.
class IndexSecurity {
 public:
  explicit IndexSecurity(const IndexWishes& wishes) : wishes_(wishes) {}

  /// The published limit of an index in bits; 0 if there is none.
  [[nodiscard]] unsigned published(const IndexCandidate& candidate) const;
  /// Whether it is secure; true where no modulus is wanted.
  bool is_secure(const IndexCandidate& candidate);
  /// Finds the least degree of these that is secure, so that none is estimated later.
  void learn(const std::vector<IndexCandidate>& candidates);

 private:
  const IndexWishes& wishes_;
  std::size_t least_secure_ = std::numeric_limits<std::size_t>::max(), most_insecure_ = 0;
};

/// The longest secure moduli of many degrees. They rise with the degree, so that the limits of most
/// degrees are known from the limits of their neighbours. The wishes outlive this object.
class IndexLimits {
 public:
  IndexLimits(const IndexWishes& wishes, std::vector<std::size_t> degrees);

  /// estimated_modulus_bits() of one of the degrees.
  [[nodiscard]] unsigned of(std::size_t degree) const;

 private:
  // Fills the limits between two places whose limits are known.
  void fill(const std::vector<std::size_t>& degrees, std::size_t first, std::size_t last);

  const IndexWishes& wishes_;
  std::map<std::size_t, unsigned> bits_;
};

}  // namespace lath::detail
