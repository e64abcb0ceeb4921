// SPDX-License-Identifier: Apache-2.0
//
// Rows in chunks of kChunk words. Included by kernels, inside the namespace of each instruction
// set.

// Vector v of a chunk of words.
struct Whole {
  WordVector load(const std::uint64_t* x, std::size_t v) const noexcept {
    return hn::LoadU(kDU, x + v * kLanes);
  }
  void store(WordVector words, std::uint64_t* x, std::size_t v) const noexcept {
    hn::StoreU(words, kDU, x + v * kLanes);
  }
};
// Vector v of a chunk of which only the first `count` words exist; the others are zeros.
struct Beginning {
  std::size_t count;

  [[nodiscard]] auto mask(std::size_t v) const noexcept {
    return hn::FirstN(kDU, count > v * kLanes ? count - v * kLanes : 0);
  }
  WordVector load(const std::uint64_t* x, std::size_t v) const noexcept {
    return hn::MaskedLoad(mask(v), kDU, x + v * kLanes);
  }
  void store(WordVector words, std::uint64_t* x, std::size_t v) const noexcept {
    hn::BlendedStore(words, mask(v), kDU, x + v * kLanes);
  }
};

// Calls f(first, Whole) for every chunk, and f(first, Beginning) for the rest.
template <class F>
HWY_INLINE void for_each_chunk(std::size_t count, const F& f) noexcept {
  std::size_t c = 0;
  for (; c + kChunk <= count; c += kChunk) f(c, Whole{});
  if (c < count) f(c, Beginning{count - c});
}
