// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "security/lattice_reduction.hpp"
#include "security/lwe_attacks.hpp"

// Theorem 7.6 of MATZOV, "Report on the Security of LWE: Improved Dual Lattice Attack" (2022): of n
// coefficients of the secret, k_enum are guessed one by one, k_fft by a Fourier transform modulo p,
// and the others form the lattice.
namespace lath::detail {
namespace {

using std::numbers::e;
using std::numbers::pi;

// Operations of a multiplication and of an addition, in gates.
constexpr double kMultiplication = 32 * 32, kAddition = 5 * 32;
// The attack succeeds with this probability.
constexpr double kSuccess = 0.5;
// Block sizes are found to this precision.
constexpr double kPrecision = 0x1p-5;
constexpr double kLargestBlockSize = 1 << 22;

// An integer that may be larger than any word.
std::size_t saturated(double x) {
  return x < 0x1p64 ? static_cast<std::size_t>(x) : std::numeric_limits<std::size_t>::max();
}

struct Split {
  double k_enum, k_fft, p;
};

// The part of the cost of guessing that depends on the secret's distribution, which is treated as a
// discrete Gaussian: its entropy in bits, log2 of the tries for each of k_enum coefficients, and
// log2 of a common factor.
struct Guessing {
  double entropy, log2_each, log2_factor;

  explicit Guessing(double sigma) {
    const double alpha = pi * pi * sigma * sigma;
    entropy = (0.5 + std::log(std::sqrt(2 * pi) * sigma) - std::log(std::tanh(alpha))) /
              std::numbers::ln2;
    // Far out these are their limits, where the formulas would multiply zeros and infinities.
    const double a = alpha > 400 ? 0 : 8 * alpha * std::exp(-2 * alpha) * std::tanh(alpha);
    log2_each = 1 + (a - 0.5) * std::numbers::log2e + entropy;
    log2_factor = sigma > 0x1p20 ? 1 + 2 * std::log2(sigma)
                                 : -std::log2(-std::expm1(-1 / (2 * sigma * sigma)));
  }
};

// The cheapest attack of a family with one integer parameter from `least` to `greatest`. The cost
// falls and then rises along it. The search walks from `start`; steps double while they lower the
// cost, and halve if none does.
template <class Family>
AttackEstimate cheapest(double start, double least, double greatest, double step,
                        const Family& attack) {
  AttackEstimate best = attack(start);
  double at = start;
  const auto moves = [&](double by) {
    if (at + by < least || at + by > greatest) return false;
    const AttackEstimate found = attack(at + by);
    if (!(found.log2_operations < best.log2_operations)) return false;
    best = found;
    at += by;
    return true;
  };
  while (step >= 1) step = moves(step) || moves(-step) ? 2 * step : std::floor(step / 2);
  return best;
}

class DualAttack {
 public:
  DualAttack(const NormalInstance& lwe, CostModel model)
      : lwe_(lwe), model_(model), guessing_(lwe.secret()) {}

  [[nodiscard]] AttackEstimate best() const {
    // A modulus of about four standard deviations is best.
    const double greatest = std::max(2.0, std::ceil(std::exp(lwe_.log_modulus)) - 1);
    const double start = std::min(std::max(2.0, std::round(4 * lwe_.secret())), greatest);
    return cheapest(start, 2, greatest, 1, [&](double p) { return best_with_modulus(p); });
  }

 private:
  // The samples that make the dual vectors shortest: T. Espitau, A. Joux, N. Kharchenko, "On a dual
  // / hybrid approach to small secret LWE" (Indocrypt 2020).
  [[nodiscard]] double samples(double block_size, double lattice_secrets) const {
    const double c = lwe_.log_secret + lwe_.log_modulus - lwe_.log_error;
    const double best =
        std::sqrt(lattice_secrets * c / log_root_hermite_factor(block_size)) - lattice_secrets;
    // A block must not be larger than the lattice.
    const double least = std::max(1.0, std::ceil(block_size - lattice_secrets));
    return std::min(std::max(std::floor(best), least), lwe_.samples);
  }

  // log2 of the number of short vectors that are needed to recognise the right guess.
  [[nodiscard]] double log2_needed(const Split& split, double block_size, double m) const {
    const double k_lat = lwe_.dimension - split.k_fft - split.k_enum, d = m + k_lat;
    const double log_length = m / d * lwe_.log_error +
                              k_lat / d * (lwe_.log_secret + lwe_.log_modulus) +
                              0.5 * std::log(4.0 / 3 * block_size / (2 * pi * e)) +
                              (d - block_size) * log_root_hermite_factor(block_size);
    const double turn = std::exp(log_length - lwe_.log_modulus) * pi;
    const double rounding = lwe_.secret() * pi / split.p;
    const double guesses =
        split.k_enum * guessing_.entropy + split.k_fft * std::log(split.p) - std::log(kSuccess);
    return (4 * turn * turn + split.k_fft / 3 * rounding * rounding) * std::numbers::log2e +
           std::log2(guesses);
  }

  [[nodiscard]] double log2_guessing(const Split& split, double log2_vectors) const {
    const double transform = split.k_fft == 0 ? -std::numeric_limits<double>::infinity()
                                              : std::log2(kMultiplication * split.k_fft) +
                                                    (split.k_fft + 1) * std::log2(split.p);
    return guessing_.log2_factor + split.k_enum * guessing_.log2_each +
           log2_sum(transform, std::log2(4 * kAddition) + log2_vectors);
  }

  struct Costs {
    double log2_reduction, log2_guessing, block_size, dimension;
    [[nodiscard]] double log2_total() const { return log2_sum(log2_reduction, log2_guessing); }
  };

  // The costs with the smallest blocks for which one sieve finds enough vectors. The required
  // number falls so fast with the block size that several sieves with smaller blocks take longer.
  [[nodiscard]] Costs with(const Split& split) const {
    const double k_lat = lwe_.dimension - split.k_fft - split.k_enum;
    const auto enough = [&](double b) {
      const double m = samples(b, k_lat);
      return log2_needed(split, b, m) <= short_vectors(model_, b, m + k_lat).log2_count;
    };
    const double largest = std::min(kLargestBlockSize, k_lat + lwe_.samples);
    const double b = least_where(kLeastBlockSize, largest, kPrecision, enough);
    if (!enough(b)) return {no_attack().log2_operations, 0, b, 0};
    const double m = samples(b, k_lat);
    return {short_vectors(model_, b, m + k_lat).log2_cost,
            log2_guessing(split, log2_needed(split, b, m)), b, m + k_lat};
  }

  // With more coefficients in the transform, lattice reduction is cheaper: at the optimum, both
  // have about the same cost.
  [[nodiscard]] AttackEstimate best_with(double k_enum, double p) const {
    const double most = std::max(0.0, lwe_.dimension - k_enum - 1);
    const double balanced = std::floor(least_where(0, most, 1, [&](double k_fft) {
      const Costs costs = with({k_enum, std::floor(k_fft), p});
      // With too many coefficients in the transform, there are never enough vectors.
      return std::isinf(costs.log2_reduction) || costs.log2_guessing >= costs.log2_reduction;
    }));
    constexpr int kBelow = 3;
    AttackEstimate best = no_attack();
    for (int below = 0; below <= kBelow; ++below) {
      const double k_fft = balanced - below;
      if (k_fft < 0) break;
      const Costs costs = with({k_enum, k_fft, p});
      if (costs.log2_total() >= best.log2_operations) continue;
      best = {.log2_operations = costs.log2_total(),
              .block_size = static_cast<std::size_t>(std::ceil(costs.block_size)),
              .lattice_dimension = static_cast<std::size_t>(costs.dimension),
              .svp_dimension = 0,
              .guessed = static_cast<std::size_t>(k_enum),
              .transformed = static_cast<std::size_t>(k_fft),
              .transform_modulus = saturated(p)};
    }
    return best;
  }

  [[nodiscard]] AttackEstimate best_with_modulus(double p) const {
    return cheapest(0, 0, std::max(0.0, lwe_.dimension - 2), 8,
                    [&](double k_enum) { return best_with(k_enum, p); });
  }

  const NormalInstance& lwe_;
  CostModel model_;
  Guessing guessing_;
};

}  // namespace

AttackEstimate estimate_dual_hybrid(const NormalInstance& lwe, CostModel model) {
  return DualAttack(lwe, model).best();
}

}  // namespace lath::detail
