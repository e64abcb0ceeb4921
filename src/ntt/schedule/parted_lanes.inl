// SPDX-License-Identifier: Apache-2.0
//
// The steps between the layers inside vectors of 64 bytes, which part runs, and the places of the
// words of two such vectors x and y between the steps; see lanes.inl. The effect of a step on
// places is known when the program is compiled, and so are the orders that follow from it.

// Layers inside vectors of kLanes words, down to leaves of kLeaf words.
template <std::size_t kLanes, std::size_t kLeaf>
inline constexpr std::size_t kLaneLayersOf =
    static_cast<std::size_t>(std::countr_zero(kLanes) - std::countr_zero(kLeaf));

template <class A, std::size_t kLeaf>
class PartedLanes {
  using Word = typename A::Word;
  using V = typename A::Vector;
  using T = typename A::Transpositions;
  static constexpr std::size_t kLanes = A::kLanes, kPiece = 16 / sizeof(Word);
  static constexpr std::size_t kLayers = kLaneLayersOf<kLanes, kLeaf>;

 public:
  // The step before forward layer kLayer, and the step after inverse layer kLayer.
  template <std::size_t kLayer>
  static void down(V& x, V& y) noexcept {
    T::template part<run_of(kLayer)>(x, y);
  }
  template <std::size_t kLayer>
  static void up(V& x, V& y) noexcept {
    if constexpr (run_of(kLayer) >= kPiece) {
      T::template part<other_run(kLayer)>(x, y);
    } else {
      T::template interleave<run_of(kLayer)>(x, y);
    }
  }
  // From the order after the last step down to the order of the words, and from this order to the
  // order before the first step up.
  static void restore(V& x, V& y) noexcept {
    T::template rearrange<kPlacesOfWords<kLayers - 1>>(x, y);
  }
  static void spread(V& x, V& y) noexcept {
    T::template rearrange<kWordsAtPlaces<kLayers - 1>>(x, y);
  }
  // The twiddles of layer kLayer for the lanes of x, of which `words` has one for each node.
  template <std::size_t kLayer, bool kForward>
  static auto twiddles_of_lanes(const Word* words) noexcept {
    return T::template spread<2 << kLayer, kNodesOfLanes<kLayer, kForward>>(words);
  }

 private:
  template <std::size_t kCount>
  struct alignas(64) Table : std::array<Word, kCount> {};

  // The words of a run; and the other of the two runs that are not shorter than a piece.
  static constexpr std::size_t run_of(std::size_t layer) noexcept { return kLanes >> (layer + 1); }
  static constexpr std::size_t other_run(std::size_t layer) noexcept {
    return 3 * kPiece - run_of(layer);
  }
  // The word that stands at a place after the steps down to layer kLayer, and the place of a word
  // before the steps up from there. The words and places of y follow the words and places of x.
  template <std::size_t kLayer>
  static constexpr std::size_t word_at(std::size_t place) noexcept {
    const std::size_t before = T::template before_part<run_of(kLayer)>(place);
    if constexpr (kLayer == 0) {
      return before;
    } else {
      return word_at<kLayer - 1>(before);
    }
  }
  template <std::size_t kLayer>
  static constexpr std::size_t place_of(std::size_t word) noexcept {
    std::size_t after = word;
    if constexpr (kLayer != 0) after = place_of<kLayer - 1>(word);
    if constexpr (run_of(kLayer) >= kPiece) {
      return T::template before_part<other_run(kLayer)>(after);
    } else {
      return T::template before_interleave<run_of(kLayer)>(after);
    }
  }

  template <std::size_t kLayer, bool kForward>
  static constexpr auto nodes_of_lanes() noexcept {
    Table<kLanes> nodes{};
    for (std::size_t i = 0; i < 2 * kLanes; ++i) {
      const std::size_t place = kForward ? i : place_of<kLayer>(i);
      const std::size_t word = kForward ? word_at<kLayer>(i) : i;
      if (place < kLanes) nodes[place] = static_cast<Word>(word / (kLanes >> kLayer));
    }
    return nodes;
  }
  template <std::size_t kLayer>
  static constexpr auto places_of_words() noexcept {
    Table<2 * kLanes> places{};
    for (std::size_t place = 0; place < 2 * kLanes; ++place) {
      places[word_at<kLayer>(place)] = static_cast<Word>(place);
    }
    return places;
  }
  template <std::size_t kLayer>
  static constexpr auto words_at_places() noexcept {
    Table<2 * kLanes> words{};
    for (std::size_t word = 0; word < 2 * kLanes; ++word) {
      words[place_of<kLayer>(word)] = static_cast<Word>(word);
    }
    return words;
  }
  template <std::size_t kLayer, bool kForward>
  static constexpr auto kNodesOfLanes = nodes_of_lanes<kLayer, kForward>();
  template <std::size_t kLayer>
  static constexpr auto kPlacesOfWords = places_of_words<kLayer>();
  template <std::size_t kLayer>
  static constexpr auto kWordsAtPlaces = words_at_places<kLayer>();
};
