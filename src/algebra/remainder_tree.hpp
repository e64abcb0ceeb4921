// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algebra/exact_products.hpp"

namespace lath::detail {

/// The products of monic public polynomials f_0, ..., f_(k-1) of degree d in pairs, pairs of pairs
/// and so on, up to their product f of degree n = k d (A. Borodin, R. Moenck, "Fast modular
/// transforms", J. Comput. Syst. Sci. 8, 1974). Constant time in the coefficients of operands.
///
/// Memory: about 8 n log2(k) words for each prime of the products.
class RemainderTree {
 public:
  /// For remainders of polynomials of at most `longest` >= n coefficients.
  RemainderTree(const Modulus& t, const std::vector<Coefficients>& leaves, std::size_t longest);

  [[nodiscard]] std::size_t degree() const noexcept { return degree_; }
  /// f.
  [[nodiscard]] std::span<const std::uint64_t> root() const noexcept {
    return levels_.back()[0].polynomial.coefficients;
  }
  /// The quotient by f of x^m - 1, a multiple of f; m <= longest.
  [[nodiscard]] Coefficients cofactor(std::size_t m) const;

  /// The remainders of `a` modulo f_0, ..., f_(k-1), d words each: 2 log2(k) products of n
  /// coefficients. `a` has from n to `longest` coefficients.
  [[nodiscard]] SecretWords remainders(std::span<const std::uint64_t> a) const;
  /// The sum of r_i f / f_i, n words, from r_0, ..., r_(k-1), d words each: log2(k) products of n
  /// coefficients.
  [[nodiscard]] SecretWords combine(SecretWords r) const;

 private:
  struct Node {
    PreparedPolynomial polynomial;
    PreparedPolynomial
        inverse;  // of the reversed polynomial, to as many terms as quotients by it have
  };
  void prepare(Node& node, Coefficients polynomial, std::size_t longest) const;
  void reduce(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
              const Node& node) const;

  ExactProducts products_;
  std::size_t leaf_degree_, degree_;
  std::vector<std::vector<Node>> levels_;  // from the leaves to the root
};

}  // namespace lath::detail
