// SPDX-License-Identifier: Apache-2.0
//
// Words of 16 bits go in whole vectors, and eight at a time in registers on machines without them.
// Words of 32 and 64 bits go eight at a time: on AVX-512 a vector each, see packing_lanes.hpp, else
// unpacked on vectors and packed in registers, which fills three quarters of a store. The remaining
// words go one after the other.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "coding/packing_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <bit>
#include <cstring>

#include "base/little_endian.hpp"
#include "base/targets.inl"
#include "coding/packing.hpp"
#include "coding/packing_groups.inl"
#include "coding/packing_lanes.hpp"
#include "coding/packing_registers.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/secret.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_NEON)
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#include "coding/packing.inl"
#include "coding/packing_windows.inl"

}  // namespace

void pack_words(std::span<std::byte> out, const std::uint16_t* words, int bits) noexcept {
  with_bits<16>(bits, [=](auto constant) {
    for_each_packed<constant()>(out, [=](std::size_t i) { return hn::LoadU(kWords, words + i); });
  });
}

// Returns the largest of the words.
std::uint16_t unpack_words(std::uint16_t* out, std::span<const std::byte> packed,
                           int bits) noexcept {
  auto largest = hn::Zero(kWords);
  with_bits<16>(bits, [&](auto constant) {
    auto so_far = hn::Zero(kWords);
    for_each_unpacked<constant()>(packed, [&](Words words, std::size_t i) {
      hn::StoreU(words, kWords, out + i);
      so_far = hn::Max(so_far, words);
    });
    largest = so_far;
  });
  return hn::GetLane(hn::MaxOfLanes(kWords, largest));
}

// The first groups of eight words, most often all but one or two; returns how many, and raises
// `largest` to their words.
std::size_t unpack_first(std::uint32_t* out, std::span<const std::byte> packed, std::size_t groups,
                         int bits, std::uint64_t& largest) noexcept {
  return kUnpackLanes<std::uint32_t>[static_cast<std::size_t>(bits) - 1](out, packed, groups,
                                                                         largest);
}
std::size_t unpack_first(std::uint64_t* out, std::span<const std::byte> packed, std::size_t groups,
                         int bits, std::uint64_t& largest) noexcept {
  return kUnpackLanes<std::uint64_t>[static_cast<std::size_t>(bits) - 1](out, packed, groups,
                                                                         largest);
}

#endif  // HWY_TARGET & ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {
namespace {

void store(std::span<std::byte> out, std::uint64_t x) noexcept {
  for (std::byte& byte : out) {
    byte = static_cast<std::byte>(x & 0xff);
    x >>= 8;
  }
}

std::uint64_t load(std::span<const std::byte> in) noexcept {
  std::uint64_t x = 0;
  for (std::size_t i = 0; i < in.size(); ++i) x |= std::to_integer<std::uint64_t>(in[i]) << (8 * i);
  return x;
}

// Words of 16 bits go eight at a time: four stand in the fields of a register, which come together
// in pairs and then all, or come apart the same way. These are the lower half of each field.
constexpr std::uint64_t kLowerHalves = 0x0000ffff0000ffff;
constexpr std::size_t kGroup = 8;

std::uint64_t join_four(const std::uint16_t* words, int bits) noexcept {
  const std::uint64_t x = std::uint64_t{words[0]} | std::uint64_t{words[1]} << 16 |
                          std::uint64_t{words[2]} << 32 | std::uint64_t{words[3]} << 48;
  const std::uint64_t pairs = (x & kLowerHalves) | (x >> 16 & kLowerHalves) << bits;
  return (pairs & 0xffffffff) | pairs >> 32 << 2 * bits;
}

void part_four(std::uint16_t* words, std::uint64_t x, int bits) noexcept {
  const std::uint64_t pair = (std::uint64_t{1} << 2 * bits) - 1;
  const std::uint64_t one = (std::uint64_t{1} << bits) - 1, ones = one | one << 32;
  const std::uint64_t pairs = (x & pair) | (x >> 2 * bits & pair) << 32;
  const std::uint64_t fields = (pairs & ones) | (pairs >> bits & ones) << 16;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(words, &fields, sizeof fields);
  } else {
    for (int i = 0; i < 4; ++i) words[i] = static_cast<std::uint16_t>(fields >> (16 * i));
  }
}

// Packs all whole groups; returns the number of their words.
std::size_t pack_groups(std::span<std::byte> out, std::span<const std::uint16_t> words,
                        int bits) noexcept {
  const auto bytes = static_cast<std::size_t>(bits);
  std::size_t i = 0;
  for (; i + kGroup <= words.size(); i += kGroup, out = out.subspan(bytes)) {
    const uint128 all =
        uint128{join_four(&words[i], bits)} | uint128{join_four(&words[i + 4], bits)} << 4 * bits;
    const auto low = static_cast<std::uint64_t>(all), high = static_cast<std::uint64_t>(all >> 64);
    if (out.size() >= 16) {  // the next group overwrites the bytes behind the group's own
      store_little_endian(&out[0], low);
      store_little_endian(&out[8], high);
    } else {
      store(out.first(std::min<std::size_t>(bytes, 8)), low);
      if (bytes > 8) store(out.subspan(8, bytes - 8), high);
    }
  }
  return i;
}

// Unpacks whole groups. The second four of a group begin at a byte or in the middle of one.
std::size_t unpack_groups(std::span<std::uint16_t> out, std::span<const std::byte> packed,
                          int bits) noexcept {
  const auto bytes = static_cast<std::size_t>(bits);
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - 4 * bits);
  std::array<std::byte, 16> last{};
  std::size_t i = 0;
  for (; i + kGroup <= out.size(); i += kGroup, packed = packed.subspan(bytes)) {
    const std::byte* group = packed.data();
    if (packed.size() < last.size()) {
      std::copy(packed.begin(), packed.end(), last.begin());
      group = last.data();
    }
    const std::uint64_t first = load_little_endian(group);
    const std::uint64_t second = load_little_endian(group + bytes / 2) >> (4 * bits % 8);
    part_four(&out[i], first & mask, bits);
    part_four(&out[i + 4], second & mask, bits);
  }
  wipe(last.data(), last.size());
  return i;
}

template <ResidueWord Word>
void pack_each(std::span<std::byte> out, std::span<const Word> words, int bits) noexcept {
  uint128 pending = 0;  // bits that were not stored yet, `filled` < 64 of them
  int filled = 0;
  std::size_t at = 0;
  for (const Word word : words) {
    pending |= uint128{word} << filled;
    filled += bits;
    if (filled >= 64) {
      store_little_endian(&out[at], static_cast<std::uint64_t>(pending));
      at += 8;
      pending >>= 64;
      filled -= 64;
    }
  }
  store(out.subspan(at), static_cast<std::uint64_t>(pending));
}

template <ResidueWord Word>
void unpack_each(std::span<Word> out, std::span<const std::byte> packed, int bits) noexcept {
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  uint128 pending = 0;  // bits that were loaded and not used yet, `filled` of them
  int filled = 0;
  for (Word& word : out) {
    if (filled < bits) {
      const std::size_t size = std::min<std::size_t>(packed.size(), 8);
      pending |= uint128{load(packed.first(size))} << filled;
      packed = packed.subspan(size);
      filled += 64;
    }
    word = static_cast<Word>(static_cast<std::uint64_t>(pending) & mask);
    pending >>= bits;
    filled -= bits;
  }
}

template <ResidueWord Word>
Word largest_of(std::span<const Word> words, Word largest) noexcept {
  Largest so_far{largest};
  std::size_t i = 0;
  for (; i + so_far.size() <= words.size(); i += so_far.size()) {
    for (std::size_t k = 0; k < so_far.size(); ++k) raise(so_far[k], words[i + k]);
  }
  for (; i < words.size(); ++i) raise(so_far[0], words[i]);
  for (const std::uint64_t one : so_far) raise(so_far[0], one);
  return static_cast<Word>(so_far[0]);
}

}  // namespace

template <ResidueWord Word>
void pack([[maybe_unused]] Isa isa, std::span<std::byte> out, std::span<const Word> words,
          int bits) noexcept {
  std::size_t done = 0;
  if constexpr (sizeof(Word) == 2) {
#if HWY_TARGETS & (HWY_AVX2 | HWY_NEON)
    const WholeGroups whole(isa, words.size(), bits);
    if (whole.words != 0) LATH_AVX2_OR_NEON::pack_words(out.first(whole.bytes), words.data(), bits);
    if (whole.words == words.size()) return;
    out = out.subspan(whole.bytes);
    words = words.subspan(whole.words);
#endif
    done = pack_groups(out, words, bits);
  } else {
    const std::size_t groups = words.size() / kRegisterGroup,
                      bytes = static_cast<std::size_t>(bits);
    const std::size_t first = pack_lanes(isa, out, words.data(), groups, bits);
    done = first + RegisterGroups<Word>::kPack[bytes - 1](out.subspan(first * bytes),
                                                          words.data() + first * kRegisterGroup,
                                                          groups - first);
    done *= kRegisterGroup;
  }
  pack_each(out.subspan(packed_bytes(done, bits)), words.subspan(done), bits);
}

template <ResidueWord Word>
Word unpack([[maybe_unused]] Isa isa, std::span<Word> out, std::span<const std::byte> packed,
            int bits) noexcept {
  packed = packed.first(packed_bytes(out.size(), bits));
  std::size_t done = 0;
  Word largest = 0;
  if constexpr (sizeof(Word) == 2) {
#if HWY_TARGETS & (HWY_AVX2 | HWY_NEON)
    const WholeGroups whole(isa, out.size(), bits);
    if (whole.words != 0) {
      largest = LATH_AVX2_OR_NEON::unpack_words(out.data(), packed.first(whole.bytes), bits);
    }
    if (whole.words == out.size()) return largest;
    out = out.subspan(whole.words);
    packed = packed.subspan(whole.bytes);
#endif
    done = unpack_groups(out, packed, bits);
    largest = largest_of(std::span<const Word>(out).first(done), largest);
  } else {
    const std::size_t groups = out.size() / kRegisterGroup;
    std::uint64_t of_groups = 0;
    std::size_t first = unpack_lanes(isa, out.data(), packed, groups, bits, of_groups);
#if HWY_TARGETS & (HWY_AVX2 | HWY_NEON)
    if (first == 0 && isa != Isa::scalar) {
      first = LATH_AVX2_OR_NEON::unpack_first(out.data(), packed, groups, bits, of_groups);
    }
#endif
    first += RegisterGroups<Word>::kUnpack[static_cast<std::size_t>(bits) - 1](
        out.data() + first * kRegisterGroup, packed.subspan(first * static_cast<std::size_t>(bits)),
        groups - first, of_groups);
    largest = static_cast<Word>(of_groups);
    done = first * kRegisterGroup;
  }
  out = out.subspan(done);
  unpack_each(out, packed.subspan(packed_bytes(done, bits)), bits);
  return largest_of(std::span<const Word>(out), largest);
}

template void pack(Isa, std::span<std::byte>, std::span<const std::uint16_t>, int) noexcept;
template void pack(Isa, std::span<std::byte>, std::span<const std::uint32_t>, int) noexcept;
template void pack(Isa, std::span<std::byte>, std::span<const std::uint64_t>, int) noexcept;
template std::uint16_t unpack(Isa, std::span<std::uint16_t>, std::span<const std::byte>,
                              int) noexcept;
template std::uint32_t unpack(Isa, std::span<std::uint32_t>, std::span<const std::byte>,
                              int) noexcept;
template std::uint64_t unpack(Isa, std::span<std::uint64_t>, std::span<const std::byte>,
                              int) noexcept;

}  // namespace lath::detail
#endif  // HWY_ONCE
