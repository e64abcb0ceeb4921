// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/arith/word.hpp"
#include "lath/base/cpu.hpp"

namespace lath::kernels {

/// Turns random bytes into samples. See lath/random/samplers.hpp for the distributions. Every
/// instruction set turns the same bytes into the same samples.

/// Bytes per draw of a uniform residue in [0, p).
std::size_t uniform_draw_bytes(std::uint64_t p) noexcept;

/// Keeps the draws below p, in order, and returns how many it wrote: at most one for each draw.
/// `random` holds whole draws; `out` has room for all of them, and may be where `random` begins if
/// a draw is as wide as a word.
template <ResidueWord Word>
std::size_t keep_uniform(Isa isa, Word* out, std::span<const std::byte> random,
                         std::uint64_t p) noexcept;

/// Bytes per draw of a centered binomial value, 1 <= eta <= 32.
std::size_t binomial_draw_bytes(unsigned eta) noexcept;

/// The 2 eta bits of a draw that are used, and the upper eta of them. A value is the ones among the
/// lower eta bits less those among the upper, which is the ones among all, the upper ones flipped,
/// less eta.
struct BinomialMasks {
  std::uint64_t used, flipped;
};
BinomialMasks binomial_masks(unsigned eta) noexcept;

/// One value per draw; `random` holds out.size() draws.
void centered_binomial(Isa isa, std::span<std::int8_t> out, std::span<const std::byte> random,
                       unsigned eta) noexcept;

/// Writes five values for each byte below 243 until `out` is full; returns how many it wrote.
std::size_t keep_ternary(Isa isa, std::span<std::int8_t> out,
                         std::span<const std::byte> random) noexcept;

/// Bytes per draw of a value that is 1 with probability share / 2^64, and -1 with the same: as few
/// of 1, 2, 4 and 8 as hold the share exactly.
std::size_t zo_draw_bytes(std::uint64_t share) noexcept;

/// One value per draw u of w bits, u's lowest byte first: 1 where u < s, -1 where 2^w - 1 - u < s,
/// else 0, s = share / 2^(64 - w) at most 2^(w - 1).
void zo(Isa isa, std::span<std::int8_t> out, std::span<const std::byte> random,
        std::uint64_t share) noexcept;

/// out[i] = integers[i] mod p, for |integers[i]| < p. Constant time.
template <ResidueWord Word, class Integer>
void small_residues(Isa isa, Word* out, std::span<const Integer> integers,
                    std::uint64_t p) noexcept;

/// The same on AVX2, or on scalars where this build has no AVX2.
namespace avx2 {
template <ResidueWord Word>
std::size_t keep_uniform(Word* out, std::span<const std::byte> random, std::uint64_t p) noexcept;
void centered_binomial(std::span<std::int8_t> out, std::span<const std::byte> random,
                       unsigned eta) noexcept;
std::size_t keep_ternary(std::span<std::int8_t> out, std::span<const std::byte> random) noexcept;
void zo(std::span<std::int8_t> out, std::span<const std::byte> random,
        std::uint64_t share) noexcept;
template <ResidueWord Word, class Integer>
void small_residues(Word* out, std::span<const Integer> integers, std::uint64_t p) noexcept;
}  // namespace avx2

}  // namespace lath::kernels
