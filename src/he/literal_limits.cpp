// SPDX-License-Identifier: Apache-2.0
#include "he/literal_limits.hpp"

#include <cstddef>
#include <string>

#include "lath/base/error.hpp"
#include "lath/ntt/cyclotomic_index.hpp"
#include "lath/ntt/transform.hpp"

namespace lath::he {
namespace {

void require_limit(const char* found, std::uint64_t size, std::size_t limit, const char* member) {
  if (size <= limit) return;
  throw Error(ErrorCode::unsupported, std::string(found) + std::to_string(size),
              "need at most " + std::to_string(limit) + ", the limit given",
              std::string("raise RingLimits::") + member + " if the tables fit in memory");
}

}  // namespace

void require_limits(std::uint64_t degree, std::uint64_t index, std::uint64_t primes,
                    const RingLimits& limits) {
  require_limit("parameters of degree ", degree, limits.degree, "degree");
  // An index that has more units than any ring is not factored.
  const std::uint64_t units = index == 0 || index > 8 * kMaxDegree ? index : euler_phi(index);
  require_limit("parameters of degree ", units, limits.degree, "degree");
  require_limit("parameters whose number of primes is ", primes, limits.limbs, "limbs");
}

}  // namespace lath::he
