// SPDX-License-Identifier: Apache-2.0
//
// The layers inside vectors, written once for every number of lanes L; included before the
// arithmetic of a family. A vector has one or more pieces of 16 bytes: most shuffles move words
// inside a piece only. A layer at distance t combines word i with word i + t, which must stand in
// the same lane of two vectors x and y.
//
// Two kinds of steps bring the words there, each with two shuffles. In a transposition x and y
// exchange runs of consecutive words; an interleaving merges runs of x and y alternately, inside
// pieces. The place of a word is given by bits: one for x or y, the others for its lane. A step
// permutes these bits. At first the bit for x or y is the highest bit of the word's number, and the
// lane is the other bits. Transposing runs of pieces swaps the first bit and one bit of the piece's
// number. Interleaving moves the highest bit inside a piece to the front, the bits below it up by
// one, and the bit from the front to the lowest place. For 16 lanes, with the bits of the place
// inside a piece in brackets, the steps give
//   forward  4 3[210]  3 4[210]  2 4[103]  1 4[032]  0 4[321]
// with a layer after each step; two steps more, to 3 4[210] and 4 3[210], restore the order. And
//   inverse  4 3[210]  3 4[210]  3 4[012]  0 4[123]  1 4[230]  2 4[310]  3 4[210]  4 3[210]
// with a layer before each of the last four steps. The words of a leaf stay together.
//
// A provides Transpositions, a TranspositionsOf in transpose.inl, and lane_factor(LaneTwiddle) ->
// Factor; a LaneTwiddle has the twiddles of one vector of pairs.

// Layers inside vectors of kLanes words, down to leaves of kLeaf words.
template <std::size_t kLanes, std::size_t kLeaf>
inline constexpr std::size_t kLaneLayersOf =
    static_cast<std::size_t>(std::countr_zero(kLanes) - std::countr_zero(kLeaf));

/// Whether blocks reduce partially, see blocks.inl: with vectors of more than two pieces. Then the
/// third layer of the inverse does, too, since its sums were not multiplied by a twiddle.
template <class A>
inline constexpr bool kBlocksReduce = A::kLanes * sizeof(typename A::Word) > 32;

template <class A, std::size_t kLeaf>
class Lanes {
  using Word = typename A::Word;
  using V = typename A::Vector;
  static constexpr std::size_t kLanes = A::kLanes, kPiece = 16 / sizeof(Word);
  static constexpr std::size_t kLayers = kLaneLayersOf<kLanes, kLeaf>;

 public:
  /// Twiddles per block: for each layer one for (v0, v1) and one for (v2, v3).
  static constexpr std::size_t kTwiddles = 2 * kLayers;

  // The layers of kCount blocks. After forward, restore puts the words in order; before inverse,
  // spread puts them where it needs them, and inverse leaves them in order.
  template <class Twiddle, std::size_t kCount>
  static void forward(const A& a, V (&v)[kCount][4], const Twiddle* twiddles) noexcept {
    forward_layers<kLanes / 2>(a, v, twiddles);
  }
  template <class Twiddle, std::size_t kCount>
  static void inverse(const A& a, V (&v)[kCount][4], const Twiddle* twiddles) noexcept {
    inverse_layers<kLanes / 2>(a, v, twiddles);
  }
  static void restore(V (&v)[4]) noexcept {
    if constexpr (kLayers != 0) {
      interleave<kLeaf>(v);
      transpose_back<kLanes / 2>(v);
    }
  }
  static void spread(V (&v)[4]) noexcept {
    if constexpr (kLayers != 0) {
      transpose_pieces<kLanes / 2>(v);
      for (V& words : v) words = A::Transpositions::template reverse<kLeaf>(words);
      interleave<kLeaf>(v);
    }
  }

  /// For each layer, in the order of the twiddles: the numbers of the words in v0 and v2.
  using Places = std::array<std::array<std::array<Word, kLanes>, 2>, kLayers>;
  static Places forward_places() {
    Places places;
    if constexpr (kLayers != 0) {
      auto v = numbers();
      note_forward<kLanes / 2>(v.words, places.data());
    }
    return places;
  }
  static Places inverse_places() {
    Places places;
    if constexpr (kLayers != 0) {
      auto v = numbers();
      spread(v.words);
      note_inverse<kLanes / 2>(v.words, places.data());
    }
    return places;
  }

 private:
  template <std::size_t kRun>
  static void transpose(V (&v)[4]) noexcept {
    A::Transpositions::template transpose<kRun>(v[0], v[1]);
    A::Transpositions::template transpose<kRun>(v[2], v[3]);
  }
  // Transposes runs of kRun words, then of half as many, down to a piece or a leaf; and back.
  template <std::size_t kRun>
  static void transpose_pieces(V (&v)[4]) noexcept {
    if constexpr (kRun >= kPiece && kRun >= kLeaf) {
      transpose<kRun>(v);
      transpose_pieces<kRun / 2>(v);
    }
  }
  template <std::size_t kRun>
  static void transpose_back(V (&v)[4]) noexcept {
    if constexpr (kRun >= kPiece && kRun >= kLeaf) {
      transpose_back<kRun / 2>(v);
      transpose<kRun>(v);
    }
  }
  // Does nothing if a leaf is a piece.
  template <std::size_t kRun>
  static void interleave(V (&v)[4]) noexcept {
    if constexpr (kRun < kPiece) {
      A::Transpositions::template interleave<kRun>(v[0], v[1]);
      A::Transpositions::template interleave<kRun>(v[2], v[3]);
    }
  }
  // The step before the forward layer at distance kRun, and the step after the inverse layer.
  template <std::size_t kRun>
  static void step_down(V (&v)[4]) noexcept {
    if constexpr (kRun >= kPiece) {
      transpose<kRun>(v);
    } else {
      interleave<kLeaf>(v);
    }
  }
  template <std::size_t kRun>
  static void step_up(V (&v)[4]) noexcept {
    if constexpr (kRun >= kPiece) {
      transpose<kRun>(v);
    } else {
      interleave<kRun>(v);
    }
  }

  template <std::size_t kRun, class Twiddle, std::size_t kCount>
  [[gnu::always_inline]] static inline void forward_layers(const A& a, V (&v)[kCount][4],
                                                           const Twiddle* twiddles) noexcept {
    if constexpr (kRun >= kLeaf) {
      for (std::size_t k = 0; k < kCount; ++k) {
        step_down<kRun>(v[k]);
        const Twiddle* t = twiddles + k * kTwiddles;
        a.forward_butterfly(v[k][0], v[k][1], a.lane_factor(t[0]));
        a.forward_butterfly(v[k][2], v[k][3], a.lane_factor(t[1]));
      }
      forward_layers<kRun / 2>(a, v, twiddles + 2);
    }
  }
  template <std::size_t kRun, class Twiddle, std::size_t kCount>
  static void inverse_layers(const A& a, V (&v)[kCount][4], const Twiddle* twiddles) noexcept {
    if constexpr (kRun >= kLeaf) {
      inverse_layers<kRun / 2>(a, v, twiddles + 2);
      for (std::size_t k = 0; k < kCount; ++k) {
        const Twiddle* t = twiddles + k * kTwiddles;
        a.inverse_butterfly(v[k][0], v[k][1], a.lane_factor(t[0]));
        a.inverse_butterfly(v[k][2], v[k][3], a.lane_factor(t[1]));
        if constexpr (kBlocksReduce<A> && kRun == 4 * kLeaf) {
          v[k][0] = a.partial_reduce(v[k][0]);
          v[k][2] = a.partial_reduce(v[k][2]);
        }
        step_up<kRun>(v[k]);
      }
    }
  }

  // The same steps applied to the numbers of the words, which shows where each word is.
  struct Block {
    V words[4];
  };
  using Numbers = std::array<Word, kLanes>;
  static Block numbers() {
    Block v;
    for (std::size_t i = 0; i < 4; ++i) {
      Numbers words;
      for (std::size_t j = 0; j < kLanes; ++j) words[j] = static_cast<Word>(i * kLanes + j);
      std::memcpy(static_cast<void*>(&v.words[i]), &words, sizeof words);
    }
    return v;
  }
  // Not by std::bit_cast: a function of the standard library, compiled for any CPU, returns vectors
  // in other places than those compiled for one that has them.
  static Numbers numbers_in(const V& v) {
    Numbers words;
    std::memcpy(&words, &v, sizeof words);
    return words;
  }
  template <class Place>
  static void note(const V (&v)[4], Place& place) {
    place = {numbers_in(v[0]), numbers_in(v[2])};
  }
  template <std::size_t kRun, class Place>
  static void note_forward(V (&v)[4], Place* places) {
    if constexpr (kRun >= kLeaf) {
      step_down<kRun>(v);
      note(v, *places);
      note_forward<kRun / 2>(v, places + 1);
    }
  }
  template <std::size_t kRun, class Place>
  static void note_inverse(V (&v)[4], Place* places) {
    if constexpr (kRun >= kLeaf) {
      note_inverse<kRun / 2>(v, places + 1);
      note(v, *places);
      step_up<kRun>(v);
    }
  }
};

/// The twiddles of the layers inside vectors in the order in which Lanes reads them, block after
/// block. `table` is roots.forward or roots.inverse, and `places` are the places of that direction.
template <class A, std::size_t kLeaf>
auto lane_order(const Roots& roots, const std::vector<std::uint64_t>& table,
                const typename Lanes<A, kLeaf>::Places& places) {
  constexpr std::size_t kLanes = A::kLanes, kBlock = 4 * kLanes;
  const std::size_t blocks = places.empty() ? 0 : roots.degree / kBlock;
  Buffer<typename A::LaneTwiddle> twiddles(blocks * Lanes<A, kLeaf>::kTwiddles);
  std::size_t at = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    std::size_t nodes = roots.degree / kLanes;  // of the layer, each of two runs
    for (const auto& layer : places) {
      for (const auto& words : layer) {
        std::array<std::uint64_t, kLanes> of_lanes;
        for (std::size_t i = 0; i < kLanes; ++i) {
          const std::size_t word = block * kBlock + words[i];
          of_lanes[i] = table[nodes + word / (roots.degree / nodes)];
        }
        twiddles[at++] = A::lane_twiddle(of_lanes, roots.modulus.value());
      }
      nodes *= 2;
    }
  }
  return twiddles;
}
