// SPDX-License-Identifier: Apache-2.0
#include "lath/security/lwe_instance.hpp"

#include <cmath>
#include <string>

#include "lath/base/error.hpp"

namespace lath {
namespace {

void require(bool good, const std::string& found, const char* needed) {
  if (good) return;
  throw Error(ErrorCode::invalid_argument, found, needed, "choose the distribution of the scheme");
}

}  // namespace

SmallDistribution SmallDistribution::uniform(std::int64_t least, std::int64_t greatest) {
  constexpr std::int64_t kEnd = std::int64_t{1} << 62;
  require(least < greatest && least > -kEnd && greatest < kEnd,
          "uniform integers from " + std::to_string(least) + " to " + std::to_string(greatest),
          "need several integers within 2^62");
  const double count = static_cast<double>(greatest - least) + 1;
  return SmallDistribution(std::sqrt((count * count - 1) / 12));
}

SmallDistribution SmallDistribution::ternary() { return uniform(-1, 1); }

SmallDistribution SmallDistribution::centered_binomial(unsigned eta) {
  require(eta >= 1, "binomial noise of no bits", "need at least one");
  return SmallDistribution(std::sqrt(eta / 2.0));
}

SmallDistribution SmallDistribution::discrete_gaussian(double sigma) {
  require(sigma >= 0.3 && sigma <= 0x1p1000,
          "Gaussian noise of standard deviation " + std::to_string(sigma), "need 0.3 to 2^1000");
  return SmallDistribution(sigma);
}

}  // namespace lath
