// SPDX-License-Identifier: Apache-2.0
//
// Where the words of kLanes columns of a stage stand, see Stage; included inside the namespace of
// each instruction set.

// How neighbouring columns lie in memory.
enum class Neighbours {
  of_inside,  ///< next to each other, with the same twiddles
  of_behind,  ///< next to each other, with twiddles next to each other
  apart,      ///< anywhere
};

// kLanes columns, or fewer, the last of which stands for the missing ones.
struct Columns {
  Neighbours neighbours;
  std::size_t count;
  // For each: its first word before and after values move, and the place of its first value in the
  // tables of its axis.
  std::size_t first[kLanes], moved[kLanes], place[kLanes];
};

// Goes through the columns of a stage.
class ColumnWalk {
 public:
  explicit ColumnWalk(const Stage& s) noexcept : s_(s), columns_(s.columns()) {}

  [[nodiscard]] bool done() const noexcept { return column_ >= columns_; }
  Columns next() noexcept {
    Columns c;
    c.count = std::min(kLanes, columns_ - column_);
    if (c.count == kLanes && inside_ + kLanes <= s_.inside) {
      c.neighbours = Neighbours::of_inside;
    } else if (c.count == kLanes && s_.inside == 1 && behind_ + kLanes <= s_.behind) {
      c.neighbours = Neighbours::of_behind;
    } else {
      c.neighbours = Neighbours::apart;
    }
    if (c.neighbours == Neighbours::apart) return next_apart();
    locate(c, 0);
    step(kLanes);
    column_ += kLanes;
    return c;
  }
  // The next columns wherever they are.
  Columns next_apart() noexcept {
    Columns c;
    c.neighbours = Neighbours::apart;
    c.count = std::min(kLanes, columns_ - column_);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      locate(c, lane);
      if (lane + 1 < c.count) step(1);
    }
    step(1);
    column_ += c.count;
    return c;
  }

 private:
  void locate(Columns& c, std::size_t lane) const noexcept {
    const std::size_t rows = s_.rows();
    c.place[lane] = before_ * rows * s_.behind + behind_;
    c.moved[lane] = outside_ * s_.degree() * s_.inside + inside_;
    c.first[lane] = c.moved[lane] + c.place[lane] * s_.inside;
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
  std::size_t columns_, column_ = 0;
  std::size_t outside_ = 0, before_ = 0, behind_ = 0, inside_ = 0;
};

// The values of some columns in the memory of a transform: doubles, or canonical words where a
// transform begins or ends.
template <Neighbours kNeighbours>
class ColumnMemory {
  using V = F64Lines::Vector;

 public:
  ColumnMemory(const F64Lines& a, const StageConstants& c, const Columns& columns) noexcept
      : a_(a),
        columns_(columns),
        to_(c.to.data()),
        behind_(c.stage.behind),
        inside_(c.stage.inside) {}

  // Row j where coefficients are, or where values go.
  std::size_t coefficient(std::size_t lane, std::size_t j) const noexcept {
    return columns_.first[lane] + j * behind_ * inside_;
  }
  std::size_t value(std::size_t lane, std::size_t j) const noexcept {
    return columns_.moved[lane] + std::size_t{to_[columns_.place[lane] + j * behind_]} * inside_;
  }

  template <bool kValues>
  V read(const std::uint64_t* memory, bool words, std::size_t j) const noexcept {
    if constexpr (kNeighbours == Neighbours::apart) {
      alignas(64) std::uint64_t lanes[kLanes];
      for (std::size_t l = 0; l < kLanes; ++l) lanes[l] = memory[at<kValues>(l, j)];
      return load(lanes, words);
    } else {
      return load(memory + at<kValues>(0, j), words);
    }
  }
  template <bool kValues>
  void write(std::uint64_t* memory, bool words, std::size_t j, V v) const noexcept {
    if constexpr (kNeighbours == Neighbours::apart) {
      alignas(64) std::uint64_t lanes[kLanes];
      store(v, lanes, words);
      for (std::size_t l = 0; l < columns_.count; ++l) memory[at<kValues>(l, j)] = lanes[l];
    } else {
      store(v, memory + at<kValues>(0, j), words);
    }
  }
  V twiddle(const double* twiddles, std::size_t j) const noexcept {
    if constexpr (kNeighbours == Neighbours::of_inside) {
      return a_.set(twiddles[columns_.place[0] + j * behind_]);
    } else if constexpr (kNeighbours == Neighbours::of_behind) {
      return a_.load(twiddles + columns_.place[0] + j * behind_);
    } else {
      alignas(64) double lanes[kLanes];
      for (std::size_t l = 0; l < kLanes; ++l) {
        lanes[l] = twiddles[columns_.place[l] + j * behind_];
      }
      return a_.load(lanes);
    }
  }

 private:
  template <bool kValues>
  std::size_t at(std::size_t lane, std::size_t j) const noexcept {
    return kValues ? value(lane, j) : coefficient(lane, j);
  }
  V load(const std::uint64_t* x, bool words) const noexcept {
    return words ? a_.import_words(x) : a_.load(reinterpret_cast<const double*>(x));
  }
  void store(V v, std::uint64_t* x, bool words) const noexcept {
    words ? a_.export_words(v, x) : a_.store(v, reinterpret_cast<double*>(x));
  }

  const F64Lines& a_;
  const Columns& columns_;
  const std::uint32_t* to_;
  std::size_t behind_, inside_;
};
