// SPDX-License-Identifier: Apache-2.0
#include "algebra/wide/wide_slots.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "arith/wide/natural_arithmetic.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/ntt/prime_powers.hpp"

namespace lath::detail {
namespace {

constexpr std::size_t kMostRows = 4096;

// A root of unity z of order m with z^(m/d) = omega: a power of the first one that is found. For
// what follows it is enough that z^m = 1 and z^i - 1 is a unit for every i below m.
Natural root_above(std::uint64_t m, std::uint64_t d, const Natural& p, const Natural& omega) {
  const auto refuse = [&] {
    throw Error(ErrorCode::unsupported,
                "slots modulo a number of " + std::to_string(p.bits()) +
                    " bits in the ring of the index " + std::to_string(m),
                "need a prime that is 1 modulo the index",
                "take another ring or prime, or encode coefficients");
  };
  if (lath::remainder_vartime(p, m) != 1) refuse();
  const Natural over_m = quotient_vartime(difference_vartime(p, 1), m);
  const auto factors = prime_powers(m);
  const auto has_order_m = [&](const Natural& z) {
    return std::ranges::all_of(factors, [&](const PrimePower& q) {
      const Natural other = power_modulo_vartime(z, m / q.prime, p);
      return other != Natural() && is_coprime_vartime(difference_vartime(other, 1), p);
    });
  };
  Natural z;
  constexpr std::uint64_t kMostBases = 1000;  // a prime needs few
  for (std::uint64_t base = 2; !has_order_m(z); ++base) {
    z = power_modulo_vartime(base, over_m, p);
    if (base > kMostBases || power_modulo_vartime(z, m, p) != Natural(1)) refuse();
  }
  const Natural of_order_d = power_modulo_vartime(z, m / d, p);
  Natural power = 1;
  for (std::uint64_t e = 1; e < d; ++e) {
    power = product_modulo_vartime(power, of_order_d, p);
    if (power != omega) continue;
    while (std::gcd(e, m) != 1) e += d;
    return power_modulo_vartime(z, e, p);
  }
  return z;  // d is 1
}

// generator^t modulo q for t below the count.
std::vector<std::uint64_t> powers_of(std::uint64_t generator, std::size_t count, std::uint64_t q) {
  std::vector<std::uint64_t> result;
  std::uint64_t power = 1;
  for (std::size_t i = 0; i < count; ++i) {
    result.push_back(power);
    power = power * generator % q;
  }
  return result;
}

}  // namespace

WideSlots::WideSlots(const CyclotomicIndex& index, std::uint64_t d, const Natural& p,
                     const Natural& omega)
    : m_(index.value()), modulus_(p) {
  root_ = root_above(m_, d, p, omega);
  for (const CyclotomicIndex::Axis& axis : index.axes()) {
    add_axis(axis, std::gcd(axis.value, d), root_);
  }
  std::size_t halved = 1;
  for (const Axis& axis : axes_) {
    if (!axis.roots.empty()) halved *= axis.length;
  }
  append(scale_, inverse_modulo_vartime(halved, p).value());
  join_exponents();
}

void WideSlots::append(Constants& to, const Natural& x) const {
  const std::vector<std::uint64_t> words = modulus_.constant(x);
  to.insert(to.end(), words.begin(), words.end());
}

void WideSlots::add_dimension(std::size_t size, std::uint64_t generator, std::uint64_t q) {
  if (size == 1) return;
  // 1 modulo the other prime powers.
  const std::uint64_t rest = m_ / q;
  std::uint64_t g = generator % q;
  while (g % rest != 1 % rest) g += q;
  dimensions_.push_back({size, g});
}

void WideSlots::add_axis(const CyclotomicIndex::Axis& of, std::uint64_t divided, const Natural& z) {
  const std::uint64_t q = of.value;
  Axis axis;
  axis.value = q;
  if (of.prime == 2 && divided <= 2) {
    axis.length = of.degree;
    const std::size_t columns = of.degree / 2;
    axis.exponents = powers_of(3, columns, q);
    for (std::size_t i = 0; i < columns; ++i) axis.exponents.push_back(q - axis.exponents[i]);
    add_dimension(2, q - 1, q);
    add_dimension(columns, 3, q);
  } else {
    const std::uint64_t generator = divided == 1 ? of.generator : 1 + divided;
    axis.length = divided == 1 ? of.degree : static_cast<std::size_t>(q / divided);
    axis.exponents = powers_of(generator, axis.length, q);
    add_dimension(axis.length, generator, q);
  }
  const Natural root = power_modulo_vartime(z, m_ / q, modulus_.modulus());
  if (of.prime == 2) {
    make_two(axis, root);
  } else {
    make_odd(axis, of, divided, root);
  }
  count_ *= axis.length;
  axes_.push_back(std::move(axis));
}

// Modulo x^2h - s^2 a polynomial is known by its remainders modulo x^h - s and x^h + s. All s are
// powers of the root.
void WideSlots::make_two(Axis& axis, const Natural& root) const {
  const Natural& p = modulus_.modulus();
  std::vector<std::uint64_t> exponents{axis.length};  // x^length is the root to this power
  for (std::size_t length = axis.length; length > 1; length /= 2) {
    std::vector<std::uint64_t> next;
    for (const std::uint64_t e : exponents) {
      append(axis.roots, power_modulo_vartime(root, e / 2, p));
      append(axis.inverse_roots, power_modulo_vartime(root, axis.value - e / 2, p));
      next.push_back(e / 2);
      next.push_back(e / 2 + axis.value / 2);
    }
    exponents = std::move(next);
  }
  for (const std::uint64_t j : axis.exponents) {
    const auto place = std::ranges::find(exponents, j % axis.value);
    axis.places.push_back(static_cast<std::uint32_t>(place - exponents.begin()));
  }
}

// The powers zeta^(i j), and their inverse matrix. With i = i' + q/l i'' and the root w =
// zeta^(q/l) of order l, the sum over i'' < l - 1 has the inverse (w^(-i'' j) - w^j)/l, since the
// coefficient of w^(l - 1) is zero.
void WideSlots::make_odd(Axis& axis, const CyclotomicIndex::Axis& of, std::uint64_t divided,
                         const Natural& root) const {
  const Natural& p = modulus_.modulus();
  const std::uint64_t q = of.value, step = q / of.prime;
  if (axis.length > kMostRows) {
    throw Error(ErrorCode::unsupported,
                "slots along the prime power " + std::to_string(q) + " of the index",
                "need at most " + std::to_string(kMostRows) + " of them",
                "take an index of smaller prime powers, or encode coefficients");
  }
  std::vector<Natural> powers{1};
  while (powers.size() < q) powers.push_back(product_modulo_vartime(powers.back(), root, p));
  const auto power = [&](std::uint64_t e) -> const Natural& { return powers[e % q]; };
  for (const std::uint64_t j : axis.exponents) {
    for (std::size_t i = 0; i < axis.length; ++i) append(axis.matrix, power(i * j));
  }
  const Natural over_length = inverse_modulo_vartime(divided == 1 ? q : axis.length, p).value();
  for (std::size_t i = 0; i < axis.length; ++i) {
    for (const std::uint64_t j : axis.exponents) {
      Natural x = power(q - i * j % q);
      if (divided == 1) {
        // zeta^(-i' j) (w^(-i'' j) - w^j)
        const Natural other = power(q - i % step * j % q + step * j);
        x = remainder_vartime(sum_vartime(x, difference_vartime(p, other)), p);
      }
      append(axis.inverse_matrix, product_modulo_vartime(x, over_length, p));
    }
  }
}

void WideSlots::join_exponents() {
  // Without an axis of 2 exponents are odd nevertheless.
  exponents_.assign(1, m_ % 4 == 2 ? m_ / 2 : 0);
  for (const Axis& axis : axes_) {
    const std::uint64_t rest = m_ / axis.value;
    const std::uint64_t unit =
        rest == 1 ? 1 : rest * Modulus(axis.value).inverse_vartime(rest % axis.value) % m_;
    std::vector<std::uint64_t> next;
    for (const std::uint64_t outer : exponents_) {
      for (const std::uint64_t j : axis.exponents) next.push_back((outer + unit * j) % m_);
    }
    exponents_ = std::move(next);
  }
}

template <class Line>
void WideSlots::for_each_line(std::span<std::uint64_t> numbers, std::span<std::uint64_t> scratch,
                              std::size_t a, const Line& line) const noexcept {
  const std::size_t w = words(), length = axes_[a].length;
  std::size_t inner = 1;
  for (std::size_t b = a + 1; b < axes_.size(); ++b) inner *= axes_[b].length;
  const auto in = scratch.first(length * w), out = scratch.subspan(length * w, length * w);
  for (std::size_t first = 0; first < count_; first += length * inner) {
    for (std::size_t i = first; i < first + inner; ++i) {
      for (std::size_t k = 0; k < length; ++k) {
        std::copy_n(&numbers[(i + k * inner) * w], w, &in[k * w]);
      }
      line(in, out);
      for (std::size_t k = 0; k < length; ++k) {
        std::copy_n(&out[k * w], w, &numbers[(i + k * inner) * w]);
      }
    }
  }
}

void WideSlots::multiply(const Constants& matrix, std::span<std::uint64_t> out,
                         std::span<const std::uint64_t> in) const noexcept {
  const std::size_t w = words(), length = in.size() / w;
  std::uint64_t product[66];
  std::ranges::fill(out, 0);
  for (std::size_t i = 0; i < length; ++i) {
    for (std::size_t j = 0; j < length; ++j) {
      modulus_.multiply(product, &in[j * w], &matrix[(i * length + j) * w]);
      modulus_.add(&out[i * w], &out[i * w], product);
    }
  }
}

void WideSlots::forward_line(const Axis& axis, std::span<std::uint64_t> x,
                             std::span<std::uint64_t> out) const noexcept {
  if (axis.places.empty()) return multiply(axis.matrix, out, x);
  const std::size_t w = words();
  const std::uint64_t* root = axis.roots.data();
  for (std::size_t half = axis.length / 2; half > 0; half /= 2) {
    for (std::size_t first = 0; first < axis.length; first += 2 * half, root += w) {
      for (std::size_t i = first; i < first + half; ++i) {
        std::uint64_t *low = &x[i * w], *high = &x[(i + half) * w];
        modulus_.multiply(high, high, root);
        modulus_.subtract(&out[0], low, high);
        modulus_.add(low, low, high);
        std::copy_n(&out[0], w, high);
      }
    }
  }
  for (std::size_t k = 0; k < axis.length; ++k) std::copy_n(&x[axis.places[k] * w], w, &out[k * w]);
}

// Without the halves, see scale_.
void WideSlots::inverse_line(const Axis& axis, std::span<std::uint64_t> x,
                             std::span<std::uint64_t> out) const noexcept {
  if (axis.places.empty()) return multiply(axis.inverse_matrix, out, x);
  const std::size_t w = words();
  for (std::size_t k = 0; k < axis.length; ++k) std::copy_n(&x[k * w], w, &out[axis.places[k] * w]);
  const std::uint64_t* end = axis.inverse_roots.data() + axis.inverse_roots.size();
  for (std::size_t half = 1; half < axis.length; half *= 2) {
    const std::uint64_t* root = end -= axis.length / (2 * half) * w;
    for (std::size_t first = 0; first < axis.length; first += 2 * half, root += w) {
      for (std::size_t i = first; i < first + half; ++i) {
        std::uint64_t *low = &out[i * w], *high = &out[(i + half) * w];
        modulus_.subtract(&x[0], low, high);
        modulus_.add(low, low, high);
        modulus_.multiply(high, &x[0], root);
      }
    }
  }
}

void WideSlots::forward(std::span<std::uint64_t> numbers,
                        std::span<std::uint64_t> scratch) const noexcept {
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    if (axes_[a].length == 1) continue;
    for_each_line(numbers, scratch, a,
                  [&](std::span<std::uint64_t> in, std::span<std::uint64_t> out) noexcept {
                    forward_line(axes_[a], in, out);
                  });
  }
}

void WideSlots::inverse(std::span<std::uint64_t> numbers,
                        std::span<std::uint64_t> scratch) const noexcept {
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    if (axes_[a].length == 1) continue;
    for_each_line(numbers, scratch, a,
                  [&](std::span<std::uint64_t> in, std::span<std::uint64_t> out) noexcept {
                    inverse_line(axes_[a], in, out);
                  });
  }
  const std::size_t w = words();
  for (std::size_t i = 0; i < count_; ++i) {
    modulus_.multiply(&numbers[i * w], &numbers[i * w], scale_.data());
  }
}

}  // namespace lath::detail
