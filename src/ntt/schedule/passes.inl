// SPDX-License-Identifier: Apache-2.0
//
// Passes over nodes. A pass does two layers (the first forward and the last inverse pass one to
// three) on one column after another: a column is a set of vectors at equal distances. See
// schedule.inl.
//
// A butterfly is a sequence of dependent operations. The scheduler of a CPU looks too few
// operations ahead to overlap two such sequences that follow each other in the program. So each
// layer is a stage: while one column is in the first stage, a column that left it some steps ago is
// in the second. Where a store takes longer than that gains, kPassesInRegisters, a pass is one
// stage of all layers, and two columns go through it side by side.

// Whether most steps of a pass go through their stages without asking whether each has an item.
// Every stage then stands twice in the program.
template <class A>
inline constexpr bool kStagesStandTwice = !requires { requires A::kStagesStandOnce; };

template <class A>
class Passes {
  using Word = typename A::Word;
  using V = typename A::Vector;
  using Factor = typename A::Factor;
  static constexpr std::size_t kBlock = 4 * A::kLanes;
  // The number of items by which a stage is ahead of the next one.
  static constexpr std::size_t kLead = 6;
  static constexpr bool kInRegisters = requires { requires A::kPassesInRegisters; };
  // The number of columns of the shortest nodes that passes take.
  static constexpr std::size_t kShort = 4;

 public:
  // A pass is one function with its stages: in functions of their own these would read all
  // constants from memory.

  // The first kLayers layers of the whole vector, from `source` to x.
  template <std::size_t kLayers, class Source>
  [[gnu::flatten, gnu::noinline]] static void forward_whole(const A& a, Word* x,
                                                            const Source& source,
                                                            std::size_t length) noexcept {
    run<kLead>(ForwardLong<kLayers, Source, false>(a, x, source, length, 1),
               items<kLayers>(length));
  }
  // Two layers of the nodes of `size` words from `node` on, which together are x.
  static void forward(const A& a, Word* x, std::size_t length, std::size_t size,
                      std::size_t node) noexcept {
    constexpr bool kMayReduce = A::kPassesPerReduction != 0;
    if (kMayReduce && partially_reduces(size)) {
      forward_nodes<kMayReduce>(a, x, length, size, node);
    } else {
      forward_nodes<false>(a, x, length, size, node);
    }
  }
  template <std::size_t kLayers, bool kWhole>
  [[gnu::flatten, gnu::noinline]] static void inverse(const A& a, Word* x, std::size_t length,
                                                      std::size_t size, std::size_t node) noexcept {
    if (!kWhole && size == 4 * kBlock) {
      return run<kLead / kShort>(InverseShort{a, x, node}, length / size);
    }
    for (Word* last = x + length; x != last; x += size, ++node) {
      run<kLead>(InverseLong<kLayers, kWhole>(a, x, size, node), items<kLayers>(size));
    }
  }

 private:
  template <bool kPartialReduction>
  [[gnu::flatten, gnu::noinline]] static void forward_nodes(const A& a, Word* x, std::size_t length,
                                                            std::size_t size,
                                                            std::size_t node) noexcept {
    if (size == 4 * kBlock) {
      return run<kLead / kShort>(ForwardShort<kPartialReduction>{a, x, node}, length / size);
    }
    for (Word* last = x + length; x != last; x += size, ++node) {
      run<kLead>(ForwardLong<2, WorkingValues<A>, kPartialReduction>(a, x, {}, size, node),
                 items<2>(size));
    }
  }

  template <std::size_t kLayers>
  static constexpr std::size_t items(std::size_t length) noexcept {
    constexpr std::size_t kRows = std::size_t{1} << kLayers;
    return length / (kRows * kColumns<kRows> * A::kLanes);
  }

  // Runs the stages of a pass over items 0, ..., count - 1. A stage reads from the first-level
  // cache the result that the previous stage wrote some items ago, so that successive operations of
  // the program do not wait for each other.
  template <std::size_t kAhead, class Pass>
  static void run(const Pass& pass, std::size_t count) noexcept {
    constexpr auto kStages = std::make_index_sequence<Pass::kStages>();
    if constexpr (requires { requires A::kPassesStandOnce; }) {
      run_apart<kAhead>(pass, count, kStages);
    } else {
      run_stages<kAhead>(pass, count, kStages);
    }
  }
  template <std::size_t kAhead, class Pass, class Stages>
  [[gnu::noinline]] static void run_apart(const Pass& pass, std::size_t count,
                                          Stages stages) noexcept {
    run_stages<kAhead>(pass, count, stages);
  }
  template <std::size_t kAhead, class Pass, std::size_t... kStage>
  [[gnu::flatten]] static void run_stages(const Pass& shared, std::size_t count,
                                          std::index_sequence<kStage...>) noexcept {
    const Pass pass = shared;
    constexpr std::size_t kDelay = kAhead * (sizeof...(kStage) - 1);
    for (std::size_t i = 0; i < count + kDelay; ++i) {
      if (kStagesStandTwice<A> && i >= kDelay && i < count) {
        (pass.template stage<kStage>(i - kStage * kAhead), ...);
      } else {
        (run_where<kStage>(pass, i - kStage * kAhead, count), ...);
      }
    }
  }
  template <std::size_t kStage, class Pass>
  static void run_where(const Pass& pass, std::size_t i, std::size_t count) noexcept {
    if (i < count) pass.template stage<kStage>(i);
  }

  // The columns side by side in registers: as many as leave room for twiddles.
  template <std::size_t kRows>
  static constexpr std::size_t kColumns = kInRegisters && kRows <= 4 ? 2 : 1;

  // kLayers layers from kLayer below a node on, for columns of its words, which the first layer
  // reads from `source`: kRows vectors at equal distances.
  template <std::size_t kLayer, std::size_t kLayers, std::size_t kRows, bool kPartialReduction,
            class Source, class Item>
  [[gnu::always_inline]] static inline void forward_columns(const A& a, const Source& source,
                                                            const Item* in, Word* x,
                                                            std::size_t stride,
                                                            const Factor* roots) noexcept {
    V v[kRows][kColumns<kRows>];
    for_each_vector(v, [&](std::size_t row, std::size_t column) {
      v[row][column] = source.read(a, in + row * stride + column * A::kLanes);
      if constexpr (kPartialReduction && !kReducesAddends<A>) {
        if (row == 0) v[0][column] = a.partial_reduce(v[0][column]);
      }
    });
    forward_layers<kLayer, kLayer + kLayers, kPartialReduction>(a, v, roots);
    for_each_vector(v, [&](std::size_t row, std::size_t column) {
      a.store(v[row][column], x + row * stride + column * A::kLanes);
    });
  }
  template <std::size_t kLayer, std::size_t kEnd, bool kPartialReduction, class Vectors>
  [[gnu::always_inline]] static inline void forward_layers(const A& a, Vectors& v,
                                                           const Factor* roots) noexcept {
    if constexpr (kLayer < kEnd) {
      constexpr std::size_t kHalf = std::extent_v<Vectors> >> (kLayer + 1);
      for_each_vector(v, [&](std::size_t row, std::size_t column) {
        if (row / kHalf % 2 == 1) return;
        forward_step<kPartialReduction && kLayer % 2 == 0>(
            a, v[row][column], v[row + kHalf][column], roots[row / (2 * kHalf)]);
      });
      forward_layers<kLayer + 1, kEnd, kPartialReduction>(a, v, roots + (std::size_t{1} << kLayer));
    }
  }
  template <std::size_t kRows, std::size_t kCount, class Action>
  [[gnu::always_inline]] static inline void for_each_vector(const V (&)[kRows][kCount],
                                                            const Action& action) noexcept {
    for (std::size_t row = 0; row < kRows; ++row) {
      for (std::size_t column = 0; column < kCount; ++column) action(row, column);
    }
  }
  // The inverse of forward_columns(), from layer kLayer above the lowest on. kWhole: the node is
  // node 1, and every word has to be multiplied by 1/n. The first twiddle that a word meets here
  // includes it: `scaled`.
  template <std::size_t kLayer, std::size_t kLayers, std::size_t kRows, bool kWhole>
  [[gnu::always_inline]] static inline void inverse_columns(const A& a, Word* x, std::size_t stride,
                                                            const Factor* roots,
                                                            const Factor* scaled) noexcept {
    V v[kRows][kColumns<kRows>];
    for_each_vector(v, [&](std::size_t row, std::size_t column) {
      v[row][column] = a.load(x + row * stride + column * A::kLanes);
    });
    inverse_layers<kLayer, kLayer + kLayers, kWhole>(a, v, roots, scaled);
    constexpr bool kLast = kWhole && std::size_t{1} << (kLayer + kLayers) == kRows;
    for_each_vector(v, [&](std::size_t row, std::size_t column) {
      Word* words = x + row * stride + column * A::kLanes;
      if constexpr (kLast) {
        Ends<A>::leave_whole(a, v[row][column], words, row, kRows);
      } else {
        a.store(v[row][column], words);
      }
    });
  }
  // The twiddles of a layer stand before the twiddles of the layer below.
  template <std::size_t kLayer, std::size_t kEnd, bool kWhole, class Vectors>
  [[gnu::always_inline]] static inline void inverse_layers(const A& a, Vectors& v,
                                                           const Factor* roots,
                                                           const Factor* scaled) noexcept {
    if constexpr (kLayer < kEnd) {
      constexpr std::size_t kHalf = std::size_t{1} << kLayer;
      constexpr std::size_t kNodes = std::extent_v<Vectors> / (2 * kHalf);
      for_each_vector(v, [&](std::size_t row, std::size_t column) {
        if (row / kHalf % 2 == 1) return;
        const bool first = kWhole && row % kHalf == 0;
        const Factor& root = (first ? scaled : roots)[kNodes + row / (2 * kHalf)];
        // The layer before has multiplied every second of the groups of kHalf / 2 rows.
        inverse_step(a, v[row][column], v[row + kHalf][column], root, 2 * row / kHalf % 2 == 1);
      });
      // Two layers have only summed these values.
      if constexpr (kLayer % 2 == 1 && !(kWhole && kNodes == 1)) {
        for_each_vector(v, [&](std::size_t row, std::size_t column) {
          if (row % (2 * kHalf) == 0) v[row][column] = reduced_sum(a, v[row][column]);
        });
      }
      inverse_layers<kLayer + 1, kEnd, kWhole>(a, v, roots, scaled);
    }
  }
  // kLayers layers of one long node; an item is kColumns columns.
  template <std::size_t kLayers, class Source, bool kPartialReduction>
  struct ForwardLong {
    static constexpr std::size_t kStages = kInRegisters ? 1 : kLayers,
                                 kRows = std::size_t{1} << kLayers;
    A a;
    Word* x;
    Source source;
    std::size_t stride;
    Factor roots[kRows];  // of the layers, one after another, from 1 on

    ForwardLong(const A& arithmetic, Word* words, const Source& from, std::size_t length,
                std::size_t node) noexcept
        : a(arithmetic), x(words), source(from), stride(length / kRows) {
      for (std::size_t g = 1; g < kRows; ++g) {
        const std::size_t layer = std::bit_floor(g);
        roots[g] = forward_root(a, node * layer + (g - layer));
      }
    }
    template <std::size_t kStage>
    [[gnu::always_inline]] void stage(std::size_t item) const noexcept {
      const std::size_t at = item * kColumns<kRows> * A::kLanes;
      const Factor* of_layer = roots + (std::size_t{1} << kStage);
      constexpr std::size_t kOfStage = kLayers / kStages;
      if constexpr (kStage == 0) {
        forward_columns<0, kOfStage, kRows, kPartialReduction>(a, source, source.origin(x) + at,
                                                               x + at, stride, of_layer);
      } else {
        forward_columns<kStage, 1, kRows, false>(a, WorkingValues<A>(), x + at, x + at, stride,
                                                 of_layer);
      }
    }
  };
  // kWhole: the result is multiplied by 1/n and exported as canonical words.
  template <std::size_t kLayers, bool kWhole>
  struct InverseLong {
    static constexpr std::size_t kStages = kInRegisters ? 1 : kLayers,
                                 kRows = std::size_t{1} << kLayers;
    A a;
    Word* x;
    std::size_t stride;
    Factor roots[kRows], scaled[kWhole ? kRows : 1];

    InverseLong(const A& arithmetic, Word* words, std::size_t length, std::size_t node) noexcept
        : a(arithmetic), x(words), stride(length / kRows) {
      for (std::size_t g = 1; g < kRows; ++g) {
        const std::size_t layer = std::bit_floor(g);
        roots[g] = inverse_root(a, node * layer + (g - layer));
        if constexpr (kWhole) scaled[g] = scaled_root(a, g);
      }
    }
    template <std::size_t kStage>
    [[gnu::always_inline]] void stage(std::size_t item) const noexcept {
      Word* words = x + item * kColumns<kRows> * A::kLanes;
      inverse_columns<kStage, kLayers / kStages, kRows, kWhole>(a, words, stride, roots, scaled);
    }
  };

  // Two layers of short nodes, of kShort columns each; an item is a node.
  template <bool kPartialReduction>
  struct ForwardShort {
    static constexpr std::size_t kStages = kInRegisters ? 1 : 2;
    A a;
    Word* x;
    std::size_t first_node;

    template <std::size_t kStage>
    [[gnu::always_inline]] void stage(std::size_t i) const noexcept {
      constexpr std::size_t kOfStage = 2 / kStages;
      // The roots of the layers, one after another.
      Factor roots[3];
      const std::size_t node = first_node + i;
      if constexpr (kStage == 0) roots[0] = forward_root(a, node);
      if constexpr (kStage + kOfStage == 2) {
        for (std::size_t g = 0; g < 2; ++g) roots[1 + g] = forward_root(a, 2 * node + g);
      }
      for (std::size_t column = 0; column < kShort; column += kColumns<4>) {
        Word* words = x + i * 4 * kBlock + column * A::kLanes;
        forward_columns<kStage, kOfStage, 4, kPartialReduction && kStage == 0>(
            a, WorkingValues<A>(), words, words, kBlock, roots + kStage);
      }
    }
  };
  struct InverseShort {
    static constexpr std::size_t kStages = kInRegisters ? 1 : 2;
    A a;
    Word* x;
    std::size_t first_node;

    template <std::size_t kStage>
    [[gnu::always_inline]] void stage(std::size_t i) const noexcept {
      constexpr std::size_t kOfStage = 2 / kStages;
      Factor roots[4];
      const std::size_t node = first_node + i;
      if constexpr (kStage + kOfStage == 2) roots[1] = inverse_root(a, node);
      if constexpr (kStage == 0) {
        for (std::size_t g = 0; g < 2; ++g) roots[2 + g] = inverse_root(a, 2 * node + g);
      }
      for (std::size_t column = 0; column < kShort; column += kColumns<4>) {
        Word* words = x + i * 4 * kBlock + column * A::kLanes;
        inverse_columns<kStage, kOfStage, 4, false>(a, words, kBlock, roots, nullptr);
      }
    }
  };

  // Every kPassesPerReduction-th pass reduces partially, counted upwards from the blocks. If blocks
  // reduce partially, they are the first to do so, as pass 0; else pass 1 is the first.
  static constexpr bool partially_reduces(std::size_t size) noexcept {
    const auto number = static_cast<std::size_t>(std::countr_zero(size / kBlock)) / 2;
    constexpr std::size_t kPasses = A::kPassesPerReduction;
    return kPasses != 0 && (number + (kBlocksReduce<A> ? 0 : kPasses - 1)) % kPasses == 0;
  }
};
