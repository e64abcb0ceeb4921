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
  // lower halves of the pieces, y those of the upper halves.
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

  // The runs of x and y alternately, as one riffles the halves of a pack of cards: x gets the runs
  // of the lower halves, y those of the upper ones. In vectors of 64 bytes only, where one
  // instruction takes each word from any place of two vectors.
  template <std::size_t kRun>
  static void riffle(V& x, V& y) noexcept {
    rearrange(x, y, kRiffled<kRun>);
  }
  // Back: x gets the runs at even places, y those at odd ones.
  template <std::size_t kRun>
  static void unriffle(V& x, V& y) noexcept {
    rearrange(x, y, kUnriffled<kRun>);
  }
  // kPeriod words, again and again.
  template <std::size_t kPeriod, class Word>
  static V repeat(const Word* words) noexcept {
    constexpr std::size_t kBytes = kPeriod * sizeof(T);
    const D d;
    const hn::Repartition<Word, D> dw;
    if constexpr (kPeriod == hn::MaxLanes(D())) {
      return hn::BitCast(d, hn::LoadU(dw, words));
    } else {
#if HWY_TARGET == HWY_AVX3
      const hn::Repartition<std::uint64_t, D> d64;
      if constexpr (kBytes == 32) {
        const __m256i half = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
        return hn::BitCast(d, hn::Vec<decltype(d64)>{_mm512_broadcast_i64x4(half)});
      } else if constexpr (kBytes == 16) {
        const __m128i piece = _mm_loadu_si128(reinterpret_cast<const __m128i*>(words));
        return hn::BitCast(d, hn::Vec<decltype(d64)>{_mm512_broadcast_i32x4(piece)});
      } else {
        static_assert(kBytes == 8);
        const __m128i pair = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(words));
        return hn::BitCast(d, hn::Vec<decltype(d64)>{_mm512_broadcastq_epi64(pair)});
      }
#endif
    }
  }

 private:
  // For each word of two vectors its number before, kRun words being a run.
  using Index = hwy::UnsignedFromSize<sizeof(T)>;
  struct alignas(64) Order {
    std::array<Index, hn::MaxLanes(D())> x, y;
  };
  template <std::size_t kRun>
  static constexpr Order riffled() noexcept {
    constexpr std::size_t kLanes = hn::MaxLanes(D());
    Order order{};
    for (std::size_t i = 0; i < kLanes; ++i) {
      const std::size_t run = i / kRun, word = run / 2 * kRun + i % kRun + run % 2 * kLanes;
      order.x[i] = static_cast<Index>(word);
      order.y[i] = static_cast<Index>(word + kLanes / 2);
    }
    return order;
  }
  template <std::size_t kRun>
  static constexpr Order unriffled() noexcept {
    Order order{};
    for (std::size_t i = 0; i < hn::MaxLanes(D()); ++i) {
      const std::size_t word = i / kRun * 2 * kRun + i % kRun;
      order.x[i] = static_cast<Index>(word);
      order.y[i] = static_cast<Index>(word + kRun);
    }
    return order;
  }
  template <std::size_t kRun>
  static constexpr Order kRiffled = riffled<kRun>();
  template <std::size_t kRun>
  static constexpr Order kUnriffled = unriffled<kRun>();

  static void rearrange([[maybe_unused]] V& x, [[maybe_unused]] V& y,
                        [[maybe_unused]] const Order& order) noexcept {
#if HWY_TARGET == HWY_AVX3
    const hn::Repartition<Index, D> di;
    const auto words = [&](V a, const auto& numbers, V b) {
      const __m512i first = hn::BitCast(di, a).raw, second = hn::BitCast(di, b).raw;
      const __m512i places = _mm512_load_si512(numbers.data());
      const __m512i moved = sizeof(T) == 8 ? _mm512_permutex2var_epi64(first, places, second)
                                           : _mm512_permutex2var_epi32(first, places, second);
      return hn::BitCast(D(), hn::Vec<decltype(di)>{moved});
    };
    const V a = x, b = y;
    x = words(a, order.x, b);
    y = words(a, order.y, b);
#endif
  }
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
