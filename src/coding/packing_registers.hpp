// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "base/little_endian.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/constant_time.hpp"

/// Strings of bits as in packing.hpp, for words of 32 and 64 bits: eight words of b bits fill b
/// bytes, so that in such a group every word has its place, and all shifts are constants of code
/// that exists once for each b.
namespace lath::detail {

inline constexpr std::size_t kRegisterGroup = 8;

template <ResidueWord Word>
inline constexpr int kMostPackedBits = std::min(62, kWordBits<Word>);

/// Raises `largest` to `word`; both are below 2^63.
inline void raise(std::uint64_t& largest, std::uint64_t word) noexcept {
  const std::uint64_t less = largest - word;  // negative where the word is larger
  largest -= less & ct::mask_of_top_bit(less);
}

/// The largest of every fourth word, followed apart: each step waits for the one before.
using Largest = std::array<std::uint64_t, 4>;

/// The packing of groups of words of kBits bits.
template <ResidueWord Word, int kBits>
struct RegisterGroup {
  static constexpr std::size_t kBytes = kBits;                ///< of a group
  static constexpr std::size_t kRead = kBytes + 8;            ///< bytes that unpack() looks at
  static constexpr std::size_t kWritten = kBits / 8 * 8 + 8;  ///< bytes that pack() may write

  /// Packs a group; the bytes behind its own become zero.
  static void pack(std::byte* out, const Word* words) noexcept {
    std::uint64_t pending = 0;  // bits that were not stored yet
    const auto put = [&]<std::size_t i>(std::integral_constant<std::size_t, i>) {
      constexpr std::size_t kBit = i * kBits, kFilled = kBit % 64;
      pending |= std::uint64_t{words[i]} << kFilled;
      if constexpr (kFilled + kBits >= 64) {
        store_little_endian(out + kBit / 64 * 8, pending);
        pending = kFilled == 0 ? 0 : std::uint64_t{words[i]} >> (64 - kFilled) % 64;
      }
    };
    for_each_word(put);
    if constexpr (kBits % 8 != 0) store_little_endian(out + kBits / 8 * 8, pending);
  }

  /// Unpacks a group, and raises `largest` to its words.
  static void unpack(Word* words, const std::byte* packed, Largest& largest) noexcept {
    const auto take = [&]<std::size_t i>(std::integral_constant<std::size_t, i>) {
      constexpr std::size_t kBit = i * kBits, kByte = kBit / 8, kShift = kBit % 8;
      std::uint64_t x = load_little_endian(packed + kByte) >> kShift;
      if constexpr (kShift + kBits > 64) {
        x |= std::to_integer<std::uint64_t>(packed[kByte + 8]) << (64 - kShift);
      }
      x &= ~std::uint64_t{0} >> (64 - kBits);
      words[i] = static_cast<Word>(x);
      raise(largest[i % largest.size()], x);
    };
    for_each_word(take);
  }

 private:
  template <class Call>
  static void for_each_word(const Call& call) noexcept {
    [&]<std::size_t... i>(std::index_sequence<i...>) {
      (call(std::integral_constant<std::size_t, i>()), ...);
    }(std::make_index_sequence<kRegisterGroup>());
  }
};

/// Packs at most `groups` groups of the words, as far as whole registers can be written to `out`:
/// all but the last one, or the last eight of words of few bits. Returns how many.
template <ResidueWord Word, int kBits>
std::size_t pack_register_groups(std::span<std::byte> out, const Word* words,
                                 std::size_t groups) noexcept {
  using Group = RegisterGroup<Word, kBits>;
  std::size_t done = 0;
  for (; done < groups && out.size() >= Group::kWritten; ++done, words += kRegisterGroup) {
    Group::pack(out.data(), words);
    out = out.subspan(Group::kBytes);
  }
  return done;
}

/// The reverse, as far as whole registers can be read from `packed`; raises `most` to the largest
/// of these words.
template <ResidueWord Word, int kBits>
std::size_t unpack_register_groups(Word* words, std::span<const std::byte> packed,
                                   std::size_t groups, std::uint64_t& most) noexcept {
  using Group = RegisterGroup<Word, kBits>;
  Largest largest{};
  std::size_t done = 0;
  for (; done < groups && packed.size() >= Group::kRead; ++done, words += kRegisterGroup) {
    Group::unpack(words, packed.data(), largest);
    packed = packed.subspan(Group::kBytes);
  }
  for (const std::uint64_t one : largest) raise(most, one);
  return done;
}

/// The two functions for each number of bits, at [bits - 1].
template <ResidueWord Word>
struct RegisterGroups {
  using Pack = std::size_t (*)(std::span<std::byte>, const Word*, std::size_t) noexcept;
  using Unpack = std::size_t (*)(Word*, std::span<const std::byte>, std::size_t,
                                 std::uint64_t&) noexcept;
  static constexpr auto kWidths = static_cast<std::size_t>(kMostPackedBits<Word>);

  template <std::size_t... i>
  static constexpr std::array<Pack, kWidths> packs(std::index_sequence<i...>) noexcept {
    return {&pack_register_groups<Word, static_cast<int>(i) + 1>...};
  }
  template <std::size_t... i>
  static constexpr std::array<Unpack, kWidths> unpacks(std::index_sequence<i...>) noexcept {
    return {&unpack_register_groups<Word, static_cast<int>(i) + 1>...};
  }
  static constexpr std::array<Pack, kWidths> kPack = packs(std::make_index_sequence<kWidths>());
  static constexpr std::array<Unpack, kWidths> kUnpack =
      unpacks(std::make_index_sequence<kWidths>());
};

}  // namespace lath::detail
