// SPDX-License-Identifier: Apache-2.0
//
// Where the words of kLanes columns of a stage stand, see Stage; included inside the namespace of
// each instruction set.

// How neighbouring columns lie in memory.
enum class Neighbours {
  of_inside,  ///< next to each other, with the same twiddles
  of_behind,  ///< next to each other, with twiddles next to each other
  apart,      ///< anywhere
  lines,      ///< each a line of memory
};

// kLanes columns, or fewer, the last of which stands for the missing ones.
struct Columns {
  Neighbours neighbours;
  std::size_t count;
  // For each: its first coefficient, the first word of its axis, and the place of its first value
  // in the tables of the axis.
  std::size_t first[kLanes], axis[kLanes], place[kLanes];

  [[nodiscard]] bool are_together() const noexcept {
    return neighbours == Neighbours::of_inside || neighbours == Neighbours::of_behind;
  }
};

// Goes through the columns of a stage.
class ColumnWalk {
 public:
  explicit ColumnWalk(const Stage& s) noexcept
      : s_(s), columns_(s.columns()), rows_behind_(s.rows() * s.behind), degree_(s.degree()) {}

  [[nodiscard]] bool done() const noexcept { return column_ >= columns_; }
  // The next columns; `lines`: the stage is of lines.
  void next(Columns& c, bool lines) noexcept {
    const bool whole = columns_ - column_ >= kLanes;
    const bool behind = s_.inside == 1 && behind_ + kLanes <= s_.behind;
    if (lines && whole) {
      next_apart(c);
      c.neighbours = Neighbours::lines;
    } else if (inside_ + kLanes <= s_.inside || behind) {
      c.neighbours = behind ? Neighbours::of_behind : Neighbours::of_inside;
      next_together(c);
    } else {
      next_apart(c);
    }
  }
  // The next kLanes columns, which are next to each other.
  void next_together(Columns& c) noexcept {
    c.count = kLanes;
    locate(c, 0);
    step(kLanes);
    column_ += kLanes;
  }
  // The next columns wherever they are.
  void next_apart(Columns& c) noexcept {
    c.neighbours = Neighbours::apart;
    c.count = std::min(kLanes, columns_ - column_);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      locate(c, lane);
      if (lane + 1 < c.count) step(1);
    }
    step(1);
    column_ += c.count;
  }

 private:
  void locate(Columns& c, std::size_t lane) const noexcept {
    c.place[lane] = before_ * rows_behind_ + behind_;
    c.axis[lane] = outside_ * degree_ * s_.inside + inside_;
    c.first[lane] = c.axis[lane] + c.place[lane] * s_.inside;
  }
  // Over `count` columns, which are of one row or one at a time.
  void step(std::size_t count) noexcept {
    if (s_.inside == 1) {
      behind_ += count;
    } else if ((inside_ += count) == s_.inside) {
      inside_ = 0;
      ++behind_;
    }
    if (behind_ != s_.behind) return;
    behind_ = 0;
    if (++before_ != s_.before) return;
    before_ = 0;
    ++outside_;
  }

  const Stage& s_;
  std::size_t columns_, rows_behind_, degree_, column_ = 0;
  std::size_t outside_ = 0, before_ = 0, behind_ = 0, inside_ = 0;
};

// Words of kLanes columns at some places: neighbours, or each where its own address and place say.
template <Neighbours kNeighbours>
class ColumnWords {
  using V = F64Lines::Vector;

 public:
  // Word j of column l stands at first[l] + offsets[step[l] + j].
  ColumnWords(const std::size_t* first, const std::size_t* offsets,
              const std::size_t* step) noexcept
      : offsets_(offsets + step[0]) {
    for (std::size_t l = 0; l < (kNeighbours == Neighbours::apart ? kLanes : 1); ++l) {
      first_[l] = first[l];
      lane_offsets_[l] = offsets + step[l];
    }
  }

  template <bool kWords>
  V read(const F64Lines& a, const std::uint64_t* memory, std::size_t j) const noexcept {
    if constexpr (kNeighbours == Neighbours::apart) {
      std::uint64_t lanes[kLanes];
      for (std::size_t l = 0; l < kLanes; ++l) lanes[l] = memory[first_[l] + lane_offsets_[l][j]];
      return kWords ? a.words_to_values(lanes) : a.from_lanes(lanes);
    } else {
      const std::uint64_t* x = memory + first_[0] + offsets_[j];
      return kWords ? a.import_words(x) : a.load(reinterpret_cast<const double*>(x));
    }
  }
  template <bool kWords>
  void write(const F64Lines& a, V v, std::uint64_t* memory, std::size_t j,
             std::size_t count) const noexcept {
    if constexpr (kNeighbours == Neighbours::apart) {
      alignas(64) std::uint64_t lanes[kLanes];
      store<kWords>(a, v, lanes);
      for (std::size_t l = 0; l < count; ++l) memory[first_[l] + lane_offsets_[l][j]] = lanes[l];
    } else {
      store<kWords>(a, v, memory + first_[0] + offsets_[j]);
    }
  }

 private:
  template <bool kWords>
  static void store(const F64Lines& a, V v, std::uint64_t* x) noexcept {
    kWords ? a.export_words(v, x) : a.store(v, reinterpret_cast<double*>(x));
  }

  std::size_t first_[kLanes];
  const std::size_t* offsets_;
  const std::size_t* lane_offsets_[kLanes];
};

// The twiddles of some columns.
template <Neighbours kNeighbours>
F64Lines::Vector twiddle(const F64Lines& a, const Columns& c, const double* twiddles,
                         std::size_t at) noexcept {
  if constexpr (kNeighbours == Neighbours::of_inside) {
    return a.set(twiddles[c.place[0] + at]);
  } else if constexpr (kNeighbours == Neighbours::of_behind) {
    return a.load(twiddles + c.place[0] + at);
  } else {
    std::uint64_t lanes[kLanes];
    for (std::size_t l = 0; l < kLanes; ++l) {
      lanes[l] = std::bit_cast<std::uint64_t>(twiddles[c.place[l] + at]);
    }
    return a.from_lanes(lanes);
  }
}

// kLanes vectors as a square matrix, transposed.
[[gnu::always_inline]] inline void transpose_lanes(F64Lines::Vector (&v)[kLanes]) noexcept {
  using Transpositions = TranspositionsOf<hn::FixedTag<double, kLanes>>;
  for (std::size_t i = 0; i < kLanes; i += 2) Transpositions::template transpose<1>(v[i], v[i + 1]);
  if constexpr (kLanes >= 4) {
    for (std::size_t i = 0; i < kLanes; ++i) {
      if (i % 4 < 2) Transpositions::template transpose<2>(v[i], v[i + 2]);
    }
  }
  if constexpr (kLanes == 8) {
    for (std::size_t i = 0; i < 4; ++i) Transpositions::template transpose<4>(v[i], v[i + 4]);
  }
}
