// SPDX-License-Identifier: Apache-2.0
#include "he/noise/flooding.hpp"

#include <cmath>
#include <string>

#include "he/noise/logarithms.hpp"
#include "he/noise/noise_formulas.hpp"
#include "lath/base/error.hpp"

namespace lath::he {
namespace {

constexpr unsigned kWord = 64;
// What is left for other noise, and for the errors of these logarithms.
constexpr double kMargin = 0x1p-16;
constexpr double kDistanceBits = 64;

std::size_t words_for(unsigned bits) { return bits / kWord + 1; }  // of bits + 1 bits

std::string tenths(double bits) {
  const std::string text = std::to_string(std::ceil(bits * 10) / 10);
  return text.substr(0, text.find('.') + 2);
}

}  // namespace

FloodingNoise::FloodingNoise(std::size_t degree, unsigned bits, Generator& generator)
    : degree_(degree),
      unused_(kWord - 1 - bits % kWord),
      words_(Buffer<std::uint64_t, Secret>::for_overwrite(words_for(bits) * degree)) {
  generator.fill(std::as_writable_bytes(words_.span()));
}

void FloodingNoise::residues(std::span<std::uint64_t> out, std::span<std::uint64_t> scratch,
                             const Modulus& q,
                             const VectorArithmetic<std::uint64_t>& arithmetic) const noexcept {
  const std::uint64_t half = q.reduce(std::uint64_t{1} << 32);
  const auto word = arithmetic.scalar(q.multiply(half, half));
  std::size_t row = words_.size() / degree_ - 1;
  const std::uint64_t* top = words_.data() + row * degree_;
  for (std::size_t i = 0; i < degree_; ++i) {
    out[i] = q.reduce_signed(static_cast<std::int64_t>(top[i]) >> unused_);
  }
  while (row-- > 0) {
    const std::uint64_t* low = words_.data() + row * degree_;
    for (std::size_t i = 0; i < degree_; ++i) scratch[i] = q.reduce(low[i]);
    arithmetic.scale_add(out.data(), out.data(), scratch.data(), word, degree_);
  }
}

double largest_flooding(const Context& context, const Level& level) {
  return std::floor(level.log2_q - log2_t(context) - 1 - kMargin);
}

double largest_flooding(const Context& context, const Level& level, unsigned budget_bits) {
  // Uniform noise in [-1, 1) has the variance 1/3, and its tails are below Gaussian ones.
  const NoiseBound unit = noise_of_words(context, level, -std::log2(3.0) / 2);
  return std::floor(unit.budget_bits() - budget_bits - kMargin);
}

void require_flooding(const Context& context, const Level& level, const NoiseBound& noise,
                      double bits, const char* what) {
  const double log2_n = std::log2(static_cast<double>(context.degree()));
  const double log2_v = log2_sum(noise.log2_bound() + level.log2_q - log2_t(context), 0);
  const double missing = kDistanceBits + log2_n + log2_v + kMargin - bits;
  if (missing <= 0) return;
  throw Error(ErrorCode::invalid_argument,
              std::string(what) + " with " + tenths(noise.budget_bits()) + " bits of budget left",
              "need " + tenths(noise.budget_bits() + missing) +
                  ", so that its noise is hidden to a distance of 2^-64",
              "compute less before, at a higher level, or take a larger Q or a smaller t");
}

}  // namespace lath::he
