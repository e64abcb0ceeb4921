// SPDX-License-Identifier: Apache-2.0
#include "lath/security/index_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "lath/base/error.hpp"
#include "lath/ntt/cyclotomic_polynomial.hpp"
#include "lath/ntt/transform.hpp"
#include "lath/security/estimated_limits.hpp"
#include "security/index_candidates.hpp"
#include "security/index_security.hpp"
#include "security/limit_search.hpp"

namespace lath {
namespace {

using detail::IndexCandidate;
using detail::IndexLimits;
using detail::IndexSecurity;
using Candidates = std::vector<IndexCandidate>;

void require(bool good, const std::string& found, const char* needed, const char* remedy) {
  if (!good) throw Error(ErrorCode::invalid_argument, found, needed, remedy);
}

// Throws unless the wishes are in their ranges; returns the prime of t.
std::uint64_t checked(const IndexWishes& wishes) {
  require(wishes.slots >= 1, "0 slots", "need at least 1", "ask for one slot, or more");
  require(wishes.degree_from >= 1 && wishes.degree_from <= wishes.degree_to &&
              wishes.degree_to <= kMaxDegree,
          "degrees from " + std::to_string(wishes.degree_from) + " to " +
              std::to_string(wishes.degree_to),
          "need a range within 1 to 2^20", "set degree_from <= degree_to");
  const std::string t = std::to_string(wishes.plaintext_modulus);
  require(wishes.plaintext_modulus >= 2 && wishes.plaintext_modulus < std::uint64_t{1} << 62,
          "the plaintext modulus " + t, "need a prime or a power of one from 2 to 2^62 - 1",
          "use 2, or another prime");
  const std::uint64_t prime = prime_of_power(wishes.plaintext_modulus);
  require(prime != 0, "the plaintext modulus " + t, "need a prime or a power of one",
          "search for each prime power of it: slots are modulo all of them together");
  if (wishes.log2_modulus) {
    require(*wishes.log2_modulus >= 4 && *wishes.log2_modulus <= detail::kMostBits,
            "a modulus of 2^" + std::to_string(*wishes.log2_modulus), "need 2^4 to 2^16384",
            "give log2 of the product of all primes of the keys");
  }
  return prime;
}

bool has_slots(const IndexCandidate& c, const IndexWishes& wishes) {
  return wishes.slot_count == SlotCount::exactly ? c.slots == wishes.slots
                                                 : c.slots >= wishes.slots;
}

void sort(Candidates& candidates, IndexOrder order) {
  std::ranges::sort(candidates, {}, [order](const IndexCandidate& c) {
    const double first = order == IndexOrder::degree  ? static_cast<double>(c.degree)
                         : order == IndexOrder::slots ? -static_cast<double>(c.slots)
                                                      : 0.0;
    return std::tuple(first, c.total(), c.index);
  });
}

// All but the limit and the security of a modulus.
IndexFinding described(const IndexCandidate& c, std::map<std::uint64_t, std::size_t>& terms) {
  IndexFinding finding;
  finding.index = c.index;
  finding.factors = prime_powers(c.index);
  finding.degree = c.degree;
  finding.slots = c.slots;
  finding.slot_degree = c.slot_degree;
  finding.cost = c.cost;
  finding.radical = 1;
  for (const PrimePower& q : finding.factors) finding.radical *= q.prime;
  finding.block = c.index / finding.radical;
  const auto [known, is_new] = terms.try_emplace(finding.radical);
  if (is_new) known->second = cyclotomic_terms(finding.radical);
  finding.terms = known->second;
  const auto n = static_cast<double>(std::bit_ceil(c.degree));
  finding.relative_time = c.total() / (n * std::max(std::log2(n), 1.0));
  return finding;
}

std::vector<IndexFinding> described(const Candidates& listed, const IndexWishes& wishes,
                                    IndexSecurity& judge) {
  std::vector<std::size_t> degrees;
  for (const IndexCandidate& c : listed) {
    if (judge.published(c) == 0) degrees.push_back(c.degree);
  }
  const IndexLimits limits(wishes, std::move(degrees));
  std::map<std::uint64_t, std::size_t> terms;
  std::map<std::size_t, double> security;
  std::vector<IndexFinding> findings;
  for (const IndexCandidate& c : listed) {
    IndexFinding finding = described(c, terms);
    const unsigned published = judge.published(c);
    finding.modulus_bits = published != 0 ? published : limits.of(c.degree);
    finding.secure = judge.is_secure(c);
    if (wishes.log2_modulus) {
      const auto [known, is_new] = security.try_emplace(c.degree);
      if (is_new) {
        known->second = estimated_ring_security(c.degree, *wishes.log2_modulus, wishes.attacker);
      }
      finding.security = known->second;
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

// The candidates that match the wishes, and the number of candidates that would match but are not
// secure.
Candidates matching(const Candidates& all, const IndexWishes& wishes, IndexSecurity& judge,
                    std::size_t& insecure) {
  Candidates result;
  for (const IndexCandidate& c : all) {
    if (!has_slots(c, wishes)) continue;
    const bool secure = judge.is_secure(c);
    insecure += secure ? 0 : 1;
    if (secure || wishes.insecure == InsecureIndices::listed) result.push_back(c);
  }
  return result;
}

// The distance of a degree from the wanted degrees, as a ratio.
double distance(std::size_t degree, const IndexWishes& wishes) {
  const auto from = static_cast<double>(wishes.degree_from),
             to = static_cast<double>(wishes.degree_to), n = static_cast<double>(degree);
  return std::max({n / to, from / n, 1.0});
}

std::optional<IndexCandidate> nearest_slots(const Candidates& all, const IndexWishes& wishes,
                                            IndexSecurity& judge) {
  Candidates secure;
  std::ranges::copy_if(all, std::back_inserter(secure),
                       [&](const IndexCandidate& c) { return judge.is_secure(c); });
  const auto key = [&](const IndexCandidate& c) {
    const std::size_t more = std::max(c.slots, wishes.slots);
    return std::tuple(more - std::min(c.slots, wishes.slots), c.total());
  };
  const auto best = std::ranges::min_element(secure, {}, key);
  return best == secure.end() ? std::nullopt : std::optional(*best);
}

std::optional<IndexCandidate> nearest_degree(const IndexWishes& wishes, std::uint64_t prime,
                                             IndexSecurity& judge) {
  for (std::size_t factor = 2;; factor *= 2) {
    const std::size_t from = std::max<std::size_t>(wishes.degree_from / factor, 1);
    const std::size_t to = std::min(wishes.degree_to * factor, kMaxDegree);
    Candidates wider = detail::candidates_with(from, to, prime).indices;
    std::erase_if(wider, [&](const IndexCandidate& c) {
      return !has_slots(c, wishes) || !judge.is_secure(c);
    });
    const auto best = std::ranges::min_element(wider, {}, [&](const IndexCandidate& c) {
      return std::tuple(distance(c.degree, wishes), c.total());
    });
    if (best != wider.end()) return *best;
    if (from == 1 && to == kMaxDegree) return std::nullopt;
  }
}

}  // namespace

IndexSearch search_indices(const IndexWishes& wishes) {
  const std::uint64_t prime = checked(wishes);
  const auto [all, sharing] = detail::candidates_with(wishes.degree_from, wishes.degree_to, prime);
  IndexSecurity judge(wishes);
  judge.learn(all);
  IndexSearch result;
  result.sharing = sharing;
  Candidates found = matching(all, wishes, judge, result.insecure);
  result.matching = found.size();
  if (found.empty()) {
    const auto of = [&](const std::optional<IndexCandidate>& c) {
      return c ? std::optional(described({*c}, wishes, judge).front()) : std::nullopt;
    };
    result.nearest_slots = of(nearest_slots(all, wishes, judge));
    result.nearest_degree = of(nearest_degree(wishes, prime, judge));
    return result;
  }
  sort(found, wishes.order);
  if (wishes.limit != 0 && found.size() > wishes.limit) found.resize(wishes.limit);
  result.findings = described(found, wishes, judge);
  return result;
}

}  // namespace lath
