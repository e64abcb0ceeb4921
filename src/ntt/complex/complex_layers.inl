// SPDX-License-Identifier: Apache-2.0
//
// Layers of butterflies on complex numbers in double precision or in single precision, with the
// blocks of a layer side by side in memory. Two layers share their loads. When blocks are as short
// as a vector, groups of them are read so that each lane has a block of its own. Included by
// complex_transform_simd.cpp for each instruction set.

template <class Real>
constexpr std::size_t kLanes = HWY_MAX_BYTES / sizeof(Real);
template <class Real>
constexpr hn::FixedTag<Real, kLanes<Real>> kReals;
template <class Real>
using Reals = hn::Vec<decltype(kReals<Real>)>;
// The places of numbers are integers of their width.
template <class Real>
constexpr hn::RebindToSigned<hn::FixedTag<Real, kLanes<Real>>> kPlaces;
template <class Real>
using Places = hn::Vec<decltype(kPlaces<Real>)>;

// 0, step, 2 step and so on.
template <class Real>
Places<Real> multiples(std::size_t step) noexcept {
  using Place = hn::TFromD<decltype(kPlaces<Real>)>;
  return hn::Mul(hn::Iota(kPlaces<Real>, 0), hn::Set(kPlaces<Real>, static_cast<Place>(step)));
}

template <class Real>
struct Complex {
  Reals<Real> re, im;
};

template <class Real>
Complex<Real> add(const Complex<Real>& a, const Complex<Real>& b) noexcept {
  return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)};
}
template <class Real>
Complex<Real> sub(const Complex<Real>& a, const Complex<Real>& b) noexcept {
  return {hn::Sub(a.re, b.re), hn::Sub(a.im, b.im)};
}
template <class Real>
Complex<Real> multiply(const Complex<Real>& a, const Complex<Real>& w) noexcept {
  return {hn::Sub(hn::Mul(a.re, w.re), hn::Mul(a.im, w.im)),
          hn::Add(hn::Mul(a.re, w.im), hn::Mul(a.im, w.re))};
}
template <class Real>
Complex<Real> conjugate(const Complex<Real>& w) noexcept {
  return {w.re, hn::Neg(w.im)};
}

// (u, v) becomes (u + w v, u - w v), and the inverse of that up to a factor of 2.
template <class Real>
void butterfly(Complex<Real>& u, Complex<Real>& v, const Complex<Real>& w) noexcept {
  const Complex<Real> x = multiply(v, w);
  v = sub(u, x);
  u = add(u, x);
}
template <class Real>
void inverse_butterfly(Complex<Real>& u, Complex<Real>& v, const Complex<Real>& w) noexcept {
  const Complex<Real> x = sub(u, v);
  u = add(u, v);
  v = multiply(x, conjugate(w));
}

// The numbers in memory.
template <class Real>
class Words {
 public:
  explicit Words(ComplexWordsOf<Real>& a) noexcept : re_(a.re()), im_(a.im()), size_(a.size()) {}
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] Complex<Real> load(std::size_t i) const noexcept {
    return {hn::LoadU(kReals<Real>, re_ + i), hn::LoadU(kReals<Real>, im_ + i)};
  }
  void store(std::size_t i, const Complex<Real>& x) const noexcept {
    hn::StoreU(x.re, kReals<Real>, re_ + i);
    hn::StoreU(x.im, kReals<Real>, im_ + i);
  }
  // Every number from i on whose place is a multiple of the number of lanes.
  [[nodiscard]] Complex<Real> load_spread(std::size_t i) const noexcept {
    const Places<Real> places = multiples<Real>(kLanes<Real>);
    return {hn::GatherIndex(kReals<Real>, re_ + i, places),
            hn::GatherIndex(kReals<Real>, im_ + i, places)};
  }
  void store_spread(std::size_t i, const Complex<Real>& x) const noexcept {
    const Places<Real> places = multiples<Real>(kLanes<Real>);
    hn::ScatterIndex(x.re, kReals<Real>, re_ + i, places);
    hn::ScatterIndex(x.im, kReals<Real>, im_ + i, places);
  }

 private:
  Real *re_, *im_;
  std::size_t size_;
};

// The roots of one block, and of blocks `step` apart, a lane each.
template <class Real>
class Roots {
 public:
  explicit Roots(const ComplexRootsOf<Real>& roots) noexcept : re_(roots.re()), im_(roots.im()) {}
  [[nodiscard]] Complex<Real> of(std::size_t block) const noexcept {
    return {hn::Set(kReals<Real>, re_[block]), hn::Set(kReals<Real>, im_[block])};
  }
  [[nodiscard]] Complex<Real> spread(std::size_t block, std::size_t step) const noexcept {
    const Places<Real> places = multiples<Real>(step);
    return {hn::GatherIndex(kReals<Real>, re_ + block, places),
            hn::GatherIndex(kReals<Real>, im_ + block, places)};
  }

 private:
  const Real *re_, *im_;
};

// The place of the first block of a layer with so many blocks: x^size - i is block 2 of 4 blocks.
std::size_t first_block(std::size_t blocks) noexcept { return 2 * blocks; }

// The layer with these halves of blocks, in one direction.
template <auto kButterfly, class Real>
void layer(const Words<Real>& a, const Roots<Real>& roots, std::size_t half,
           std::size_t blocks) noexcept {
  for (std::size_t block = 0; block < blocks; ++block) {
    const Complex<Real> w = roots.of(first_block(blocks) + block);
    for (std::size_t i = 2 * half * block; i < 2 * half * block + half; i += kLanes<Real>) {
      Complex<Real> u = a.load(i), v = a.load(i + half);
      kButterfly(u, v, w);
      a.store(i, u);
      a.store(i + half, v);
    }
  }
}

// The layer with these halves of blocks, and the next one.
template <class Real>
void two_layers(const Words<Real>& a, const Roots<Real>& roots, std::size_t half,
                std::size_t blocks) noexcept {
  const std::size_t quarter = half / 2;
  for (std::size_t block = 0; block < blocks; ++block) {
    const Complex<Real> w = roots.of(first_block(blocks) + block);
    const std::size_t next = first_block(2 * blocks) + 2 * block;
    const Complex<Real> low = roots.of(next), high = roots.of(next + 1);
    for (std::size_t i = 2 * half * block; i < 2 * half * block + quarter; i += kLanes<Real>) {
      std::array<Complex<Real>, 4> x{a.load(i), a.load(i + quarter), a.load(i + half),
                                     a.load(i + half + quarter)};
      butterfly(x[0], x[2], w);
      butterfly(x[1], x[3], w);
      butterfly(x[0], x[1], low);
      butterfly(x[2], x[3], high);
      for (std::size_t k = 0; k < 4; ++k) a.store(i + k * quarter, x[k]);
    }
  }
}

// As many blocks of kLanes numbers as lanes: number i of each block in vector i.
template <class Real>
using Group = std::array<Complex<Real>, kLanes<Real>>;

// A layer of a group, where each lane has so many blocks.
template <auto kButterfly, class Real>
void group_layer(Group<Real>& x, const Roots<Real>& roots, std::size_t size, std::size_t group,
                 std::size_t half, std::size_t of_lane) noexcept {
  const std::size_t lanes = kLanes<Real>;
  const std::size_t first = first_block(size / lanes * of_lane) + group * lanes * of_lane;
  for (std::size_t b = 0; b < of_lane; ++b) {
    const Complex<Real> w = roots.spread(first + b, of_lane);
    for (std::size_t i = 2 * half * b; i < 2 * half * b + half; ++i) {
      kButterfly(x[i], x[i + half], w);
    }
  }
}

template <class Real>
constexpr std::size_t kGroupSize = kLanes<Real> * kLanes<Real>;

template <class Real>
void transform(ComplexWordsOf<Real>& numbers, const ComplexRootsOf<Real>& table) noexcept {
  constexpr std::size_t lanes = kLanes<Real>;
  const Words<Real> a(numbers);
  const Roots<Real> roots(table);
  std::size_t half = a.size() / 2, blocks = 1;
  for (; half >= 2 * lanes; half /= 4, blocks *= 4) two_layers(a, roots, half, blocks);
  if (half >= lanes) layer<butterfly<Real>>(a, roots, half, blocks);
  for (std::size_t group = 0; group < a.size() / kGroupSize<Real>; ++group) {
    const std::size_t begin = group * kGroupSize<Real>;
    Group<Real> x;
    for (std::size_t i = 0; i < lanes; ++i) x[i] = a.load_spread(begin + i);
    for (std::size_t within = lanes / 2, of_lane = 1; within > 0; within /= 2, of_lane *= 2) {
      group_layer<butterfly<Real>, Real>(x, roots, a.size(), group, within, of_lane);
    }
    for (std::size_t i = 0; i < lanes; ++i) a.store(begin + i * lanes, x[i]);
  }
}

// The largest square of the magnitude of a number.
template <class Real>
Real largest_square_of(ComplexWordsOf<Real>& numbers) noexcept {
  const Words<Real> a(numbers);
  Reals<Real> largest = hn::Zero(kReals<Real>);
  for (std::size_t i = 0; i < a.size(); i += kLanes<Real>) {
    const Complex<Real> x = a.load(i);
    largest = hn::Max(largest, hn::Add(hn::Mul(x.re, x.re), hn::Mul(x.im, x.im)));
  }
  return hn::GetLane(hn::MaxOfLanes(kReals<Real>, largest));
}
