// SPDX-License-Identifier: Apache-2.0
//
// Compares draws with a table of thresholds by binary search, for 64 draws at a time, or 32 on
// NEON. The node that a search has reached is secret, so it must not become an address: its bytes
// are looked up in registers of 16 entries, and all registers of a depth are read. Each vector
// holds the bytes of one significance of as many draws as it has bytes. docs/lab/0008 gives the
// reasons.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "random/thresholds_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/little_endian.hpp"
#include "base/targets.inl"
#include "lath/base/constant_time.hpp"
#include "lath/base/secret.hpp"
#include "random/thresholds.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_NEON)
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Draws in a vector; vectors that share the loads of the tree; draws in all of them; registers of
// 16 entries whose indices are computed together.
constexpr std::size_t kLanes = HWY_MAX_BYTES, kVectors = 2, kDraws = kLanes * kVectors;
constexpr std::size_t kRegisters = 64;
constexpr hn::FixedTag<std::uint8_t, kLanes> kBytes;
using Bytes = hn::Vec<decltype(kBytes)>;
constexpr std::size_t kDrawBytes = Thresholds::kDrawBytes;

Bytes set(std::size_t x) noexcept { return hn::Set(kBytes, static_cast<std::uint8_t>(x)); }

// Loads the draws of a vector and puts their bytes of each significance into one vector. That is a
// transposition of two squares of 16 x 16 bytes, or of one, done by four rounds that interleave the
// two halves of 16 vectors.
void load_planes(Bytes* planes, const std::byte* random) noexcept {
  const hn::FixedTag<std::uint8_t, 16> square;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(random);
  std::array<Bytes, 16> shuffled;
  for (std::size_t i = 0; i < 16; ++i) {
    const auto draw = hn::LoadU(square, bytes + 16 * i);
#if HWY_TARGET == HWY_NEON
    planes[i] = draw;
#else
    planes[i] = hn::Combine(kBytes, hn::LoadU(square, bytes + 16 * (i + 16)), draw);
#endif
  }
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i < 8; ++i) {
      shuffled[2 * i] = hn::InterleaveLower(kBytes, planes[i], planes[i + 8]);
      shuffled[2 * i + 1] = hn::InterleaveUpper(kBytes, planes[i], planes[i + 8]);
    }
    std::copy(shuffled.begin(), shuffled.end(), planes);
  }
}

// The node that each search of a vector has reached: its number in its depth, in digits of 4, 8 and
// 8 bits.
struct Nodes {
  Bytes entry, low, high;

  // Moves to the left child or, if `right` is all ones, to the right child.
  void descend(Bytes right) noexcept {
    high = hn::Add(hn::Add(high, high), top_bit(low));
    // The top bit of the four bits of `entry`, which moves to `low`.
    const Bytes carry = hn::And(hn::ShiftRight<3>(entry), set(1));
    low = hn::Add(hn::Add(low, low), carry);
    entry = hn::Sub(hn::And(hn::Add(entry, entry), set(15)), right);
  }
  // The index of the look-up in register `number`: `entry` if the node is in it, else at least 128,
  // which gives zero.
  [[nodiscard]] Bytes index(std::size_t number) const noexcept {
    const auto here = hn::And(hn::Eq(low, set(number & 255)), hn::Eq(high, set(number >> 8)));
    return hn::Or(entry, hn::AndNot(hn::VecFromMask(kBytes, here), set(128)));
  }

 private:
  static Bytes top_bit(Bytes x) noexcept { return hn::And(hn::ShiftRight<7>(x), set(1)); }
};

struct Searches {
  Bytes draws[kVectors][kDrawBytes];  // bytes of one significance each, the least first
  Bytes found[kVectors][kDrawBytes];  // of the thresholds at the nodes
  Bytes indices[kRegisters][kVectors];
  Nodes nodes[kVectors];
};

// Looks up the thresholds at the nodes, in a depth that has `registers` registers for each byte.
void look_up(Searches& s, const std::uint8_t* depth, std::size_t registers) noexcept {
  static_assert(kVectors == 2);
  for (std::size_t first = 0; first < registers; first += kRegisters) {
    const std::size_t some = std::min(kRegisters, registers - first);
    for (std::size_t r = 0; r < some; ++r) {
      for (std::size_t v = 0; v < kVectors; ++v) s.indices[r][v] = s.nodes[v].index(first + r);
    }
    for (std::size_t b = 0; b < kDrawBytes; ++b) {
      const std::uint8_t* entries = depth + (b * registers + first) * 16;
      Bytes x = first == 0 ? set(0) : s.found[0][b], y = first == 0 ? set(0) : s.found[1][b];
      for (std::size_t r = 0; r < some; ++r) {
        const Bytes table = hn::LoadDup128(kBytes, entries + 16 * r);
        x = hn::Or(x, hn::TableLookupBytesOr0(table, s.indices[r][0]));
        y = hn::Or(y, hn::TableLookupBytesOr0(table, s.indices[r][1]));
      }
      s.found[0][b] = x;
      s.found[1][b] = y;
    }
  }
}

// All ones if the threshold is at most the draw.
Bytes reached(const Bytes* found, const Bytes* draw) noexcept {
  Bytes result = set(255);
  for (std::size_t b = 0; b < kDrawBytes; ++b) {
    const Bytes at_most = hn::VecFromMask(kBytes, hn::Eq(hn::Min(found[b], draw[b]), found[b]));
    const Bytes equal = hn::VecFromMask(kBytes, hn::Eq(found[b], draw[b]));
    result = hn::AndNot(hn::AndNot(result, equal), at_most);
  }
  return result;
}

// first + min(node, most), for as many searches as a vector has words of 32 bits.
constexpr std::size_t kCounts = kLanes / 4;
void store_counts(std::int64_t* out, const std::uint8_t* entry, const std::uint8_t* low,
                  const std::uint8_t* high, std::size_t most, std::int64_t first) noexcept {
  const hn::FixedTag<std::uint32_t, kCounts> d;
  const hn::FixedTag<std::uint8_t, kCounts> narrow;
  const hn::FixedTag<std::uint64_t, kCounts / 2> wide;
  const hn::Half<decltype(d)> half;
  const auto load = [&](const std::uint8_t* x) { return hn::PromoteTo(d, hn::Load(narrow, x)); };
  const auto node =
      hn::Or(load(entry), hn::Or(hn::ShiftLeft<4>(load(low)), hn::ShiftLeft<12>(load(high))));
  const auto count = hn::Min(node, hn::Set(d, static_cast<std::uint32_t>(most)));
  const auto start = hn::Set(wide, static_cast<std::uint64_t>(first));
  auto* words = reinterpret_cast<std::uint64_t*>(out);
  hn::StoreU(hn::Add(start, hn::PromoteTo(wide, hn::LowerHalf(half, count))), wide, words);
  hn::StoreU(hn::Add(start, hn::PromoteTo(wide, hn::UpperHalf(half, count))), wide,
             words + kCounts / 2);
}

void count_group(Searches& s, std::int64_t* out, const std::byte* random, const std::uint8_t* tree,
                 int depths, std::size_t size, std::int64_t first) noexcept {
  for (std::size_t v = 0; v < kVectors; ++v) {
    load_planes(s.draws[v], random + v * kLanes * kDrawBytes);
    s.nodes[v] = {set(0), set(0), set(0)};
  }
  for (int depth = 0; depth < depths; ++depth) {
    const std::size_t registers = ((std::size_t{1} << depth) + 15) / 16;
    look_up(s, tree, registers);
    for (std::size_t v = 0; v < kVectors; ++v) {
      s.nodes[v].descend(reached(s.found[v], s.draws[v]));
    }
    tree += registers * 16 * kDrawBytes;
  }
  for (std::size_t v = 0; v < kVectors; ++v) {
    alignas(32) std::uint8_t digits[3][kLanes];
    hn::Store(s.nodes[v].entry, kBytes, digits[0]);
    hn::Store(s.nodes[v].low, kBytes, digits[1]);
    hn::Store(s.nodes[v].high, kBytes, digits[2]);
    for (std::size_t i = 0; i < kLanes; i += kCounts) {
      store_counts(out + v * kLanes + i, digits[0] + i, digits[1] + i, digits[2] + i, size, first);
    }
    wipe(digits, sizeof digits);
  }
}

void count(std::span<std::int64_t> out, std::span<const std::byte> random, const std::uint8_t* tree,
           int depths, std::size_t size, std::int64_t first) noexcept {
  Searches searches;
  std::size_t i = 0;
  for (; i + kDraws <= out.size(); i += kDraws) {
    count_group(searches, &out[i], &random[kDrawBytes * i], tree, depths, size, first);
  }
  if (i < out.size()) {
    std::array<std::int64_t, kDraws> counts;
    std::array<std::byte, kDraws * kDrawBytes> draws{};
    const auto rest = random.subspan(kDrawBytes * i, kDrawBytes * (out.size() - i));
    std::copy(rest.begin(), rest.end(), draws.begin());
    count_group(searches, counts.data(), draws.data(), tree, depths, size, first);
    std::copy_n(counts.begin(), out.size() - i, &out[i]);
    wipe(counts.data(), sizeof counts);
    wipe(draws.data(), sizeof draws);
  }
  wipe(&searches, sizeof searches);
}

}  // namespace
#endif  // HWY_TARGET & ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {
Thresholds::Thresholds(std::vector<std::uint64_t> high, std::vector<std::uint64_t> low)
    : high_(std::move(high)), low_(std::move(low)) {
  if (detected_isa() != Isa::scalar) make_tree();
}

void Thresholds::make_tree() {
  constexpr std::size_t kTableSize = 16;
  depths_ = static_cast<int>(std::bit_width(size()));
  std::size_t bytes = 0;
  const auto padded = [](std::size_t nodes) {
    return (nodes + kTableSize - 1) / kTableSize * kTableSize;
  };
  for (int depth = 0; depth < depths_; ++depth)
    bytes += padded(std::size_t{1} << depth) * kDrawBytes;
  tree_ = Buffer<std::uint8_t>(bytes);
  std::uint8_t* at = tree_.data();
  for (int depth = 0; depth < depths_; ++depth) {
    const std::size_t nodes = std::size_t{1} << depth;
    for (std::size_t i = 0; i < nodes; ++i) {
      const std::size_t number = ((2 * i + 1) << (depths_ - 1 - depth)) - 1;
      // Missing thresholds are 2^128 - 1: only the largest draw reaches them, and it reaches all.
      const bool there = number < size();
      const std::uint64_t words[2] = {there ? low_[number] : ~std::uint64_t{0},
                                      there ? high_[number] : ~std::uint64_t{0}};
      for (std::size_t b = 0; b < kDrawBytes; ++b) {
        at[b * padded(nodes) + i] = static_cast<std::uint8_t>(words[b / 8] >> (b % 8 * 8));
      }
    }
    at += padded(nodes) * kDrawBytes;
  }
}

void Thresholds::count(Isa isa, std::span<std::int64_t> out, std::span<const std::byte> random,
                       std::int64_t first) const noexcept {
  LATH_RETURN_ON_AVX2_OR_NEON(isa, count(out, random, tree_.data(), depths_, size(), first));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint64_t low = load_little_endian(random.data() + kDrawBytes * i);
    const std::uint64_t high = load_little_endian(random.data() + kDrawBytes * i + 8);
    std::uint64_t reached = 0;
    for (std::size_t j = 0; j < size(); ++j) {
      const std::uint64_t below = ct::mask_less(high, high_[j]) |
                                  (ct::mask_equal(high, high_[j]) & ct::mask_less(low, low_[j]));
      reached += ~below & 1;
    }
    out[i] = first + static_cast<std::int64_t>(reached);
  }
}

}  // namespace lath::detail
#endif  // HWY_ONCE
