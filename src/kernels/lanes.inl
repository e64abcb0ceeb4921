// SPDX-License-Identifier: Apache-2.0
//
// The layers inside vectors, written once for every number of lanes L; included before the
// arithmetic of a family. A layer at distance t pairs word i with word i + t. Vectors a and b trade
// runs of t words, the odd runs of a for the even runs of b, so that afterwards x = (a0, b0, a2,
// b2, ...) and y = (a1, b1, a3, b3, ...): now words to be paired stand in the same lane of x and y.
// The layers at t = L/2, L/4, ..., 1 follow each other so, and in the end the trades are undone in
// the opposite order; a trade is its own inverse.
//
// A provides trade<kRun>(V&, V&) for runs of kRun words, and lane_factor(LaneTwiddle) -> Factor; a
// LaneTwiddle has the twiddles of one vector of pairs.

// Layers inside vectors of kLanes words, down to leaves of kLeaf words.
template <std::size_t kLanes, std::size_t kLeaf>
inline constexpr std::size_t kLaneLayersOf =
    static_cast<std::size_t>(std::countr_zero(kLanes) - std::countr_zero(kLeaf));

template <class A>
class Lanes {
  using V = typename A::Vector;
  static constexpr std::size_t kLanes = A::kLanes;

 public:
  /// Twiddles per block: for each layer one for (v0, v1) and one for (v2, v3).
  static constexpr std::size_t kTwiddles = 2 * kLaneLayersOf<kLanes, A::kLeaf>;

  /// With three layers or more inside vectors blocks settle, see blocks.inl, and so does the third
  /// layer of the inverse, whose sums have met no twiddle.
  static constexpr bool kDeep = kLaneLayersOf<kLanes, A::kLeaf> > 2;

  // Of kCount blocks. Forward leaves the words traded, see restore; inverse takes them so, see
  // spread, and leaves them in order.
  template <class Twiddle, std::size_t kCount>
  static void forward(const A& a, V (&v)[kCount][4], const Twiddle* twiddles) noexcept {
    forward_layers<kLanes / 2>(a, v, twiddles);
  }
  template <class Twiddle, std::size_t kCount>
  static void inverse(const A& a, V (&v)[kCount][4], const Twiddle* twiddles) noexcept {
    inverse_layers<kLanes / 2>(a, v, twiddles);
  }
  // Words in order from words as the forward layers leave them.
  static void restore(V (&v)[4]) noexcept { restore<kLanes / 2>(v); }
  static void spread(V (&v)[4]) noexcept { spread<kLanes / 2>(v); }

 private:
  template <std::size_t kRun>
  static void trade(V (&v)[4]) noexcept {
    A::template trade<kRun>(v[0], v[1]);
    A::template trade<kRun>(v[2], v[3]);
  }
  // Undoes the trades of runs of kRun and shorter.
  template <std::size_t kRun>
  static void restore(V (&v)[4]) noexcept {
    if constexpr (kRun >= A::kLeaf) {
      restore<kRun / 2>(v);
      trade<kRun>(v);
    }
  }
  // Makes the trades of runs of kRun and shorter.
  template <std::size_t kRun>
  static void spread(V (&v)[4]) noexcept {
    if constexpr (kRun >= A::kLeaf) {
      trade<kRun>(v);
      spread<kRun / 2>(v);
    }
  }

  template <std::size_t kRun, class Twiddle, std::size_t kCount>
  static void forward_layers(const A& a, V (&v)[kCount][4], const Twiddle* twiddles) noexcept {
    if constexpr (kRun >= A::kLeaf) {
      for (std::size_t k = 0; k < kCount; ++k) {
        trade<kRun>(v[k]);
        const Twiddle* t = twiddles + k * kTwiddles;
        a.forward_butterfly(v[k][0], v[k][1], a.lane_factor(t[0]));
        a.forward_butterfly(v[k][2], v[k][3], a.lane_factor(t[1]));
      }
      forward_layers<kRun / 2>(a, v, twiddles + 2);
    }
  }
  template <std::size_t kRun, class Twiddle, std::size_t kCount>
  static void inverse_layers(const A& a, V (&v)[kCount][4], const Twiddle* twiddles) noexcept {
    if constexpr (kRun >= A::kLeaf) {
      inverse_layers<kRun / 2>(a, v, twiddles + 2);
      for (std::size_t k = 0; k < kCount; ++k) {
        const Twiddle* t = twiddles + k * kTwiddles;
        a.inverse_butterfly(v[k][0], v[k][1], a.lane_factor(t[0]));
        a.inverse_butterfly(v[k][2], v[k][3], a.lane_factor(t[1]));
        if constexpr (kRun == 4 * A::kLeaf) {
          v[k][0] = a.settle(v[k][0]);
          v[k][2] = a.settle(v[k][2]);
        }
        trade<kRun>(v[k]);
      }
    }
  }
};

/// The twiddles of the layers inside vectors in the order in which Lanes reads them, block after
/// block. `table` is roots.forward or roots.inverse.
template <class A>
auto lane_order(const Roots& roots, const std::vector<std::uint64_t>& table) {
  constexpr std::size_t kLanes = A::kLanes, kLeaf = A::kLeaf, kBlock = 4 * kLanes;
  const std::size_t blocks = kLanes == kLeaf ? 0 : roots.degree / kBlock;
  Buffer<typename A::LaneTwiddle> twiddles(blocks * Lanes<A>::kTwiddles);
  std::size_t at = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    // Which word each lane holds, as the trades move them.
    std::array<std::array<std::size_t, kLanes>, 4> word;
    for (std::size_t i = 0; i < kBlock; ++i) word[i / kLanes][i % kLanes] = block * kBlock + i;
    for (std::size_t run = kLanes / 2; run >= kLeaf; run /= 2) {
      for (std::size_t pair = 0; pair < 4; pair += 2) {
        for (std::size_t i = 0; i < kLanes; ++i) {
          if ((i / run) % 2 == 1) std::swap(word[pair][i], word[pair + 1][i - run]);
        }
        std::array<std::uint64_t, kLanes> of_lanes;
        for (std::size_t i = 0; i < kLanes; ++i) {
          const std::size_t node = roots.degree / (2 * run) + word[pair][i] / (2 * run);
          of_lanes[i] = table[node];
        }
        twiddles[at++] = A::lane_twiddle(of_lanes, roots.modulus.value());
      }
    }
  }
  return twiddles;
}
