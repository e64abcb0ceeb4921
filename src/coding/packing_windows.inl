// SPDX-License-Identifier: Apache-2.0
//
// Words of 32 and 64 bits from strings of bits as in packing.hpp, by vectors of AVX2 or NEON.
// Included inside the namespace of an instruction set. Eight words of kBits bits are a group and
// fill kBits bytes. A lane takes two words of 64 bits or four of 32, out of 16 bytes, in which they
// are: two words of 62 bits begin at bit 0 or 4 of a byte, of fewer at bit 6 at most; four words of
// 32 bits begin with a byte, of fewer at bit 4 at most. None of these ends behind bit 128.
//
// The window of a word is as wide as a word of memory and begins with the byte of its first bit.
// The lowest bits of the word may stand in the byte behind the window.
template <class Word, int kBits>
struct LaneWindows {
  static constexpr std::size_t kWords = 16 / sizeof(Word);                         // of a lane
  static constexpr std::size_t kVectors = kRegisterGroup / kVectorLanes / kWords;  // of a group
  static constexpr std::size_t first_byte(std::size_t lane) { return lane * kWords * kBits / 8; }
  static constexpr std::size_t kRead = first_byte(kVectorLanes * kVectors - 1) + 16;

  alignas(32) std::array<std::array<std::uint8_t, kVectorBytes>, kVectors> window{}, behind{};
  alignas(32) std::array<std::array<Word, kVectorLanes * kWords>, kVectors> right{}, left{};
  bool one_window = true;  // is enough for each of the words
  bool one_lane = true;    // has all bits of its words

  constexpr LaneWindows() {
    for (std::size_t i = 0; i < kRegisterGroup; ++i) {
      constexpr std::size_t kOfVector = kVectorLanes * kWords;
      const std::size_t vector = i / kOfVector, place = i % kOfVector;
      const std::size_t bit = kBits * i - 8 * first_byte(i / kWords), byte = bit / 8;
      one_lane = one_lane && bit + kBits <= 128;
      for (std::size_t k = 0; k < sizeof(Word); ++k) {
        const std::size_t from = byte + k;
        window[vector][place * sizeof(Word) + k] =
            from < 16 ? static_cast<std::uint8_t>(from) : kNoByte;
        behind[vector][place * sizeof(Word) + k] = kNoByte;
      }
      right[vector][place] = static_cast<Word>(bit % 8);
      if (bit % 8 + kBits <= 8 * sizeof(Word)) continue;
      one_window = false;
      behind[vector][place * sizeof(Word)] = static_cast<std::uint8_t>(byte + sizeof(Word));
      left[vector][place] = static_cast<Word>(8 * sizeof(Word) - bit % 8);
    }
  }
};
template <class Word, int kBits>
constexpr LaneWindows<Word, kBits> kLaneWindows;

// Unpacks groups as far as whole vectors can be read from `packed`, at most `groups` of them;
// returns how many, and raises `largest` to their words.
template <class Word, int kBits>
std::size_t unpack_lanes(Word* out, std::span<const std::byte> packed, std::size_t groups,
                         std::uint64_t& largest) noexcept {
  constexpr const LaneWindows<Word, kBits>& windows = kLaneWindows<Word, kBits>;
  static_assert(windows.one_lane);
  constexpr std::size_t kOfVector = kVectorBytes / sizeof(Word);
  const hn::FixedTag<Word, kOfVector> d;
  // Words of 64 bits are positive as signed ones, too, which AVX2 can compare.
  const hn::FixedTag<std::conditional_t<sizeof(Word) == 8, std::int64_t, Word>, kOfVector> compared;
  const auto mask = hn::Set(d, static_cast<Word>(~std::uint64_t{0} >> (64 - kBits)));
  auto so_far = hn::Zero(compared);
  std::size_t done = 0;
  for (; done < groups && packed.size() >= windows.kRead; ++done) {
    for (std::size_t v = 0; v < windows.kVectors; ++v, out += hn::Lanes(d)) {
      const std::size_t lane = v * kVectorLanes;
      const auto x = load_lanes(packed.data() + windows.first_byte(lane),
                                packed.data() + windows.first_byte(lane + kVectorLanes - 1));
      const auto bytes = hn::TableLookupBytes(x, hn::Load(kBytes, windows.window[v].data()));
      auto words = hn::Shr(hn::BitCast(d, bytes), hn::Load(d, windows.right[v].data()));
      if constexpr (!windows.one_window) {
        const auto more = hn::TableLookupBytes(x, hn::Load(kBytes, windows.behind[v].data()));
        words = hn::Or(words, hn::Shl(hn::BitCast(d, more), hn::Load(d, windows.left[v].data())));
      }
      words = hn::And(words, mask);
      hn::StoreU(words, d, out);
      so_far = hn::Max(so_far, hn::BitCast(compared, words));
    }
    packed = packed.subspan(kBits);
  }
  alignas(32) std::array<Word, kOfVector> lanes;
  hn::Store(hn::BitCast(d, so_far), d, lanes.data());
  for (const Word word : lanes) raise(largest, word);
  return done;
}

// The function for each number of bits, at [bits - 1].
template <class Word, std::size_t... i>
constexpr auto unpack_lanes_of(std::index_sequence<i...>) noexcept {
  return std::array{&unpack_lanes<Word, static_cast<int>(i) + 1>...};
}
template <class Word>
constexpr auto kUnpackLanes =
    unpack_lanes_of<Word>(std::make_index_sequence<RegisterGroups<Word>::kWidths>());
