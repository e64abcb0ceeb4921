// SPDX-License-Identifier: Apache-2.0
#include "ring/value_permutation.hpp"

#include <algorithm>
#include <bit>

namespace lath::detail {
namespace {

std::size_t reversed(std::size_t x, int bits) noexcept {
  std::size_t result = 0;
  for (int i = 0; i < bits; ++i) result |= ((x >> i) & 1) << (bits - 1 - i);
  return result;
}

std::size_t source_of(std::size_t j, std::size_t degree, std::uint64_t g) noexcept {
  const int bits = std::countr_zero(degree);
  const std::uint64_t power = ((2 * reversed(j, bits) + 1) * g) & (2 * degree - 1);
  return reversed((power - 1) / 2, bits);
}

// Row s: the sources of a block of B words whose first word comes from place s of another.
template <class Table>
void fill_inside(Table& table, std::size_t block, std::uint64_t g) noexcept {
  const int bits = std::countr_zero(block);
  for (std::size_t s = 0; s < block; ++s) {
    for (std::size_t i = 0; i < block; ++i) {
      const std::size_t t = (reversed(s, bits) + g * reversed(i, bits)) & (block - 1);
      table[s * block + i] = static_cast<typename Table::value_type>(reversed(t, bits));
    }
  }
}

// Words of every size, block by block; a degree below a block is one block.
template <ResidueWord Word>
void permute_words(const ValuePermutation::Tables& by, std::size_t block, Word* out,
                   const Word* a) noexcept {
  const std::uint32_t* start = by.starts;
  for (std::size_t j = 0; j < by.degree; j += block, ++start) {
    const std::size_t s = *start & (block - 1);
    const std::uint32_t* inside = by.inside8 + s * block;
    for (std::size_t i = 0; i < block; ++i) out[j + i] = a[*start - s + inside[i]];
  }
}

}  // namespace

ValuePermutation::ValuePermutation(std::size_t degree, std::uint64_t exponent)
    : degree_(degree), starts_((degree + kBlock - 1) / kBlock) {
  for (std::size_t b = 0; b < starts_.size(); ++b) {
    starts_[b] = static_cast<std::uint32_t>(source_of(b * kBlock, degree, exponent));
  }
  fill_inside(of8_, std::min(degree, kBlock), exponent);
  fill_inside(of16_, 16, exponent);
  fill_inside(of32_, 32, exponent);
  for (std::size_t i = 0; i < halves_of8_.size(); ++i) {
    const std::size_t half = std::size_t{2} * of8_[i / 2] + i % 2;
    halves_of8_[i] = static_cast<std::uint32_t>(half);
    bytes_of8_[i] = static_cast<std::uint8_t>(half);
  }
}

template <ResidueWord Word>
void ValuePermutation::apply(Isa isa, Word* out, const Word* a, std::size_t rows) const noexcept {
  if (permute_values(isa, tables(), out, a, rows)) return;
  permute_words(tables(), std::min(degree_, kBlock), out, a);
}

template void ValuePermutation::apply(Isa, std::uint16_t*, const std::uint16_t*,
                                      std::size_t) const noexcept;
template void ValuePermutation::apply(Isa, std::uint32_t*, const std::uint32_t*,
                                      std::size_t) const noexcept;
template void ValuePermutation::apply(Isa, std::uint64_t*, const std::uint64_t*,
                                      std::size_t) const noexcept;

}  // namespace lath::detail
