// SPDX-License-Identifier: Apache-2.0
#include "algebra/wide/real_inverse.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "arith/multiword.hpp"
#include "lath/base/error.hpp"

namespace lath::detail {
namespace {

// Words in front of the point, for signs and carries.
constexpr std::size_t kWhole = 2;

[[noreturn]] void refuse() {
  throw Error(ErrorCode::invalid_argument, "a short modulus that is nearly zero at a root of unity",
              "need one that is far from zero at all of them",
              "take another element of the ideal, which is larger at that root");
}

// Numbers of many words, as two's complements.
class Vector {
 public:
  Vector(std::size_t size, std::size_t words) : words_(words), all_(size * words) {}
  [[nodiscard]] std::uint64_t* operator[](std::size_t i) noexcept { return &all_[i * words_]; }
  [[nodiscard]] std::size_t words() const noexcept { return words_; }

  // Adds x 2^shift.
  void add(std::size_t i, std::int64_t x, std::size_t shift) {
    const bool negative = x < 0;
    const auto word = static_cast<std::uint64_t>(x);
    const std::uint64_t magnitude = negative ? 0 - word : word;
    std::vector<std::uint64_t> term(words_ + 1);
    term[shift / 64] = magnitude << (shift % 64);
    if (shift % 64 != 0) term[shift / 64 + 1] = magnitude >> (64 - shift % 64);
    static_cast<void>(negative ? multiword::subtract((*this)[i], (*this)[i], term.data(), words_)
                               : multiword::add((*this)[i], (*this)[i], term.data(), words_));
  }
  // x / 2^shift, and the bits of the magnitude.
  [[nodiscard]] double real(std::size_t i, int shift) {
    std::vector<std::uint64_t> x((*this)[i], (*this)[i] + words_);
    const bool negative = x.back() >> 63 != 0;
    multiword::negate_masked(x.data(), words_, negative ? ~std::uint64_t{0} : 0);
    double result = 0;
    for (std::size_t w = 0; w < words_; ++w) {
      result += std::ldexp(static_cast<double>(x[w]), static_cast<int>(64 * w) - shift);
    }
    return negative ? -result : result;
  }
  [[nodiscard]] std::size_t bits(std::size_t i) {
    std::vector<std::uint64_t> x((*this)[i], (*this)[i] + words_);
    multiword::negate_masked(x.data(), words_, x.back() >> 63 != 0 ? ~std::uint64_t{0} : 0);
    for (std::size_t w = words_; w-- > 0;) {
      if (x[w] != 0) return 64 * w + static_cast<std::size_t>(std::bit_width(x[w]));
    }
    return 0;
  }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> all_;
};

// e - M y, where e is 1 in the first row.
void write_residual(Vector& r, std::span<const std::int64_t> matrix, Vector& y, std::size_t n,
                    std::size_t words) {
  for (std::size_t i = 0; i < n; ++i) {
    std::fill_n(r[i], r.words(), 0);
    if (i == 0) r[i][words] = 1;
    for (std::size_t j = 0; j < n; ++j) {
      const std::int64_t x = matrix[i * n + j];
      const auto word = static_cast<std::uint64_t>(x);
      static_cast<void>(x < 0 ? multiword::add_product(r[i], y[j], r.words(), 0 - word)
                              : multiword::subtract_product(r[i], y[j], r.words(), word));
    }
  }
}

}  // namespace

std::vector<double> approximate_inverse(std::span<const std::int64_t> matrix, std::size_t size) {
  const std::size_t n = size;
  std::vector<double> a(matrix.begin(), matrix.end()), inverse(n * n);
  for (std::size_t i = 0; i < n; ++i) inverse[i * n + i] = 1;
  const auto add_row = [n](std::vector<double>& x, std::size_t to, std::size_t from, double by) {
    for (std::size_t k = 0; k < n; ++k) x[to * n + k] += by * x[from * n + k];
  };
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c + 1; r < n; ++r) {
      if (std::abs(a[r * n + c]) > std::abs(a[pivot * n + c])) pivot = r;
    }
    if (a[pivot * n + c] == 0) refuse();
    for (std::size_t k = 0; k < n; ++k) {
      std::swap(a[c * n + k], a[pivot * n + k]);
      std::swap(inverse[c * n + k], inverse[pivot * n + k]);
    }
    const double scale = 1 / a[c * n + c];
    for (std::size_t k = 0; k < n; ++k) {
      a[c * n + k] *= scale;
      inverse[c * n + k] *= scale;
    }
    for (std::size_t r = 0; r < n; ++r) {
      const double by = -a[r * n + c];
      if (r == c || by == 0) continue;
      add_row(a, r, c, by);
      add_row(inverse, r, c, by);
    }
  }
  return inverse;
}

std::vector<std::uint64_t> real_inverse(std::span<const std::int64_t> matrix, std::size_t size,
                                        std::size_t words) {
  const std::vector<double> approximate = approximate_inverse(matrix, size);
  Vector y(size, words + kWhole), r(size, words + kWhole);
  for (std::size_t last = 64 * (words + kWhole);;) {
    write_residual(r, matrix, y, size, words);
    std::size_t bits = 0;
    for (std::size_t i = 0; i < size; ++i) bits = std::max(bits, r.bits(i));
    if (bits <= 64) break;
    if (bits + 8 > last) refuse();
    last = bits;
    // Corrections, first in units of 2^(bits - 56), and then in finer ones: of up to 61 bits.
    std::vector<double> residual(size), corrections(size);
    for (std::size_t j = 0; j < size; ++j) residual[j] = r.real(j, static_cast<int>(bits) - 56);
    double largest = 1;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        corrections[i] += approximate[i * size + j] * residual[j];
      }
      largest = std::max(largest, std::abs(corrections[i]));
    }
    if (!(largest < 0x1p61)) refuse();
    const std::size_t finer =
        std::min(bits - 56, static_cast<std::size_t>(60 - std::ilogb(largest)));
    for (std::size_t i = 0; i < size; ++i) {
      y.add(i, std::llround(std::ldexp(corrections[i], static_cast<int>(finer))),
            bits - 56 - finer);
    }
  }
  std::vector<std::uint64_t> result;
  for (std::size_t i = 0; i < size; ++i) result.insert(result.end(), y[i], y[i] + words);
  return result;
}

}  // namespace lath::detail
