// SPDX-License-Identifier: Apache-2.0
//
// Strings of bits as in packing.hpp by vectors of AVX2 or NEON, for functions that pack or unpack
// and compute in one pass. Included inside the namespace of an instruction set. A group is the
// words of a vector, of kBits bits each, from 1 to 16: a vector has two lanes of 16 bytes, or one
// on NEON, and in each of them eight words, which are as many packed bytes as a word has packed
// bits.

constexpr std::size_t kVectorBytes = 2 * kGroupWords;
constexpr std::size_t kVectorLanes = kVectorBytes / 16;
constexpr hn::FixedTag<std::uint16_t, kGroupWords> kWords{};
constexpr hn::FixedTag<std::uint8_t, kVectorBytes> kBytes{};
constexpr hn::FixedTag<std::uint8_t, 16> kHalf{};
using Words = hn::Vec<decltype(kWords)>;

constexpr std::uint8_t kNoByte = 0x80;  // gives zero where bytes are looked up

inline const std::uint8_t* as_bytes_of(const std::byte* bytes) noexcept {
  return reinterpret_cast<const std::uint8_t*>(bytes);
}
inline std::uint8_t* as_bytes_of(std::byte* bytes) noexcept {
  return reinterpret_cast<std::uint8_t*>(bytes);
}

template <class T>
HWY_INLINE auto all_lanes(const std::array<T, 16 / sizeof(T)>& table) noexcept {
  return hn::LoadDup128(hn::FixedTag<T, kVectorBytes / sizeof(T)>(), table.data());
}

// The bytes of the lanes of a vector; if the vector has one lane, the bytes of the lower lane.
HWY_INLINE hn::Vec<decltype(kBytes)> load_lanes(const std::byte* lower,
                                                [[maybe_unused]] const std::byte* upper) noexcept {
  const auto x = hn::LoadU(kHalf, as_bytes_of(lower));
#if HWY_TARGET == HWY_NEON
  return x;
#else
  return hn::Combine(kBytes, hn::LoadU(kHalf, as_bytes_of(upper)), x);
#endif
}

// The tables that take words out of their bytes. The first 16 bytes are the lower lane, the last 16
// the upper one, where there are as many, else again the first. Let the last bit of a word be bit
// 7 - s of byte e: bytes e - 1 and e times 2^s have it on top of 16 bits, and the bits of the word
// that may then be missing below are the upper s bits of byte e - 2, the upper half of its product
// by 2^(8 + s).
template <int kBits>
struct Windows {
  static constexpr std::size_t kGroupBytes = kVectorLanes * kBits,
                               kRead = std::max<std::size_t>(16, kGroupBytes), kUpper = kRead - 16;

  alignas(32) std::array<std::uint8_t, kVectorBytes> bytes{}, byte_below{};
  alignas(16) std::array<std::uint16_t, 8> factors{}, factors_below{};
  bool two_bytes = true;  // are enough for each of the words

  constexpr Windows() {
    const auto at = [](std::size_t byte, std::size_t below) {
      return byte >= below ? static_cast<std::uint8_t>(byte - below) : kNoByte;
    };
    for (std::size_t i = 0; i < kGroupWords; ++i) {
      const std::size_t first = kBits * i, last = first + kBits - 1, s = 7 - last % 8;
      const std::size_t e = last / 8 - (i < 8 ? 0 : kUpper);
      bytes[2 * i] = at(e, 1);
      bytes[2 * i + 1] = at(e, 0);
      byte_below[2 * i] = at(e, 2);
      byte_below[2 * i + 1] = kNoByte;
      factors[i % 8] = static_cast<std::uint16_t>(1U << s);
      factors_below[i % 8] = static_cast<std::uint16_t>(1U << (8 + s));
      two_bytes = two_bytes && last / 8 - first / 8 < 2;
    }
  }
};
template <int kBits>
constexpr Windows<kBits> kWindows;

// A group of words from its bytes; reads kRead.
template <int kBits>
HWY_INLINE Words unpack_group(const std::byte* packed) noexcept {
  constexpr const Windows<kBits>& windows = kWindows<kBits>;
  const auto x = load_lanes(packed, packed + Windows<kBits>::kUpper);
  const auto pair = hn::TableLookupBytes(x, hn::Load(kBytes, windows.bytes.data()));
  auto top = hn::Mul(hn::BitCast(kWords, pair), all_lanes(windows.factors));
  if constexpr (!windows.two_bytes) {
    const auto below = hn::TableLookupBytes(x, hn::Load(kBytes, windows.byte_below.data()));
    top = hn::Or(top, hn::MulHigh(hn::BitCast(kWords, below), all_lanes(windows.factors_below)));
  }
  return hn::ShiftRight<16 - kBits>(top);
}

// Where the bytes of a lane come from: the bytes of four words stand at the beginning of each half
// of the lane. If four words end within a byte, the upper four are taken four bits further up.
template <int kBits>
struct Packed {
  static constexpr bool kWholeBytes = kBits % 2 == 0;

  alignas(16) std::array<std::uint8_t, 16> lower{}, upper{};

  constexpr Packed() {
    constexpr std::size_t kUpper = kBits / 2, kFour = (4 * kBits + 7) / 8;
    lower.fill(kNoByte);
    upper.fill(kNoByte);
    for (std::size_t i = 0; i < kFour; ++i) {
      lower[i] = static_cast<std::uint8_t>(i);
      (kWholeBytes ? lower : upper)[kUpper + i] = static_cast<std::uint8_t>(8 + i);
    }
  }
};
template <int kBits>
constexpr Packed<kBits> kPacked;

// The reverse of unpack_group; writes 16 bytes at each kBits, zeros behind the bytes of the words.
template <int kBits>
HWY_INLINE void pack_group(std::byte* out, Words words) noexcept {
  const hn::FixedTag<std::uint32_t, kVectorBytes / 4> d32;
  const hn::FixedTag<std::uint64_t, kVectorBytes / 8> d64;
  const auto x = hn::BitCast(d32, words);
  auto pairs =
      hn::Or(hn::And(x, hn::Set(d32, 0xffff)), hn::ShiftLeft<kBits>(hn::ShiftRight<16>(x)));
#if HWY_TARGET != HWY_NEON
  if constexpr (kBits < 15) {  // one signed product and sum
    const auto weights = hn::Set(d32, std::uint32_t{1} << (16 + kBits) | 1);
    pairs = hn::Vec<decltype(d32)>{_mm256_madd_epi16(words.raw, weights.raw)};
  }
#endif
  const auto counts = hn::BitCast(d32, hn::Set(d64, std::uint64_t{32 - 2 * kBits}));
  const auto fours = hn::ShiftRight<32 - 2 * kBits>(hn::BitCast(d64, hn::Shl(pairs, counts)));
  auto bytes = hn::TableLookupBytes(hn::BitCast(kBytes, fours), all_lanes(kPacked<kBits>.lower));
  if constexpr (!Packed<kBits>::kWholeBytes) {
    const auto further = hn::BitCast(kBytes, hn::ShiftLeft<4>(fours));
    bytes = hn::Or(bytes, hn::TableLookupBytes(further, all_lanes(kPacked<kBits>.upper)));
  }
#if HWY_TARGET == HWY_NEON
  hn::StoreU(bytes, kHalf, as_bytes_of(out));
#else
  hn::StoreU(hn::LowerHalf(kHalf, bytes), kHalf, as_bytes_of(out));
  hn::StoreU(hn::UpperHalf(kHalf, bytes), kHalf, as_bytes_of(out + kBits));
#endif
}

// The last groups, over the end of whose bytes vectors reach, stand in a copy with so much room.
constexpr std::size_t kTail = 64;

// Hands group after group to take(words, at); all groups of the bytes.
template <int kBits, class Take>
HWY_INLINE void for_each_unpacked(std::span<const std::byte> packed, const Take& take) noexcept {
  std::size_t i = 0;
  for (; packed.size() >= Windows<kBits>::kRead;
       packed = packed.subspan(Windows<kBits>::kGroupBytes), i += kGroupWords) {
    take(unpack_group<kBits>(packed.data()), i);
  }
  if (packed.empty()) return;
  alignas(32) std::array<std::byte, kTail> tail{};
  std::copy(packed.begin(), packed.end(), tail.begin());
  constexpr std::size_t kStep = Windows<kBits>::kGroupBytes;
  for (std::size_t at = 0; at < packed.size(); at += kStep, i += kGroupWords) {
    take(unpack_group<kBits>(&tail[at]), i);
  }
  wipe(tail.data(), tail.size());
}

// Packs group after group of give(at) into the bytes.
template <int kBits, class Give>
HWY_INLINE void for_each_packed(std::span<std::byte> out, const Give& give) noexcept {
  constexpr std::size_t kStep = Windows<kBits>::kGroupBytes, kWritten = kStep - kBits + 16;
  std::size_t i = 0;
  for (; out.size() >= kWritten; out = out.subspan(kStep), i += kGroupWords) {
    pack_group<kBits>(out.data(), give(i));
  }
  if (out.empty()) return;
  alignas(32) std::array<std::byte, kTail> tail;
  for (std::size_t at = 0; at < out.size(); at += kStep, i += kGroupWords) {
    pack_group<kBits>(&tail[at], give(i));
  }
  std::copy_n(tail.begin(), out.size(), out.begin());
  wipe(tail.data(), tail.size());
}

// Calls call(std::integral_constant<int, bits>) for 1 <= bits <= kMost.
template <int kMost, class Call>
HWY_INLINE void with_bits(int bits, const Call& call) noexcept {
  if constexpr (kMost > 1) {
    if (bits < kMost) return with_bits<kMost - 1>(bits, call);
  }
  call(std::integral_constant<int, kMost>());
}
