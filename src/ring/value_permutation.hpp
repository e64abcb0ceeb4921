// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lath/arith/word.hpp"
#include "lath/base/cpu.hpp"

namespace lath::detail {

/// The effect of x -> x^g on evaluation forms: word j becomes word source(j) of the operand, where
/// 2 brv(source(j)) + 1 = (2 brv(j) + 1) g mod 2n.
///
/// The words of an aligned block of B = 2^k words are t = 0, ..., B - 1 in the order brv_k(t), and
/// 2 brv(j) + 1 is e + 2 (n/B) t there. So the words come from a single block: from its
/// t' = t_0 + g t mod B, since (e + 2 (n/B) t) g is e g + 2 (n/B) g t. The source of a block's
/// first word says which block and which t_0; B permutations inside of blocks serve all of them.
class ValuePermutation {
 public:
  /// The number of words for which starts() has one entry.
  static constexpr std::size_t kBlock = 8;

  /// For a degree that is a power of two from 2 to 2^20 and an odd exponent.
  ValuePermutation(std::size_t degree, std::uint64_t exponent);

  /// Writes the words of `out`: the permutation by kernels that need only features of `isa`. `out`
  /// and `a` do not overlap. `rows` is the number of rows that are permuted one after the other.
  template <ResidueWord Word>
  void apply(Isa isa, Word* out, const Word* a, std::size_t rows) const noexcept;

  /// The tables that kernels read.
  struct Tables {
    std::size_t degree;
    /// The source of the first word of each block of kBlock words.
    const std::uint32_t* starts;
    /// The sources inside of a block of so many words: a row for each place of the first source.
    const std::uint32_t *inside8, *inside16;
    const std::uint8_t* inside32;
    /// inside8 in halves of words, 16 in a row.
    const std::uint32_t* halves8;
    const std::uint8_t* byte_halves8;
  };
  [[nodiscard]] Tables tables() const noexcept {
    return {degree_,      starts_.data(),     of8_.data(),      of16_.data(),
            of32_.data(), halves_of8_.data(), bytes_of8_.data()};
  }

 private:
  std::size_t degree_;
  std::vector<std::uint32_t> starts_;
  std::array<std::uint32_t, 64> of8_{};
  std::array<std::uint32_t, 128> halves_of8_{};
  std::array<std::uint8_t, 128> bytes_of8_{};
  std::array<std::uint32_t, 256> of16_{};
  std::array<std::uint8_t, 1024> of32_{};
};

/// The permutation on vectors; false where `isa` or this build has none, or the degree is below
/// a vector, and nothing was written.
template <ResidueWord Word>
bool permute_values(Isa isa, const ValuePermutation::Tables& by, Word* out, const Word* a,
                    std::size_t rows) noexcept;

}  // namespace lath::detail
