// SPDX-License-Identifier: Apache-2.0
#include "rns/product_tree.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "arith/multiword.hpp"

namespace lath::detail {
namespace {

// The number of words that hold the number of moduli times their product.
std::size_t words_for(std::span<const Modulus> moduli) noexcept {
  std::size_t bits = static_cast<std::size_t>(std::bit_width(moduli.size()));
  for (const Modulus& q : moduli) bits += static_cast<std::size_t>(q.bits());
  return (bits + 63) / 64;
}

// The product of all moduli except number `without`; of all if there is no such number.
void write_product(std::uint64_t* out, std::size_t words, std::span<const Modulus> moduli,
                   std::size_t without) {
  std::vector<std::uint64_t> product(words, 0), next(words);
  product[0] = 1;
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    if (i == without) continue;
    std::fill(next.begin(), next.end(), 0);
    detail::multiword::add_product(next.data(), product.data(), words, moduli[i].value());
    product.swap(next);
  }
  std::copy(product.begin(), product.end(), out);
}

}  // namespace

ProductTree::ProductTree(std::span<const Modulus> moduli) {
  const std::size_t groups = std::bit_ceil((moduli.size() + kGroup - 1) / kGroup);
  for (std::size_t i = 0; i <= groups; ++i) first_.push_back(i * moduli.size() / groups);
  add_groups(moduli);
  while (levels_.back().products.size() > levels_.back().words) add_parents();
  std::reverse(levels_.begin(), levels_.end());
}

void ProductTree::add_groups(std::span<const Modulus> moduli) {
  Level level;
  const std::size_t groups = first_.size() - 1;
  const auto members = [&](std::size_t g) {
    return moduli.subspan(first_[g], first_[g + 1] - first_[g]);
  };
  for (std::size_t g = 0; g < groups; ++g)
    level.words = std::max(level.words, words_for(members(g)));
  level.products.resize(groups * level.words);
  punctured_.resize(moduli.size() * level.words);
  for (std::size_t g = 0; g < groups; ++g) {
    const auto group = members(g);
    write_product(&level.products[g * level.words], level.words, group, group.size());
    for (std::size_t i = 0; i < group.size(); ++i) {
      write_product(&punctured_[(first_[g] + i) * level.words], level.words, group, i);
    }
  }
  levels_.push_back(std::move(level));
}

void ProductTree::add_parents() {
  const Level& below = levels_.back();
  const std::size_t n = below.words, nodes = below.products.size() / n / 2;
  std::vector<std::uint64_t> products(nodes * 2 * n),
      scratch(detail::multiword::multiply_scratch(n));
  Level level;
  for (std::size_t i = 0; i < nodes; ++i) {
    std::uint64_t* product = &products[i * 2 * n];
    const std::uint64_t* children = &below.products[2 * i * n];
    detail::multiword::multiply(product, children, children + n, n, scratch.data());
    std::size_t size = 2 * n;
    while (product[size - 1] == 0) --size;
    // Leaves room for a factor: the number of moduli below the node, at most 2^32. One more word is
    // enough, and is added if the top word is large.
    const bool crowded = (product[size - 1] >> 31) != 0;
    level.words = std::max(level.words, size + (crowded ? 1 : 0));
  }
  level.products.resize(nodes * level.words);
  for (std::size_t i = 0; i < nodes; ++i) {
    std::copy_n(&products[i * 2 * n], std::min(level.words, 2 * n),
                &level.products[i * level.words]);
  }
  levels_.push_back(std::move(level));
}

std::size_t ProductTree::scratch_words() const noexcept {
  std::size_t words = 0;
  for (const Level& level : levels_) words += 6 * level.words + 1;
  return words + detail::multiword::multiply_scratch(levels_.front().words);
}

void ProductTree::combine(std::uint64_t* out, const std::uint64_t* y, std::size_t step,
                          std::uint64_t* scratch) const noexcept {
  combine_node(out, 0, 0, y, step, scratch);
}

void ProductTree::combine_group(std::uint64_t* out, std::size_t group, const std::uint64_t* y,
                                std::size_t step) const noexcept {
  const std::size_t n = levels_.back().words;
  std::fill_n(out, n, 0);
  for (std::size_t i = first_[group]; i < first_[group + 1]; ++i) {
    detail::multiword::add_product(out, &punctured_[i * n], n, y[i * step]);
  }
}

void ProductTree::combine_node(std::uint64_t* out, std::size_t depth, std::size_t node,
                               const std::uint64_t* y, std::size_t step,
                               std::uint64_t* scratch) const noexcept {
  if (depth + 1 == levels_.size()) {
    combine_group(out, node, y, step);
    return;
  }
  // Adds two fractions: left / (left's product) + right / (right's product).
  const Level& below = levels_[depth + 1];
  const std::size_t n = below.words, words = levels_[depth].words;
  std::uint64_t* value = scratch;            // n words
  std::uint64_t* sum = scratch + n;          // 2n + 1
  std::uint64_t* product = sum + 2 * n + 1;  // 2n
  std::uint64_t* further = product + 2 * n;
  const std::uint64_t* left = &below.products[2 * node * n];
  combine_node(value, depth + 1, 2 * node, y, step, further);
  detail::multiword::multiply(sum, value, left + n, n, further);
  combine_node(value, depth + 1, 2 * node + 1, y, step, further);
  detail::multiword::multiply(product, value, left, n, further);
  sum[2 * n] = detail::multiword::add(sum, sum, product, 2 * n);
  const std::size_t kept = std::min(words, 2 * n + 1);
  std::copy_n(sum, kept, out);
  std::fill(out + kept, out + words, 0);
}

}  // namespace lath::detail
