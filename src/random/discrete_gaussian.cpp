// SPDX-License-Identifier: Apache-2.0
#include "lath/random/discrete_gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "base/number_text.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/error.hpp"
#include "random/fixed_point.hpp"
#include "random/thresholds.hpp"

namespace lath {
namespace {

using detail::fixed_point::Fixed;

constexpr std::size_t kDrawsAtOnce = 512;

void check(double sigma, double center) {
  // Written so that NaN fails.
  if (!(sigma >= DiscreteGaussian::kLeastSigma && sigma <= DiscreteGaussian::kLargestSigma)) {
    throw Error(ErrorCode::invalid_argument, "a discrete Gaussian of sigma " + number_text(sigma),
                "need a sigma from 2^-16 to 2^12",
                "choose a sigma in this range; wider noise is a sum of narrower ones, since every "
                "draw reads the whole table, about 27 entries per unit of sigma");
  }
  if (!(std::abs(center) <= DiscreteGaussian::kLargestCenter)) {
    throw Error(ErrorCode::invalid_argument, "a discrete Gaussian around " + number_text(center),
                "need a center from -2^52 to 2^52",
                "sample around its fraction and add the rest to the values");
  }
}

// exp(-multiple / (2 sigma^2)).
Fixed factor(const Fixed& multiple, double sigma) {
  int exponent = 0;
  const double mantissa = std::frexp(sigma, &exponent);
  const auto m = static_cast<std::uint64_t>(std::ldexp(mantissa, 53));  // sigma = m 2^(e - 53)
  const Fixed shifted = detail::fixed_point::shift_left(multiple, 2 * (53 - exponent) - 1);
  return detail::fixed_point::exp_of_negative(
      detail::fixed_point::divide(detail::fixed_point::divide(shifted, m), m));
}

// Whether x < 2^-144.
bool is_negligible(const Fixed& x) {
  return std::all_of(x.words.begin() + 2, x.words.end(), [](std::uint64_t w) { return w == 0; }) &&
         x.words[1] >> 48 == 0;
}

// The weights of the integers at distance 1, 2, ... from the one nearest to the center, which has
// weight 1, until they are negligible. The differences of the exponents
// -(j^2 +- 2 j d) / (2 sigma^2) grow by a constant step. So weight j + 1 is weight j times a ratio,
// and the ratio shrinks by a constant factor. Every ratio is at most 1 with an error below 2^-229,
// so that after n < 2^17 steps the weight has an error below n^2 2^-229 < 2^-195.
std::vector<Fixed> weights(Fixed ratio, const Fixed& step) {
  std::vector<Fixed> result;
  for (Fixed weight = ratio; !is_negligible(weight); weight = multiply(weight, ratio)) {
    result.push_back(weight);
    ratio = multiply(ratio, step);
  }
  return result;
}

}  // namespace

struct DiscreteGaussian::Table {
  double sigma, center;
  std::int64_t least = 0;
  detail::Thresholds thresholds{{}, {}};  // cumulative probabilities, times 2^128

  Table(double sigma_, double center_) : sigma(sigma_), center(center_) {
    const double nearest = std::round(center);
    const Fixed one = detail::fixed_point::integer(1), two = detail::fixed_point::integer(2);
    // d = nearest - center is exact, and at most 1/2 in magnitude.
    const double d = nearest - center;
    const Fixed twice = detail::fixed_point::of_double(2 * std::abs(d));
    const Fixed more = detail::fixed_point::add(one, twice),
                fewer = detail::fixed_point::subtract(one, twice);
    const Fixed step = factor(two, sigma);
    const std::vector<Fixed> right = weights(factor(d < 0 ? fewer : more, sigma), step);
    std::vector<Fixed> row = weights(factor(d < 0 ? more : fewer, sigma), step);
    least = static_cast<std::int64_t>(nearest) - static_cast<std::int64_t>(row.size());
    std::reverse(row.begin(), row.end());
    row.push_back(one);
    row.insert(row.end(), right.begin(), right.end());
    accumulate(row);
  }

  // Turns weights into rounded cumulative probabilities, and omits the probabilities that round to
  // 0 or 1.
  void accumulate(const std::vector<Fixed>& row) {
    Fixed sum;
    for (const Fixed& weight : row) sum = detail::fixed_point::add(sum, weight);
    const Fixed scale = detail::fixed_point::reciprocal(sum);
    const Fixed half_step = {{0, std::uint64_t{1} << 63, 0, 0}};  // 2^-129
    sum = {};
    std::vector<std::uint64_t> high, low;
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      sum = detail::fixed_point::add(sum, row[i]);
      const Fixed t =
          detail::fixed_point::add(detail::fixed_point::multiply(sum, scale), half_step);
      if (t.words[4] != 0) break;
      if ((t.words[2] | t.words[3]) == 0) {
        ++least;
        continue;
      }
      high.push_back(t.words[3]);
      low.push_back(t.words[2]);
    }
    thresholds = detail::Thresholds(std::move(high), std::move(low));
  }
};

DiscreteGaussian::DiscreteGaussian(std::shared_ptr<const Table> table) noexcept
    : table_(std::move(table)) {}

DiscreteGaussian DiscreteGaussian::create(double sigma, double center) {
  check(sigma, center);
  return DiscreteGaussian(std::make_shared<const Table>(sigma, center));
}

double DiscreteGaussian::sigma() const noexcept { return table_->sigma; }
double DiscreteGaussian::center() const noexcept { return table_->center; }
std::int64_t DiscreteGaussian::least() const noexcept { return table_->least; }
std::int64_t DiscreteGaussian::greatest() const noexcept {
  return table_->least + static_cast<std::int64_t>(table_->thresholds.size());
}
std::span<const std::uint64_t> DiscreteGaussian::high_words() const& noexcept {
  return table_->thresholds.high();
}
std::span<const std::uint64_t> DiscreteGaussian::low_words() const& noexcept {
  return table_->thresholds.low();
}

void DiscreteGaussian::sample(std::span<std::int64_t> out, Generator& generator) const {
  const Isa isa = active_isa();
  constexpr std::size_t kDrawBytes = detail::Thresholds::kDrawBytes;
  auto random =
      Buffer<std::byte, Secret>::for_overwrite(std::min(out.size(), kDrawsAtOnce) * kDrawBytes);
  while (!out.empty()) {
    const auto part = out.first(std::min(out.size(), kDrawsAtOnce));
    const auto bytes = random.span().first(part.size() * kDrawBytes);
    generator.fill(bytes);
    table_->thresholds.count(isa, part, bytes, table_->least);
    out = out.subspan(part.size());
  }
}

}  // namespace lath
