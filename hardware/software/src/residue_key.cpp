// SPDX-License-Identifier: Apache-2.0
#include "residue_key.hpp"

#include <array>
#include <vector>

#include "lath/arith/barrett.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/arith/shoup.hpp"
#include "residue_design.hpp"

namespace lath::hardware::detail {
namespace {

using Points = std::array<Word, kPipePoints>;
using Factor = ShoupFactor<Word>;

Word root_of_design(const Modulus& p) {
  for (std::uint64_t g = 2;; ++g) {
    const std::uint64_t root = p.pow_vartime(g, (p.value() - 1) / kRootOrder);
    if (p.pow_vartime(root, kRootOrder / 2) == p.value() - 1) return static_cast<Word>(root);
  }
}

// Transforms modulo one prime.
class KeyTransform {
 public:
  explicit KeyTransform(Word p) : p_(p), powers_(kRootOrder / 2 + 1) {
    const Barrett<Word> barrett(p);
    const Modulus modulus(p);
    const Factor root(root_of_design(modulus), p);
    Word power = 1;
    for (Factor& factor : powers_) {
      factor.value = power;
      factor.quotient = barrett.shoup_quotient(power);
      power = root.multiply(power, p);
    }
    const std::uint64_t montgomery = modulus.reduce(std::uint64_t{1} << kMontgomeryBits);
    for (std::size_t i = 0; i < kPipes; ++i) {
      const std::uint64_t scale = modulus.multiply(modulus.subtract(0, montgomery),
                                                   modulus.inverse_vartime(kKeyDivisors[i]));
      scales_[i] = Factor(static_cast<Word>(scale), p);
    }
  }

  // The values of word k of all coefficients in a pipe, scaled.
  void evaluate(Points& points, std::span<const Word> key, std::size_t k,
                std::size_t pipe) const noexcept {
    const std::size_t exponent = kPipeExponents[pipe];
    for (std::size_t i = 0; i < kPipePoints; ++i) points[i] = key[i * kChunks + k];
    for (std::size_t i = kPipePoints; i < kDegree; ++i) {
      points[i - kPipePoints] += powers_[exponent].multiply_lazy(key[i * kChunks + k], p_);
    }
    split(points.data(), kPipePoints, exponent);
    for (Word& x : points) x = scales_[pipe].multiply(x, p_);
  }

 private:
  // With w^2 = zeta^exponent, x^n - w^2 = (x^(n/2) - w) (x^(n/2) + w). Below 3p at first, all words
  // grow by at most 2p in each of eleven layers: to 25p, which is below 2^32.
  static_assert(25 * std::uint64_t{residue_prime(kChunks - 1)} < std::uint64_t{1} << 32);
  void split(Word* x, std::size_t n, std::size_t exponent) const noexcept {
    if (n == 1) return;
    const std::size_t half = n / 2;
    const Factor w = powers_[exponent / 2];
    for (std::size_t i = 0; i < half; ++i) {
      const Word t = w.multiply_lazy(x[i + half], p_);
      x[i + half] = x[i] + (2 * p_ - t);
      x[i] += t;
    }
    split(x, half, exponent / 2);
    split(x + half, half, exponent / 2 + kRootOrder / 2);
  }

  Word p_;
  std::vector<Factor> powers_;  // zeta^0 to zeta^4096
  std::array<Factor, kPipes> scales_;
};

}  // namespace

void write_residue_key(Burst* out, std::span<const Word> key) {
  std::vector<Points> values(kPipes);
  for (std::size_t k = 0; k < kChunks; ++k) {
    const Word p = residue_prime(k);
    const KeyTransform transform(p);
    for (std::size_t i = 0; i < kPipes; ++i) transform.evaluate(values[i], key, k, i);
    const auto word = [&](std::size_t pipe, std::size_t point) {
      return key_word(values[pipe][point], p);
    };
    for (std::size_t t = 0; t < kPipePoints; t += 2) {
      *out++ = {{word(0, t), word(0, t + 1), word(1, t), 0}};
      *out++ = {{word(1, t + 1), word(2, t), word(2, t + 1), 0}};
    }
  }
}

}  // namespace lath::hardware::detail
