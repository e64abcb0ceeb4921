// SPDX-License-Identifier: Apache-2.0
#include "security/index_security.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

#include "lath/security/estimated_limits.hpp"
#include "security/limit_search.hpp"

namespace lath::detail {

unsigned IndexSecurity::published(const IndexCandidate& candidate) const {
  if (!std::has_single_bit(candidate.index)) return 0;
  return largest_modulus_bits(candidate.degree, wishes_.security, wishes_.attacker);
}

bool IndexSecurity::is_secure(const IndexCandidate& candidate) {
  if (!wishes_.log2_modulus) return true;
  const double log2_modulus = *wishes_.log2_modulus;
  if (const unsigned bits = published(candidate); bits != 0) return log2_modulus <= bits;
  if (candidate.degree >= least_secure_) return true;
  if (candidate.degree <= most_insecure_) return false;
  const double security = estimated_ring_security(candidate.degree, log2_modulus, wishes_.attacker);
  const bool secure = security >= static_cast<double>(wishes_.security);
  (secure ? least_secure_ : most_insecure_) = candidate.degree;
  return secure;
}

void IndexSecurity::learn(const std::vector<IndexCandidate>& candidates) {
  if (!wishes_.log2_modulus) return;
  std::vector<IndexCandidate> ordered;
  std::ranges::copy_if(candidates, std::back_inserter(ordered),
                       [&](const IndexCandidate& c) { return published(c) == 0; });
  std::ranges::sort(ordered, {}, &IndexCandidate::degree);
  (void)std::ranges::partition_point(ordered,
                                     [&](const IndexCandidate& c) { return !is_secure(c); });
}

IndexLimits::IndexLimits(const IndexWishes& wishes, std::vector<std::size_t> degrees)
    : wishes_(wishes) {
  std::ranges::sort(degrees);
  degrees.erase(std::ranges::unique(degrees).begin(), degrees.end());
  if (degrees.empty()) return;
  for (const std::size_t degree : {degrees.front(), degrees.back()}) {
    const unsigned bits = estimated_modulus_bits(degree, wishes.security, wishes.attacker);
    bits_[degree] = std::max(bits, kNoBits);
  }
  fill(degrees, 0, degrees.size() - 1);
}

unsigned IndexLimits::of(std::size_t degree) const {
  const unsigned bits = bits_.at(degree);
  return bits == kNoBits ? 0 : bits;
}

void IndexLimits::fill(const std::vector<std::size_t>& degrees, std::size_t first,
                       std::size_t last) {
  if (last - first < 2) return;
  const std::size_t middle = first + (last - first) / 2;
  const unsigned least = bits_[degrees[first]];
  const BitRange range{.least = least, .most = std::max(least, bits_[degrees[last]])};
  // Between neighbours limits are nearly on a line.
  const double part = static_cast<double>(degrees[middle] - degrees[first]) /
                      static_cast<double>(degrees[last] - degrees[first]);
  const double guess = range.least + part * (range.most - range.least);
  bits_[degrees[middle]] = secure_bits(degrees[middle], wishes_.security, wishes_.attacker, range,
                                       static_cast<unsigned>(std::lround(guess)));
  fill(degrees, first, middle);
  fill(degrees, middle, last);
}

}  // namespace lath::detail
