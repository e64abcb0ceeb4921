// SPDX-License-Identifier: Apache-2.0
//
// The 52-bit multiply-add of AVX-512 IFMA: it adds the low or the high half of a product of 104
// bits to a word and reads the low 52 bits of its factors. On AVX2 it is emulated, for tests.
// Included inside the namespace of each instruction set; uses the namespace alias hn.

constexpr std::uint64_t kDigit = std::uint64_t{1} << 52;

// sum plus the low or the high 52 bits of the product of the low 52 bits of a and b.
#if HWY_TARGET == HWY_AVX3
template <class V>
V add_low_product(V sum, V a, V b) noexcept {
  return V{_mm512_madd52lo_epu64(sum.raw, a.raw, b.raw)};
}
template <class V>
V add_high_product(V sum, V a, V b) noexcept {
  return V{_mm512_madd52hi_epu64(sum.raw, a.raw, b.raw)};
}
#else
// The emulation, one lane after the other; not inlined, since it is long.
template <int kShift, class V>
[[gnu::noinline]] V add_shifted_product(V sum, V a, V b) noexcept {
  const hn::DFromV<V> d;
  std::array<std::uint64_t, hn::MaxLanes(hn::DFromV<V>())> sums, as, bs;
  hn::StoreU(sum, d, sums.data());
  hn::StoreU(a, d, as.data());
  hn::StoreU(b, d, bs.data());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const uint128 product = uint128{as[i] % kDigit} * (bs[i] % kDigit);
    sums[i] += static_cast<std::uint64_t>(product >> kShift) % kDigit;
  }
  return hn::LoadU(d, sums.data());
}
template <class V>
V add_low_product(V sum, V a, V b) noexcept {
  return add_shifted_product<0>(sum, a, b);
}
template <class V>
V add_high_product(V sum, V a, V b) noexcept {
  return add_shifted_product<52>(sum, a, b);
}
#endif
