// SPDX-License-Identifier: Apache-2.0
//
// Stages of long primes: a convolution of one column after the other, on canonical words.

// Canonical words for the first and the last layer.
class WordsAt {
 public:
  WordsAt(const F64Lines& a, std::uint64_t* x) : a_(a), x_(x) {}
  F64Lines::Vector load(std::size_t i) const noexcept { return a_.import_words(x_ + i); }
  void store(F64Lines::Vector v, std::size_t i) const noexcept { a_.export_words(v, x_ + i); }

 private:
  const F64Lines& a_;
  std::uint64_t* x_;
};

class RowRun {
  using Word = std::uint64_t;

 public:
  RowRun(const F64Lines& a, const StageConstants& c, const StageMemory& memory,
         const Modulus& p) noexcept
      : a_(a),
        c_(c),
        memory_(memory),
        p_(p),
        prime_(c.stage.prime),
        scale_(backward_scale(c, p)),
        row_(reinterpret_cast<Word*>(memory.scratch)) {}

  // Where a column's coefficients and values begin, and its entries in the tables of the axis.
  struct Column {
    std::size_t first, values, moves, place;
  };
  template <bool kBackward>
  void run(const Column& column) const noexcept {
    const bool line = c_.stage.is_of_lines();
    if constexpr (kBackward) {
      line ? line_backward_from_memory(column) : backward(column);
    } else {
      line ? line_forward_from_memory(column) : forward(column);
    }
  }

 private:
  static Word backward_scale(const StageConstants& c, const Modulus& p) noexcept {
    return c.scale < 0 ? p.value() - static_cast<Word>(-c.scale) : static_cast<Word>(c.scale);
  }

  // A column that is a line of memory: values stand in the order of the convolution. There the
  // words of values are used in falling order, but for the first one.
  void line_forward_from_memory(const Column& column) const noexcept {
    memory_.words_in ? line_forward<true>(column) : line_forward<false>(column);
  }
  template <bool kWords>
  void line_forward(const Column& column) const noexcept {
    const Word* in = memory_.in + column.first;
    const std::uint32_t* powers = c_.powers.data();
    const std::size_t period = prime_ - 1;
    clear();
    row_[0] = word_as<kWords>(in[1]);
    for (std::size_t a = 1; a < period; ++a) {
      // i = p - 1 has no coefficient; the word that stands there instead is cleared below.
      row_[period - a] = word_as<kWords>(in[powers[a] == period ? 0 : powers[a]]);
    }
    row_[c_.places_in[period]] = 0;
    const Word x0 = word_as<kWords>(in[0]);
    convolve();
    leave_line(memory_.out + column.first, x0);
  }
  void leave_line(Word* out, Word summand) const noexcept {
    const auto same = a_.set_words(summand);
    const std::size_t period = prime_ - 1;
    std::size_t b = 0;
    for (; b + kLanes <= period; b += kLanes) {
      const auto sum = a_.F64Words::add(a_.load_words(row_ + b), same);
      if (memory_.words_out) {
        a_.store_words(sum, out + b);
      } else {
        a_.store(a_.words_as_values(sum), reinterpret_cast<double*>(out + b));
      }
    }
    for (; b < period; ++b) leave(out + b, p_.add(row_[b], summand));
  }
  void line_backward_from_memory(const Column& column) const noexcept {
    memory_.words_in ? line_backward<true>(column) : line_backward<false>(column);
  }
  template <bool kWords>
  void line_backward(const Column& column) const noexcept {
    const Word* in = memory_.in + column.first;
    Word* out = memory_.out + column.first;
    const std::size_t period = prime_ - 1;
    clear();
    Word total = 0;
    // Sums of so many words below 2^50 are below 2^63.
    constexpr std::size_t kSummands = std::size_t{1} << 13;
    for (std::size_t first = 0; first < period; first += kSummands) {
      Word sum = 0;
      for (std::size_t b = first; b < std::min(period, first + kSummands); ++b) {
        const Word x = word_as<kWords>(in[b]);
        row_[b == 0 ? 0 : period - b] = x;
        sum += x;
      }
      total = p_.add(total, p_.reduce(sum));
    }
    convolve();
    const std::uint32_t* places = c_.places_out.data();
    const Word common = p_.negate(row_[places[period]]);
    leave(out, p_.add(p_.multiply(total, scale_), common));
    if (memory_.words_out) {
      for (std::size_t i = 1; i < period; ++i) out[i] = p_.add(row_[places[i]], common);
    } else {
      for (std::size_t i = 1; i < period; ++i) {
        out[i] = std::bit_cast<Word>(value_of(p_.add(row_[places[i]], common)));
      }
    }
  }
  template <bool kWords>
  Word word_as(Word x) const noexcept {
    return kWords ? x : word_of(std::bit_cast<double>(x));
  }
  Word word_at(const Word* in, std::size_t i) const noexcept {
    return memory_.words_in ? in[i] : word_of(std::bit_cast<double>(in[i]));
  }
  void leave(Word* out, Word x) const noexcept {
    *out = memory_.words_out ? x : std::bit_cast<Word>(value_of(x));
  }

  void forward(const Column& column) const noexcept {
    const bool first = c_.stage.first;
    const Word x0 = read(coefficient(column, 0));
    Word total = x0;
    clear();
    for (std::size_t i = 1; i < c_.stage.rows(); ++i) {
      const Word x = read(coefficient(column, i));
      row_[c_.places_in[i]] = x;
      total = p_.add(total, x);
    }
    if (first) row_[c_.places_in[prime_ - 1]] = 0;
    convolve();
    if (!first) write(value(column, 0), twisted(total, column, 0));
    for (std::size_t j = 1; j < prime_; ++j) {
      const std::size_t row = first ? j - 1 : j;
      const Word sum = p_.add(x0, row_[c_.places_out[j]]);
      write(value(column, row), twisted(sum, column, row));
    }
  }
  void backward(const Column& column) const noexcept {
    const bool first = c_.stage.first;
    const Word x0 = first ? 0 : twisted(read(value(column, 0)), column, 0);
    Word total = x0;
    clear();
    for (std::size_t j = 1; j < prime_; ++j) {
      const std::size_t row = first ? j - 1 : j;
      const Word x = twisted(read(value(column, row)), column, row);
      row_[c_.places_in[j]] = x;
      total = p_.add(total, x);
    }
    convolve();
    // The common summand of all rows: less the coefficient of w^(p-1), or X_0.
    const Word common =
        first ? p_.negate(row_[c_.places_out[prime_ - 1]]) : p_.multiply(x0, scale_);
    const Word mean = p_.multiply(total, scale_);
    write(coefficient(column, 0), first ? p_.add(mean, common) : mean);
    for (std::size_t i = 1; i < c_.stage.rows(); ++i) {
      write(coefficient(column, i), p_.add(row_[c_.places_out[i]], common));
    }
  }

  // The convolution by one cyclic transform of a power of two, or three below a first layer of
  // three: the upper third is zero before, and nobody asks for it afterwards.
  void convolve() const noexcept {
    const std::size_t tree = c_.length / c_.trees.size();
    const F64Lines a = a_;
    if (tree != c_.length) split_in_thirds(a, WordsAt(a, row_), tree, a.set(c_.third_root));
    for (std::size_t k = 0; k < c_.trees.size(); ++k) {
      c_.trees[k].convolve_transformed(row_ + k * tree, c_.kernel.data() + k * tree);
    }
    if (tree != c_.length) join_thirds(a, WordsAt(a, row_), tree, a.set(c_.third_root));
  }

  std::size_t coefficient(const Column& column, std::size_t j) const noexcept {
    return column.first + c_.coefficients[j];
  }
  std::size_t value(const Column& column, std::size_t j) const noexcept {
    return column.values + c_.values[column.moves + j];
  }
  void clear() const noexcept { std::fill(row_ + prime_ - 1, row_ + c_.length, Word{0}); }
  Word twisted(Word x, const Column& column, std::size_t row) const noexcept {
    if (c_.twiddles.size() == 0) return x;
    return p_.multiply(x, word_of(c_.twiddles[column.place + row * c_.stage.behind]));
  }
  Word read(std::size_t at) const noexcept { return word_at(memory_.in, at); }
  void write(std::size_t at, Word x) const noexcept { leave(memory_.out + at, x); }
  // Between words and values of at most p in magnitude. In constant time.
  Word word_of(double x) const noexcept {
    const auto integer = static_cast<std::int64_t>(x);
    return static_cast<Word>(integer + ((integer >> 63) & static_cast<std::int64_t>(p_.value())));
  }
  double value_of(Word x) const noexcept {
    return static_cast<double>(static_cast<std::int64_t>(x));
  }

  const F64Lines& a_;
  const StageConstants& c_;
  const StageMemory& memory_;
  const Modulus& p_;
  std::size_t prime_;
  Word scale_;
  Word* row_;
};

template <bool kBackward>
void StageRun::run_rows() const noexcept {
  const RowRun run(a_, c_, memory_, p_);
  const bool moves = c_.stage.moves();
  Columns columns;
  for (ColumnWalk walk(c_.stage); !walk.done();) {
    walk.next_apart(columns);
    for (std::size_t l = 0; l < columns.count; ++l) {
      run.run<kBackward>({columns.first[l], moves ? columns.axis[l] : columns.first[l],
                          moves ? columns.place[l] : 0, columns.place[l]});
    }
  }
}
