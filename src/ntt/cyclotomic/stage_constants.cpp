// SPDX-License-Identifier: Apache-2.0
#include "ntt/cyclotomic/stage_constants.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "lath/arith/roots.hpp"
#include "ntt/transform_makers.hpp"

namespace lath::detail {

double centered(const Modulus& p, std::uint64_t x) {
  return x > p.value() / 2 ? -static_cast<double>(p.value() - x) : static_cast<double>(x);
}

std::array<std::uint64_t, 3> factors_of_two(const Modulus& p, std::uint64_t k0, std::uint64_t k1,
                                            std::uint64_t r) {
  return {k0, p.subtract(k1, k0), p.subtract(p.multiply(r, k1), k0)};
}

namespace {

// Where there are few columns, most lanes of a vector would compute nothing.
constexpr std::size_t kFewColumns = 2;

SumsBy choose(const Stage& stage) {
  const std::uint64_t prime = stage.prime;
  if (prime == 2) return SumsBy::tree;
  if (prime <= 5) return SumsBy::few_products;
  if (prime == 11) return SumsBy::eleven;
  const std::size_t length = convolution_length(prime);
  if (length == 1) return SumsBy::halves;
  const bool columns = length <= kLongestColumn && stage.columns() > kFewColumns;
  return columns ? SumsBy::columns : SumsBy::rows;
}

// root^brv(k) for the nodes k of a tree with `leaves` leaves, brv the reversal of log2(leaves)
// bits.
Buffer<double> tree_factors(const Modulus& p, std::uint64_t root, std::size_t leaves) {
  const auto slots = SlotMap::bit_reversed(leaves, leaves);
  Buffer<double> factors(leaves);
  for (std::size_t k = 1; k < leaves; ++k) {
    factors[k] = centered(p, p.pow_vartime(root, slots.exponent(k)));
  }
  return factors;
}

// The tree of x^n - 1, or the three of x^n - z^(n k), z of order 3n, for convolutions of n or 3n
// words, n a power of two. Node 1 of each stands for that, and the children of one that stands for
// x^2l - z^2e for x^l - z^e and x^l + z^e.
struct Trees {
  Trees(const Modulus& modulus, std::size_t length)
      : p(modulus),
        leaves(length % 3 == 0 ? length / 3 : length),
        z(least_primitive_root(p, length)),
        third(p.pow_vartime(z, leaves)) {}

  // z^e for each node of tree k; 1 for the node 0 that there is not.
  [[nodiscard]] std::vector<std::uint64_t> nodes(std::size_t k) const {
    const bool three = third != 1;
    const std::size_t length = three ? 3 * leaves : leaves;
    std::vector<std::size_t> exponents(2 * leaves, leaves * k);
    std::vector<std::uint64_t> result(leaves, 1);
    for (std::size_t node = 1; node < leaves; ++node) {
      const std::size_t e = exponents[node] / 2;
      exponents[2 * node] = e;
      exponents[2 * node + 1] = e + length / 2;
      result[node] = p.pow_vartime(z, e);
    }
    return result;
  }
  // The nodes as the constants of a transform.
  [[nodiscard]] Roots roots(std::size_t k) const {
    auto forward = nodes(k), inverse = forward;
    for (std::uint64_t& x : inverse) x = p.inverse_vartime(x);
    return {leaves,
            p,
            {.convolution = Convolution::cyclic},
            z,
            p.inverse_vartime(leaves),
            std::move(forward),
            std::move(inverse)};
  }

  const Modulus& p;
  std::size_t leaves;
  std::uint64_t z, third;
};

class Maker {
 public:
  Maker(StageConstants& c, const Modulus& p, std::uint64_t root, std::uint64_t scale)
      : c_(c), p_(p), scale_(scale), powers_(c.stage.prime, 1) {
    for (std::size_t i = 1; i < powers_.size(); ++i) {
      powers_[i] = p_.multiply(powers_[i - 1], root);
    }
  }

  void few_products() {
    const std::uint64_t quarter = p_.multiply(half(), half());
    if (c_.stage.prime == 3) {
      // Besides (w^2 - w) / 3 backward, w in both directions: backward, powers_ belongs to 1/w.
      const bool backward = scale_ != p_.reduce(1);
      c_.factors = doubles({cosine(1), sine(1), p_.add(sine(1), sine(1)), power(backward ? 2 : 1)});
    } else {
      // E_1, E_2 = -(s_1 + s_2)/4 -+ ..., O_1 = d_1 S_1 + d_2 S_2, O_2 = d_1 S_2 - d_2 S_1.
      c_.factors = doubles({p_.negate(p_.multiply(quarter, scale_)),
                            p_.multiply(half(), p_.subtract(cosine(1), cosine(2))), sine(1),
                            p_.add(sine(1), sine(2)), p_.subtract(sine(2), sine(1))});
    }
  }
  // The factors of ElevenSums: with k_c = (w^i + w^-i) / 2, i = 2^c, or (-1)^c (w^i - w^-i) / 2, of
  // the blocks B, A - B and C - B in the matrix with the rows A, B and B, C, and the sum of all
  // k_c.
  void eleven() {
    std::vector<std::uint64_t> words;
    for (const bool sines : {false, true}) {
      std::uint64_t k[7];
      for (std::size_t c = 0; c < 7; ++c) {
        const std::uint64_t i = std::uint64_t{1} << c;
        k[c] = !sines ? cosine(i) : c % 2 == 0 ? sine(i) : p_.negate(sine(i));
      }
      const auto add_block = [&](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
        words.insert(words.end(), {b, p_.subtract(a, b), p_.subtract(c, b)});
      };
      add_block(k[2], k[3], k[4]);
      add_block(p_.subtract(k[0], k[2]), p_.subtract(k[1], k[3]), p_.subtract(k[2], k[4]));
      add_block(p_.subtract(k[4], k[2]), p_.subtract(k[5], k[3]), p_.subtract(k[6], k[4]));
      std::uint64_t sum = 0;
      for (std::size_t c = 0; c < 5; ++c) sum = p_.add(sum, k[c]);
      words.push_back(sum);
    }
    c_.factors = doubles(words);
  }
  void halves() {
    const std::size_t h = (c_.stage.prime - 1) / 2;
    const int bits = half_bits(p_.value());
    c_.factors = Buffer<double>(6 * h * h);
    double* out = c_.factors.data();
    for (const bool sines : {false, true}) {
      for (std::size_t first = 0; first < h; first += 2) {
        for (std::size_t i = 1; i <= h; ++i) {
          for (std::size_t k = 1; k <= std::min<std::size_t>(2, h - first); ++k, out += 3) {
            const std::uint64_t j = first + k;
            const double x = centered(p_, sines ? sine(i * j) : cosine(i * j));
            out[1] = std::nearbyint(std::ldexp(x, -bits));
            out[0] = x - std::ldexp(out[1], bits);
            out[2] = out[0] + out[1];
          }
        }
      }
    }
  }
  // Word c of the kernel goes with the distance c, or c - length, of two places.
  std::vector<std::uint64_t> kernel() const {
    const auto g = powers_of_generator(c_.stage.prime);
    const std::size_t period = g.size();
    std::vector<std::uint64_t> kernel(c_.length, 0);
    for (std::size_t c = 0; c < period; ++c) {
      kernel[c] = p_.multiply(power(g[c]), scale_);
      if (c != 0) kernel[c_.length - c] = p_.multiply(power(g[period - c]), scale_);
    }
    return kernel;
  }
  // For columns. Their trees stand one after another.
  void columns() {
    const std::size_t length = c_.length;
    const Trees trees(p_, length);
    const std::size_t n = trees.leaves;
    std::vector<std::uint64_t> transformed = split(kernel(), trees);
    // Sums come from all layers but the last one with this factor.
    const std::uint64_t scale = p_.inverse_vartime(p_.reduce(length / 2));
    c_.factors = Buffer<double>(2 * length + length / 2 * 3 + 1);
    double* out = c_.factors.data() + 2 * length;
    for (std::size_t first = 0; first < length; first += n) {
      const auto roots = trees.nodes(first / n);
      for (std::size_t i = 0; i < n; ++i) {
        c_.factors[first + i] = centered(p_, roots[i]);
        c_.factors[length + first + i] = centered(p_, p_.inverse_vartime(roots[i]));
      }
      const auto x = std::span(transformed).subspan(first, n);
      transform(x, roots);
      for (std::size_t i = 0; i < n; i += 2) {
        const std::uint64_t root = roots[n / 4 + i / 4];
        const std::uint64_t r = i % 4 == 0 ? root : p_.negate(root);
        for (const std::uint64_t k :
             factors_of_two(p_, p_.multiply(x[i], scale), p_.multiply(x[i + 1], scale), r)) {
          *out++ = centered(p_, k);
        }
      }
    }
    *out = centered(p_, trees.third);
  }
  // For rows, by the transforms that rings have.
  void rows(Kernel by) {
    const Trees trees(p_, c_.length);
    const std::size_t n = trees.leaves, count = c_.length / n;
    c_.third_root = centered(p_, trees.third);
    c_.kernel = split(kernel(), trees);
    const std::uint64_t inverse_count = p_.inverse_vartime(count);
    for (std::uint64_t& x : c_.kernel) x = p_.multiply(x, inverse_count);
    for (std::size_t k = 0; k < count; ++k) {
      c_.trees.emplace_back(by.family == Family::i52 ? make_i52(trees.roots(k), by.isa)
                                                     : make_f64(trees.roots(k), by.isa));
      c_.trees.back().forward(c_.kernel.data() + k * n);
    }
    c_.powers = powers_of_generator(c_.stage.prime);
  }

 private:
  // A polynomial modulo the polynomial of each tree.
  std::vector<std::uint64_t> split(std::vector<std::uint64_t> x, const Trees& trees) const {
    const std::size_t n = trees.leaves;
    if (x.size() == n) return x;
    const std::uint64_t w[] = {1, trees.third, p_.multiply(trees.third, trees.third)};
    const auto parts = x;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::size_t k = i / n, at = i % n;
      x[i] = p_.add(parts[at], p_.add(p_.multiply(parts[n + at], w[k]),
                                      p_.multiply(parts[2 * n + at], w[2 * k % 3])));
    }
    return x;
  }
  // Transforms x by one tree, without its last layer.
  void transform(std::span<std::uint64_t> x, const std::vector<std::uint64_t>& roots) const {
    const std::size_t n = x.size();
    for (std::size_t half = n / 2, node = 1; half != 1; half /= 2, node *= 2) {
      for (std::size_t i = 0; i < n / 2; ++i) {
        const std::size_t k = i / half, at = 2 * k * half + i % half;
        const std::uint64_t b = p_.multiply(x[at + half], roots[node + k]);
        x[at + half] = p_.subtract(x[at], b);
        x[at] = p_.add(x[at], b);
      }
    }
  }
  std::uint64_t half() const { return (p_.value() + 1) / 2; }
  std::uint64_t power(std::uint64_t exponent) const { return powers_[exponent % powers_.size()]; }
  std::uint64_t cosine(std::uint64_t i) const {
    const std::uint64_t sum = p_.add(power(i), power((powers_.size() - 1) * i));
    return p_.multiply(p_.multiply(sum, half()), scale_);
  }
  std::uint64_t sine(std::uint64_t i) const {
    const std::uint64_t difference = p_.subtract(power(i), power((powers_.size() - 1) * i));
    return p_.multiply(p_.multiply(difference, half()), scale_);
  }
  Buffer<double> doubles(const std::vector<std::uint64_t>& words) const {
    Buffer<double> result(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) result[i] = centered(p_, words[i]);
    return result;
  }

  StageConstants& c_;
  const Modulus& p_;
  std::uint64_t scale_;
  std::vector<std::uint64_t> powers_;  // of the root
};

void place_words(StageConstants& c) {
  const std::uint64_t prime = c.stage.prime;
  const auto behind = static_cast<std::uint32_t>(std::max<std::size_t>(c.length, prime - 1));
  c.places_in.assign(prime, behind);
  c.places_out.assign(prime, behind);
  if (c.length == 1) {
    std::iota(c.places_in.begin() + 1, c.places_in.end(), std::uint32_t{0});
    std::iota(c.places_out.begin() + 1, c.places_out.end(), std::uint32_t{0});
    return;
  }
  const auto g = powers_of_generator(prime);
  for (std::size_t a = 0; a < g.size(); ++a) {
    c.places_in[g[a]] = static_cast<std::uint32_t>(a == 0 ? 0 : g.size() - a);
    c.places_out[g[a]] = static_cast<std::uint32_t>(a);
  }
}

void place_columns(StageConstants& c, const CyclotomicIndex::Axis& axis, bool backward) {
  const Stage& s = c.stage;
  for (std::size_t j = 0; j < s.rows(); ++j) c.coefficients.push_back(j * s.behind * s.inside);
  if (!s.last) {
    c.values = c.coefficients;
    return;
  }
  for (const std::uint32_t place : destinations(s, axis)) c.values.push_back(place * s.inside);
  if (!s.moves()) c.values.resize(s.rows());
  if (!s.is_of_lines()) return;
  c.line_places.resize(s.rows());
  for (std::size_t j = 1; j < s.prime; ++j) {
    c.line_places[c.values[j - 1]] = (backward ? c.places_in : c.places_out)[j];
  }
}

}  // namespace

StageConstants stage_constants(const Stage& stage, const CyclotomicIndex::Axis& axis,
                               const Modulus& modulus, std::uint64_t root, Kernel kernel,
                               bool backward) {
  StageConstants c;
  c.stage = stage;
  c.by = choose(stage);
  if (c.by == SumsBy::columns || c.by == SumsBy::rows) c.length = convolution_length(stage.prime);
  if (stage.prime != 2) place_words(c);
  place_columns(c, axis, backward);
  if (backward) root = modulus.inverse_vartime(root);
  if (!stage.last) {
    const auto twiddles = twiddles_of(stage, modulus, root, axis.value);
    c.twiddles = Buffer<double>(twiddles.size());
    for (std::size_t i = 0; i < twiddles.size(); ++i) {
      c.twiddles[i] = centered(modulus, twiddles[i]);
    }
  }
  const std::uint64_t divisor = stage.prime == 2 ? stage.behind : stage.prime;
  const std::uint64_t scale =
      backward ? modulus.inverse_vartime(modulus.reduce(divisor)) : modulus.reduce(1);
  c.scale = centered(modulus, scale);
  if (c.by == SumsBy::tree) {
    c.factors = tree_factors(modulus, root, stage.behind);
    return c;
  }
  Maker maker(c, modulus, modulus.pow_vartime(root, axis.value / axis.prime), scale);
  if (c.by == SumsBy::few_products) maker.few_products();
  if (c.by == SumsBy::eleven) maker.eleven();
  if (c.by == SumsBy::halves) maker.halves();
  if (c.by == SumsBy::columns) {
    maker.columns();
    take_integers(c, modulus, kernel);
  }
  if (c.by == SumsBy::rows) maker.rows(kernel);
  return c;
}

void take_integers(StageConstants& c, const Modulus& modulus, Kernel kernel) {
  if (kernel.family != Family::i52) return;
  c.integers = integer_kernels(kernel.isa);
  const std::uint64_t p = modulus.value();
  c.fractions = Buffer<std::uint64_t>(2 * c.factors.size());
  for (std::size_t i = 0; i < c.factors.size(); ++i) {
    const auto factor = static_cast<std::int64_t>(c.factors[i]);
    uint128 dividend = modulus.reduce_signed(factor);
    for (std::size_t digit = 0; digit < 2; ++digit) {
      dividend <<= 52;
      c.fractions[2 * i + digit] = static_cast<std::uint64_t>(dividend / p);
      dividend %= p;
    }
  }
}

}  // namespace lath::detail
