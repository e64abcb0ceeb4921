// SPDX-License-Identifier: Apache-2.0
//
// Remainder trees against NTL's remainders and products.
#include "algebra/remainder_tree.hpp"

#include <gtest/gtest.h>

#include "algebra/ntl_polynomials.hpp"

namespace lath::detail {
namespace {

using testing::from_words;
using testing::kLargeModuli;
using testing::random_residues;
using testing::SeededValues;
using testing::to_words;
using testing::Words;

void expect_tree(std::uint64_t word, std::size_t count, std::size_t degree) {
  SCOPED_TRACE(std::to_string(count) + " of degree " + std::to_string(degree) + " modulo " +
               std::to_string(word));
  SeededValues values(1);
  testing::set_modulus(word);
  std::vector<Coefficients> leaves;
  NTL::ZZ_pX root(1);
  for (std::size_t i = 0; i < count; ++i) {
    leaves.push_back(random_residues(degree, word, values));
    leaves.back().push_back(1);
    root *= from_words(leaves.back());
  }
  const std::size_t n = count * degree, longest = n + n / 3;
  const RemainderTree tree(Modulus(word), leaves, longest);
  ASSERT_EQ(tree.degree(), n);
  EXPECT_EQ(from_words(tree.root()), root);
  for (const std::size_t size : {n, longest}) {
    const Words a = random_residues(size, word, values), r = random_residues(n, word, values);
    const SecretWords remainders = tree.remainders(a);
    NTL::ZZ_pX sum;
    for (std::size_t i = 0; i < count; ++i) {
      const NTL::ZZ_pX leaf = from_words(leaves[i]);
      const auto found = remainders.span().subspan(i * degree, degree);
      EXPECT_EQ(from_words(found), from_words(a) % leaf) << i;
      sum += from_words(std::span(r).subspan(i * degree, degree)) * (root / leaf);
    }
    const SecretWords combined = tree.combine(SecretWords(std::span<const std::uint64_t>(r)));
    EXPECT_EQ(Words(combined.span().begin(), combined.span().end()), to_words(sum, n));
  }
}

TEST(RemainderTree, HasTheRemaindersAndSumsOfNtl) {
  for (const std::uint64_t t :
       {std::uint64_t{2}, std::uint64_t{257}, kLargeModuli[0], kLargeModuli[1], kLargeModuli[4]}) {
    for (const auto& [count, degree] : {std::pair<std::size_t, std::size_t>{1, 1},
                                        {1, 60},
                                        {2, 1},
                                        {3, 5},
                                        {5, 20},
                                        {7, 49},
                                        {37, 4},
                                        {100, 1}}) {
      expect_tree(t, count, degree);
    }
  }
}

TEST(RemainderTree, HasTheCofactorOfTheCyclotomicPolynomial) {
  for (const std::uint64_t t : {std::uint64_t{5}, kLargeModuli[0]}) {
    for (const std::uint64_t m : {std::uint64_t{3}, std::uint64_t{63}, std::uint64_t{231}}) {
      testing::set_modulus(t);
      const NTL::ZZ_pX phi = testing::cyclotomic(m);
      const auto degree = static_cast<std::size_t>(NTL::deg(phi));
      const RemainderTree tree(Modulus(t), {to_words(phi, degree + 1)}, m);
      NTL::ZZ_pX binomial(NTL::INIT_MONO, static_cast<long>(m));
      binomial -= 1;
      EXPECT_EQ(from_words(tree.cofactor(m)), binomial / phi) << m << " modulo " << t;
    }
  }
}

}  // namespace
}  // namespace lath::detail
