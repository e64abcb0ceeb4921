// SPDX-License-Identifier: Apache-2.0
//
// The targets of row maps that are below 2^50, in double precision; row_layout.hpp bounds their
// sums. Included after narrow_sources.inl, inside the namespace of each instruction set.

// Targets that are summed together, and the vectors of each, which fill the registers. As many sums
// as possible hide the latency of their products, and a vector of y serves several targets.
constexpr std::size_t kMostTargets = HWY_TARGET == HWY_AVX3 ? 2 : 3;
template <std::size_t kTargets>
constexpr std::size_t kVectorsOf = kTargets == 1 || HWY_TARGET == HWY_AVX3 ? kVectors : 2;

// v in (-p, p), as canonical words. v is never -0: docs/decisions/0002 shows it for reductions and
// products.
void store_canonical(Vector v, Vector shift, std::uint64_t* out) noexcept {
  hn::StoreU(canonical_words(kD, v, shift), kDU, out);
}

// Words of own, of which an offset from 2^52 on is subtracted.
Vector own_word(const std::uint64_t* x, Vector offset) noexcept {
  const WordVector words = hn::Or(hn::LoadU(kDU, x), hn::BitCast(kDU, set(kTwo52)));
  return hn::Sub(hn::BitCast(kD, words), offset);
}

// The form of the result for one target. All forms other than `sums` are for a single source.
enum class Form {
  sums,        // in two parts
  residue,     // y, M being 1
  product,     // y M
  difference,  // (own - y) W, M being -W
};

struct NarrowTarget {
  // The factors of the rows that sums read: of alpha, where it is a row, and of the sources. Those
  // in `row` are A and the factors of the sources, and stay where they are.
  NarrowTarget(const RowSums::Target& t, const RowLayout& layout, const double* row)
      : modulo(t.modulus.value(), layout.spread(t.modulus)),
        shift(shift_of_negatives(modulo.p)),
        own_factor(centered(t.own_factor, t.modulus.value())),
        own_offset(kTwo52),
        quotient_factor(layout.alpha_is_row() ? 0 : centered(t.quotient_factor, t.modulus.value())),
        factors(row + (layout.alpha_is_row() ? 0 : 1)),
        form(form_of(t, layout)) {
    const Modulus& p = t.modulus;
    std::uint64_t sum = layout.constant(t);
    if (form == Form::sums) {
      // Own words less floor(p/2), so that more products fit in a sum.
      own_offset += static_cast<double>(p.value() / 2);
      sum = p.add(sum, p.multiply(p.value() / 2, t.own_factor));
    }
    constant = centered(sum, p.value());
    factor = form == Form::difference ? own_factor : factors[0];
    factor_over_p = factor / modulo.p;
  }

  static Form form_of(const RowSums::Target& t, const RowLayout& layout) noexcept {
    if (!layout.alone() || layout.rows() != 1) return Form::sums;
    const std::uint64_t m = t.factors[0];
    if (!layout.takes_own()) return m == 1 ? Form::residue : Form::product;
    return m == t.modulus.negate(t.own_factor) ? Form::difference : Form::sums;
  }

  [[nodiscard]] Vector own(const std::uint64_t* x) const noexcept {
    return own_word(x, set(own_offset));
  }

  Modulo modulo;
  double shift, own_factor, own_offset, quotient_factor, constant, factor, factor_over_p;
  const double* factors;
  Form form;
};

// The rows of one group of coefficients: the rows that sums read, `stride` apart, and alpha;
// kTargets of the result and of own.
template <std::size_t kTargets>
struct Group {
  const double* rows;
  std::size_t stride;
  const double* alpha;
  std::array<std::uint64_t*, kTargets> out;
  std::array<const std::uint64_t*, kTargets> own;  // null without
};

// Adds the products of rows `first` to `last`.
template <std::size_t kTargets>
HWY_INLINE void add_rows(Vector* high, Vector* low, const NarrowTarget* t,
                         const Group<kTargets>& group, std::size_t first,
                         std::size_t last) noexcept {
  constexpr std::size_t kWide = kVectorsOf<kTargets>;
  const double* row = group.rows + first * group.stride;
  for (std::size_t i = first; i < last; ++i, row += group.stride) {
    Vector y[kWide];
    for (std::size_t v = 0; v < kWide; ++v) y[v] = hn::LoadU(kD, row + v * kLanes);
    for (std::size_t x = 0; x < kTargets * kWide; ++x) {
      Modulo::add_product(high[x], low[x], y[x % kWide], set(t[x / kWide].factors[i]));
    }
  }
}

// The sums of kTargets targets for a whole group. kShort: they need no reduction in between, and
// one step at the end. Sums have one index, and all their products one loop, since GCC keeps arrays
// with more in memory.
template <std::size_t kTargets, bool kOwn, bool kShort>
HWY_INLINE void write_sums(const NarrowTarget* t, const Group<kTargets> group, std::size_t rows,
                           std::size_t run) noexcept {
  constexpr std::size_t kWide = kVectorsOf<kTargets>, kSums = kTargets * kWide;
  Vector high[kSums], low[kSums];
  for (std::size_t x = 0; x < kSums; ++x) {
    const NarrowTarget& target = t[x / kWide];
    high[x] = set(target.modulo.zero);
    low[x] = hn::MulAdd(hn::LoadU(kD, group.alpha + x % kWide * kLanes),
                        set(target.quotient_factor), set(target.constant));
  }
  for (std::size_t first = 0;;) {
    const std::size_t last = kShort ? rows : std::min(first + run, rows);
    add_rows(high, low, t, group, first, last);
    if (kShort || last == rows) break;
    for (std::size_t x = 0; x < kSums; ++x) {
      const Modulo modulo = t[x / kWide].modulo;
      low[x] = modulo.partial_reduce(high[x], low[x]);
      high[x] = set(modulo.zero);
    }
    first = last;
  }
  if constexpr (kOwn) {
    for (std::size_t x = 0; x < kSums; ++x) {
      const NarrowTarget& target = t[x / kWide];
      const Vector own = target.own(group.own[x / kWide] + x % kWide * kLanes);
      Modulo::add_product(high[x], low[x], own, set(target.own_factor));
    }
  }
  for (std::size_t x = 0; x < kSums; ++x) {
    const Modulo& modulo = t[x / kWide].modulo;
    low[x] = kShort ? modulo.partial_reduce_once(high[x], low[x])
                    : modulo.partial_reduce(high[x], low[x]);
  }
  for (std::size_t x = 0; x < kSums; ++x) {
    store_canonical(low[x], set(t[x / kWide].shift), group.out[x / kWide] + x % kWide * kLanes);
  }
}

// The sum of one target and few rows, for as many whole chunks of `count` coefficients as there
// are; returns their number. A scheduler sees too few of the dependent operations of a sum and its
// reduction to overlap several of them, so a chunk is summed first, then reduced. It needs no
// reduction in between, and one step at the end.
constexpr std::size_t kSummedChunk = 8 * kLanes;
template <std::size_t kRows, bool kOwn, Number kNumber>
std::size_t write_chunks(const NarrowTarget& t, const Group<1>& group, std::size_t count) noexcept {
  constexpr std::size_t kChunk = kSummedChunk;
  alignas(kCacheLine) double sums[kChunk], lows[kChunk];
  // Constants that no store changes.
  const Modulo modulo = t.modulo;
  const Vector zero = set(modulo.zero), shift = set(t.shift);
  const Vector constant = set(t.constant), quotient_factor = set(t.quotient_factor);
  const Vector own_factor = set(t.own_factor), own_offset = set(t.own_offset);
  Vector factors[kRows];
  for (std::size_t i = 0; i < kRows; ++i) factors[i] = set(t.factors[i]);

  const std::size_t whole = count / kChunk * kChunk;
  for (std::size_t c = 0; c < whole; c += kChunk) {
    for (std::size_t v = 0; v < kChunk; v += kLanes) {
      const double* row = group.rows + c + v;
      Vector high = zero;
      Vector low = hn::MulAdd(hn::LoadU(kD, group.alpha + c + v), quotient_factor, constant);
      for (std::size_t i = 0; i < kRows; ++i, row += group.stride) {
        Modulo::add_product(high, low, hn::LoadU(kD, row), factors[i]);
      }
      if constexpr (kOwn) {
        const Vector own = own_word(group.own[0] + c + v, own_offset);
        Modulo::add_product(high, low, own, own_factor);
      }
      hn::Store(hn::Sub(high, zero), kD, sums + v);
      hn::Store(low, kD, lows + v);
    }
    for (std::size_t v = 0; v < kChunk; v += kLanes) {
      const Vector r = modulo.remainder(hn::Load(kD, sums + v), hn::Load(kD, lows + v));
      if constexpr (kNumber == Number::word) {
        store_canonical(r, shift, group.out[0] + c + v);
      } else {
        hn::StoreU(hn::BitCast(kDU, r), kDU, group.out[0] + c + v);
      }
    }
  }
  wipe(sums, sizeof sums);
  wipe(lows, sizeof lows);
  return whole;
}

// A target of a single source, for a whole group.
template <Form kForm>
HWY_INLINE void write_single(const NarrowTarget& t, const Group<1>& group) noexcept {
  const Vector p = set(t.modulo.p), m = set(t.factor), m_over_p = set(t.factor_over_p);
  for (std::size_t v = 0; v < kVectors; ++v) {
    Vector y = hn::LoadU(kD, group.rows + v * kLanes);
    if constexpr (kForm == Form::difference) {
      y = hn::Sub(t.own(group.own[0] + v * kLanes), y);
    }
    y = kForm == Form::residue ? t.modulo.partial_reduce(y) : product(y, m, m_over_p, p);
    store_canonical(y, set(t.shift), group.out[0] + v * kLanes);
  }
}
