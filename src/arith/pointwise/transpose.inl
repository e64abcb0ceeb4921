// SPDX-License-Identifier: Apache-2.0
//
// Moves words between and inside vectors of tag D, for lanes.inl and leaves.inl. A run is kRun
// consecutive words. A piece is 16 bytes; most shuffles move words inside a piece only. Uses the
// namespace alias hn.

template <class D>
class TranspositionsOf {
  using T = hn::TFromD<D>;
  using V = hn::Vec<D>;

 public:
  // Vectors a and b exchange runs: x = (a0, b0, a2, b2, ...) and y = (a1, b1, a3, b3, ...).
  template <std::size_t kRun>
  static void transpose(V& x, V& y) noexcept {
    constexpr std::size_t kBytes = kRun * sizeof(T);
    const D d;
    const V a = x, b = y;
    if constexpr (kBytes == 16 && hn::MaxLanes(D()) * sizeof(T) == 64) {
      x = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(b), a);
      y = hn::OddEvenBlocks(b, hn::SwapAdjacentBlocks(a));
    } else if constexpr (kBytes == 16 || kBytes == 32) {
      x = hn::ConcatLowerLower(d, b, a);
      y = hn::ConcatUpperUpper(d, b, a);
    } else if constexpr (kBytes == 8) {
      interleave<kRun>(x, y);
    } else if constexpr (kBytes == 4) {
      const hn::Repartition<std::uint64_t, D> d64;
      const hn::Repartition<std::uint32_t, D> d32;
      const auto up = hn::BitCast(d32, hn::ShiftLeft<32>(hn::BitCast(d64, b)));
      const auto down = hn::BitCast(d32, hn::ShiftRight<32>(hn::BitCast(d64, a)));
      x = hn::BitCast(d, hn::OddEven(up, hn::BitCast(d32, a)));
      y = hn::BitCast(d, hn::OddEven(hn::BitCast(d32, b), down));
    } else {
      static_assert(kBytes == 2);
      const hn::Repartition<std::uint16_t, D> d16;
      const hn::Repartition<std::uint32_t, D> d32;
      const auto up = hn::BitCast(d16, hn::ShiftLeft<16>(hn::BitCast(d32, b)));
      const auto down = hn::BitCast(d16, hn::ShiftRight<16>(hn::BitCast(d32, a)));
      x = hn::BitCast(d, hn::OddEven(up, hn::BitCast(d16, a)));
      y = hn::BitCast(d, hn::OddEven(hn::BitCast(d16, b), down));
    }
  }
  // Interleaves the runs of a and b in every piece: x = (a0, b0, a1, b1, ...) has the runs of the
  // lower halves of the pieces, y the runs of the upper halves.
  template <std::size_t kRun>
  static void interleave(V& x, V& y) noexcept {
    const D d;
    const hn::Repartition<hwy::UnsignedFromSize<kRun * sizeof(T)>, D> runs;
    const auto a = hn::BitCast(runs, x), b = hn::BitCast(runs, y);
    x = hn::BitCast(d, hn::InterleaveLower(runs, a, b));
    y = hn::BitCast(d, hn::InterleaveUpper(runs, a, b));
  }
  // Puts the runs of every piece in bit-reversed order; its own inverse.
  template <std::size_t kRun>
  static V reverse(V v) noexcept {
    constexpr std::size_t kBytes = kRun * sizeof(T);
    if constexpr (kBytes >= 8) {
      return v;
    } else {
      static constexpr auto kOrder = reversed_runs<kBytes>();
      const D d;
      const hn::Repartition<std::uint8_t, D> bytes;
      return hn::BitCast(
          d, hn::TableLookupBytes(hn::BitCast(bytes, v), hn::LoadDup128(bytes, kOrder.data())));
    }
  }

  // In vectors of 64 bytes: x gets the runs at even places of x and then of y, y the runs at odd
  // places; runs shorter than a piece do so inside every piece. One shuffle for each vector.
  template <std::size_t kRun>
  static void part([[maybe_unused]] V& x, [[maybe_unused]] V& y) noexcept {
#if HWY_TARGET == HWY_AVX3
    constexpr std::size_t kBytes = kRun * sizeof(T);
    const __m512i a = bits(x), b = bits(y);
    if constexpr (kBytes == 32) {
      x = from_bits(_mm512_shuffle_i64x2(a, b, 0x44));
      y = from_bits(_mm512_shuffle_i64x2(a, b, 0xee));
    } else if constexpr (kBytes == 16) {
      x = from_bits(_mm512_shuffle_i64x2(a, b, 0x88));
      y = from_bits(_mm512_shuffle_i64x2(a, b, 0xdd));
    } else if constexpr (kBytes == 8) {
      x = from_bits(_mm512_unpacklo_epi64(a, b));
      y = from_bits(_mm512_unpackhi_epi64(a, b));
    } else {
      static_assert(kBytes == 4);
      const __m512 c = _mm512_castsi512_ps(a), e = _mm512_castsi512_ps(b);
      x = from_bits(_mm512_castps_si512(_mm512_shuffle_ps(c, e, 0x88)));
      y = from_bits(_mm512_castps_si512(_mm512_shuffle_ps(c, e, 0xdd)));
    }
#endif
  }
  // The place that word `place` of (x, y) had before that.
  template <std::size_t kRun>
  static constexpr std::size_t before_part(std::size_t place) noexcept {
    constexpr std::size_t kPieceWords = 16 / sizeof(T);
    constexpr std::size_t kSpan = kRun < kPieceWords ? kPieceWords : kWords, kRuns = kSpan / kRun;
    const std::size_t vector = place / kWords, span = place % kWords / kSpan * kSpan;
    const std::size_t run = place % kSpan / kRun;
    const std::size_t of_y = run / (kRuns / 2), from = run % (kRuns / 2) * 2 + vector;
    return of_y * kWords + span + from * kRun + place % kRun;
  }

  // The place that word `place` of (x, y) had before interleave().
  template <std::size_t kRun>
  static constexpr std::size_t before_interleave(std::size_t place) noexcept {
    constexpr std::size_t kPieceWords = 16 / sizeof(T), kRuns = kPieceWords / kRun;
    const std::size_t vector = place / kWords, piece = place % kWords / kPieceWords * kPieceWords;
    const std::size_t run = place % kPieceWords / kRun;
    const std::size_t from = run / 2 + vector * kRuns / 2;
    return run % 2 * kWords + piece + from * kRun + place % kRun;
  }

  // Moves the word at kPlaces[i] of (x, y) to place i.
  template <const auto& kPlaces>
  static void rearrange([[maybe_unused]] V& x, [[maybe_unused]] V& y) noexcept {
#if HWY_TARGET == HWY_AVX3
    const __m512i a = bits(x), b = bits(y);
    const auto moved = [&](std::size_t first) {
      const __m512i places = _mm512_load_si512(kPlaces.data() + first);
      return from_bits(sizeof(T) == 8 ? _mm512_permutex2var_epi64(a, places, b)
                                      : _mm512_permutex2var_epi32(a, places, b));
    };
    x = moved(0);
    y = moved(kWords);
#endif
  }
  template <class Word>
  static V load(const Word* words) noexcept {
    return hn::BitCast(D(), hn::LoadU(hn::Repartition<Word, D>(), words));
  }
  // Word kNumbers[i] of `words` in lane i, for kCount words, at least 8 bytes.
  template <std::size_t kCount, const auto& kNumbers, class Word>
  static V spread([[maybe_unused]] const Word* words) noexcept {
#if HWY_TARGET == HWY_AVX3
    constexpr std::size_t kBytes = kCount * sizeof(T);
    __m512i v;
    if constexpr (kBytes == 32) {
      v = _mm512_castsi256_si512(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(words)));
    } else if constexpr (kBytes == 16) {
      v = _mm512_castsi128_si512(_mm_loadu_si128(reinterpret_cast<const __m128i*>(words)));
    } else {
      static_assert(kBytes == 8);
      v = _mm512_castsi128_si512(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(words)));
    }
    const __m512i places = _mm512_load_si512(kNumbers.data());
    return from_bits(sizeof(T) == 8 ? _mm512_permutexvar_epi64(places, v)
                                    : _mm512_permutexvar_epi32(places, v));
#else
    return hn::Zero(D());
#endif
  }

 private:
  static constexpr std::size_t kWords = hn::MaxLanes(D());
#if HWY_TARGET == HWY_AVX3
  static __m512i bits(V v) noexcept {
    return hn::BitCast(hn::Repartition<std::uint64_t, D>(), v).raw;
  }
  static V from_bits(__m512i v) noexcept {
    return hn::BitCast(D(), hn::Vec<hn::Repartition<std::uint64_t, D>>{v});
  }
#endif
  template <std::size_t kBytes>
  static constexpr std::array<std::uint8_t, 16> reversed_runs() noexcept {
    std::array<std::uint8_t, 16> order{};
    for (std::size_t i = 0; i < 16; ++i) {
      std::size_t run = 0;
      for (std::size_t bit = kBytes; bit < 16; bit *= 2) run = 2 * run + (i / bit) % 2;
      order[i] = static_cast<std::uint8_t>(run * kBytes + i % kBytes);
    }
    return order;
  }
};
