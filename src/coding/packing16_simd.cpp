// SPDX-License-Identifier: Apache-2.0
//
// Packing on vectors. Eight words fill `bits` bytes; each half of a vector holds such a group.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "coding/packing16_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "coding/packing.hpp"
#include "coding/packing16.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/secret.hpp"

#ifndef LATH_KERNELS_LARGEST_WORD
#define LATH_KERNELS_LARGEST_WORD
namespace lath::detail {
inline std::uint16_t largest_of(std::span<const std::uint16_t> words,
                                std::uint16_t largest) noexcept {
  for (const std::uint16_t word : words) {
    largest = ct::select(ct::mask_less(largest, word), word, largest);
  }
  return largest;
}
}  // namespace lath::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace lath::detail {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2

namespace hn = hwy::HWY_NAMESPACE;

using Words = hn::FixedTag<std::uint16_t, 16>;
using Pairs = hn::FixedTag<std::uint32_t, 8>;
using Quadruples = hn::FixedTag<std::uint64_t, 4>;
using Bytes = hn::FixedTag<std::uint8_t, 32>;
using GroupBytes = hn::FixedTag<std::uint8_t, 16>;
using Selection = std::array<std::uint8_t, 16>;  // of the bytes of a group; kNone gives zero
using Factors = std::array<std::uint16_t, 8>;

constexpr std::size_t kGroup = 8, kStep = 2 * kGroup, kRegister = 16;
constexpr std::uint8_t kNone = 0x80;
constexpr int kMostBits = 16;

// How a group of words of so many bits comes out of its bytes. Let the last bit of a word be bit
// 7 - s of byte e: bytes e - 1 and e times 2^s have it on top of a lane, and what is then missing
// of the word below are the upper s bits of byte e - 2, the upper half of its product by 2^(8 + s).
struct Reader {
  Selection upper, lower;
  Factors upper_factor, lower_factor;
};
constexpr Reader reader(std::size_t bits) {
  Reader r{};
  for (std::size_t i = 0; i < kGroup; ++i) {
    const std::size_t last = (i + 1) * bits - 1, e = last / 8, s = 7 - last % 8;
    const auto byte = [](std::size_t at, std::size_t below) {
      return at >= below ? static_cast<std::uint8_t>(at - below) : kNone;
    };
    r.upper[2 * i] = byte(e, 1);
    r.upper[2 * i + 1] = byte(e, 0);
    r.lower[2 * i] = byte(e, 2);
    r.lower[2 * i + 1] = kNone;
    r.upper_factor[i] = static_cast<std::uint16_t>(1U << s);
    r.lower_factor[i] = static_cast<std::uint16_t>(1U << (8 + s));
  }
  return r;
}

// How two fields of 4 bits bits each, the second shifted to where it starts in its first byte, come
// together.
struct Writer {
  Selection first, second;
  std::array<std::uint64_t, 2> shift;
};
constexpr Writer writer(std::size_t bits) {
  Writer w{{}, {}, {0, 4 * bits % 8}};
  const std::size_t first_bytes = (4 * bits + 7) / 8, second_at = 4 * bits / 8;
  for (std::size_t j = 0; j < kRegister; ++j) {
    w.first[j] = j < first_bytes ? static_cast<std::uint8_t>(j) : kNone;
    w.second[j] = j >= second_at && j < bits ? static_cast<std::uint8_t>(8 + j - second_at) : kNone;
  }
  return w;
}

template <class Table, class Make>
constexpr std::array<Table, kMostBits + 1> for_all_widths(const Make& make) {
  std::array<Table, kMostBits + 1> tables{};
  for (std::size_t bits = 1; bits <= kMostBits; ++bits) tables[bits] = make(bits);
  return tables;
}
constexpr auto kReaders = for_all_widths<Reader>(reader);
constexpr auto kWriters = for_all_widths<Writer>(writer);

HWY_INLINE hn::Vec<Bytes> for_both_groups(const Selection& selection) noexcept {
  return hn::LoadDup128(Bytes(), selection.data());
}
HWY_INLINE hn::Vec<Words> for_both_groups(const Factors& factors) noexcept {
  return hn::LoadDup128(Words(), factors.data());
}

// Reads and writes two groups, from and to 16 + bits bytes.
class Unpacker {
 public:
  explicit Unpacker(std::size_t bits) noexcept
      : bits_(bits),
        upper_(for_both_groups(kReaders[bits].upper)),
        lower_(for_both_groups(kReaders[bits].lower)),
        upper_factor_(for_both_groups(kReaders[bits].upper_factor)),
        lower_factor_(for_both_groups(kReaders[bits].lower_factor)) {}

  hn::Vec<Words> operator()(const std::byte* packed) const noexcept {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(packed);
    const GroupBytes half;
    const auto groups =
        hn::Combine(Bytes(), hn::LoadU(half, bytes + bits_), hn::LoadU(half, bytes));
    const auto upper = hn::BitCast(words_, hn::TableLookupBytesOr0(groups, upper_));
    const auto lower = hn::BitCast(words_, hn::TableLookupBytesOr0(groups, lower_));
    const auto on_top = hn::Or(hn::Mul(upper, upper_factor_), hn::MulHigh(lower, lower_factor_));
    return hn::ShiftRightSame(on_top, kMostBits - static_cast<int>(bits_));
  }

 private:
  Words words_;
  std::size_t bits_;
  hn::Vec<Bytes> upper_, lower_;
  hn::Vec<Words> upper_factor_, lower_factor_;
};

class Packer {
 public:
  explicit Packer(std::size_t bits) noexcept
      : bits_(bits),
        first_(for_both_groups(kWriters[bits].first)),
        second_(for_both_groups(kWriters[bits].second)),
        shift_(hn::LoadDup128(Quadruples(), kWriters[bits].shift.data())) {}

  void operator()(std::byte* packed, const std::uint16_t* words) const noexcept {
    const int bits = static_cast<int>(bits_);
    const Pairs pairs;
    const Quadruples quadruples;
    const auto x = hn::BitCast(pairs, hn::LoadU(Words(), words));
    const auto two =
        hn::Or(hn::And(x, hn::Set(pairs, 0xffff)), hn::ShiftLeftSame(hn::ShiftRight<16>(x), bits));
    const auto y = hn::BitCast(quadruples, two);
    const auto four = hn::Or(hn::And(y, hn::Set(quadruples, 0xffffffff)),
                             hn::ShiftLeftSame(hn::ShiftRight<32>(y), 2 * bits));
    const auto fields = hn::BitCast(Bytes(), hn::Shl(four, shift_));
    const auto groups =
        hn::Or(hn::TableLookupBytesOr0(fields, first_), hn::TableLookupBytesOr0(fields, second_));
    auto* out = reinterpret_cast<std::uint8_t*>(packed);
    const GroupBytes half;
    hn::StoreU(hn::LowerHalf(half, groups), half, out);
    hn::StoreU(hn::UpperHalf(half, groups), half, out + bits_);
  }

 private:
  std::size_t bits_;
  hn::Vec<Bytes> first_, second_;
  hn::Vec<Quadruples> shift_;
};

void pack_words(std::span<std::byte> out, std::span<const std::uint16_t> words, int bits) noexcept {
  const auto width = static_cast<std::size_t>(bits);
  const Packer pack_two(width);
  std::size_t i = 0, at = 0;
  // The bytes behind the groups' own are overwritten by what follows.
  for (; i + kStep <= words.size() && at + width + kRegister <= out.size(); i += kStep) {
    pack_two(&out[at], &words[i]);
    at += 2 * width;
  }
  if (i + kStep <= words.size()) {
    std::array<std::byte, 2 * kRegister> end;
    for (; i + kStep <= words.size(); i += kStep) {
      pack_two(end.data(), &words[i]);
      std::copy_n(end.begin(), 2 * width, &out[at]);
      at += 2 * width;
    }
    wipe(end.data(), end.size());
  }
  if (i != words.size()) pack(out.subspan(at), words.subspan(i), bits);
}

std::uint16_t unpack_words(std::span<std::uint16_t> out, std::span<const std::byte> packed,
                           int bits) noexcept {
  const Words d;
  const auto width = static_cast<std::size_t>(bits);
  const Unpacker unpack_two(width);
  auto largest = hn::Zero(d);
  std::size_t i = 0, at = 0;
  const auto step = [&](const std::byte* groups) {
    const auto words = unpack_two(groups);
    hn::StoreU(words, d, &out[i]);
    largest = hn::Max(largest, words);
    i += kStep;
    at += 2 * width;
  };
  while (i + kStep <= out.size() && at + width + kRegister <= packed.size()) step(&packed[at]);
  if (i + kStep <= out.size()) {
    std::array<std::byte, 2 * kRegister> end{};
    do {
      std::copy_n(&packed[at], 2 * width, end.begin());
      step(end.data());
    } while (i + kStep <= out.size());
    wipe(end.data(), end.size());
  }
  const std::uint16_t so_far = hn::GetLane(hn::MaxOfLanes(d, largest));
  if (i == out.size()) return so_far;
  const auto rest = out.subspan(i);
  unpack(rest, packed.subspan(at), bits);
  return largest_of(rest, so_far);
}

#endif  // HWY_TARGET == HWY_AVX2
}  // namespace HWY_NAMESPACE
}  // namespace lath::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

void pack_words([[maybe_unused]] Isa isa, std::span<std::byte> out,
                std::span<const std::uint16_t> words, int bits) noexcept {
#if HWY_TARGETS & HWY_AVX2
  if (has(isa, Isa::avx2)) return N_AVX2::pack_words(out, words, bits);
#endif
  pack(out, words, bits);
}

std::uint16_t unpack_words([[maybe_unused]] Isa isa, std::span<std::uint16_t> out,
                           std::span<const std::byte> packed, int bits) noexcept {
#if HWY_TARGETS & HWY_AVX2
  if (has(isa, Isa::avx2)) return N_AVX2::unpack_words(out, packed, bits);
#endif
  unpack(out, packed, bits);
  return largest_of(out, 0);
}

}  // namespace lath::detail
#endif  // HWY_ONCE
