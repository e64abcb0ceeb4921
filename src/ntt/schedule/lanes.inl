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
// Vectors of 64 bytes have other steps, of one shuffle for each vector: x gets the runs at even
// places of x and then of y, y the runs at odd places, runs shorter than a piece inside every
// piece. For the layer at distance t runs have t words. That makes 8 lanes, in words of two
// vectors,
//   0123 89ab   01 89 45 cd   0 2 8 a 4 6 c e
//   4567 cdef   23 ab 67 ef   1 3 9 b 5 7 d f
// with a layer after each step. Backwards the shorter runs are interleaved again, then runs of half
// a vector and runs of a piece are parted. The order between both is restored by an instruction
// that takes each word from any place of two vectors; it is the slowest of these on some CPUs. The
// twiddles of the first layers stand in memory once, node after node, and are spread over the
// lanes; the twiddles of the other layers stand there for each lane.
//
// A provides Transpositions, a TranspositionsOf in transpose.inl, and
//   kSpreadLayers                     the number of layers whose twiddles are spread, in vectors of
//                                     64 bytes: more memory or more shuffles
//   kLaneParts<kForward>              the number of words that a direction has of a twiddle
//   lane_parts(root, p)               these words, and perhaps more that the other direction has
//   lane_factor(V...) -> Factor       from a vector of each of them

/// Whether blocks reduce partially, see blocks.inl: with vectors of more than two pieces. Then the
/// third layer of the inverse does, too, since its sums were not multiplied by a twiddle.
template <class A>
inline constexpr bool kBlocksReduce = A::kLanes * sizeof(typename A::Word) > 32;

// Whether steps part runs.
template <class A>
inline constexpr bool kParts = A::kLanes * sizeof(typename A::Word) == 64;

template <class A, std::size_t kLeaf>
class Lanes {
  using Word = typename A::Word;
  using V = typename A::Vector;
  static constexpr std::size_t kLanes = A::kLanes, kPiece = 16 / sizeof(Word);
  static constexpr std::size_t kLayers = kLaneLayersOf<kLanes, kLeaf>;
  using Parted = PartedLanes<A, kLeaf>;

 public:
  // The layers of kCount blocks, the first of which is `node`. After forward, restore puts the
  // words in order; before inverse, spread puts them where it needs them, and inverse leaves them
  // in order.
  template <std::size_t kCount>
  static void forward(const A& a, V (&v)[kCount][4], std::size_t node) noexcept {
    forward_layers<0>(a, v, node);
  }
  template <std::size_t kCount>
  static void inverse(const A& a, V (&v)[kCount][4], std::size_t node) noexcept {
    inverse_layers<0>(a, v, node);
  }
  static void restore(V (&v)[4]) noexcept {
    if constexpr (kParts<A>) {
      Parted::restore(v[0], v[1]);
      Parted::restore(v[2], v[3]);
    } else if constexpr (kLayers != 0) {
      interleave<kLeaf>(v);
      transpose_back<kLanes / 2>(v);
    }
  }
  static void spread(V (&v)[4]) noexcept {
    if constexpr (kParts<A>) {
      Parted::spread(v[0], v[1]);
      Parted::spread(v[2], v[3]);
    } else if constexpr (kLayers != 0) {
      transpose_pieces<kLanes / 2>(v);
      for (V& words : v) words = A::Transpositions::template reverse<kLeaf>(words);
      interleave<kLeaf>(v);
    }
  }

  // Each block has twiddles for (v0, v1), half 0, and for (v2, v3), half 1, of each layer: so many
  // words of each part, part after part. Where they are not spread, each lane has one.
  static constexpr std::size_t twiddles(std::size_t layer) noexcept {
    if constexpr (kParts<A>) {
      if (layer < A::kSpreadLayers) return std::size_t{2} << layer;
    }
    return kLanes;
  }
  // The place where the twiddles of a block start, `first` being the first block of a transform:
  // layer after layer if runs are parted, else block after block. The next block follows at a
  // distance of per_block.
  template <bool kForward>
  static constexpr std::size_t place(std::size_t layer, std::size_t block,
                                     std::size_t first) noexcept {
    const std::size_t in_layer = (block - first) * per_block<kForward>(layer);
    if constexpr (kParts<A>) {
      std::size_t layers_before = 0;
      for (std::size_t i = 0; i < layer; ++i) layers_before += per_block<kForward>(i);
      return in_layer + first * layers_before;
    } else {
      return in_layer + 2 * layer * kLanes * A::template kLaneParts<kForward>;
    }
  }
  template <bool kForward>
  static constexpr std::size_t per_block(std::size_t layer) noexcept {
    return 2 * (kParts<A> ? 1 : kLayers) * twiddles(layer) * A::template kLaneParts<kForward>;
  }

  template <bool kForward>
  static constexpr std::size_t words(std::size_t blocks) noexcept {
    return kParts<A> ? place<kForward>(kLayers, blocks, blocks) : blocks * per_block<kForward>(0);
  }

  // The number of blocks, out of `count`, by which forward steps are ahead of the layers that take
  // their words and would wait for them. Eight blocks leave no registers for more than one.
  static constexpr std::size_t ahead(std::size_t count) noexcept {
    return !kParts<A> ? 0 : count > 4 ? 1 : count;
  }

  /// For each layer: the numbers of the words in v0 and v2.
  using Places = std::array<std::array<std::array<Word, kLanes>, 2>, kLayers>;
  static Places forward_places() {
    Places places;
    if constexpr (kLayers != 0) {
      auto v = numbers();
      note_forward<0>(v.words, places.data());
    }
    return places;
  }
  static Places inverse_places() {
    Places places;
    if constexpr (kLayers != 0) {
      auto v = numbers();
      spread(v.words);
      note_inverse<0>(v.words, places.data());
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
  // The step before a forward layer, and the step after an inverse layer.
  template <std::size_t kLayer>
  static void step_down(V (&v)[4]) noexcept {
    constexpr std::size_t kRun = kLanes >> (kLayer + 1);
    if constexpr (kParts<A>) {
      Parted::template down<kLayer>(v[0], v[1]);
      Parted::template down<kLayer>(v[2], v[3]);
    } else if constexpr (kRun >= kPiece) {
      transpose<kRun>(v);
    } else {
      interleave<kLeaf>(v);
    }
  }
  template <std::size_t kLayer>
  static void step_up(V (&v)[4]) noexcept {
    constexpr std::size_t kRun = kLanes >> (kLayer + 1);
    if constexpr (kParts<A>) {
      Parted::template up<kLayer>(v[0], v[1]);
      Parted::template up<kLayer>(v[2], v[3]);
    } else if constexpr (kRun >= kPiece) {
      transpose<kRun>(v);
    } else {
      interleave<kRun>(v);
    }
  }

  // The twiddles of layer kLayer for one half of block k after that where `words` start.
  template <std::size_t kLayer, bool kForward>
  [[gnu::always_inline]] static inline auto factor(const A& a, const Word* words, std::size_t k,
                                                   std::size_t half) noexcept {
    constexpr std::size_t kCount = twiddles(kLayer);
    constexpr std::size_t kTwiddleParts = A::template kLaneParts<kForward>;
    words += k * per_block<kForward>(kLayer) + half * kCount * kTwiddleParts;
    return [&]<std::size_t... kPart>(std::index_sequence<kPart...>) {
      return a.lane_factor(twiddles_of_lanes<kLayer, kForward>(words + kPart * kCount)...);
    }(std::make_index_sequence<kTwiddleParts>());
  }
  template <std::size_t kLayer, bool kForward>
  [[gnu::always_inline]] static inline auto twiddles_of_lanes(const Word* words) noexcept {
    if constexpr (twiddles(kLayer) == kLanes) {
      return A::Transpositions::load(words);
    } else {
      return Parted::template twiddles_of_lanes<kLayer, kForward>(words);
    }
  }
  template <std::size_t kLayer, std::size_t kCount>
  [[gnu::always_inline]] static inline void forward_layers(const A& a, V (&v)[kCount][4],
                                                           std::size_t node) noexcept {
    if constexpr (kLayer < kLayers) {
      const auto& of = a.twiddles();
      const Word* words = of.forward_lanes + place<true>(kLayer, node, of.first_block);
      constexpr std::size_t kAhead = ahead(kCount);
      for (std::size_t k = 0; k < kAhead; ++k) step_down<kLayer>(v[k]);
      for (std::size_t k = 0; k < kCount; ++k) {
        if (k + kAhead < kCount) step_down<kLayer>(v[k + kAhead]);
        constexpr bool kReduces = kLayer % 2 == 0;
        constexpr bool kLast = kLayer + 1 == kLayers;
        const auto first = factor<kLayer, true>(a, words, k, 0);
        forward_step<kReduces, kLast>(a, v[k][0], v[k][1], first);
        const auto second = factor<kLayer, true>(a, words, k, 1);
        forward_step<kReduces, kLast>(a, v[k][2], v[k][3], second);
      }
      forward_layers<kLayer + 1>(a, v, node);
    }
  }
  template <std::size_t kLayer, std::size_t kCount>
  static void inverse_layers(const A& a, V (&v)[kCount][4], std::size_t node) noexcept {
    if constexpr (kLayer < kLayers) {
      inverse_layers<kLayer + 1>(a, v, node);
      const auto& of = a.twiddles();
      const Word* words = of.inverse_lanes + place<false>(kLayer, node, of.first_block);
      for (std::size_t k = 0; k < kCount; ++k) {
        constexpr bool kFirst = kLayer + 1 == kLayers;
        inverse_step(a, v[k][0], v[k][1], factor<kLayer, false>(a, words, k, 0), kFirst);
        inverse_step(a, v[k][2], v[k][3], factor<kLayer, false>(a, words, k, 1), kFirst);
        if constexpr (kBlocksReduce<A> && kLayer + 3 == kLayers) {
          v[k][0] = reduced_sum(a, v[k][0]);
          v[k][2] = reduced_sum(a, v[k][2]);
        }
        step_up<kLayer>(v[k]);
      }
    }
  }

  // The steps applied to the numbers of the words, which shows the place of each word.
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
  // in other places than functions compiled for a CPU that has such vectors.
  static Numbers numbers_in(const V& v) {
    Numbers words;
    std::memcpy(&words, &v, sizeof words);
    return words;
  }
  template <class Place>
  static void note(const V (&v)[4], Place& place) {
    place = {numbers_in(v[0]), numbers_in(v[2])};
  }
  template <std::size_t kLayer, class Place>
  static void note_forward(V (&v)[4], Place* places) {
    if constexpr (kLayer < kLayers) {
      step_down<kLayer>(v);
      note(v, places[kLayer]);
      note_forward<kLayer + 1>(v, places);
    }
  }
  template <std::size_t kLayer, class Place>
  static void note_inverse(V (&v)[4], Place* places) {
    if constexpr (kLayer < kLayers) {
      note_inverse<kLayer + 1>(v, places);
      note(v, places[kLayer]);
      step_up<kLayer>(v);
    }
  }
};

/// The twiddles of the layers inside vectors where Lanes reads them. `table` is roots.forward or
/// roots.inverse, and `places` are the places of that direction.
template <class A, std::size_t kLeaf, bool kForward>
// NOLINTNEXTLINE(misc-use-internal-linkage): some users are namespaces with names
auto lane_order(const Roots& roots, const std::vector<std::uint64_t>& table,
                const typename Lanes<A, kLeaf>::Places& places) {
  using L = Lanes<A, kLeaf>;
  using Word = typename A::Word;
  if constexpr (kLaneLayersOf<A::kLanes, kLeaf> == 0) {
    return Buffer<Word>();
  } else {
    constexpr std::size_t kBlock = 4 * A::kLanes, kLast = kLaneLayersOf<A::kLanes, kLeaf> - 1;
    constexpr std::size_t kTwiddleParts = A::template kLaneParts<kForward>;
    const std::size_t blocks = roots.degree / kBlock;
    auto words = Buffer<Word>::for_overwrite(L::template words<kForward>(blocks));
    for (std::size_t block = 0; block < blocks; ++block) {
      for (std::size_t layer = 0; layer <= kLast; ++layer) {
        const std::size_t nodes = roots.degree / A::kLanes << layer;  // each of two runs
        const auto log2_node_words = std::bit_width(A::kLanes >> layer) - 1;
        const std::size_t count = L::twiddles(layer);
        for (std::size_t half = 0; half < 2; ++half) {
          Word* out = words.data() + L::template place<kForward>(layer, blocks + block, blocks) +
                      half * count * kTwiddleParts;
          for (std::size_t i = 0; i < count; ++i) {
            // A word of lane i; or, if twiddles are spread, the first word of node i.
            const std::size_t word =
                block * kBlock + (count == A::kLanes
                                      ? places[layer][half][i]
                                      : (2 * half * A::kLanes) + i * (A::kLanes >> layer));
            const auto parts =
                A::lane_parts(table[nodes + (word >> log2_node_words)], roots.modulus.value());
            for (std::size_t part = 0; part < kTwiddleParts; ++part) {
              out[part * count + i] = parts[part];
            }
          }
        }
      }
    }
    return words;
  }
}
