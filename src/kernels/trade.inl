// SPDX-License-Identifier: Apache-2.0
//
// What Lanes needs of an instruction set: vectors a and b of tag D trade runs of words, so that
// x = (a0, b0, a2, b2, ...) and y = (a1, b1, a3, b3, ...), runs counted in words of kRun *
// sizeof(T) bytes. Uses the namespace alias hn.

template <std::size_t kRun, class D>
void trade_runs(D d, hn::Vec<D>& x, hn::Vec<D>& y) noexcept {
  constexpr std::size_t kBytes = kRun * sizeof(hn::TFromD<D>);
  const auto a = x, b = y;
  if constexpr (kBytes == 16 && hn::MaxLanes(d) * sizeof(hn::TFromD<D>) == 64) {
    x = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(b), a);
    y = hn::OddEvenBlocks(b, hn::SwapAdjacentBlocks(a));
  } else if constexpr (kBytes == 16 || kBytes == 32) {
    x = hn::ConcatLowerLower(d, b, a);
    y = hn::ConcatUpperUpper(d, b, a);
  } else if constexpr (kBytes == 8) {
    const hn::Repartition<std::uint64_t, D> d64;
    x = hn::BitCast(d, hn::InterleaveLower(d64, hn::BitCast(d64, a), hn::BitCast(d64, b)));
    y = hn::BitCast(d, hn::InterleaveUpper(d64, hn::BitCast(d64, a), hn::BitCast(d64, b)));
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
