// SPDX-License-Identifier: Apache-2.0
//
// Integers between words and doubles. AVX-512 has an instruction for each direction; AVX2 takes the
// pattern of 2^52, in whose low bits an integer x below 2^52 makes the double 2^52 + x. Included
// inside the namespace of each instruction set; uses the namespace alias hn.

constexpr double kTwo52 = 0x1p52;

// The doubles of words below 2^52.
template <class D>
HWY_INLINE hn::Vec<D> doubles_of(D d, hn::Vec<hn::RebindToUnsigned<D>> words) noexcept {
#if HWY_TARGET == HWY_AVX3
  static_cast<void>(d);
  return {_mm512_cvtepi64_pd(words.raw)};
#else
  const hn::RebindToUnsigned<D> du;
  const auto two52 = hn::Set(d, kTwo52);
  return hn::Sub(hn::BitCast(d, hn::Or(words, hn::BitCast(du, two52))), two52);
#endif
}

// The words of integers in [0, 2^52).
template <class D>
HWY_INLINE hn::Vec<hn::RebindToUnsigned<D>> words_of(D d, hn::Vec<D> v) noexcept {
#if HWY_TARGET == HWY_AVX3
  static_cast<void>(d);
  return {_mm512_cvtpd_epi64(v.raw)};
#else
  const hn::RebindToUnsigned<D> du;
  const auto two52 = hn::Set(d, kTwo52);
  return hn::Xor(hn::BitCast(du, hn::Add(v, two52)), hn::BitCast(du, two52));
#endif
}

// The summand by which canonical_words() shifts negative integers.
constexpr double shift_of_negatives(double p) { return HWY_TARGET == HWY_AVX3 ? p : kTwo52 + p; }

// Takes integers in (-p, p) to words in [0, p), for the shift of p. The value -0 would become p;
// docs/decisions/0002 shows that -0 does not occur.
template <class D>
HWY_INLINE hn::Vec<hn::RebindToUnsigned<D>> canonical_words(D d, hn::Vec<D> v,
                                                            hn::Vec<D> shift) noexcept {
#if HWY_TARGET == HWY_AVX3
  const __mmask8 negative = _mm512_movepi64_mask(_mm512_castpd_si512(v.raw));
  return words_of(d, hn::Vec<D>{_mm512_mask_add_pd(v.raw, negative, v.raw, shift.raw)});
#else
  const hn::RebindToUnsigned<D> du;
  const auto two52 = hn::Set(d, kTwo52);
  const auto shifted = hn::Add(v, hn::IfNegativeThenElse(v, shift, two52));
  return hn::Xor(hn::BitCast(du, shifted), hn::BitCast(du, two52));
#endif
}
