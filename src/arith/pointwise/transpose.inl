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

 private:
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
