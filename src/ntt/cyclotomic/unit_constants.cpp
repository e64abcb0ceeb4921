// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include "lath/arith/roots.hpp"
#include "ntt/cyclotomic/stage_constants.hpp"

namespace lath::detail {
namespace {

using Words = std::vector<std::uint64_t>;
using Words32 = std::vector<std::uint32_t>;

// The last axis: its primes have 16 units.
constexpr std::size_t kLast = 16;

class UnitMaker {
 public:
  UnitMaker(StageConstants& c, const Modulus& p, bool backward)
      : c_(c), p_(p), backward_(backward), kernel_(1, p.reduce(1)) {
    c_.places_in.assign(1, 0);
    const std::uint64_t z = least_primitive_root(p_, kLast);
    for (std::size_t k = 0; k < roots_.size(); ++k) roots_[k] = p_.pow_vartime(z, kExponents[k]);
  }

  // Collects in places_in the coefficient of each row; finish() turns that around. With i = g^-a
  // and j = g^b the exponent of w is b - a. Coefficient i stands in row i modulo p'-1, since i =
  // p'-1 has none and x_0 is wanted in its place.
  void add(std::uint64_t prime, std::uint64_t root) {
    const auto g = powers_of_generator(prime);
    Words32 places;
    for (const std::uint32_t outer : c_.places_in) {
      for (std::size_t a = 0; a < g.size(); ++a) {
        const std::uint64_t i = g[a == 0 ? 0 : g.size() - a];
        places.push_back(static_cast<std::uint32_t>(outer * g.size() + i % g.size()));
      }
    }
    c_.places_in = places;
    Words kernel;
    for (const std::uint64_t outer : kernel_) {
      for (const std::uint64_t power : g) {
        kernel.push_back(p_.multiply(outer, p_.pow_vartime(root, power)));
      }
    }
    kernel_ = kernel;
  }
  void finish() {
    const auto rows = std::exchange(c_.places_in, Words32(c_.places_in.size()));
    for (std::uint32_t r = 0; r < rows.size(); ++r) c_.places_in[rows[r]] = r;
    const std::size_t joined = c_.stage.joined;
    if (joined == 2 || joined == 8) layer(kernel_.size() / 2, {1});
    if (joined % 4 == 0) {
      layer(2 * kLast, {1});
      layer(kLast, {1, roots_[1]});
    }
    layer(8, {1});
    layer(4, {1, roots_[1]});
    layer(2, {roots_.begin(), roots_.end()});
    leave();
  }

 private:
  static constexpr std::array<std::size_t, 4> kExponents{0, 4, 2, 6};

  // The layer in which words at this distance meet; roots from node to node, again and again.
  void layer(std::size_t distance, const Words& roots) {
    for (std::size_t k = 0, first = 0; first < kernel_.size(); ++k, first += 2 * distance) {
      const std::uint64_t root = roots[k % roots.size()];
      for (std::size_t at = first; at < first + distance; ++at) {
        const std::uint64_t b = p_.multiply(kernel_[at + distance], root);
        kernel_[at + distance] = p_.subtract(kernel_[at], b);
        kernel_[at] = p_.add(kernel_[at], b);
      }
    }
  }
  // k_0 + k_1 x modulo x^2 - r, or its inverse backward. Sums come from all layers but the last one
  // with a factor of half the rows.
  void leave() {
    const std::size_t rows = kernel_.size();
    const std::uint64_t scale = p_.inverse_vartime(p_.reduce(rows / 2));
    Words words;
    for (const std::uint64_t root : roots_) words.push_back(root);
    for (const std::uint64_t root : roots_) words.push_back(p_.inverse_vartime(root));
    for (std::size_t at = 0; at < rows; at += 2) {
      std::uint64_t k0 = kernel_[at], k1 = kernel_[at + 1], r = roots_[at / 4 % 4];
      if (at % 4 == 2) r = p_.negate(r);
      if (backward_) {
        const std::uint64_t norm =
            p_.subtract(p_.multiply(k0, k0), p_.multiply(r, p_.multiply(k1, k1)));
        const std::uint64_t inverse = p_.inverse_vartime(norm);
        k0 = p_.multiply(k0, inverse);
        k1 = p_.negate(p_.multiply(k1, inverse));
      }
      const auto factors = factors_of_two(p_, p_.multiply(k0, scale), p_.multiply(k1, scale), r);
      words.insert(words.end(), factors.begin(), factors.end());
    }
    c_.factors = Buffer<double>(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) c_.factors[i] = centered(p_, words[i]);
  }

  StageConstants& c_;
  const Modulus& p_;
  bool backward_;
  Words kernel_;
  std::array<std::uint64_t, 4> roots_;
};

}  // namespace

StageConstants unit_constants(const Stage& stage, std::span<const CyclotomicIndex::Axis> axes,
                              const Modulus& modulus, std::span<const std::uint64_t> roots,
                              Kernel kernel, bool backward) {
  StageConstants c;
  c.stage = stage;
  c.by = SumsBy::units;
  UnitMaker maker(c, modulus, backward);
  std::size_t first = stage.axis;
  for (std::size_t left = stage.joined; left != 1; left /= axes[first].degree) --first;
  for (std::size_t a = first; a <= stage.axis; ++a) maker.add(axes[a].prime, roots[a]);
  maker.finish();
  take_integers(c, modulus, kernel);
  return c;
}

}  // namespace lath::detail
