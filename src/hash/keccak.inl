// SPDX-License-Identifier: Apache-2.0
//
// Keccak-f[1600] (FIPS 202, section 3.2) on several states side by side: a vector holds the same
// word of each state. Included inside the namespace of each instruction set. `Words` has the type
// Vector and
//   load(from), store(x, to), set(word)   a vector of words in memory; one word in all lanes
//   exclusive_or(x, y), parity(v, w, x, y, z)   x ^ y; v ^ w ^ x ^ y ^ z
//   chi(x, y, z)                          x ^ (~y & z)
//   turn<bits>(x)                         all words rotated to the left

// Words are never moved in memory. Each plane after a round is computed from five words, one of
// each column, and is stored in their places. So before round r, the place of word (x, y) is
// N^r (x, y) with N = (1 0; 1 2) modulo 5, and N^4 = 1 ("Keccak implementation overview", section
// 2.5). All words fit in 32 registers. There are no loops over words: GCC would keep the words in
// memory and copy all of them every four rounds.
template <class Words>
class Keccak {
 public:
  using Vector = typename Words::Vector;

  static void permute(std::uint64_t* states) noexcept {
    permute(states, std::make_index_sequence<kKeccakWords>());
  }

 private:
  template <std::size_t... kIndex>
  HWY_INLINE static void permute(std::uint64_t* states, std::index_sequence<kIndex...>) noexcept {
    Vector a[kKeccakWords] = {Words::load(states + kIndex * Words::kLanes)...};
    constexpr std::make_index_sequence<5> kColumns;
    for (std::size_t first = 0; first < kKeccakRounds; first += 4) {
      round<0, 1>(a, kKeccakRoundConstants[first], kColumns);
      round<1, 2>(a, kKeccakRoundConstants[first + 1], kColumns);
      round<3, 4>(a, kKeccakRoundConstants[first + 2], kColumns);
      round<2, 3>(a, kKeccakRoundConstants[first + 3], kColumns);
    }
    (Words::store(a[kIndex], states + kIndex * Words::kLanes), ...);
  }

  // The index at which word (x, y) is stored, for N^r = (1 0; kByX kByY).
  template <std::size_t kByX, std::size_t kByY>
  static constexpr std::size_t place(std::size_t x, std::size_t y) {
    return x % 5 + 5 * ((kByX * x + kByY * y) % 5);
  }

  // The effects of columns 0, 2, 4, 1 and 3 in this order: the parities that they take are free
  // soon.
  template <std::size_t kByX, std::size_t kByY, std::size_t... kX>
  HWY_INLINE static void round(Vector* a, std::uint64_t constant,
                               std::index_sequence<kX...> columns) noexcept {
    const Vector parities[5] = {
        Words::parity(a[kX], a[kX + 5], a[kX + 10], a[kX + 15], a[kX + 20])...};
    Vector effect[5];
    ((effect[2 * kX % 5] = Words::exclusive_or(
          parities[(2 * kX + 4) % 5], Words::template turn<1>(parities[(2 * kX + 1) % 5]))),
     ...);
    plane<kByX, kByY, 0>(a, effect, columns);
    a[0] = Words::exclusive_or(a[0], Words::set(constant));
    plane<kByX, kByY, 1>(a, effect, columns);
    plane<kByX, kByY, 2>(a, effect, columns);
    plane<kByX, kByY, 3>(a, effect, columns);
    plane<kByX, kByY, 4>(a, effect, columns);
  }

  // Plane y after pi: its word (x, y) was word (x + 3 y, x).
  template <std::size_t kByX, std::size_t kByY, std::size_t kY, std::size_t... kX>
  HWY_INLINE static void plane(Vector* a, const Vector* effect,
                               std::index_sequence<kX...>) noexcept {
    const Vector moved[5] = {Words::template turn<kKeccakTurns[(kX + 3 * kY) % 5 + 5 * kX]>(
        Words::exclusive_or(a[place<kByX, kByY>(kX + 3 * kY, kX)], effect[(kX + 3 * kY) % 5]))...};
    ((a[place<kByX, kByY>(kX, kX + 2 * kY)] =
          Words::chi(moved[kX], moved[(kX + 1) % 5], moved[(kX + 2) % 5])),
     ...);
  }
};
