// SPDX-License-Identifier: Apache-2.0
//
// Keccak-f[1600] (FIPS 202, section 3.2) over a vector of words, of as many states side by side.
// Included inside the namespace of each instruction set. `Words` has the type Vector and
//   load(from), store(x, to), set(word)   a vector of words in memory; one word in all lanes
//   exclusive_or(x, y), parity(v, w, x, y, z)   x ^ y; v ^ w ^ x ^ y ^ z
//   chi(x, y, z)                          x ^ (~y & z)
//   turn<bits>(x)                         all words turned to the left

template <class Words>
class Keccak {
 public:
  using Vector = typename Words::Vector;

  static void permute(std::uint64_t* states) noexcept {
    Vector a[kKeccakWords];
    for (std::size_t i = 0; i < kKeccakWords; ++i) a[i] = Words::load(states + i * Words::kLanes);
    for (const std::uint64_t constant : kKeccakRoundConstants) {
      round(a, constant, std::make_index_sequence<kKeccakWords>());
    }
    for (std::size_t i = 0; i < kKeccakWords; ++i) Words::store(a[i], states + i * Words::kLanes);
  }

 private:
  template <std::size_t... kIndices>
  HWY_INLINE static void round(Vector* a, std::uint64_t constant,
                               std::index_sequence<kIndices...>) noexcept {
    Vector columns[5], effect[5], moved[kKeccakWords];
    for (std::size_t x = 0; x < 5; ++x) {
      columns[x] = Words::parity(a[x], a[x + 5], a[x + 10], a[x + 15], a[x + 20]);
    }
    for (std::size_t x = 0; x < 5; ++x) {
      const Vector turned = Words::template turn<1>(columns[(x + 1) % 5]);
      effect[x] = Words::exclusive_or(columns[(x + 4) % 5], turned);
    }
    ((moved[kKeccakMoves.target[kIndices]] = Words::template turn<kKeccakMoves.turn[kIndices]>(
          Words::exclusive_or(a[kIndices], effect[kIndices % 5]))),
     ...);
    for (std::size_t y = 0; y < kKeccakWords; y += 5) {
      for (std::size_t x = 0; x < 5; ++x) {
        a[y + x] = Words::chi(moved[y + x], moved[y + (x + 1) % 5], moved[y + (x + 2) % 5]);
      }
    }
    a[0] = Words::exclusive_or(a[0], Words::set(constant));
  }
};
