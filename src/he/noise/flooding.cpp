// SPDX-License-Identifier: Apache-2.0
#include "he/noise/flooding.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "he/noise/logarithms.hpp"
#include "lath/base/error.hpp"
#include "lath/random/samplers.hpp"

namespace lath::he {
namespace {

constexpr unsigned kWord = 64;
// The margin for other noise, and for the errors of these logarithms.
constexpr double kMargin = 0x1p-16;
constexpr double kDistanceBits = 64;

constexpr std::size_t kBlock = 512;

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

void FloodingNoise::write_digit(std::size_t bit, std::uint64_t mask, std::size_t first,
                                std::span<std::uint64_t> out) const noexcept {
  const std::size_t top = words_.size() / degree_ - 1, word = bit / kWord;
  const std::uint64_t* low = words_.data() + word * degree_ + first;
  const auto right = static_cast<unsigned>(bit % kWord), left = kWord - 1 - right;
  const auto write = [&](const auto& high_word) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = (low[i] >> right | high_word(low[i + degree_]) << 1 << left) & mask;
    }
  };
  const auto of_top = [unused = unused_](std::uint64_t x) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(x) >> unused);
  };
  if (word + 1 < top) return write([](std::uint64_t x) { return x; });
  if (word + 1 == top) return write(of_top);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<std::uint64_t>(static_cast<std::int64_t>(of_top(low[i])) >> right) & mask;
  }
}

// Reduces by Horner's rule in digits of one bit less than q, which are residues; the topmost one
// has a sign. Blocks stay in the first-level cache.
void FloodingNoise::residues(std::span<std::uint64_t> out, std::span<std::uint64_t> scratch,
                             const Modulus& q,
                             const VectorArithmetic<std::uint64_t>& arithmetic) const noexcept {
  const auto digit_bits = static_cast<std::size_t>(q.bits() - 1);
  const std::uint64_t radix = std::uint64_t{1} << digit_bits;
  const auto scalar = arithmetic.scalar(radix);
  const std::size_t bits = words_.size() / degree_ * kWord - unused_;
  const std::size_t topmost = (bits - 1) / digit_bits * digit_bits;
  for (std::size_t first = 0; first < degree_; first += kBlock) {
    const std::size_t count = std::min(kBlock, degree_ - first);
    const std::span<std::uint64_t> x = out.subspan(first, count), digit = scratch.first(count);
    write_digit(topmost, ~std::uint64_t{0}, first, digit);
    const std::span<const std::int64_t> with_sign(
        reinterpret_cast<const std::int64_t*>(digit.data()), count);
    residues_of(x, with_sign, radix / 2, q);
    for (std::size_t bit = topmost; bit != 0;) {
      bit -= digit_bits;
      write_digit(bit, radix - 1, first, digit);
      arithmetic.scale_add(x.data(), x.data(), digit.data(), scalar, count);
    }
  }
}

double largest_flooding(const NoiseModel& model, std::size_t level) {
  return std::floor(model.log2_q(level) - model.log2_product_with_t() - 1 - kMargin);
}

double largest_flooding(const NoiseModel& model, std::size_t level, unsigned budget_bits) {
  // The tails of uniform noise are below Gaussian ones.
  const NoiseBound unit = model.error(level, model.log2_uniform_error());
  return std::floor(unit.budget_bits() - budget_bits - kMargin);
}

void require_flooding(const NoiseModel& model, std::size_t level, const NoiseBound& noise,
                      double bits, const char* what) {
  const double log2_n = std::log2(static_cast<double>(model.degree()));
  const double log2_v =
      log2_sum(noise.log2_bound() + model.log2_q(level) + model.log2_quotient_by_t(), 0);
  const double missing = kDistanceBits + log2_n + log2_v + kMargin - bits;
  if (missing <= 0) return;
  throw Error(ErrorCode::invalid_argument,
              std::string(what) + " with " + tenths(noise.budget_bits()) + " bits of budget left",
              "need " + tenths(noise.budget_bits() + missing) +
                  ", so that its noise is hidden to a distance of 2^-64",
              "compute less before, at a higher level, or take a larger Q or a smaller t");
}

}  // namespace lath::he
