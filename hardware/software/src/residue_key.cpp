// SPDX-License-Identifier: Apache-2.0
#include "residue_key.hpp"

#include <array>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "residue_design.hpp"

namespace lath::hardware::detail {
namespace {

using Points = std::array<std::uint64_t, kPipePoints>;

std::uint64_t root_of_design(const Modulus& p) {
  for (std::uint64_t g = 2;; ++g) {
    const std::uint64_t root = p.pow_vartime(g, (p.value() - 1) / kRootOrder);
    if (p.pow_vartime(root, kRootOrder / 2) == p.value() - 1) return root;
  }
}

// Transforms modulo one prime.
class KeyTransform {
 public:
  explicit KeyTransform(const Modulus& p) : p_(p), powers_(kRootOrder) {
    const std::uint64_t root = root_of_design(p_);
    powers_[0] = 1;
    for (std::size_t i = 1; i < kRootOrder; ++i) powers_[i] = p_.multiply(powers_[i - 1], root);
  }

  // The values of word k of all coefficients in a pipe, scaled.
  void evaluate(Points& points, std::span<const Word> key, std::size_t k,
                std::size_t pipe) const noexcept {
    const std::size_t exponent = kPipeExponents[pipe];
    for (std::size_t i = 0; i < kPipePoints; ++i) points[i] = key[i * kChunks + k];
    for (std::size_t i = kPipePoints; i < kDegree; ++i) {
      std::uint64_t& x = points[i - kPipePoints];
      x = p_.add(x, p_.multiply(key[i * kChunks + k], powers_[exponent]));
    }
    split(points.data(), kPipePoints, exponent);
    const std::uint64_t montgomery = p_.reduce(std::uint64_t{1} << kMontgomeryBits);
    const std::uint64_t scale =
        p_.multiply(p_.subtract(0, montgomery), p_.inverse_vartime(kKeyDivisors[pipe]));
    for (std::uint64_t& x : points) x = p_.multiply(x, scale);
  }

 private:
  // With w^2 = zeta^exponent, x^n - w^2 = (x^(n/2) - w) (x^(n/2) + w).
  void split(std::uint64_t* x, std::size_t n, std::size_t exponent) const noexcept {
    if (n == 1) return;
    const std::size_t half = n / 2;
    const std::uint64_t w = powers_[exponent / 2];
    for (std::size_t i = 0; i < half; ++i) {
      const std::uint64_t t = p_.multiply(x[i + half], w);
      x[i + half] = p_.subtract(x[i], t);
      x[i] = p_.add(x[i], t);
    }
    split(x, half, exponent / 2);
    split(x + half, half, exponent / 2 + kRootOrder / 2);
  }

  Modulus p_;
  std::vector<std::uint64_t> powers_;
};

}  // namespace

void write_residue_key(Burst* out, std::span<const Word> key) {
  std::vector<Points> values(kPipes);
  for (std::size_t k = 0; k < kChunks; ++k) {
    const Word p = residue_prime(k);
    const KeyTransform transform{Modulus(p)};
    for (std::size_t i = 0; i < kPipes; ++i) transform.evaluate(values[i], key, k, i);
    const auto word = [&](std::size_t pipe, std::size_t point) {
      return key_word(static_cast<Word>(values[pipe][point]), p);
    };
    for (std::size_t t = 0; t < kPipePoints; t += 2) {
      *out++ = {{word(0, t), word(0, t + 1), word(1, t), 0}};
      *out++ = {{word(1, t + 1), word(2, t), word(2, t + 1), 0}};
    }
  }
}

}  // namespace lath::hardware::detail
