// SPDX-License-Identifier: Apache-2.0
#include "random/sampling.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "lath/base/constant_time.hpp"
#include "lath/base/secret.hpp"

namespace lath::kernels {
namespace {

// Draws are judged in groups of this many, whose verdicts are declassified together.
constexpr std::size_t kGroup = 64;

// `Bytes` bytes as a number, least significant first.
template <std::size_t kBytes>
std::uint64_t little_endian(const std::byte* bytes) noexcept {
  std::uint64_t x = 0;
  for (std::size_t i = 0; i < kBytes; ++i) x |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  return x;
}

template <std::size_t kBytes, ResidueWord Word>
std::size_t keep_uniform_of(Word* out, std::span<const std::byte> random,
                            std::uint64_t p) noexcept {
  const std::uint64_t bits = ~std::uint64_t{0} >> (64 - bit_length(p - 1));
  const std::size_t draws = random.size() / kBytes;
  std::array<Word, kGroup> candidates;
  std::array<std::uint8_t, kGroup> kept;
  std::size_t count = 0;
  for (std::size_t first = 0; first < draws; first += kGroup) {
    const std::size_t group = std::min(kGroup, draws - first);
    for (std::size_t i = 0; i < group; ++i) {
      const std::uint64_t x = little_endian<kBytes>(random.data() + (first + i) * kBytes) & bits;
      candidates[i] = static_cast<Word>(x);
      kept[i] = static_cast<std::uint8_t>(ct::mask_less(x, p) & 1);
    }
    // Public: given which draws are kept, those kept are still independent and uniform on [0, p),
    // and those dropped are used nowhere.
    ct::declassify(kept.data(), group);
    for (std::size_t i = 0; i < group; ++i) {
      out[count] = candidates[i];
      count += kept[i];
    }
  }
  wipe(candidates.data(), sizeof candidates);
  return count;
}

// The number of ones in x, without the table that std::popcount is on some targets.
std::uint64_t count_ones(std::uint64_t x) noexcept {
  x -= (x >> 1) & 0x5555555555555555;
  x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return (x * 0x0101010101010101) >> 56;
}

template <std::size_t kBytes>
void centered_binomial_of(std::span<std::int8_t> out, const std::byte* random,
                          unsigned eta) noexcept {
  const BinomialMasks masks = binomial_masks(eta);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint64_t x = little_endian<kBytes>(random + i * kBytes);
    out[i] = static_cast<std::int8_t>(count_ones((x ^ masks.flipped) & masks.used) - eta);
  }
}

template <class Draw>
void zo_of(std::span<std::int8_t> out, const std::byte* random, std::uint64_t share) noexcept {
  const auto s = static_cast<Draw>(share >> (64 - 8 * sizeof(Draw)));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto u = static_cast<Draw>(little_endian<sizeof(Draw)>(random + i * sizeof(Draw)));
    const auto negative = ct::mask_less(static_cast<Draw>(~u), s);
    out[i] = static_cast<std::int8_t>(negative - ct::mask_less(u, s));  // a mask is minus one
  }
}

}  // namespace

std::size_t uniform_draw_bytes(std::uint64_t p) noexcept {
  const int bits = bit_length(p - 1);
  return bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

template <ResidueWord Word>
std::size_t keep_uniform(Isa isa, Word* out, std::span<const std::byte> random,
                         std::uint64_t p) noexcept {
  if (isa >= Isa::avx2) return avx2::keep_uniform(out, random, p);
  switch (uniform_draw_bytes(p)) {
    case 2:
      return keep_uniform_of<2>(out, random, p);
    case 4:
      return keep_uniform_of<4>(out, random, p);
    default:
      return keep_uniform_of<8>(out, random, p);
  }
}

template std::size_t keep_uniform(Isa, std::uint16_t*, std::span<const std::byte>,
                                  std::uint64_t) noexcept;
template std::size_t keep_uniform(Isa, std::uint32_t*, std::span<const std::byte>,
                                  std::uint64_t) noexcept;
template std::size_t keep_uniform(Isa, std::uint64_t*, std::span<const std::byte>,
                                  std::uint64_t) noexcept;

std::size_t binomial_draw_bytes(unsigned eta) noexcept { return eta <= 8 ? 2 : eta <= 16 ? 4 : 8; }

BinomialMasks binomial_masks(unsigned eta) noexcept {
  const std::uint64_t used = ~std::uint64_t{0} >> (64 - 2 * eta);
  return {used, used & (used << eta)};
}

void centered_binomial(Isa isa, std::span<std::int8_t> out, std::span<const std::byte> random,
                       unsigned eta) noexcept {
  if (isa >= Isa::avx2) return avx2::centered_binomial(out, random, eta);
  switch (binomial_draw_bytes(eta)) {
    case 2:
      return centered_binomial_of<2>(out, random.data(), eta);
    case 4:
      return centered_binomial_of<4>(out, random.data(), eta);
    default:
      return centered_binomial_of<8>(out, random.data(), eta);
  }
}

std::size_t keep_ternary(Isa isa, std::span<std::int8_t> out,
                         std::span<const std::byte> random) noexcept {
  if (isa >= Isa::avx2) return avx2::keep_ternary(out, random);
  std::array<std::uint8_t, kGroup> kept;
  std::size_t count = 0;
  for (std::size_t first = 0; first < random.size() && count < out.size(); first += kGroup) {
    const std::size_t group = std::min(kGroup, random.size() - first);
    for (std::size_t i = 0; i < group; ++i) {
      const auto byte = std::to_integer<std::uint32_t>(random[first + i]);
      kept[i] = static_cast<std::uint8_t>(ct::mask_less(byte, 243U) & 1);
    }
    // Public: given which bytes are kept, those kept are still independent and uniform on [0, 243),
    // and those dropped are used nowhere.
    ct::declassify(kept.data(), group);
    for (std::size_t i = 0; i < group; ++i) {
      if (kept[i] == 0) continue;
      auto digits = std::to_integer<std::uint32_t>(random[first + i]);
      for (int k = 0; k < 5 && count < out.size(); ++k) {
        const std::uint32_t quotient = digits * 171 >> 9;  // floor(digits / 3) up to 255
        out[count++] = static_cast<std::int8_t>(static_cast<int>(digits - 3 * quotient) - 1);
        digits = quotient;
      }
    }
  }
  return count;
}

std::size_t zo_draw_bytes(std::uint64_t share) noexcept {
  const int bits = 64 - std::countr_zero(share);
  return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

void zo(Isa isa, std::span<std::int8_t> out, std::span<const std::byte> random,
        std::uint64_t share) noexcept {
  if (isa >= Isa::avx2) return avx2::zo(out, random, share);
  switch (zo_draw_bytes(share)) {
    case 1:
      return zo_of<std::uint8_t>(out, random.data(), share);
    case 2:
      return zo_of<std::uint16_t>(out, random.data(), share);
    case 4:
      return zo_of<std::uint32_t>(out, random.data(), share);
    default:
      return zo_of<std::uint64_t>(out, random.data(), share);
  }
}

template <ResidueWord Word, class Integer>
void small_residues(Isa isa, Word* out, std::span<const Integer> integers,
                    std::uint64_t p) noexcept {
  if (isa >= Isa::avx2) return avx2::small_residues(out, integers, p);
  for (std::size_t i = 0; i < integers.size(); ++i) {
    const auto x = static_cast<std::uint64_t>(std::int64_t{integers[i]});
    out[i] = static_cast<Word>(x + (p & ct::mask_of_top_bit(x)));
  }
}

// NOLINTBEGIN(bugprone-macro-parentheses): types take none
#define LATH_INSTANTIATE(Word, Integer) \
  template void small_residues(Isa, Word*, std::span<const Integer>, std::uint64_t) noexcept;
LATH_INSTANTIATE(std::uint16_t, std::int8_t)
LATH_INSTANTIATE(std::uint32_t, std::int8_t)
LATH_INSTANTIATE(std::uint64_t, std::int8_t)
LATH_INSTANTIATE(std::uint16_t, std::int64_t)
LATH_INSTANTIATE(std::uint32_t, std::int64_t)
LATH_INSTANTIATE(std::uint64_t, std::int64_t)
#undef LATH_INSTANTIATE
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace lath::kernels
